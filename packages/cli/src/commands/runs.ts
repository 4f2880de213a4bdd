import type { RunOutcome, RunRow } from '@svc/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { oneLine, print, printJson, styled, table } from '../output.ts';
import { since, until } from '../times.ts';

interface RunsOptions {
  group?: string;
  task?: string;
  agentVersion?: string;
  model?: string;
  outcome?: RunOutcome;
  minScore?: number;
  belowScore?: number;
  since?: string;
  until?: string;
  after?: string;
  limit: number;
  json?: boolean;
}

const MOST = 200;
const DEFAULT_LIMIT = 20;
const FULL_SCORE = 100;
const OUTCOMES: readonly RunOutcome[] = ['passed', 'failed', 'errored', 'ungraded'];

function limitArgument(value: string): number {
  if (!/^\d{1,3}$/.test(value) || Number(value) < 1 || Number(value) > MOST)
    throw new InvalidArgumentError(`A number from 1 to ${MOST}.`);
  return Number(value);
}

function scoreArgument(value: string): number {
  if (!/^\d{1,3}(\.\d{1,4})?$/.test(value) || Number(value) > FULL_SCORE)
    throw new InvalidArgumentError(`A number from 0 to ${FULL_SCORE}.`);
  return Number(value);
}

export function addRuns(program: Command): void {
  program
    .command('runs')
    .description('list graded runs, newest first')
    .option('--group <id>', 'only the trials of this group')
    .option('--task <name>', 'only runs of this task')
    .option('--agent-version <label>', 'only runs of this version of the agent')
    .option('--model <name>', 'only runs of this model')
    .addOption(new Option('--outcome <outcome>', 'only runs that came out so').choices(OUTCOMES))
    .option('--min-score <n>', 'only runs with that score or more', scoreArgument)
    .option('--below-score <n>', 'only runs with less than that score', scoreArgument)
    .option('--since <when>', 'only runs from that day or time on', since)
    .option('--until <when>', 'only runs until the end of that day, or before that time', until)
    .option('--after <run-id>', 'only runs that come after this one in the list: the next page')
    .option('--limit <n>', `how many, at most ${MOST}`, limitArgument, DEFAULT_LIMIT)
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      `
Where another command names a run, \`latest\` is the newest.

Examples:
  svc runs --task "Triage the bug" --outcome failed
  svc runs --below-score 50 --since 2026-03-14
  svc report latest`,
    )
    .action(runs);
}

async function runs(options: RunsOptions): Promise<void> {
  const [{ openClient }, { callerEnvironment, readConnection }] = await Promise.all([
    import('../client.ts'),
    import('../config.ts'),
  ]);
  const client = openClient(await readConnection(callerEnvironment));
  const rows = await client.runs.list({
    group_id: options.group,
    task_name: options.task,
    agent_version: options.agentVersion,
    agent_model: options.model,
    outcome: options.outcome,
    min_score: options.minScore,
    below_score: options.belowScore,
    since: options.since,
    until: options.until,
    after: options.after,
    limit: options.limit,
  });
  if (options.json) return printJson(rows);
  if (rows.length === 0) return print('no runs');
  const header = ['run', 'outcome', 'score', 'task', 'version', 'model', 'turns', 'tokens', 'cost', 'group', 'created'].map(
    (title) => styled('bold', title),
  );
  const lines = rows.map((row) => [
    row.id,
    row.outcome,
    row.satisfaction_score === null ? '-' : String(row.satisfaction_score),
    ...[row.task_name, row.agent_version, row.agent_model].map((text) => oneLine(text ?? '-')),
    ...usageCells(row),
    oneLine(row.group_id ?? '-'),
    row.created_at,
  ]);
  print(table([header, ...lines]));
}

function usageCells({ agent_usage: usage }: RunRow): string[] {
  const { turns, input_tokens, output_tokens, cost_usd } = usage ?? {};
  const tokens = input_tokens == null && output_tokens == null ? null : (input_tokens ?? 0) + (output_tokens ?? 0);
  return [turns?.toString() ?? '-', tokens?.toString() ?? '-', cost_usd == null ? '-' : `$${cost_usd.toFixed(4)}`];
}
