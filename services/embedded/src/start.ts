import type { NarratorConfig } from '@svc/narrator';
import { isThere } from '@svc/platform/files';
import { Stops } from '@svc/platform/lifecycle';
import type { Logger } from 'pino';
import { type DataDir, openDataDir } from './data-dir.ts';
import { openEdge } from './edge.ts';
import { lockDataDir } from './lock.ts';
import { openLog } from './log.ts';
import { keepInstallationSecret } from './secrets.ts';
import type { EmbeddedSettings } from './settings.ts';
import { openStorage } from './storage.ts';

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

/** How long the small parts may take to stop, in milliseconds. */
const STOP_LIMIT_MS = 5_000;

/** The whole service in this process, with PostgreSQL and the twins as its children. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const dataDir = await openDataDir(options.dataDir);
  const lock = await lockDataDir(dataDir.root, dataDir.lock);
  const { log, close: closeLog } = openLog(dataDir.log, options.verbose);
  const stops = new Stops(log);
  stops.push('lock', () => lock.release(), STOP_LIMIT_MS);
  stops.push('log', closeLog, STOP_LIMIT_MS);
  try {
    const service = await startParts(options, dataDir, log, stops);
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

async function startParts(
  options: EmbeddedOptions,
  dataDir: DataDir,
  log: Logger,
  stops: Stops,
): Promise<Omit<Embedded, 'stop'>> {
  const { signal, onStep } = options;
  const twinsPort = options.twinsPort ?? (options.port === 0 ? 0 : options.port + 1);
  // Ports first: one that is taken ends the start before anything heavy began.
  const edge = await openEdge({ port: options.port, twinsPort, log, stops });
  const installationSecret = await keepInstallationSecret(dataDir.secrets);
  const kept = await isThere(dataDir.credentials);
  onStep(kept ? 'database: PostgreSQL' : 'database: PostgreSQL, made once, which takes some seconds');
  // PostgreSQL gets ready in a process of its own: most of what runs in this one is loaded meanwhile.
  const onSpawned = () => void import('./compose.ts').catch(() => {});
  const storage = await openStorage({ dataDir, installationSecret, origin: edge.origin, log, stops, signal, onSpawned });
  const { composeService } = await import('./compose.ts');
  return composeService({ options, dataDir, edge, storage, installationSecret, log, stops });
}
