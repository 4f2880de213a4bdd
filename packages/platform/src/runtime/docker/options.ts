import type { TwinLimits } from './engine.ts';

export interface DockerRuntimeOptions {
  /** Of the engine's API. Default `/var/run/docker.sock`. */
  socketPath?: string;
  /** Tells installations on one engine apart; nothing without this label is ever touched. */
  installation: string;
  /** The image of a twin, e.g. `svc/twin-github:1.0.0`. */
  image(twin: string): string;
  /** Shared with everything that calls twins, at the same path: their sockets are in it. */
  directory: string;
  /** The same folder as the engine finds it. Default: asked of the engine where this process is one of its containers, else `directory`. */
  engineDirectory?: string | undefined;
  /** Control tokens are made from it: the same after a restart. */
  secret: string | Buffer;
  limits?: Partial<TwinLimits>;
  /** How many of each twin wait, started, for a sandbox. Default none. */
  warm?: Readonly<Record<string, number>>;
  /** How long a twin may take until it listens, and again until it has booted its world. Default 20 s. */
  startTimeoutMs?: number;
  /** How long the engine may take for one call, in milliseconds. Default 10 s. */
  engineTimeoutMs?: number;
  /** Containers started at a time; further ones wait for their turn. Default 4. */
  startsAtOnce?: number;
  /** How often a twin may end unasked within a minute before it is given up. Default 10. */
  crashesPerMinute?: number;
  /** Hears of twins that were given up. */
  onGivenUp?: (sessionId: string, error: Error) => void;
  /** Hears of what goes wrong where nobody waits. */
  onTrouble?: (what: string, error: Error) => void;
}

export interface RuntimeStats {
  /** Twins that wait now. */
  waiting: Record<string, number>;
  /** Twins given to sandboxes so far, from the pool and started for them. */
  warmStarts: number;
  coldStarts: number;
}
