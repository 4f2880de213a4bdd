import type { ActivityLog, BlobStore, Database, GradeQueue, RouteTable, SandboxRuntime, Sealer } from '@svc/platform';
import type { Twin } from '@svc/twin-kit';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { ControlPlaneConfig } from './config.ts';
import type { ControlPlaneMetrics } from './metrics.ts';
import type { Background } from './sandboxes/background.ts';
import type { TakingUp } from './sandboxes/take-up.ts';
import type { AgentTokens } from './security/agent-token.ts';
import type { DiscardTokens } from './security/discard-token.ts';
import type { KeyUses } from './security/key-use.ts';
import type { KnownCallers } from './security/known-callers.ts';
import type { OidcProvider } from './sign-in/oidc.ts';

/** The service's time; tests drive it. */
export interface Clock {
  now(): Date;
}

/** The twins of this installation. */
export interface TwinRegistry {
  /** Every known id, startable or not. */
  readonly ids: readonly string[];
  /** @returns undefined for a twin that has no package here. */
  load(id: string): Promise<Twin | undefined>;
}

/** Hears of grades that end in this process. */
export interface GradeEnds {
  /** Waits until an evaluation has ended, at most so many milliseconds. */
  heard(evaluationId: string, mostMs: number): Promise<void>;
}

/** What every operation works with. */
export interface Service {
  readonly config: ControlPlaneConfig;
  readonly database: Kysely<Database>;
  readonly runtime: SandboxRuntime;
  readonly routes: RouteTable;
  readonly activity: ActivityLog;
  readonly blobs: BlobStore;
  readonly queue: GradeQueue;
  /** Left out where grades end elsewhere: they are asked for. */
  readonly gradeEnds?: GradeEnds;
  readonly twins: TwinRegistry;
  readonly clock: Clock;
  readonly log: Logger;
  readonly agentTokens: AgentTokens;
  readonly knownCallers: KnownCallers;
  readonly discardTokens: DiscardTokens;
  readonly sealer: Sealer;
  /** Absent where nobody signs in with an OpenID provider. */
  readonly oidc: OidcProvider | undefined;
  readonly background: Background;
  /** Sandboxes whose twins run, or are starting, before they are written down. */
  readonly starting: Set<string>;
  /** Has twins of lost hosts come back elsewhere. */
  readonly takingUp: TakingUp;
  readonly metrics: ControlPlaneMetrics;
  /** Aborted when the process is about to go: what has no end of its own ends then. */
  readonly leaving: AbortSignal;
  readonly keyUses: KeyUses;
}
