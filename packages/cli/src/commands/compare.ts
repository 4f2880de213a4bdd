import type { Comparison, Group, IntervalReport } from '@svc/contract';
import type { Command } from 'commander';
import { oneLine, print, printJson } from '../output.ts';

interface CompareOptions {
  task?: string;
  json?: boolean;
}

export function addCompare(program: Command): void {
  program
    .command('compare')
    .description('compare two groups of trials pair by pair, or show the figures of one')
    .argument('<group>', 'group id (grp_…), as `svc run` prints it')
    .argument('[other]', 'the group to hold against it')
    .option('--task <name>', 'only the trials of this task')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      `
The nth trial of a task is held against the nth of the other group. Pairs with an errored trial are left out.

Examples:
  svc compare grp_1f0c2a9b7d grp_7a10c55e42
  svc compare grp_1f0c2a9b7d`,
    )
    .action(compare);
}

async function compare(group: string, other: string | undefined, options: CompareOptions): Promise<void> {
  const [{ openClient }, { callerEnvironment, readConnection }] = await Promise.all([
    import('../client.ts'),
    import('../config.ts'),
  ]);
  const client = openClient(await readConnection(callerEnvironment));
  const query = options.task === undefined ? {} : { task_name: options.task };
  const found = other === undefined ? await client.groups.get(group, query) : await client.groups.compare(group, other, query);
  if (options.json) return printJson(found);
  for (const line of 'pairs' in found ? await comparisonLines(found) : await groupLines(found)) print(line);
}

/** What figures are made with is large, and no other command's business. */
async function groupLines(group: Group): Promise<string[]> {
  const { figureLines } = await import('../scenario/figures.ts');
  return [group.group_id, ...figureLines(group).map((line) => `  ${line}`)];
}

const difference = (interval: IntervalReport | null): string =>
  interval === null
    ? 'none'
    : `${interval.value >= 0 ? '+' : ''}${interval.value.toFixed(1)} (${interval.low.toFixed(1)} to ${interval.high.toFixed(1)}, ${interval.method})`;

const trials = (count: number): string => `${count} trial${count === 1 ? '' : 's'}`;

/** What stands against nothing in the other group. */
function aloneLines({ first, second, pairs, left_out }: Comparison): string[] {
  const [one, other] = [first, second].map((group) => Math.max(0, group.trials - pairs - left_out)) as [number, number];
  if (one + other === 0) return [];
  return [`without a counterpart: ${trials(one)} of the first, ${trials(other)} of the second`];
}

const verdictLines = (compared: Comparison): string[] =>
  compared.pairs === 0
    ? ['there is no pair to compare: the groups have no task in common of which both have a trial that was graded']
    : [
        `${compared.pairs} pairs${compared.left_out > 0 ? `, ${compared.left_out} left out` : ''}: both passed ${compared.both_passed}, only the first ${compared.only_first_passed}, only the second ${compared.only_second_passed}, neither ${compared.neither_passed}`,
        `p = ${compared.p_value.toPrecision(3)} (${compared.test})`,
        `score of the second less that of the first: ${difference(compared.score_difference)}`,
      ];

export const comparisonLines = async (compared: Comparison): Promise<string[]> => [
  ...(await groupLines(compared.first)),
  ...(await groupLines(compared.second)),
  ...verdictLines(compared),
  ...aloneLines(compared),
  ...compared.differing.map(
    ({ task_name, first, second }) =>
      `  ${oneLine(task_name ?? 'no task')}: ${first.run_id} ${first.outcome}, ${second.run_id} ${second.outcome}`,
  ),
];
