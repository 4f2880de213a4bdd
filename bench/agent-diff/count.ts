/**
 * How much of what the tasks of the public Agent-Diff benchmark ask can be asked here: its assertions on Linear and Slack
 * by kind, in words of our own, each kind bound to sentences of the registry.
 *
 * Counted from its suites `linear_bench` (57 tasks) and `slack_bench_v2` (59 tasks), https://github.com/agent-diff-bench/agent-diff
 */
import { bindText } from '@svc/grading';
import { loadTwin } from '@svc/twins';
import { linear } from './linear.ts';
import type { Needs } from './need.ts';
import { slack } from './slack.ts';

const LEAST_SHARE = 0.9;

async function counted({ twin: id, tasks, needs }: Needs): Promise<{ share: number; faults: string[] }> {
  const twin = await loadTwin(id);
  if (!twin) throw new Error(`there is no twin ${id}`);
  const faults: string[] = [];
  let all = 0;
  let said = 0;
  for (const { need, assertions, sentences, unsayable } of needs) {
    all += assertions;
    const unbound = sentences.filter((sentence) => !('args' in bindText(twin.checks, sentence)));
    if (unsayable !== undefined) process.stdout.write(`  cannot be said  ${assertions} × ${need}: ${unsayable}\n`);
    else if (sentences.length === 0 || unbound.length > 0) faults.push(`${need}: ${unbound.join(' ')}`);
    else said += assertions;
  }
  const share = said / all;
  process.stdout.write(
    `${id}: ${said} of ${all} assertions of ${tasks} tasks can be said (${(100 * share).toFixed(1)} %), of ${needs.length} kinds\n`,
  );
  return { share, faults };
}

for (const needs of [linear, slack]) {
  const { share, faults } = await counted(needs);
  for (const fault of faults) process.stderr.write(`no check's sentence: ${fault}\n`);
  if (share < LEAST_SHARE || faults.length > 0) process.exitCode = 1;
}
