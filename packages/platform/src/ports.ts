import type { Readable } from 'node:stream';
import type { Fault, RecoveredTwin } from '@svc/contract';
import type { Connection } from './database/lifecycle.ts';

/** One twin that a sandbox needs. */
export interface TwinLaunch {
  sessionId: string;
  /** Twin id, e.g. `github`. */
  twin: string;
  /** The flat seed document; `undefined` boots the default world. */
  seed: unknown;
  clock: { mode: 'wall' } | { mode: 'logical'; start?: string };
  /** SHA-256 of the sandbox's agent token, lower-case hex. */
  tokenSha256: string;
  expiresAt: Date;
  /** Ports of the twins' own machine that webhooks may go to; left out: none. */
  webhookPorts?: readonly number[];
  /** What the twin may keep; left out: its own defaults. */
  room?: TwinRoom;
  /** What its calls fail on request. */
  faults?: readonly Fault[];
  /** The twin of another session whose world it begins with, instead of a seed. */
  inherits?: Inheritance;
}

/** The world of a running twin after its first rows. */
export interface Inheritance {
  /** Whose twin it is. */
  sessionId: string;
  from: TwinAddress;
  rows: number;
}

/** How much one twin may keep, in bytes. */
export interface TwinRoom {
  journalBytes: number;
  worldBytes: number;
  /** What stays free of the disk that its journal lies on. */
  diskReserveBytes: number;
}

/** A running twin. */
export interface TwinAddress {
  twin: string;
  /** Where the twin listens, `http://127.0.0.1:41234` or `unix:///…` (see `twinEndpoint`); its surface is below `/s/<session_id>`. */
  url: string;
  /** Opens the twin's control routes and its `/_svc` reads (header `x-svc-control`). Never leaves the platform. */
  controlToken: string;
}

/** What was seen of hosts that twins run on. */
export interface HostReport {
  /** Sandboxes with a twin that is gone for good, and why in words. */
  failed: { sessionId: string; reason: string }[];
  /** Sandboxes that lost a twin which may come back from a copy, see `takeUpLost`, and why in words. */
  lost?: { sessionId: string; reason: string }[];
  /** Where twins of hosts that were looked at are reached now, moved or not. */
  moved: { sessionId: string; twin: string; url: string }[];
}

/** Twins of lost hosts that run elsewhere, from copies of their journals. */
export interface TakenUp {
  addresses: TwinAddress[];
  recovered: RecoveredTwin[];
  /** Says that they run there from now on, together with what else is written. @returns false where another process has, or they were given up */
  settle(database: Connection): Promise<boolean>;
}

/** Where twins run: child processes (embedded) or containers (fleet). */
export interface SandboxRuntime {
  /** Starts within milliseconds, in processes that run already: a sandbox need not be written down before its twins run. */
  readonly startsAtOnce?: boolean;
  /** Where the twins of a sandbox that starts at once will be; undefined where that is known when it has started. */
  addressesOf?(sessionId: string, twins: readonly string[]): TwinAddress[] | undefined;
  /** Starts all twins of a sandbox, or none. @throws RuntimeUnavailable when any can't come up; nothing stays behind. */
  start(launches: readonly TwinLaunch[]): Promise<TwinAddress[]>;
  /** Stops a sandbox's twins and removes what they kept. Unknown sessions are fine. */
  stop(sessionId: string): Promise<void>;
  /** Brings back the twins of sandboxes that were open when an earlier process died, from their journals. @returns the addresses by session. */
  recover(sessionIds: readonly string[]): Promise<Map<string, TwinAddress[]>>;
  /** Sessions that have anything running or kept, for the reaper. */
  list(): Promise<string[]>;
  /** Where there are many hosts: looks after some of them, once a round of the reaper. */
  lookAfter?(): Promise<HostReport>;
  /**
   * Has all lost twins of a sandbox run where copies of them are kept. @returns undefined where none is lost any more
   *
   * @throws RuntimeUnavailable where they can't come back, any other error where that may be tried again
   */
  takeUpLost?(sessionId: string, expiresAt: Date): Promise<TakenUp | undefined>;
  /** Sessions that wait for that. */
  awaited?(): Promise<string[]>;
  close(): Promise<void>;
}

/** A sandbox as the proxy sees it. */
export interface Route {
  sessionId: string;
  tokenSha256: string;
  state: 'open' | 'closed';
  /** Base address by twin id. */
  twins: Record<string, string>;
  /** By twin id the keys that its own callers sign their JSON web tokens with (GitHub Apps): SPKI, DER in base64. */
  callerKeys?: Record<string, readonly string[]>;
  expiresAt: number;
}

/** Where every proxy finds every sandbox. Closed routes are remembered for a while, so that the right bearer gets 410 and not 404. */
export interface RouteTable {
  publish(route: Route): Promise<void>;
  markClosed(sessionId: string): Promise<void>;
  remove(sessionId: string): Promise<void>;
  find(sessionId: string): Promise<Route | undefined>;
  /** @returns those of the sessions that no route is known of, asked for all together */
  missing(sessionIds: readonly string[]): Promise<string[]>;
  /** What `find` would answer now where that is known without asking anybody. Undefined says nothing. */
  known(sessionId: string): Route | undefined;
  close(): Promise<void>;
}

/** When each sandbox was last used, collected from proxies in batches. Times are milliseconds since 1970. */
export interface ActivityLog {
  touch(sessionId: string, at: number): void;
  /** Takes what came since the last call: last activity by session. */
  drain(): Promise<Map<string, number>>;
  close(): Promise<void>;
}

/** Private storage of tapes and states. */
export interface BlobStore {
  put(key: string, body: Readable | Buffer, options: { contentType: string; contentEncoding?: 'gzip' }): Promise<void>;
  /** @returns undefined when there is no such blob. @throws StorageUnavailable when the store can't be reached. */
  get(key: string): Promise<Readable | undefined>;
  exists(key: string): Promise<boolean>;
  delete(key: string): Promise<void>;
  /** A URL that anyone may GET until it expires. */
  signedGet(key: string, expiresInSeconds: number): Promise<string>;
  /** A URL that takes one PUT of at most `maxBytes` until it expires. */
  signedPut(key: string, options: { expiresInSeconds: number; maxBytes: number }): Promise<string>;
  close(): Promise<void>;
}

/** A grading job: everything else is in the evaluation row. */
export interface GradeJob {
  evaluationId: string;
}

export interface GradeCounts {
  waiting: number;
  active: number;
  /** Waiting for their next try. */
  delayed: number;
}

/** The queue between control plane and workers. At-least-once: handlers are idempotent. */
export interface GradeQueue {
  enqueue(job: GradeJob): Promise<void>;
  /** Jobs in the queue now. */
  counts(): Promise<GradeCounts>;
  close(): Promise<void>;
}

/** The worker's side of the queue. A handler that throws is retried with backoff; `onExhausted` hears of the last failure. */
export interface GradeConsumer {
  close(): Promise<void>;
}

export interface GradeConsumerOptions {
  concurrency: number;
  handle(job: GradeJob): Promise<void>;
  onExhausted(job: GradeJob, error: Error): Promise<void>;
}

/** A twin could not come up; the control plane answers 503. */
export class RuntimeUnavailable extends Error {}

/** Storage can't be reached; the control plane answers 503. */
export class StorageUnavailable extends Error {}
