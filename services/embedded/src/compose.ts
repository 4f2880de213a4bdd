import { fileURLToPath } from 'node:url';
import { DEFAULT_TWINS } from '@svc/contract';
import { answerEverything, createControlPlane } from '@svc/control-plane';
import { createProcessRuntime, createSharedRuntime, type SandboxRuntime } from '@svc/platform';
import type { Stops } from '@svc/platform/lifecycle';
import { twinProcessEntry } from '@svc/twins';
import { firstLinesOf } from '@svc/twins/first-lines';
import type { Logger } from 'pino';
import type { DataDir } from './data-dir.ts';
import type { Edge } from './edge.ts';
import { InstallationFailure } from './failure.ts';
import { GradeEnds } from './grade-ends.ts';
import { firstSignInLink, keepInstallation } from './installation.ts';
import { keepAddress } from './running.ts';
import type { Embedded, EmbeddedOptions } from './start.ts';
import type { Storage } from './storage.ts';
import { startWorker } from './worker.ts';

/** What is there before the service itself starts. */
export interface Ground {
  options: EmbeddedOptions;
  dataDir: DataDir;
  edge: Edge;
  storage: Storage;
  installationSecret: string;
  log: Logger;
  stops: Stops;
}

/** How long each part may take to stop, in milliseconds. */
const LIMITS = { controlPlane: 10_000, worker: 15_000, twins: 10_000, address: 5_000 };
/** Twins that wait, started, for a sandbox, where each has a process of its own. */
const WARM = Object.fromEntries(DEFAULT_TWINS.map((twin) => [twin, 1]));

/** Starts control plane, twins and grading worker, and answers calls with them. */
export async function composeService(ground: Ground): Promise<Omit<Embedded, 'stop'>> {
  const { options, dataDir, edge, storage, installationSecret, log, stops } = ground;
  const { signal, onStep } = options;
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
  edge.serve({
    app: controlPlane.app,
    attachTo: (server) => answerEverything(server, controlPlane),
    leave: () => controlPlane.leave(),
  });
  const address = await keepAddress(dataDir.address, edge.apiPort);
  stops.push('address', () => address.forget(), LIMITS.address);
  const signInLink = await firstSignInLink(storage.database, edge.origin);
  // After whoever waits for the service has heard that it is there.
  setImmediate(() => controlPlane.loadTwins());
  return { baseUrl, twinsUrl: edge.twinsUrl, apiKey, signInLink };
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
