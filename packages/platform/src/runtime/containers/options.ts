import type { TwinHost } from '../agent/client.ts';
import type { TwinDoors } from './doors.ts';

export interface ContainerRuntimeOptions {
  /** Makes the containers. */
  host: TwinHost;
  /** How its twins are reached: see `doorsHere` and `doorsOf`. */
  doors: TwinDoors;
  /** Control tokens are made from it: the same after a restart. */
  secret: string | Buffer;
  /** How many of each twin wait, started, for a sandbox. Default none. */
  warm?: Readonly<Record<string, number>>;
  /** How long a twin may take until it listens, and again until it has booted its world. Default 20 s. */
  startTimeoutMs?: number;
  /** Containers started at a time; further ones wait for their turn. Default 4. */
  startsAtOnce?: number;
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

export const START_TIMEOUT_MS = 20_000;
export const STARTS_AT_ONCE = 4;
