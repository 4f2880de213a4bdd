import type { TapeRow } from '@svc/twin-kit';
import { readState, rowsAfter } from '../scenario/tape-watch.ts';

/** A twin's world: the records of each collection in the order they were made. */
export type WorldState = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** What a twin tells of itself while it lives. */
export interface Evidence {
  /** The world as it is now. */
  state(): Promise<WorldState>;
  /** Every call so far, in order. */
  tape(): Promise<TapeRow[]>;
}

/** @param place asked at each reading: a reset may have moved the twin */
export const evidenceOf = (place: () => { apiUrl: string; token: string }): Evidence => ({
  state: async () => JSON.parse(await readState(place().apiUrl, place().token)) as WorldState,
  tape: () => rowsAfter(place().apiUrl, place().token, 0),
});
