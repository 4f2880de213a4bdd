import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { clientOf, createSandbox, discard } from '../e2e/fleet/client.ts';
import { execute, givenTwins, twinContainers } from '../e2e/fleet/engine.ts';
import { baseImage, image } from '../e2e/fleet/images.ts';
import { type Fleet, startFleet } from '../e2e/fleet/start.ts';
import { freePort } from './lib/port.ts';
import type { Result } from './lib/result.ts';
import { median } from './lib/rounds.ts';

const TWINS = ['github', 'stripe', 'slack'];
const WARM_ROUNDS = 20;
const COLD_ROUNDS = 7;
/** Containers that wait of each twin while warm starts are measured. */
const POOL = 2;
const MOST_WARM_MS = 60;
const MOST_OF_A_COLD_RUN = 0.1;
const MOST_COLD = 1.25;
const MOST_THREE = 1.6;

/** A container whose server listens on port 8080. */
interface Runnable {
  image: string;
  environment?: Readonly<Record<string, string>>;
  command?: readonly string[];
}

const TRIVIAL: Runnable = {
  image: baseImage('node'),
  command: ['node', '-e', "require('node:http').createServer((_, response) => response.end('ok')).listen(8080)"],
};

/** A twin without a pool and a sandbox. */
const TWIN: Runnable = {
  image: image(`twin-${TWINS[0]}`),
  environment: {
    SVC_HOST: '0.0.0.0',
    SVC_PORT: '8080',
    SVC_JOURNAL: '/tmp/journal.jsonl',
    SVC_CONTROL_TOKEN: 'of-the-benchmark-only',
  },
};

/** `docker run` until the container answers. @returns milliseconds */
async function dockerRun({ image: name, environment = {}, command = [] }: Runnable): Promise<number> {
  const port = await freePort();
  const variables = Object.entries(environment).flatMap(([key, value]) => ['-e', `${key}=${value}`]);
  const begun = performance.now();
  const child = spawn('docker', ['run', '-d', '--rm', '-p', `127.0.0.1:${port}:8080`, ...variables, name, ...command], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let id = '';
  child.stdout.on('data', (chunk: Buffer) => {
    id += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error('docker run failed: is the engine up, and docker/build.sh done?');
  while (!(await answers(`http://127.0.0.1:${port}`))) await delay(5);
  const took = performance.now() - begun;
  await once(spawn('docker', ['rm', '-f', id.trim()], { stdio: 'ignore' }), 'close');
  return took;
}

/** Whatever it answers, it is up. */
const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

async function createdIn(fleet: Fleet, twins: string[]): Promise<number> {
  const client = clientOf(fleet.facts);
  const begun = performance.now();
  const sandbox = await createSandbox(client, { twins });
  const took = performance.now() - begun;
  await discard(client, sandbox.id);
  return took;
}

/** Until the pool is full again and the engine has nothing to do. */
async function settled({ facts: { installation, containers } }: Fleet, waiting: number): Promise<void> {
  for (;;) {
    const all = await twinContainers(installation);
    const given = await givenTwins(installation);
    const { output } = await execute(containers['control-plane'] as string, ['node', '-e', WAITING]);
    if (given.length === 0 && all.length === waiting && Number(output) === waiting) return;
    await delay(100);
  }
}

/** Asks the control plane how many twins wait. */
const WAITING = `fetch('http://127.0.0.1:8080/metrics').then((r) => r.text()).then((text) => console.log(
  [...text.matchAll(/^svc_waiting_twins\\{.*\\} (\\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0)))`;

/** Creates of `count` twins from a pool, against a cold `docker run` of one of these twins. */
export async function createWarm(count: number): Promise<Result> {
  const twins = TWINS.slice(0, count);
  const fleet = await startFleet({ warm: twins.map((twin) => `${twin}=${POOL}`).join(',') });
  try {
    const warm: number[] = [];
    const cold: number[] = [];
    for (let round = 0; round < WARM_ROUNDS; round += 1) {
      await settled(fleet, count * POOL);
      warm.push(await createdIn(fleet, twins));
    }
    await settled(fleet, count * POOL);
    for (let round = 0; round < COLD_ROUNDS; round += 1) cold.push(await dockerRun(TWIN));
    const [ours, rival] = [median(warm), median(cold)];
    return {
      what: `sandbox created warm, ${count === 1 ? 'one twin' : `${count} twins`}`,
      ratio: ours / rival,
      budget: `≤ ${MOST_OF_A_COLD_RUN} × a cold docker run of a twin, p50 ≤ ${MOST_WARM_MS} ms`,
      met: ours <= MOST_WARM_MS && ours / rival <= MOST_OF_A_COLD_RUN,
      numbers: `${ours.toFixed(0)} ms against ${rival.toFixed(0)} ms`,
    };
  } finally {
    await fleet.stop();
  }
}

/** One twin without a pool, against `docker run` of a trivial node server until it answers. */
export async function createCold(): Promise<Result> {
  const fleet = await startFleet({ warm: '' });
  try {
    const [ours, rival] = await inTurns(
      () => createdIn(fleet, TWINS.slice(0, 1)),
      () => dockerRun(TRIVIAL),
    );
    return {
      what: 'sandbox created cold, one twin',
      ratio: ours / rival,
      budget: `≤ ${MOST_COLD} × docker run of a trivial node server`,
      met: ours / rival <= MOST_COLD,
      numbers: `${ours.toFixed(0)} ms against ${rival.toFixed(0)} ms`,
    };
  } finally {
    await fleet.stop();
  }
}

/** Three twins without a pool, against one. */
export async function createColdThree(): Promise<Result> {
  const fleet = await startFleet({ warm: '' });
  try {
    const [three, one] = await inTurns(
      () => createdIn(fleet, TWINS),
      () => createdIn(fleet, TWINS.slice(0, 1)),
    );
    return {
      what: 'sandbox created cold, three twins',
      ratio: three / one,
      budget: `≤ ${MOST_THREE} × one`,
      met: three / one <= MOST_THREE,
      numbers: `${three.toFixed(0)} ms against ${one.toFixed(0)} ms`,
    };
  } finally {
    await fleet.stop();
  }
}

async function inTurns(ours: () => Promise<number>, rival: () => Promise<number>): Promise<[number, number]> {
  const measured: [number[], number[]] = [[], []];
  await ours();
  await rival();
  for (let round = 0; round < COLD_ROUNDS; round += 1) {
    measured[0].push(await ours());
    measured[1].push(await rival());
  }
  return [median(measured[0]), median(measured[1])];
}
