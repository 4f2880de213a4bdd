import type { Change } from '../world/collection.ts';

/** Stands in front of what a call changed. */
const MUTATION = Buffer.from('"state_mutation":');
const CHANGED = Buffer.from('true,"state_delta":[');
const UNCHANGED = Buffer.from('false,');
const AFTER_DELTA = Buffer.from('],"tool":');

/**
 * What a row says was changed, without reading the rest of it, which is most of it.
 *
 * @returns undefined for a row that has to be read whole: what it tells of has the same words in it
 */
export function deltaIn(row: Buffer): Change[] | undefined {
  const at = row.indexOf(MUTATION);
  if (at < 0 || row.includes(MUTATION, at + MUTATION.length)) return undefined;
  const told = at + MUTATION.length;
  if (standsAt(row, UNCHANGED, told)) return [];
  if (!standsAt(row, CHANGED, told)) return undefined;
  const begin = told + CHANGED.length - 1;
  const end = row.indexOf(AFTER_DELTA, begin);
  if (end < 0) return undefined;
  try {
    return JSON.parse(row.toString('utf8', begin, end + 1)) as Change[];
  } catch {
    // The end of a part of it: an array isn't whole before its own end.
    return undefined;
  }
}

const standsAt = (row: Buffer, words: Buffer, at: number): boolean => row.subarray(at, at + words.length).equals(words);
