/**
 * Where in a text a credential can stand at all. Patterns cost too much to be tried at every character of every text that a
 * long tape wrote, so one pass over the characters says where they are worth it.
 */

/** A stretch of text, as long as its characters are of one class. */
export interface Run {
  start: number;
  end: number;
}

export interface Runs {
  /** Letters, digits and `+/_-`, at least `SHORTEST_TOKEN` of them: what encoded texts and keys without a vendor's form are made of. */
  tokens: readonly Run[];
  /** The same with `=.:%?&`, at least `SHORTEST_FORM` of them, a digit among them: what credentials in a vendor's form are made of. */
  forms: readonly Run[];
}

/** In characters, as the patterns for encodings have it. */
const SHORTEST_TOKEN = 16;
/** In characters: `whsec_` and eight more. */
const SHORTEST_FORM = 14;

const IN_TOKEN = 1;
const IN_FORM = 2;
const IS_DIGIT = 4;

const DIGITS = '0123456789';
const TOKEN = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz${DIGITS}+/_-`;
const ASCII = 128;
const classes = new Uint8Array(ASCII);
for (const character of TOKEN) classes[character.charCodeAt(0)] = IN_TOKEN | IN_FORM;
for (const character of '=.:%?&') classes[character.charCodeAt(0)] = IN_FORM;
for (const character of DIGITS) classes[character.charCodeAt(0)] = IN_TOKEN | IN_FORM | IS_DIGIT;

export function runsIn(text: string): Runs {
  const tokens: Run[] = [];
  const forms: Run[] = [];
  let token = 0;
  let form = 0;
  let digits = 0;
  const { length } = text;
  for (let at = 0; at < length; at += 1) {
    const kind = kindOf(text.charCodeAt(at));
    digits |= kind;
    if (kind & IN_TOKEN) continue;
    if (at - token >= SHORTEST_TOKEN) tokens.push({ start: token, end: at });
    token = at + 1;
    if (kind & IN_FORM) continue;
    if (digits & IS_DIGIT && at - form >= SHORTEST_FORM) forms.push({ start: form, end: at });
    form = at + 1;
    digits = 0;
  }
  if (length - token >= SHORTEST_TOKEN) tokens.push({ start: token, end: length });
  if (digits & IS_DIGIT && length - form >= SHORTEST_FORM) forms.push({ start: form, end: length });
  return { tokens, forms };
}

const kindOf = (code: number): number => (code < ASCII ? (classes[code] as number) : 0);

/** The run with up to two `=` behind it, as base64 ends. */
export function padded(text: string, { start, end }: Run): string {
  let last = end;
  while (last < end + 2 && text[last] === '=') last += 1;
  return text.slice(start, last);
}
