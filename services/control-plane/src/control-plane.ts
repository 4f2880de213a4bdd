import { createSealer } from '@svc/platform';
import { loadTwin, twinIds } from '@svc/twins';
import type { Express } from 'express';
import { type ControlPlaneSettings, controlPlaneConfigSchema } from './config.ts';
import { createApp, type Presence } from './http/app.ts';
import { type BlobRoutes, createBlobRoutes } from './http/blobs.ts';
import { createMalformedHandler, type MalformedHandler } from './http/malformed.ts';
import { ControlPlaneMetrics } from './metrics.ts';
import { createBackground } from './sandboxes/background.ts';
import { createHostWatch, createReaper, createRemover } from './sandboxes/reaper.ts';
import { recover } from './sandboxes/recover.ts';
import { TakingUp } from './sandboxes/take-up.ts';
import { createAgentTokens } from './security/agent-token.ts';
import { createDiscardTokens } from './security/discard-token.ts';
import { KnownCallers } from './security/known-callers.ts';
import type { Clock, Service, TwinRegistry } from './service.ts';
import { OidcProvider } from './sign-in/oidc.ts';

type Ports = Pick<Service, 'database' | 'runtime' | 'routes' | 'activity' | 'blobs' | 'queue' | 'gradeEnds' | 'log'>;

export interface ControlPlaneDependencies extends Ports {
  config: ControlPlaneSettings;
  /** Set when the blob store answers its signed URLs through this application. */
  signedBlobs?: Parameters<typeof createBlobRoutes>[0];
  /** By default the system's. */
  clock?: Clock;
  /** By default the registry of @svc/twins. */
  twins?: TwinRegistry;
}

export interface ControlPlane {
  app: Express;
  metrics: ControlPlaneMetrics;
  /** For the `clientError` event of the server that `app` is put behind. */
  refuseMalformed: MalformedHandler;
  /** Makes the installation whole after a crash or a stop, then starts the reaper and what is done beside it. */
  start(): Promise<void>;
  /**
   * Loads the twins' packages, one after another, beside other work: that takes longer than starting a warm twin, and the first
   * create shouldn't pay for it. For when calls are answered, as no call waits for it that doesn't need that twin.
   */
  loadTwins(): void;
  /** Answers on, and says that it won't for long: whoever balances calls sends it no more. */
  leave(): void;
  /** One round of the reaper, now. */
  sweep(): Promise<void>;
  /** Stops the reaper and waits for work under way. What was injected stays open. */
  stop(): Promise<void>;
}

export function createControlPlane(dependencies: ControlPlaneDependencies): ControlPlane {
  const { signedBlobs, ...ports } = dependencies;
  const config = Object.freeze(controlPlaneConfigSchema.parse(dependencies.config));
  const leaving = new AbortController();
  const service: Service = {
    ...ports,
    config,
    clock: dependencies.clock ?? { now: () => new Date() },
    twins: dependencies.twins ?? { ids: twinIds, load: loadTwin },
    agentTokens: createAgentTokens(config.installationSecret),
    knownCallers: new KnownCallers(),
    discardTokens: createDiscardTokens(config.installationSecret),
    sealer: createSealer(config.installationSecret),
    oidc: config.oidc && new OidcProvider(config.oidc, config.dashboardUrl),
    background: createBackground(dependencies.log),
    starting: new Set(),
    takingUp: new TakingUp(),
    metrics: new ControlPlaneMetrics(dependencies),
    leaving: leaving.signal,
    keyUses: new Map(),
  };
  const blobRoutes: BlobRoutes | undefined = signedBlobs && createBlobRoutes(signedBlobs);
  const rounds = [createHostWatch(service), createReaper(service), createRemover(service)];
  const begun = service.clock.now();
  const presence: Presence = { leaving: false };
  return {
    app: createApp(service, blobRoutes, presence),
    metrics: service.metrics,
    refuseMalformed: createMalformedHandler(service),
    async start() {
      await recover(service, begun);
      for (const one of rounds) one.start();
    },
    loadTwins() {
      service.background.run('load the twins', async () => {
        for (const id of service.twins.ids) if (!leaving.signal.aborted) await service.twins.load(id);
      });
    },
    leave() {
      presence.leaving = true;
      leaving.abort();
    },
    async sweep() {
      for (const one of rounds) await one.sweep();
    },
    async stop() {
      leaving.abort();
      for (const one of rounds) await one.stop();
      await service.background.settle();
    },
  };
}
