import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { isWhole } from '../../packages/twin-kit/testing/share.ts';
import { DOCS, README, type Step, stepsOf } from './page.ts';
import { Reader } from './reader.ts';

// A service is started, and agents run.
jest.setTimeout(300_000);

/** Lines that a reader types: commands, and files that aren't given. */
const typed = (steps: readonly Step[]): string[] =>
  steps.flatMap((step) =>
    step.kind === 'output' || step.kind === 'part' ? [] : step.code.split('\n').filter((line) => line.trim() !== ''),
  );

describe('a reader who begins at the README', () => {
  let reader: Reader;
  beforeAll(async () => {
    reader = await Reader.sitDown();
  });
  afterAll(() => reader.leave());

  test('types at most ten lines to a graded run of a scenario of one’s own', async () => {
    const steps = await stepsOf(README, ['Use it']);
    expect(typed(steps).length).toBeLessThanOrEqual(10);
    await reader.followAll(steps);
    expect(reader.output).toContain('score: 100 / 100');
  });

  if (!isWhole) return;

  test('goes on with getting started in the same folder', async () => {
    const running = ({ kind }: Step) => kind === 'background';
    const further = await stepsOf(join(DOCS, 'getting-started.md'));
    // The README's service is running there already, and its variables were seen when it started.
    const after = further.findIndex(running) + 2;
    await reader.followAll(further.slice(after));
    expect(reader.output).toContain('4 of 4 runs passed');
  });
});
