import { cpus, totalmem } from 'node:os';
import type { Part } from './installation.ts';
import type { Work } from './measure.ts';
import type { Outcome } from './simulate.ts';

const GIB = 2 ** 30;
const MIB = 2 ** 20;
const PARTS: readonly Part[] = ['control plane', 'proxy', 'worker', 'PostgreSQL', 'Redis', 'hosts'];

const shown = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : Number(value.toPrecision(2)).toString();
const rate = ({ count, seconds }: Work): string => shown(count / seconds);
const times = ({ p50, p99 }: Work): string => `${shown(p50)} / ${shown(p99)}`;
/** Milliseconds of each part for one. */
const each = (work: Work, parts: readonly Part[]): string =>
  parts.map((part) => shown(work.cpuMs[part] / work.count)).join(' / ');
/** Hundredths of one core. */
const share = ({ seconds, cpuMs }: Work, part: Part): string => `${shown(Math.max(0, cpuMs[part] / seconds / 10))} %`;
const mib = (bytes: number): string => shown(bytes / MIB);

/** What stands in each line, and how it is read off an outcome. */
const LINES: readonly (readonly [string, (outcome: Outcome) => string])[] = [
  ['sandboxes', ({ size }) => shown(size.sandboxes)],
  ['fewest and most on a host', ({ spread }) => `${spread.least} / ${spread.most}`],
  ['**creates** a second', ({ create }) => rate(create)],
  ['p50 / p99, ms', ({ create }) => times(create)],
  [
    'processor time of one, ms: control plane / PostgreSQL / Redis / hosts',
    ({ create }) => each(create, ['control plane', 'PostgreSQL', 'Redis', 'hosts']),
  ],
  ['the database at work on one, waiting included, ms', ({ create }) => shown(create.databaseMs / create.count)],
  ['**first calls** a second', ({ call }) => rate(call)],
  ['p50 / p99, ms', ({ call }) => times(call)],
  ['processor time of one, ms: proxy / Redis / hosts', ({ call }) => each(call, ['proxy', 'Redis', 'hosts'])],
  [
    '**a control plane killed**: seconds until it has found all again, lost to it',
    ({ restart }) => `${shown(restart.seconds)} / ${restart.lost}`,
  ],
  ['**grades** a second', ({ grade }) => rate(grade)],
  ['p50 / p99, ms', ({ grade }) => times(grade)],
  ['**all run out at once**, ended a second', ({ expire }) => rate(expire)],
  [
    'processor time of one, ms: control plane / PostgreSQL / hosts',
    ({ expire }) => each(expire, ['control plane', 'PostgreSQL', 'hosts']),
  ],
  ...PARTS.map(
    (part) => [`**all open, nothing asked**, of one core: ${part}`, ({ idle }: Outcome) => share(idle, part)] as const,
  ),
  ...PARTS.map((part) => [`memory then, MiB: ${part}`, ({ memory }: Outcome) => mib(memory[part])] as const),
  ['database, MiB', ({ databaseBytes }) => mib(databaseBytes)],
];

/** What a part can do at most, by what one create takes of it: parts of one thread have one core, PostgreSQL has those of its machine. */
function limits({ create, size }: Outcome): { part: string; most: number }[] {
  const of = (part: Part) => 1_000 / Math.max(create.cpuMs[part] / create.count, 0.001);
  return [
    { part: 'one control plane', most: of('control plane') },
    { part: 'Redis, which has one thread', most: of('Redis') },
    { part: 'PostgreSQL, on one core', most: of('PostgreSQL') },
    { part: 'one host’s agent', most: of('hosts') * size.hosts },
  ].toSorted((one, other) => one.most - other.most);
}

/**
 * The part of docs/scale.md that a simulation says.
 *
 * @param command makes it again
 * @param before the machine's load when it began, by whatever else it did
 */
export function page(outcomes: readonly Outcome[], command: string, before: number): string {
  const head = ['hosts', ...outcomes.map(({ size }) => `${size.hosts}`)];
  const rows = LINES.map(([what, read]) => [what, ...outcomes.map(read)]);
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const largest = outcomes.at(-1) as Outcome;
  const [first, ...others] = limits(largest);
  const told = others.map(({ part, most }) => `${part} at ${shown(most)}`).join(', ');
  return [
    `Measured by \`${command}\` on ${cpus().length} cores (${cpus()[0]?.model.trim()}) with ${shown(totalmem() / GIB)} GiB of memory, which the load, all services and all simulated hosts shared; its load average was ${shown(before)} beforehand:`,
    '',
    ...table,
    '',
    `What saturates first, by the processor time of one create at ${largest.size.hosts} hosts: ${first?.part}, at ${shown(first?.most ?? 0)} creates a second on a core of its own; then ${told}.`,
  ].join('\n');
}
