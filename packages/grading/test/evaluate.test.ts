import { describe, expect, test } from '@jest/globals';
import type { Criterion } from '@svc/contract';
import { criteriaBreakdownSchema, criterionResultSchema } from '@svc/contract';
import { evaluate, Grader } from '@svc/grading';
import type { TapeRow } from '@svc/twin-kit';
import { noteChecks, row, state } from './vocabulary.ts';

const seed = state({ id: 1, title: 'first', done: false });
const final = state({ id: 1, title: 'ship it', done: false }, { id: 2, title: 'second', done: true });

async function* stream(rows: readonly TapeRow[]) {
  yield* rows;
}

type Given = { criteria: Partial<Criterion>[]; rows?: TapeRow[]; states?: object; vocabularies?: Map<string, typeof noteChecks> };

const grade = async ({ criteria, rows = [], states = { seed, final }, vocabularies }: Given) => {
  const result = await evaluate({
    criteria: criteria.map((given, index) => ({ id: `c${index}`, kind: 'code', text: '', ...given }) as Criterion),
    primary: 'notes',
    vocabularies: vocabularies ?? new Map([['notes', noteChecks]]),
    tape: stream(rows),
    states: new Map([['notes', states as { seed: typeof seed; final: typeof final }]]),
  });
  for (const entry of result.results) criterionResultSchema.parse(entry);
  criteriaBreakdownSchema.parse(result.breakdown);
  return result;
};

const one = async (criterion: Partial<Criterion>, given: Omit<Given, 'criteria'> = {}) =>
  (await grade({ ...given, criteria: [criterion] })).results[0]!;

describe('a criterion', () => {
  test('passes with the evidence of its check', async () => {
    expect(await one({ text: 'Note #2 exists.' })).toEqual({
      id: 'c0',
      text: 'Note #2 exists.',
      kind: 'code',
      twin: 'notes',
      check_id: 'notes.note-exists',
      status: 'passed',
      passed: true,
      skipped: false,
      already_true: false,
      reason: 'note #2 is there',
    });
  });

  test('fails with what was found', async () => {
    expect(await one({ text: 'Note #1 is titled "done".' })).toMatchObject({
      status: 'failed',
      passed: false,
      skipped: false,
      reason: 'note #1 is titled "ship it"',
    });
  });

  test('that the seed satisfies is skipped, unless it is always scored', async () => {
    const text = 'Note #1 exists.';
    expect(await one({ text })).toMatchObject({
      status: 'skipped',
      passed: false,
      skipped: true,
      reason: 'already_true_in_seed',
    });
    expect(await one({ text, always_scored: true })).toMatchObject({ status: 'passed', reason: 'note #1 is there' });
  });

  test('that an empty tape satisfies is skipped, unless it is always scored', async () => {
    const rows = [row(1), row(2, { method: 'DELETE' })];
    const text = 'Nothing was deleted.';
    expect(await one({ text }, { rows })).toMatchObject({ status: 'skipped', reason: 'already_true_in_seed' });
    expect(await one({ text, always_scored: true }, { rows })).toMatchObject({
      status: 'failed',
      reason: 'DELETE in tape row 2',
    });
  });

  test('on seed and final state compares the two', async () => {
    const text = 'No new notes were made.';
    expect(await one({ text })).toMatchObject({ status: 'skipped' });
    expect(await one({ text, always_scored: true })).toMatchObject({ status: 'failed', reason: '1 new' });
  });

  test('on the tape reads the rows of its own twin', async () => {
    const rows = [
      row(1, { tool: 'create_note' }),
      row(1, { tool: 'create_note', twin: 'other' }),
      row(2, { tool: 'create_note' }),
    ];
    const text = (times: number) => `The tool create_note was called at least ${times} times.`;
    expect(await one({ text: text(2) }, { rows })).toMatchObject({ status: 'passed', reason: 'tape row 1 and 1 more' });
    expect(await one({ text: text(3) }, { rows })).toMatchObject({ status: 'failed', reason: 'create_note was called 2 times' });
  });

  test('that binds to nothing is unmatched and names the closest wording', async () => {
    expect(await one({ text: 'Note 2 exists.' })).toMatchObject({
      status: 'unmatched',
      skipped: true,
      check_id: null,
      reason: "The text is no check's sentence on notes. The closest is notes.note-exists: Note #{note} exists.",
    });
  });

  test('with a refused value is unmatched and names the check', async () => {
    expect(await one({ text: 'Note #x exists.' })).toMatchObject({ status: 'unmatched', check_id: 'notes.note-exists' });
  });

  test('on a twin that the sandbox lacks is unmatched', async () => {
    expect(await one({ text: 'Note #2 exists.', twin: 'slack' })).toMatchObject({ status: 'unmatched', twin: 'slack' });
  });

  test('of kind model is never scored, even when its text is a check sentence', async () => {
    expect(await one({ text: 'Note #2 exists.', kind: 'model' })).toMatchObject({
      status: 'model',
      passed: false,
      skipped: true,
    });
  });

  test.each([
    ['Explode for ada.', 'The check failed to run: boom'],
    ['The scan explodes.', 'The check failed to run on tape row 1: bad row'],
  ])('whose check fails to run is not gradable: %s', async (text, reason) => {
    expect(await one({ text }, { rows: [row(1), row(2)] })).toMatchObject({ status: 'not_gradable', skipped: true, reason });
  });

  test.each([
    ['no final state', { seed }, 'Note #2 exists.', undefined, 'The final state was not stored.'],
    ['no seed state', { final }, 'Note #2 exists.', undefined, expect.stringContaining('The initial state was not stored')],
    ['no seed state to compare', { final }, 'No new notes were made.', true, expect.stringContaining('The initial state')],
  ])('with %s is not gradable', async (_name, states, text, always_scored, reason) => {
    const criterion = { text, ...(always_scored && { always_scored }) };
    expect(await one(criterion, { states })).toMatchObject({ status: 'not_gradable', reason });
  });

  test('that reads only the final state and is always scored needs no seed', async () => {
    expect(await one({ text: 'Note #2 exists.', always_scored: true }, { states: { final } })).toMatchObject({
      status: 'passed',
    });
  });
});

