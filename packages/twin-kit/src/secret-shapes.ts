import forms from './credential-forms.json' with { type: 'json' };
import { padded, type Runs, runsIn } from './secret-runs.ts';
import { strippedEnd } from './strip.ts';

interface Shape {
  kind: string;
  pattern: RegExp;
}

const shape = (kind: string, source: string): Shape => ({ kind, pattern: new RegExp(`(?<![A-Za-z\\d])(?:${source})`, 'g') });

/** Prefixes as those who hand the keys out document them, and as scanners of public repositories search for them. */
const FORMS: readonly Shape[] = forms.map(({ kind, pattern }) => shape(kind, pattern));

/** `scheme://name:password@host`. */
const IN_ADDRESS = /(?<![A-Za-z\d])[a-z][a-z\d+.-]{1,20}:\/\/[^\s:/@<>"'`]{0,100}:([^\s:/@<>"'`]{3,200})@[^\s<>"'`]{1,200}/gi;
/** Between the lines of a key: as they stand, joined by spaces, or escaped once or more. */
const BREAK = String.raw`(?:\s|\\+[nr])`;
const HEADER_NAME = '[A-Za-z-]{1,40}:';
/** A header of a key (RFC 1421, section 4.6): its name, and words that are no other's. */
const HEADER = String.raw`${BREAK}+${HEADER_NAME}(?:${BREAK}+(?!${HEADER_NAME})[^\s\\]{1,80}){1,12}`;
const PRIVATE_KEY = new RegExp(
  String.raw`-----BEGIN [A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:${HEADER}){0,6}${BREAK}*[A-Za-z\d+/]{12,80}`,
  'g',
);
/** Blocks of the same form that everybody may see. */
const PUBLIC_BLOCK = /-----BEGIN (?![A-Z\d ]{0,40}PRIVATE)[A-Z\d ]{1,40}-----[\s\S]{0,20000}?-----END [A-Z\d ]{1,40}-----/g;
/** What stands for a password in instructions, not a password. */
const STANDS_FOR_ONE =
  /^(?:[a-z]*pass(?:word|wd)?|guest|secret|token|key|pw|pwd|user|changeme|example|redacted|\W+|x+|\[.*|\{.*|\$.*|%.*|your.*|my.*)$/i;
const PLACEHOLDER = /your|placeholder|redacted|xxxx|\.\.\.|(?:token|key|secret)[_-]?here/i;

export interface FoundShape {
  kind: string;
  secret: string;
}

const ANY_FORM = new RegExp(FORMS.map(({ pattern }) => pattern.source).join('|'));

/** Credentials in a vendor's own form, in PEM, or in an address. */
export function* shapesIn(text: string, runs: Runs): Generator<FoundShape> {
  const suspect = runs.forms.map(({ start, end }) => text.slice(start, end)).join(' ');
  if (suspect !== '' && ANY_FORM.test(suspect))
    for (const { kind, pattern } of FORMS)
      for (const [secret] of suspect.matchAll(pattern)) if (isDrawn(secret)) yield { kind, secret };
  if (text.includes('-----BEGIN ')) for (const [secret] of text.matchAll(PRIVATE_KEY)) yield { kind: 'a private key', secret };
  if (text.includes('://'))
    for (const [, secret = ''] of text.matchAll(IN_ADDRESS))
      if (!STANDS_FOR_ONE.test(secret)) yield { kind: 'a password in an address', secret };
}

/** Is it a key, or a name of one in prose, such as `sk-learn-is-a-library` or `ghp_xxxxxxxxxxxxxxxxxxxx`? */
const isDrawn = (secret: string): boolean =>
  /\d/.test(secret.slice(4)) && new Set(secret.slice(-8)).size > 3 && !PLACEHOLDER.test(secret) && !isWords(secret);

/** Words and short numbers between dashes, such as `sk-learn-2-is-a-library`. */
const isWords = (text: string): boolean =>
  text.split(/[-_.]/).every((part) => /^(?:[a-z]*|[A-Z]?[a-z]+|[A-Z]+|[a-z]?\d{1,4})$/.test(part));

/** Longer strings are content. Shorter ones than a candidate are ids. */
const LONGEST_KEY = 128;
const SHORTEST_KEY = 24;
/** Bits a character: names have less in strings of this length. */
const LEAST_ENTROPY = 3.6;
/** How often a character is of another class (capital, small letter, digit) than the one before: two of three times by lot. */
const LEAST_CHANGES = 0.4;
/** How much of it words of three letters and more may be. */
const MOST_WORDS = 0.5;

/** Ids and digests that look drawn by lot, and open nothing. */
const HARMLESS: readonly RegExp[] = [
  // Digests, UUIDs and numbers, with whatever separates their groups.
  /^(?:0x)?[a-f\d_+=-]+$/i,
  // Paths and what is named by a day.
  /(?:^|\/)[a-z]{3,}(?:\/|$)/,
  /\d{4}-\d\d-\d\d/,
  /boundary/i,
  // An id with its kind before it, such as `pi_3MtwBwLkdIwHu7ix28a3tqPa` or `I_kwDOBC1n8c5abcde`.
  /^(?:[A-Za-z]{1,12}_){1,2}[A-Za-z\d]{8,30}$/,
  /^[a-z]{1,6}_(?:live|test)_/,
  /^[A-Z]{1,5}_kw[\w-]+$/,
  // Digests in base64, and keys that are public.
  /^sha\d{3}-/,
  /^AAAA[BCE]3Nza/,
];
const CREDENTIAL_PARAMETER = /[?&;](?:(?:access_|auth_|id_)?token|api_?key|sig|signature|secret|client_secret|password)=$/i;
const IN_WEB_ADDRESS = /https?:\/\/[^\s<>"']{0,1000}$/i;
const NAMED_DIGEST = /(?:SHA\d{1,3}:|MD5:|base64,)$/i;

/** Strings without a vendor's form that nobody would have written by hand. */
export function* drawnByLotIn(text: string, { tokens }: Runs): Generator<string> {
  if (!tokens.some(({ start, end }) => end - start >= SHORTEST_KEY)) return;
  const isArmoured = text.includes('-----BEGIN ');
  const open = isArmoured ? text.replaceAll(PUBLIC_BLOCK, ' ') : text;
  for (const run of isArmoured ? runsIn(open).tokens : tokens) {
    if (run.end - run.start < SHORTEST_KEY) continue;
    const token = padded(open, run);
    if (looksDrawn(token) && !isPartOfName(open, token, run.start)) yield token;
  }
}

/** Part of a mail address, a message id or a web address without credentials, or a digest that says what it is. */
function isPartOfName(text: string, token: string, index: number): boolean {
  if (text[index + token.length] === '@') return true;
  const before = text.slice(Math.max(0, index - 1_000), index);
  if (NAMED_DIGEST.test(before)) return true;
  return IN_WEB_ADDRESS.test(before) && !CREDENTIAL_PARAMETER.test(before);
}

function looksDrawn(token: string): boolean {
  if (token.length > LONGEST_KEY || HARMLESS.some((pattern) => pattern.test(token))) return false;
  if (!/[a-z]/.test(token) || !/[A-Z]/.test(token) || !/\d/.test(token)) return false;
  return wordsOf(token) <= MOST_WORDS && changesOf(token) >= LEAST_CHANGES && entropyOf(token) >= LEAST_ENTROPY;
}

/** The share of a token that is words, as in `getUserByIdAndCreateSession2` or `src/Components/userList2`. */
function wordsOf(token: string): number {
  let letters = 0;
  for (const [word] of token.matchAll(/[A-Z]?[a-z]{3,}/g)) letters += word.length;
  return letters / token.length;
}

function classOf(character: string): number {
  if (character >= 'a' && character <= 'z') return 0;
  if (character >= 'A' && character <= 'Z') return 1;
  return character >= '0' && character <= '9' ? 2 : 3;
}

function changesOf(token: string): number {
  const classes = [...token].map(classOf);
  return classes.filter((one, at) => at > 0 && one !== classes[at - 1]).length / (token.length - 1);
}

/** Shannon's, of the characters of the token itself. */
function entropyOf(token: string): number {
  const counts = new Map<string, number>();
  for (const character of token) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / token.length) * Math.log2(count / token.length);
  return bits;
}

/** A password that a sentence gives away is told by its look: the word before it only says where to look. */
const GIVEN =
  /(?:pass(?:word|wd|phrase|code)?|pwd|(?<![a-z\d])pw|secret|key|token|credentials?)["'`*_]{0,3}(?: ?[:=] ?| is )["'`*_]{0,3}([^\s"'`,;<>]{8,64})/gi;
/** What stands in every text with one. */
const MAY_GIVE = /[:=]| is /i;
const LEAST_PASSWORD = 8;
const LEAST_PASSWORD_CHANGES = 4;

/** Keys of hexadecimal digits look like digests, which open nothing, unless what stands before them says what they open. */
const HEX_KEY = /^(?=.*\d)(?=.*[a-f])[a-f\d]{32,128}$/i;
const OPENS = /(?:api|access|auth|client|encryption|private|secret|signing)[ _-]?$/i;
/** Of what stands before a key, in characters. */
const LONGEST_OPENING = 12;

/** Passwords such as `Tr0ub4dor&3` after `password:`; words, dates, addresses and ids are none. Keys after `api key:` and the like. */
export function* givenIn(text: string): Generator<FoundShape> {
  if (!MAY_GIVE.test(text)) return;
  for (const { 0: whole, 1: given = '', index } of text.matchAll(GIVEN)) {
    const secret = strippedEnd(given, '.!?)*_`');
    if (isPassword(secret)) yield { kind: 'a password', secret };
    else if (HEX_KEY.test(secret)) {
      const before = text.slice(Math.max(0, index - LONGEST_OPENING), index);
      if (/^(?:pass|pw)/i.test(whole) || OPENS.test(before)) yield { kind: 'a key in hexadecimal digits', secret };
    }
  }
}

function isPassword(text: string): boolean {
  if (text.length < LEAST_PASSWORD || /:\/\/|^[\d:TZ.+/-]+$|^[^@]+@[^@]+\.[a-z]+$|^#|^[[{$%(/]|\w\(/.test(text)) return false;
  if (HARMLESS.some((pattern) => pattern.test(text))) return false;
  const classes = new Set([...text].map(classOf));
  if (!classes.has(2) || classes.size < 3) return false;
  const changes = changesOf(text) * (text.length - 1);
  return changes >= LEAST_PASSWORD_CHANGES && wordsOf(text) <= MOST_WORDS;
}
