/**
 * How checks read text: as a person does. Two texts that look alike on a page are equal here, whatever code points,
 * line breaks or invisible characters they are made of. Case counts.
 */

// Zero-width and bidirectional controls, soft hyphens, variation selectors, byte order marks; control characters but for white
// space; the marks of annotations.
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}[\p{Cc}--[\t-\r\x85]]\ufff9-\ufffb]/gv;
const SINGLE_QUOTES = /[\u2018-\u201b\u2032\u02bb\u02bc]/g;
const DOUBLE_QUOTES = /[\u201c-\u201f\u2033]/g;
// NFKC makes the non-breaking hyphen an ordinary one of its own block.
const HYPHENS = /\u2010/g;
// Of white space in Unicode, `\s` lacks the next line.
const SPACES = /[\s\x85]+/g;
/** What normalisation would change: characters beyond ASCII, and spaces that aren't single or stand at an end. */
const UNTIDY = /[^ -~]| {2}|^ | $/;

/** What more is to be done about than white space. */
const STRANGE = /[^\t-\r -~]/;
const NOT_ASCII = /\P{ASCII}/u;

/** The text in one form: NFKC, straight quotes, no invisible characters, one space where there was white space, none at the ends. */
export function readable(text: string): string {
  if (!UNTIDY.test(text)) return text;
  if (!STRANGE.test(text)) return text.replaceAll(SPACES, ' ').trim();
  return text
    .normalize('NFKC')
    .replaceAll(INVISIBLE, '')
    .replaceAll(SINGLE_QUOTES, "'")
    .replaceAll(DOUBLE_QUOTES, '"')
    .replaceAll(HYPHENS, '-')
    .replaceAll(SPACES, ' ')
    .trim();
}

/** A text in readable form without the difference of capitals and small letters: `ß` is two of them, and a sigma one in every place. */
export const caseless = (text: string): string =>
  NOT_ASCII.test(text) ? text.toUpperCase().toLowerCase().replaceAll('ς', 'σ') : text.toLowerCase();

/** Does a reader of `text` find `needle` in it? */
export const reads = (text: string, needle: string): boolean => readable(text).includes(readable(needle));

export const readsInAnyCase = (text: string, needle: string): boolean =>
  caseless(readable(text)).includes(caseless(readable(needle)));

/** Do the two texts read the same? */
export const readsSame = (left: string, right: string): boolean => readable(left) === readable(right);

export const readsSameInAnyCase = (left: string, right: string): boolean =>
  caseless(readable(left)) === caseless(readable(right));

/** In characters. */
const QUOTE_LENGTH = 80;

/** A text shortened for evidence, around the first `needle` in it. */
export function quoted(text: string, needle = ''): string {
  const whole = readable(text);
  const start = Math.max(0, whole.indexOf(readable(needle)) - QUOTE_LENGTH / 4);
  const piece = whole.slice(start, start + QUOTE_LENGTH).toWellFormed();
  return `"${start > 0 ? '…' : ''}${piece}${start + QUOTE_LENGTH < whole.length ? '…' : ''}"`;
}

/** A few of many for evidence. */
export function few(items: readonly string[]): string {
  const shown = items.slice(0, 3).join('; ');
  return items.length > 3 ? `${shown}; and ${items.length - 3} more` : shown;
}