describe('the score', () => {
  test('is the share of passed criteria among those in the denominator', async () => {
    const texts = ['Note #2 exists.', 'Note #3 exists.', 'Note #4 exists.', 'Note #1 exists.', 'nonsense', 'Explode for ada.'];
    const { score, allSkipped, breakdown } = await grade({
      criteria: [...texts.map((text) => ({ text })), { text: 'Nice work.', kind: 'model' as const }],
    });
    expect({ score, allSkipped }).toEqual({ score: 33.33, allSkipped: false });
    expect(breakdown).toEqual({
      total: 7,
      passed: 1,
      failed: 2,
      skipped: 1,
      unmatched: 1,
      model: 1,
      not_gradable: 1,
      denominator: 3,
    });
  });

  test('is 0 with all_skipped when nothing is left, and null without criteria', async () => {
    expect(await grade({ criteria: [{ text: 'Note #1 exists.' }] })).toMatchObject({ score: 0, allSkipped: true });
    expect(await grade({ criteria: [] })).toMatchObject({ score: null, allSkipped: true, results: [] });
  });
});

test('comments of a narrator become the reason of model criteria only', () => {
  const criteria: Criterion[] = [
    { id: 'm', text: 'Polite.', kind: 'model' },
    { id: 'c', text: 'Note #2 exists.', kind: 'code' },
  ];
  const grader = new Grader({ criteria, primary: 'notes', vocabularies: new Map([['notes', noteChecks]]) });
  const comments = new Map([
    ['m', 'It was polite.'],
    ['c', 'Passed, believe me.'],
  ]);
  const { results, score } = grader.finish(new Map([['notes', { seed, final }]]), comments);
  expect(results.map(({ reason }) => reason)).toEqual(['It was polite.', 'note #2 is there']);
  expect(score).toBe(100);
});

test('50,000 rows with large bodies pass through without being held', async () => {
  const body = 'x'.repeat(20_000);
  let made = 0;
  async function* tape() {
    for (let seq = 1; seq <= 50_000; seq++) {
      made += 1;
      yield row(seq, { tool: 'create_note', response_body: `${seq}${body}` });
    }
  }
  const before = process.memoryUsage().heapUsed;
  const { score } = await evaluate({
    criteria: [{ id: 'c', kind: 'code', text: 'The tool create_note was called at least 50000 times.' }],
    primary: 'notes',
    vocabularies: new Map([['notes', noteChecks]]),
    tape: tape(),
    states: new Map(),
  });
  expect({ score, made }).toEqual({ score: 100, made: 50_000 });
  // The rows are 1 GB together.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 << 20);
});
