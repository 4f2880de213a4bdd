/**
 * Changes predicates of checks one by one, and says which changes no case of the checks notices.
 *
 *   npm run mutate [-- TWIN…] [--all] [--sample N] [--seed N]
 */
import { parseArgs } from 'node:util';
import { Chance } from '../../packages/twin-kit/testing/chance.ts';
import { type Outcome, Trials } from './trials.ts';

/** Of a twin, unless all are asked for. */
const SAMPLE = 300;
const SEED = 1;
const LEAST_SHARE = 0.9;
const TWINS = ['github', 'gmail', 'linear', 'slack', 'stripe'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    sample: { type: 'string', default: String(SAMPLE) },
    seed: { type: 'string', default: String(SEED) },
  },
});

/** So many of the items, drawn by lot, in their order. */
function drawn<T>(items: readonly T[], amount: number, chance: Chance): T[] {
  const places = items.map((_, place) => place);
  for (let at = places.length - 1; at > 0; at -= 1) {
    const other = chance.below(at + 1);
    [places[at], places[other]] = [places[other] as number, places[at] as number];
  }
  return places
    .slice(0, amount)
    .sort((a, b) => a - b)
    .map((place) => items[place] as T);
}

async function mutate(twin: string): Promise<void> {
  const trials = new Trials(twin);
  try {
    const all = trials.tasks();
    const tasks = values.all ? all : drawn(all, Number(values.sample), new Chance(Number(values.seed)));
    const outcomes: Outcome[] = [];
    for (const task of tasks) outcomes.push(await trials.try(task));
    const valid = outcomes.filter(({ by }) => by !== 'load');
    const endless = valid.filter(({ by }) => by === 'time').length;
    const left = valid.filter(({ by }) => by === undefined);
    for (const { task, was } of left)
      process.stdout.write(`  survives  ${twin}/${task.file}:${task.line}  ${shown(was)}  →  ${shown(task.text)}\n`);
    const share = (valid.length - left.length) / valid.length;
    process.stdout.write(
      `${twin}: ${valid.length - left.length} of ${valid.length} changes noticed (${(100 * share).toFixed(1)} %${endless > 0 ? `, ${endless} by going on for ever` : ''}), of ${all.length} that there are, by ${trials.cases} runs of checks\n`,
    );
    if (!(share >= LEAST_SHARE)) process.exitCode = 1;
  } finally {
    await trials.close();
  }
}

const LONGEST_SHOWN = 70;
const shown = (code: string): string => code.replaceAll(/\s+/g, ' ').slice(0, LONGEST_SHOWN) || '(nothing)';

for (const twin of positionals.length > 0 ? positionals : TWINS) await mutate(twin);
