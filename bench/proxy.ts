import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Haproxy, startHaproxy } from './lib/haproxy.ts';
import { load, type Target } from './lib/load.ts';
import { startServer } from './lib/process.ts';
import type { Result } from './lib/result.ts';
import { median } from './lib/rounds.ts';

const ROUNDS = 7;
const ROUND_SECONDS = 2;
/** As large as an issue of GitHub's. */
const ANSWER = JSON.stringify({ body: 'a'.repeat(2400) });
const SESSION = 'ses_0123456789abcdefghij';
const CERTIFICATES = join(import.meta.dirname, '../deploy/host-certificates.sh');
const TOKEN = 'svc_agent_0123456789abcdefghijklmnopqrstuvwxyz';

const target = (origin: string): Target => ({
  url: `${origin}/github/s/${SESSION}/repos/ada/engine/issues`,
  headers: { authorization: `Bearer ${TOKEN}` },
});

/** Both in turns against one upstream, so that what else the machine does hits both. @returns medians of answers a second */
async function inTurns(ours: string, rival: string): Promise<[number, number]> {
  const measured: [number[], number[]] = [[], []];
  await load(target(ours), ROUND_SECONDS);
  await load(target(rival), ROUND_SECONDS);
  for (let count = 0; count < ROUNDS; count += 1) {
    measured[0].push(await load(target(ours), ROUND_SECONDS));
    measured[1].push(await load(target(rival), ROUND_SECONDS));
  }
  return [median(measured[0]), median(measured[1])];
}

async function against(name: string, least: number, startRival: (upstream: string) => Promise<Haproxy>): Promise<Result> {
  // The upstream sends a file from memory: the proxy is what the machine has most to do with.
  const upstream = await startHaproxy('  http-request return status 200 content-type application/json file answer.json', {
    'answer.json': ANSWER,
  });
  const [ours, rival] = await Promise.all([
    startServer('proxy', { upstream: upstream.origin, sessionId: SESSION, token: TOKEN }),
    startRival(upstream.origin),
  ]);
  try {
    const [own, other] = await inTurns(ours.url, rival.origin);
    return {
      what: `routing proxy against ${name}`,
      ratio: own / other,
      budget: `≥ ${least} × its throughput`,
      met: own / other >= least,
      numbers: `${Math.round(own)}/s against ${Math.round(other)}/s`,
    };
  } finally {
    await Promise.all([ours.stop(), rival.stop(), upstream.stop()]);
  }
}

export const proxyAgainstHaproxy = (): Promise<Result> =>
  against('HAProxy on one thread', 0.6, (upstream) =>
    startHaproxy(`  default_backend twin\nbackend twin\n  server twin ${new URL(upstream).host}`),
  );

export const proxyAgainstHttpProxy = (): Promise<Result> =>
  against('http-proxy', 1.8, async (upstream) => {
    const server = await startServer('http-proxy', { upstream });
    return { origin: server.url, stop: server.stop };
  });

/** The twin is on another host, whose agent leads on to it; the rival has one HAProxy more on its way as well. Both cross the loopback only. */
export async function proxyToAnotherHost(): Promise<Result> {
  const certificates = await mkdtemp(join(tmpdir(), 'svc-bench-certificates-'));
  await promisify(execFile)('bash', [CERTIFICATES, certificates]);
  const passingOn = (origin: string) => `  default_backend next\nbackend next\n  server next ${new URL(origin).host}`;
  const upstream = await startHaproxy('  http-request return status 200 content-type application/json file answer.json', {
    'answer.json': ANSWER,
  });
  const [host, hop] = await Promise.all([
    startServer('host-agent', { certificates, answer: ANSWER }),
    startHaproxy(passingOn(upstream.origin)),
  ]);
  const [ours, rival] = await Promise.all([
    startServer('proxy', { upstream: host.url, sessionId: SESSION, token: TOKEN, certificates }),
    startHaproxy(passingOn(hop.origin)),
  ]);
  try {
    const [own, other] = await inTurns(ours.url, rival.origin);
    return {
      what: 'routing proxy to a twin on another host, against HAProxy with one hop more',
      ratio: own / other,
      budget: '≥ 0.5 × its throughput',
      met: own / other >= 0.5,
      numbers: `${Math.round(own)}/s against ${Math.round(other)}/s`,
    };
  } finally {
    await Promise.all([ours, rival, host, hop, upstream].map((each) => each.stop()));
    await rm(certificates, { recursive: true, force: true });
  }
}
