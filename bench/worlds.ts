import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@svc/sdk';
import { twinIds } from '@svc/twins';
import { freePort } from './lib/port.ts';
import type { Result } from './lib/result.ts';
import { median } from './lib/rounds.ts';
import { type Service, startService } from './lib/service.ts';

const SVC = fileURLToPath(new URL('../packages/cli/bin/svc.ts', import.meta.url));
const MIB = 1 << 20;
/** More than any of these has open. */
const QUOTA = 100_000;

const ROUNDS = 40;
const MOST_OF_A_SPAWN = 0.05;

const SANDBOXES = 1_000;
const CREATED_AT_ONCE = 8;
const SETTLED_AFTER_MS = 15_000;
const WATCHED_MS = 20_000;
const MOST_BYTES = 2 * 1024 * MIB;
const MOST_CORES = 0.1;

const CREATES_PER_SECOND = 100;
const SUSTAINED_MS = 10_000;
const SECOND_MS = 1_000;
const MAKERS = 16;

/** Runs a service whose team may have any number of sandboxes. */
async function withService<T>(work: (service: Service, create: (twin: string) => Promise<void>) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'));
  const dataDir = join(folder, 'data');
  try {
    const service = await startService(dataDir);
    try {
      const quota = ['admin', 'team', 'set', 'local', '--quota', String(QUOTA), '--data-dir', dataDir];
      await promisify(execFile)(process.execPath, [SVC, ...quota]);
      const client = createClient({ baseUrl: service.baseUrl, apiKey: service.apiKey });
      return await work(service, async (twin) => {
        await client.sandboxes.create({ twins: [twin] });
      });
    } finally {
      await service.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const BARE =
  "require('node:http').createServer((_, response) => response.end('ok')).listen(Number(process.argv[1]), '127.0.0.1')";

/** A bare node server, until it answers. @returns milliseconds */
async function spawnBare(): Promise<number> {
  const port = await freePort();
  const begun = performance.now();
  const child = spawn(process.execPath, ['-e', BARE, String(port)], { stdio: 'ignore' });
  const answers = () =>
    fetch(`http://127.0.0.1:${port}`).then(
      (answer) => answer.text(),
      () => undefined,
    );
  while (!(await answers())) await delay(1);
  const took = performance.now() - begun;
  child.kill('SIGKILL');
  await once(child, 'exit');
  return took;
}

/** A sandbox of one twin in `svc up`, whose process runs already, against a bare node server spawned until it answers. */
export function createShared(): Promise<Result> {
  return withService(async (_service, create) => {
    const measured: [number[], number[]] = [[], []];
    const timed = async () => {
      const begun = performance.now();
      await create('github');
      return performance.now() - begun;
    };
    for (let round = 0; round < ROUNDS / 4; round += 1) await create('github');
    for (let round = 0; round < ROUNDS; round += 1) {
      measured[0].push(await timed());
      measured[1].push(await spawnBare());
    }
    const inARow: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) inARow.push(await timed());
    const [ours, rival] = [median(measured[0]), median(measured[1])];
    return {
      what: 'sandbox created in svc up, one twin',
      ratio: ours / rival,
      budget: `≤ ${MOST_OF_A_SPAWN} × a bare node server spawned until it answers`,
      met: ours / rival <= MOST_OF_A_SPAWN,
      numbers: `${ours.toFixed(1)} ms against ${rival.toFixed(1)} ms; ${median(inARow).toFixed(1)} ms where one create follows the other`,
    };
  });
}

/** A thousand open sandboxes of all twins in turn, doing nothing. */
export function thousandOpen(): Promise<Result> {
  return withService(async (service, create) => {
    let made = 0;
    const maker = async () => {
      while (made < SANDBOXES) {
        made += 1;
        await create(twinIds[made % twinIds.length] as string);
      }
    };
    await Promise.all(Array.from({ length: CREATED_AT_ONCE }, maker));
    await delay(SETTLED_AFTER_MS);
    const before = await service.usage();
    await delay(WATCHED_MS);
    const { bytes, cpuMs } = await service.usage();
    const cores = (cpuMs - before.cpuMs) / WATCHED_MS;
    return {
      what: `${SANDBOXES} open sandboxes of all twins, idle`,
      ratio: Math.max(bytes / MOST_BYTES, cores / MOST_CORES),
      budget: `≤ ${MOST_BYTES / MIB} MiB and ≤ ${MOST_CORES} cores, all processes together`,
      met: bytes <= MOST_BYTES && cores <= MOST_CORES,
      numbers: `${(bytes / MIB).toFixed(0)} MiB at ${cores.toFixed(3)} cores`,
    };
  });
}

/** Creates for ten seconds, each maker's next one as soon as its last one is done. */
export function createsSustained(): Promise<Result> {
  return withService(async (_service, create) => {
    for (const twin of twinIds) await create(twin);
    const begun = performance.now();
    let made = 0;
    const maker = async () => {
      while (performance.now() - begun < SUSTAINED_MS) {
        await create(twinIds[made % twinIds.length] as string);
        made += 1;
      }
    };
    await Promise.all(Array.from({ length: MAKERS }, maker));
    const rate = made / ((performance.now() - begun) / SECOND_MS);
    return {
      what: `sandboxes created a second, for ${SUSTAINED_MS / SECOND_MS} s`,
      ratio: rate / CREATES_PER_SECOND,
      budget: `≥ 1 × ${CREATES_PER_SECOND} a second`,
      met: rate >= CREATES_PER_SECOND,
      numbers: `${rate.toFixed(0)}/s by ${MAKERS} makers`,
    };
  });
}
