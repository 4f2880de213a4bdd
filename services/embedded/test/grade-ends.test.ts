import { expect, test } from '@jest/globals';
import { GradeEnds } from '../src/grade-ends.ts';

const EVALUATION = 'evl_1';
const LONG_MS = 60_000;
const SHORT_MS = 5;

/** A consumer that takes jobs and fails all of them. */
const failing = {
  concurrency: 1,
  handle: async () => {
    throw new Error('the twin is away');
  },
  onExhausted: async () => {},
};

test('the end of a grade is heard by all who wait for it', async () => {
  const ends = new GradeEnds();
  const consumer = ends.toldBy({ ...failing, handle: async () => {} });
  const waiting = [ends.heard(EVALUATION, LONG_MS), ends.heard(EVALUATION, LONG_MS)];
  await consumer.handle({ evaluationId: EVALUATION });
  await Promise.all(waiting);
});

test('so is that of one that was given up', async () => {
  const ends = new GradeEnds();
  const consumer = ends.toldBy(failing);
  const tried = ends.heard(EVALUATION, LONG_MS);
  await expect(consumer.handle({ evaluationId: EVALUATION })).rejects.toThrow('the twin is away');
  await tried;
  const givenUp = ends.heard(EVALUATION, LONG_MS);
  await consumer.onExhausted({ evaluationId: EVALUATION }, new Error('the twin is away'));
  await givenUp;
});

test('who waits for a grade that ends elsewhere goes on after a while', async () => {
  const ends = new GradeEnds();
  const waiting = ends.heard(EVALUATION, SHORT_MS);
  await ends.toldBy({ ...failing, handle: async () => {} }).handle({ evaluationId: 'evl_2' });
  await waiting;
});
