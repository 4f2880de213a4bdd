import type { Change } from '../world/collection.ts';

/** Changes as they are written, and what they do to the size of the world. */
export interface ChangesText {
  /** What `JSON.stringify` makes of them. */
  text: string;
  /** How much longer the records became as JSON text; below 0 where they became shorter. */
  growth: number;
}

/** Where a record was not there before, or isn't after. */
const NONE = 'null';
const NOTHING: ChangesText = { text: '[]', growth: 0 };

/** Writes changes record by record, so that the length of each is known without another pass. */
export function changesText(changes: readonly Change[]): ChangesText {
  if (changes.length === 0) return NOTHING;
  let text = '';
  let growth = 0;
  for (const { collection, id, before, after } of changes) {
    const key = typeof id === 'number' ? id : JSON.stringify(id);
    const was = before === null ? NONE : JSON.stringify(before);
    const is = after === null ? NONE : JSON.stringify(after);
    growth += (after === null ? 0 : is.length) - (before === null ? 0 : was.length);
    text += `${text === '' ? '[' : ','}{"collection":"${collection}","id":${key},"before":${was},"after":${is}}`;
  }
  return { text: `${text}]`, growth };
}
