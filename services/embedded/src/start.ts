import { fileURLToPath } from 'node:url';
import { DEFAULT_TWINS } from '@svc/contract';
import { createControlPlane } from '@svc/control-plane';
import type { NarratorConfig } from '@svc/narrator';
import { createProcessRuntime, createSharedRuntime, type SandboxRuntime } from '@svc/platform';
import { isThere } from '@svc/platform/files';
import { Stops } from '@svc/platform/lifecycle';
import { twinProcessEntry } from '@svc/twins';
import { firstLinesOf } from '@svc/twins/first-lines';
import type { Logger } from 'pino';
import { type DataDir, openDataDir } from './data-dir.ts';
import { openEdge } from './edge.ts';
import { InstallationFailure } from './failure.ts';
import { GradeEnds } from './grade-ends.ts';
import { firstSignInLink, keepInstallation } from './installation.ts';
import { lockDataDir } from './lock.ts';
import { openLog } from './log.ts';
import { keepAddress } from './running.ts';
import { keepInstallationSecret } from './secrets.ts';
import type { EmbeddedSettings } from './settings.ts';
import { openStorage } from './storage.ts';
import { startWorker } from './worker.ts';

export interface EmbeddedOptions {
  dataDir: string;
  /** Of the API; 0 takes a free one. */
  port: number;
  /** Of the twins; by default the one after `port`. */
  twinsPort?: number | undefined;
  settings: EmbeddedSettings;
  /** Each twin of each sandbox gets a process of its own. */
  isolate: boolean;
  /** The log also goes to stderr. */
  verbose: boolean;
  narrator?: NarratorConfig | undefined;
  /** Hears of each part when its start begins. */
  onStep(what: string): void;
  /** Aborted to give up starting. */
  signal: AbortSignal;
}

export interface Embedded {
  baseUrl: string;
  twinsUrl: string;
  apiKey: string;
  /** Signs the first user in, once and soon. */
  signInLink: string;
  /** Stops everything that was started, in order. */
  stop(): Promise<void>;
}

/** How long each part may take to stop, in milliseconds. */
const LIMITS = { controlPlane: 10_000, worker: 15_000, twins: 10_000, short: 5_000 };
/** Twins that wait, started, for a sandbox, where each has a process of its own. */
const WARM = Object.fromEntries(DEFAULT_TWINS.map((twin) => [twin, 1]));

/** The whole service in this process, with PostgreSQL and the twins as its children. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const dataDir = await openDataDir(options.dataDir);
  const lock = await lockDataDir(dataDir.root, dataDir.lock);
  const { log, close: closeLog } = openLog(dataDir.log, options.verbose);
  const stops = new Stops(log);
  stops.push('lock', () => lock.release(), LIMITS.short);
  stops.push('log', closeLog, LIMITS.short);
  try {
    const service = await compose(options, dataDir, log, stops);
    log.info({ base_url: service.baseUrl, twins_url: service.twinsUrl, pid: process.pid }, 'ready');
    return {
      ...service,
      stop: async () => {
        log.info('stopping');
        await stops.run();
      },
    };
  } catch (error) {
    log.error({ err: error }, 'the service did not start');
    await stops.run();
    throw error;
  }
}

async function compose(options: EmbeddedOptions, dataDir: DataDir, log: Logger, stops: Stops): Promise<Omit<Embedded, 'stop'>> {
  const twinsPort = options.twinsPort ?? (options.port === 0 ? 0 : options.port + 1);
  // Ports first: one that is taken ends the start before anything heavy began.
  const edge = await openEdge({ port: options.port, twinsPort, log, stops });
  const installationSecret = await keepInstallationSecret(dataDir.secrets);
  const { signal, onStep } = options;
  const kept = await isThere(dataDir.credentials);
  onStep(kept ? 'database: PostgreSQL' : 'database: PostgreSQL, made once, which takes some seconds');
  const storage = await openStorage({ dataDir, installationSecret, origin: edge.origin, log, stops, signal });
  const apiKey = await keepInstallation(storage.database, dataDir.credentials);
  const ownPorts = [edge.apiPort, edge.twinsPort, storage.databasePort];
  const { webhookPorts } = options.settings;
  refuseOwn(webhookPorts, ownPorts);
  const runtime = createRuntime(options, { dataDir: dataDir.twins, ownPorts, webhookPorts }, log);
  stops.push('twins', () => runtime.close(), LIMITS.twins);
  const baseUrl = `${edge.origin}/v1`;
  const ends = new GradeEnds();
  const controlPlane = createControlPlane({
    config: { baseUrl, twinsUrl: edge.twinsUrl, dashboardUrl: edge.origin, installationSecret, ownPorts, ...options.settings },
    database: storage.database,
    runtime,
    routes: edge.routes,
    activity: edge.activity,
    blobs: storage.blobs,
    queue: storage.queue,
    gradeEnds: ends,
    log,
    signedBlobs: storage.blobs,
  });
  onStep('control plane, routing proxy and twins');
  // Brings open sandboxes back. Grading waits for it: it reads their twins.
  await controlPlane.start();
  stops.push('control plane', () => controlPlane.stop(), LIMITS.controlPlane);
  onStep('grading worker');
  const worker = await startWorker({ storage, installationSecret, narrator: options.narrator, log, ends });
  stops.push('worker', () => worker.close(), LIMITS.worker);
  signal.throwIfAborted();
  edge.serve(controlPlane);
  const address = await keepAddress(dataDir.address, edge.apiPort);
  stops.push('address', () => address.forget(), LIMITS.short);
  return { baseUrl, twinsUrl: edge.twinsUrl, apiKey, signInLink: await firstSignInLink(storage.database, edge.origin) };
}

/** Where the twins run: all sandboxes of a twin in one process, or each in one of its own. */
function createRuntime(
  { isolate }: Pick<EmbeddedOptions, 'isolate'>,
  places: { dataDir: string; ownPorts: readonly number[]; webhookPorts: readonly number[] },
  log: Logger,
): SandboxRuntime {
  const common = { ...places, entry: fileURLToPath(twinProcessEntry) };
  if (!isolate) {
    const onRestart = (twin: string, how: string) => log.error({ twin, how }, 'a twin process ended and was started again');
    return createSharedRuntime({ ...common, ahead: DEFAULT_TWINS, firstLinesOf, onRestart });
  }
  const onGivenUp = (session: string, error: Error) => log.error({ session, err: error }, 'a twin was given up');
  return createProcessRuntime({ ...common, warm: WARM, onGivenUp });
}

/** @throws InstallationFailure for a webhook port that the service listens on: agents decide what its twins send, and when. */
function refuseOwn(webhookPorts: readonly number[], ownPorts: readonly number[]): void {
  const own = webhookPorts.find((port) => ownPorts.includes(port));
  if (own !== undefined) {
    throw new InstallationFailure(`Port ${own} is the service's own: no webhook may go there.`, { misuse: true });
  }
}
