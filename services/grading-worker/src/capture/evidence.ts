import type { State, WorldSpec } from '@svc/twin-kit';
import { CaptureIncomplete } from '../failures.ts';
import type { Tape } from './tape.ts';

/** A world, and the JSON text it came in as it is stored. */
export interface Snapshot {
  state: State<WorldSpec>;
  compressed(): Promise<Buffer>;
}

/** A twin's world before and after the run; undefined where it isn't known. */
export interface Snapshots {
  /** Of a fork: its seed, where `initial` is what it began with. */
  seed?: State<WorldSpec>;
  initial: State<WorldSpec> | undefined;
  /** Comes while the tape is read. */
  final: Promise<Snapshot | undefined>;
}

/** What a run is graded from. */
export interface Evidence {
  /** All rows, once. */
  tape: Tape;
  states: ReadonlyMap<string, Snapshots>;
}

/** @throws CaptureIncomplete when the text isn't a world. */
export function stateIn(text: string, what: string): State<WorldSpec> {
  let state: unknown;
  try {
    state = JSON.parse(text);
  } catch {
    state = undefined;
  }
  if (typeof state !== 'object' || state === null || Array.isArray(state)) {
    throw new CaptureIncomplete(`${what} is not a JSON object.`);
  }
  return state as State<WorldSpec>;
}
