import { STANDALONE } from '@svc/twin-kit/server';
import { type Haproxy, startHaproxy } from './lib/haproxy.ts';
import { load, type Target } from './lib/load.ts';
import { startServer } from './lib/process.ts';
import type { Result } from './lib/result.ts';
import { median } from './lib/rounds.ts';
import { type Subject, targetOf } from './twins/subject.ts';
import { subjects } from './twins/subjects.ts';

const ROUNDS = 7;
const ROUND_SECONDS = 2;
const [SUBJECT] = subjects as readonly [Subject];

/** Both in turns against one upstream, so that what else the machine does hits both. @returns medians of answers a second */
async function inTurns(ours: Target, rival: Target): Promise<[number, number]> {
  const measured: [number[], number[]] = [[], []];
  await load(ours, ROUND_SECONDS);
  await load(rival, ROUND_SECONDS);
  for (let count = 0; count < ROUNDS; count += 1) {
    measured[0].push(await load(ours, ROUND_SECONDS));
    measured[1].push(await load(rival, ROUND_SECONDS));
  }
  return [median(measured[0]), median(measured[1])];
}

async function against(name: string, least: number, startRival: (upstream: string) => Promise<Haproxy>): Promise<Result> {
  // A twin, as in a fleet: what an agent gets through the one and through the other.
  const twin = await startServer('twin', { twin: SUBJECT.twin, seed: SUBJECT.seed(1) });
  const { origin, pathname } = new URL(twin.url);
  const [ours, rival] = await Promise.all([
    startServer('proxy', { upstream: origin, twin: SUBJECT.twin, sessionId: STANDALONE, token: twin.token }),
    startRival(origin),
  ]);
  const through = (proxy: string): Target =>
    targetOf({ url: `${proxy}/${SUBJECT.twin}${pathname}`, token: twin.token }, SUBJECT.page(1));
  try {
    const [own, other] = await inTurns(through(ours.url), through(rival.origin));
    return {
      what: `routing proxy against ${name}`,
      ratio: own / other,
      budget: `≥ ${least} × its throughput`,
      met: own / other >= least,
      numbers: `${Math.round(own)}/s against ${Math.round(other)}/s`,
    };
  } finally {
    await Promise.all([ours.stop(), rival.stop(), twin.stop()]);
  }
}

export const proxyAgainstHaproxy = (): Promise<Result> =>
  against('HAProxy on one thread', 0.6, (upstream) =>
    startHaproxy(`  http-request replace-path /[^/]+(/.*) \\1
  default_backend twin
backend twin
  server twin ${new URL(upstream).host}`),
  );

export const proxyAgainstHttpProxy = (): Promise<Result> =>
  against('http-proxy', 1.8, async (upstream) => {
    const server = await startServer('http-proxy', { upstream });
    return { origin: server.url, stop: server.stop };
  });
