import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

/** What was started, to be stopped in the opposite order. */
export class Stops {
  readonly #steps: { name: string; stop: () => unknown; limitMs: number | undefined }[] = [];
  readonly #log: Pick<Logger, 'error'>;

  constructor(log: Pick<Logger, 'error'>) {
    this.#log = log;
  }

  /** Registers a thing that runs now. @param limitMs how long it may take to stop; left out: as long as it needs */
  push(name: string, stop: () => unknown, limitMs?: number): void {
    this.#steps.push({ name, stop, limitMs });
  }

  /** Stops everything, last started first. A step that fails or takes too long doesn't keep the others. */
  async run(): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      const { name, stop, limitMs } = step;
      const stopping = Promise.resolve().then(stop);
      await (limitMs === undefined ? stopping : within(limitMs, stopping)).catch((error: unknown) =>
        this.#log.error({ err: error, part: name }, 'a part did not stop as it should'),
      );
    }
  }
}

async function within(limitMs: number, stopping: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  const late = delay(limitMs, undefined, { signal: over.signal }).then(() => {
    throw new Error(`not stopped within ${limitMs} ms`);
  });
  await Promise.race([stopping, late]).finally(() => over.abort());
}

/**
 * Runs a service until it is told to end: SIGTERM and SIGINT stop it in order, a second one at once. A start that fails ends the process
 * with 1, and whatever started it tries again.
 */
export async function runService(log: Logger, start: (stops: Stops) => Promise<void>): Promise<void> {
  const stops = new Stops(log);
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    await stops.run();
    log.info('stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'a fault of ours');
    process.exit(1);
  });
  try {
    await start(stops);
    log.info('ready');
  } catch (error) {
    if (stopping) return;
    log.fatal({ err: error }, 'the service did not start');
    await stops.run();
    process.exit(1);
  }
}

/** Takes a port. @returns which one, where any was asked for by 0 */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Takes no more connections, lets answers under way end for a while, then ends what is left. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const idle = setInterval(() => server.closeIdleConnections(), 250);
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(timer);
}
