import {
  cutText,
  MAX_LABEL_LENGTH,
  MAX_TRANSCRIPT_BYTES,
  MAX_TRANSCRIPT_ENTRIES,
  MAX_TRANSCRIPT_TEXT_LENGTH,
  type TranscriptEntry,
} from '@svc/contract';
import { redacted } from '@svc/twin-kit';

/** What the agent printed is kept from its end, in so many entries. */
const MAX_PRINTED_ENTRIES = 4;
/** How much of a text is looked through for secrets before it is cut; most of one may be taken out. */
const READ_LENGTH = 4 * MAX_TRANSCRIPT_TEXT_LENGTH;

/** @param known secrets that the agent was given or must not have, whatever they look like */
export type Clean = (text: string) => string;

export const cleaner =
  (known: readonly string[]): Clean =>
  (text) => {
    const bare = known.reduce((rest, secret) => rest.replaceAll(secret, '[REDACTED]'), text);
    // A database holds no NUL, and strict readers take no half of a surrogate pair.
    return redacted(bare).replaceAll('\0', '\ufffd').toWellFormed();
  };

/** An entry that can be handed in: without secrets, no longer than it may be. */
export const handedIn = (entry: TranscriptEntry, clean: Clean): TranscriptEntry => ({
  ...entry,
  name: entry.name == null ? null : cutText(clean(begun(entry.name)), MAX_LABEL_LENGTH),
  text: shortened(clean(begun(entry.text)), MAX_TRANSCRIPT_TEXT_LENGTH),
});

/** The beginning of a text. Half a secret isn't known for one: a word that the cut went through is left out. */
const begun = (text: string): string => (text.length <= READ_LENGTH ? text : cutText(text, READ_LENGTH).replace(/\S+$/, ''));

const shortened = (text: string, length: number): string => (text.length <= length ? text : `${cutText(text, length - 1)}…`);

/** The end of what the agent printed, as entries. @param whole whether these bytes are all of it */
export function printedEntries(printed: Buffer, whole: boolean, clean: Clean): TranscriptEntry[] {
  const decoded = printed.toString('utf8');
  const text = clean(whole ? decoded : decoded.replace(/^\S*\s?/, '')).trim();
  const pieces: string[] = [];
  let end = text.length;
  while (end > 0 && pieces.length < MAX_PRINTED_ENTRIES) {
    const start = pieceStart(text, end);
    pieces.unshift(text.slice(start, end).trim());
    end = start;
  }
  const entries = pieces
    .filter((piece) => piece !== '')
    .map((piece): TranscriptEntry => ({ kind: 'output', text: piece.toWellFormed() }));
  return end > 0 || !whole ? [leftOut('what it printed before'), ...entries] : entries;
}

/** Where the last piece of a text begins: at a line's beginning, where one is near. */
function pieceStart(text: string, end: number): number {
  const earliest = end - MAX_TRANSCRIPT_TEXT_LENGTH;
  if (earliest <= 0) return 0;
  const line = text.indexOf('\n', earliest);
  return line >= 0 && line < end - MAX_TRANSCRIPT_TEXT_LENGTH / 2 ? line + 1 : earliest;
}

const leftOut = (what: string): TranscriptEntry => ({ kind: 'left_out', text: `… left out: ${what} …` });

const bytesOf = (entry: TranscriptEntry): number => Buffer.byteLength(JSON.stringify(entry)) + 1;

/** The beginning and the end of a transcript that is too long. */
export function fitted(entries: readonly TranscriptEntry[]): TranscriptEntry[] {
  const size = entries.reduce((sum, entry) => sum + bytesOf(entry), 0);
  if (size <= MAX_TRANSCRIPT_BYTES && entries.length <= MAX_TRANSCRIPT_ENTRIES) return [...entries];
  const room = { bytes: MAX_TRANSCRIPT_BYTES / 2 - 200, entries: MAX_TRANSCRIPT_ENTRIES / 2 - 1 };
  const head = taken(entries, room);
  const tail = taken(entries.slice(head.length).toReversed(), room).toReversed();
  return [...head, leftOut(`${entries.length - head.length - tail.length} entries`), ...tail];
}

function taken(entries: readonly TranscriptEntry[], room: { bytes: number; entries: number }): TranscriptEntry[] {
  let size = 0;
  const end = entries.findIndex((entry, at) => {
    size += bytesOf(entry);
    return size > room.bytes || at >= room.entries;
  });
  return entries.slice(0, end < 0 ? entries.length : end);
}
