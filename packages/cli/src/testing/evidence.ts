import type { TapeRow } from '@svc/twin-kit';
import type { TwinId } from '@svc/twins';
import { readState, rowsAfter } from '../scenario/tape-watch.ts';
import type { StateOf } from './types.ts';

/** What a twin tells of itself while it lives. */
export interface Evidence<Id extends TwinId = TwinId> {
  /** The world as it is now. */
  state(): Promise<StateOf<Id>>;
  /** Every call so far, in order. */
  tape(): Promise<TapeRow[]>;
}

/** @param place asked at each reading: a reset may have moved the twin */
export const evidenceOf = <Id extends TwinId>(place: () => { apiUrl: string; token: string }): Evidence<Id> => ({
  state: async () => JSON.parse(await readState(place().apiUrl, place().token)) as StateOf<Id>,
  tape: () => rowsAfter(place().apiUrl, place().token, 0),
});
