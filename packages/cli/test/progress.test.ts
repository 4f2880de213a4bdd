import { EventEmitter, once } from 'node:events';
import { expect, test } from '@jest/globals';
import type { ScenarioFile } from '../src/scenario/files.ts';
import type { Job } from '../src/scenario/job.ts';
import { briefProgress } from '../src/scenario/progress.ts';

const job = (name: string, trial: number): Job => ({
  file: { name } as ScenarioFile,
  agent: { command: 'true' },
  trial,
  trials: 2,
  groupId: 'grp_one',
});

test('a long silence is broken by the names of what is under way, again and again until the end', async () => {
  const said = new EventEmitter<{ line: [string] }>();
  const progress = briefProgress((text) => said.emit('line', text), 2, 10);
  const [first, second] = [job('Slow', 1), job('Slower', 2)] as const;
  progress.started(first);
  progress.started(second);
  expect(await once(said, 'line')).toEqual(['still running: Slow, trial 1 of 2; Slower, trial 2 of 2']);
  progress.ended(first, { scenario: 'Slow', path: 's.md', trial: 1, group_id: 'grp_one', verdict: 'error', reason: 'gone' });
  expect(await once(said, 'line')).toEqual(['still running: Slower, trial 2 of 2']);
  progress.close();
});
