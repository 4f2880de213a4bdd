// The fleet on up to 200 simulated hosts: `node tools/run.mjs simulation` prints what it came to, `--write` puts it into docs/scale.md. Other sizes
// than those of the table are asked for as `<hosts>:<sandboxes>`.
import { readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { startGuard } from '../lib/guard.ts';
import { type Outcome, type Size, simulate } from './simulate.ts';
import { page } from './table.ts';

const PAGE = join(import.meta.dirname, '../../docs/scale.md');
const BEGIN = '<!-- Made by `node tools/run.mjs simulation --write`. -->';
const END = '<!-- End of what is made. -->';
/** What a host has in the table. */
const SANDBOXES_A_HOST = 100;
const SIZES = [1, 10, 50, 200];

const sizeOf = (hosts: number, sandboxes = hosts * SANDBOXES_A_HOST): Size => ({
  hosts,
  sandboxes,
  called: Math.min(sandboxes, 2_000),
  graded: Math.min(sandboxes, 50),
  idleSeconds: 20,
});

function sizeIn(word: string): Size {
  const [, hosts, sandboxes] = /^([1-9]\d{0,3})(?::([1-9]\d{0,5}))?$/.exec(word) ?? [];
  if (hosts !== undefined) return sizeOf(Number(hosts), sandboxes === undefined ? undefined : Number(sandboxes));
  process.stderr.write(`Not a number of hosts: ${word}\n`);
  process.exit(5);
}

const asked = process.argv.slice(2).filter((word) => word !== '--write');
const sizes = asked.length > 0 ? asked.map(sizeIn) : SIZES.map((hosts) => sizeOf(hosts));
const [before] = loadavg();
await startGuard();
const outcomes: Outcome[] = [];
for (const size of sizes) {
  const begun = performance.now();
  const outcome = await simulate(size);
  outcomes.push(outcome);
  const { troubles } = outcome;
  process.stderr.write(
    `${size.hosts} hosts: ${Math.round((performance.now() - begun) / 1_000)} s, ${troubles.length} troubles in the logs\n`,
  );
  for (const trouble of troubles.slice(0, 5)) process.stderr.write(`  ${trouble.slice(0, 500)}\n`);
}
const made = page(outcomes, ['node tools/run.mjs simulation --write', ...asked].join(' '), before as number);
process.stdout.write(`${made}\n`);
if (process.argv.includes('--write')) {
  const text = await readFile(PAGE, 'utf8');
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${PAGE} has no place for what is made.`);
  await writeFile(PAGE, `${before}${BEGIN}\n\n${made}\n\n${END}${after}`);
}
