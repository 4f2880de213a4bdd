import { openRun } from '../services/dashboard/bench/open-run.ts';
import { createAcrossHosts } from './across.ts';
import { cliHelp } from './cli-help.ts';
import { createCold, createColdThree, createWarm } from './create.ts';
import { finalizeLong, finalizeShort, finalizeTapeLong, finalizeTapeShort } from './finalize.ts';
import { gitClone, gitMemory, gitPush } from './git.ts';
import { heavy } from './heavy.ts';
import type { Result } from './lib/result.ts';
import { killedProcess, neighbours } from './neighbours.ts';
import { proxyAgainstHaproxy, proxyAgainstHttpProxy, proxyToAnotherHost } from './proxy.ts';
import { scan } from './scan.ts';
import { forkLong, stateLong } from './time.ts';
import { listPage, readOne, readThirty, write } from './twin.ts';
import { subjects } from './twins/subjects.ts';
import { secondStart } from './up.ts';
import { createShared, createsSustained, thousandOpen } from './worlds.ts';

const perTwin = { 'read-one': readOne, 'read-thirty': readThirty, write, 'list-page': listPage, scan, heavy };

/** By name; those of a twin are `<benchmark>:<twin>`. */
const benches: ReadonlyMap<string, () => Promise<Result>> = new Map([
  ...subjects.flatMap((subject) =>
    Object.entries(perTwin).map(([name, bench]) => [`${name}:${subject.twin}`, () => bench(subject)] as const),
  ),
  ['proxy:haproxy', proxyAgainstHaproxy],
  ['proxy:http-proxy', proxyAgainstHttpProxy],
  ['proxy:other-host', proxyToAnotherHost],
  ['create:warm', () => createWarm(1)],
  ['create:warm-three', () => createWarm(3)],
  ['create:across', createAcrossHosts],
  ['create:cold', createCold],
  ['create:cold-three', createColdThree],
  ['finalize:1000', finalizeShort],
  ['finalize:50000', finalizeLong],
  ['finalize-tape:1000', finalizeTapeShort],
  ['finalize-tape:50000', finalizeTapeLong],
  ['up:second-start', secondStart],
  ['worlds:create', createShared],
  ['worlds:creates', createsSustained],
  ['worlds:thousand', thousandOpen],
  ['worlds:killed', killedProcess],
  ['worlds:neighbours', neighbours],
  ['time:fork', forkLong],
  ['time:state', stateLong],
  ['git:clone', gitClone],
  ['git:push', gitPush],
  ['git:memory', gitMemory],
  ['cli-help', cliHelp],
  ['dashboard:open', openRun],
]);

/** A benchmark is asked for by its name or by a part of it: `write`, `linear`, `write:linear`. */
const isAskedFor = (name: string, by: string): boolean => name === by || name.split(':').includes(by);

const wanted = process.argv.slice(2);
const unknown = wanted.find((by) => ![...benches.keys()].some((name) => isAskedFor(name, by)));
if (unknown !== undefined) {
  process.stderr.write(`No benchmark is called ${unknown}. There are: ${[...benches.keys()].join(', ')}\n`);
  process.exit(5);
}
let missed = 0;
for (const [name, bench] of benches) {
  if (wanted.length > 0 && !wanted.some((by) => isAskedFor(name, by))) continue;
  const { what, ratio, budget, met, numbers } = await bench();
  if (!met) missed += 1;
  process.stdout.write(
    `${met ? 'met   ' : 'missed'} ${name.padEnd(18)} ${ratio.toFixed(2)} × (budget ${budget}): ${what}, ${numbers}\n`,
  );
}
process.exitCode = missed > 0 ? 1 : 0;
