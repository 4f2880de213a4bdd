import { load, type Target } from './load.ts';
import { type ServerProcess, startServer } from './process.ts';

const ROUNDS = 5;
const ROUND_SECONDS = 2;
/** As long as V8's compilers take to have done with a server: until then they take up to a fifth of its CPU time beside it. */
const WARM_UP_SECONDS = 6;

export interface Measured {
  /** Answers a second. */
  throughput: number;
  /** CPU microseconds an answer. */
  cpu: number;
}

export const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] as number;

async function round(server: ServerProcess, target: Target, seconds: number): Promise<Measured> {
  const before = await server.cpu();
  const throughput = await load(target, seconds);
  return { throughput, cpu: ((await server.cpu()) - before) / (throughput * seconds) };
}

/** Alternates between the two, so that what else the machine does hits both, and takes medians. */
export async function compare(ours: [ServerProcess, Target], rival: [ServerProcess, Target]): Promise<[Measured, Measured]> {
  const measured: [Measured[], Measured[]] = [[], []];
  await round(...ours, WARM_UP_SECONDS);
  await round(...rival, WARM_UP_SECONDS);
  for (let count = 0; count < ROUNDS; count += 1) {
    measured[0].push(await round(...ours, ROUND_SECONDS));
    measured[1].push(await round(...rival, ROUND_SECONDS));
  }
  const summary = (rounds: Measured[]): Measured => ({
    throughput: median(rounds.map((r) => r.throughput)),
    cpu: median(rounds.map((r) => r.cpu)),
  });
  return [summary(measured[0]), summary(measured[1])];
}

/** Both sides' numbers, for whoever wants to know where a ratio comes from. */
export const shown = ([ours, rival]: readonly [Measured, Measured]): string =>
  [ours, rival].map(({ throughput, cpu }) => `${Math.round(throughput)}/s at ${cpu.toFixed(1)} µs`).join(' against ');

/**
 * Our speed as a share of the rival's: the lower of what throughput and CPU time say. The generator shares the machine, so
 * throughput alone flatters whoever is faster than it.
 */
export function share([ours, rival]: readonly [Measured, Measured]): number {
  return Math.min(ours.throughput / rival.throughput, rival.cpu / ours.cpu);
}

/** A bare node:http server that answers everything with what `target` answers once. */
export async function bareTwinOf(target: Target): Promise<ServerProcess> {
  const answer = await fetch(target.url, {
    method: target.method ?? 'GET',
    headers: target.headers ?? {},
    ...(target.body !== undefined && { body: target.body }),
  });
  const headers = Object.fromEntries(
    [...answer.headers].filter(([name]) => !['connection', 'keep-alive', 'date'].includes(name)),
  );
  return startServer('bare', { status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) });
}
