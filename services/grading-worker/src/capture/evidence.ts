import type { State, WorldSpec } from '@svc/twin-kit';
import { CaptureIncomplete } from '../failures.ts';
import type { Tape } from './tape.ts';

/** A world as the JSON text it came in, and parsed. */
export interface Snapshot {
  text: string;
  state: State<WorldSpec>;
}

/** A twin's world before and after the run; undefined where it isn't known. */
export interface Snapshots {
  /** Of a fork: its seed, where `initial` is what it began with. */
  seed?: State<WorldSpec>;
  initial: State<WorldSpec> | undefined;
  final: Snapshot | undefined;
}

/** What a run is graded from. */
export interface Evidence {
  /** All rows, once. */
  tape: Tape;
  states: ReadonlyMap<string, Snapshots>;
}

/** @throws CaptureIncomplete when the text isn't a world. */
export function snapshotOf(text: string, what: string): Snapshot {
  let state: unknown;
  try {
    state = JSON.parse(text);
  } catch {
    state = undefined;
  }
  if (typeof state !== 'object' || state === null || Array.isArray(state)) {
    throw new CaptureIncomplete(`${what} is not a JSON object.`);
  }
  return { text, state: state as State<WorldSpec> };
}
