import { cliHelp } from './cli-help.ts';
import { listPage, type Result, readOne, readThirty, write } from './twin.ts';

const benches: Record<string, () => Promise<Result>> = {
  'read-one': readOne,
  'read-thirty': readThirty,
  write,
  'list-page': listPage,
  'cli-help': cliHelp,
};

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in benches));
if (unknown !== undefined) {
  process.stderr.write(`No benchmark is called ${unknown}. There are: ${Object.keys(benches).join(', ')}\n`);
  process.exit(5);
}
let missed = 0;
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const { what, ratio, budget, met, numbers } = await bench();
  if (!met) missed += 1;
  process.stdout.write(
    `${met ? 'met   ' : 'missed'} ${name.padEnd(12)} ${ratio.toFixed(2)} × (budget ${budget}): ${what}, ${numbers}\n`,
  );
}
process.exitCode = missed > 0 ? 1 : 0;
