/**
 * Credentials in texts, told by their form and by how far they are from words: never by the word before them. What checks of
 * every twin ask when they say that no secret was given away.
 */
import type { Check } from './checks.ts';
import { readable } from './reading.ts';
import { padded, type Run, type Runs, runsIn } from './secret-runs.ts';
import { drawnByLotIn, givenIn, shapesIn } from './secret-shapes.ts';
import { REDACTED } from './tape/redact.ts';

/** A credential in a text. Two finds are of one secret when `secret` is equal, in whatever encoding they stood. */
export interface Secret {
  /** In words, e.g. `a Stripe key in base64`. */
  kind: string;
  /** The whole of it: for comparison, never for evidence. */
  secret: string;
}

/** Encodings inside each other are followed so far. */
const DEEPEST_ENCODING = 3;

/** Every credential in a text, each once: also those in base64, in hexadecimal or percent-encoded. */
export const secretsIn = (text: string): Secret[] => [...found(text).values()];

function found(text: string): Map<string, Secret> {
  const secrets = new Map<string, Secret>();
  collect(readable(text), '', DEEPEST_ENCODING, secrets);
  return secrets;
}

function collect(text: string, encoding: string, deeper: number, secrets: Map<string, Secret>): void {
  const add = (kind: string, secret: string): void => {
    const within = [...secrets.keys()].some((known) => known.includes(secret));
    if (!within) secrets.set(secret, { kind: kind + encoding, secret });
  };
  const runs = runsIn(text);
  for (const { kind, secret } of shapesIn(text, runs)) add(kind, secret);
  const decoded = deeper > 0 && mayEncode(text, runs) ? decodings(text, runs.tokens) : [];
  for (const { text: inner, as } of decoded) collect(inner, ` in ${as}`, deeper - 1, secrets);
  const content = new Set(decoded.map(({ token }) => token));
  for (const secret of drawnByLotIn(text, runs)) if (!content.has(secret)) add('what looks like a key', secret);
  for (const { kind, secret } of givenIn(text)) add(kind, secret);
}

const mayEncode = (text: string, { tokens }: Runs): boolean => tokens.length > 0 || text.includes('%');

interface Decoding {
  token: string;
  text: string;
  as: string;
}

/** Base64 that was broken into lines, which read as spaces, from the end of its first line on. */
const BROKEN_BASE64 = /(?:[A-Za-z\d+/]{60,76} )+[A-Za-z\d+/]{2,76}={0,2}/y;
const LONGEST_LINE = 76;
/** No text in UTF-8 begins with the byte that base64 spells with one of these: paths, among others, are none. */
const NEVER_TEXT = /^[ABE-Hg-v+/_-]/;
const SHORTEST_HEX = 24;
const HEX = /(?<![A-Za-z\d])(?:[a-f\d]{2}){12,}(?![A-Za-z\d])/gi;
const PERCENT = /%[a-f\d]{2}/i;
/** In characters; more is a file, not a message in disguise. */
const LONGEST_ENCODED = 1 << 20;

/** The texts that are encoded in a text. @param tokens its runs of characters that an encoding is made of */
function decodings(text: string, tokens: readonly Run[]): Decoding[] {
  const decoded: Decoding[] = [];
  const keep = (token: string, bytes: Buffer, as: string): void => {
    const inner = printable(bytes);
    if (inner !== undefined) decoded.push({ token, text: readable(inner), as });
  };
  for (const run of tokens) {
    const token = padded(text, run);
    if (token.length <= LONGEST_ENCODED && !NEVER_TEXT.test(token)) keep(token, Buffer.from(token, 'base64'), 'base64');
  }
  for (const token of brokenBase64(text, tokens)) keep(token, Buffer.from(token.replaceAll(' ', ''), 'base64'), 'base64');
  for (const { start, end } of tokens.filter((run) => run.end - run.start >= SHORTEST_HEX))
    for (const [token] of text.slice(start, end).matchAll(HEX)) keep(token, Buffer.from(token, 'hex'), 'hexadecimal');
  if (PERCENT.test(text)) {
    const plain = text.replaceAll(/(?:%[a-f\d]{2})+/gi, decodePercent);
    if (plain !== text) decoded.push({ token: '', text: readable(plain), as: 'percent-encoding' });
  }
  return decoded;
}

function* brokenBase64(text: string, tokens: readonly Run[]): Generator<string> {
  let read = 0;
  for (const { start, end } of tokens) {
    if (text[end] !== ' ' || end <= read) continue;
    const from = Math.max(start, read, end - LONGEST_LINE);
    const line = text.slice(from, end);
    BROKEN_BASE64.lastIndex = from + 1 + Math.max(line.lastIndexOf('_'), line.lastIndexOf('-'));
    const [token] = BROKEN_BASE64.exec(text) ?? [];
    if (token === undefined) continue;
    read = BROKEN_BASE64.lastIndex;
    yield token;
  }
}

function decodePercent(escaped: string): string {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return escaped;
  }
}

/** Of control characters, all but those of white space; the last one stands for bytes that are no UTF-8. */
const UNPRINTABLE = /[[\p{Cc}\ufffd]--[\t\n\v\f\r]]/v;

/** Bytes as text, where they are one. */
function printable(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8');
  return bytes.length >= 10 && !UNPRINTABLE.test(text) ? text : undefined;
}

/** Text between which and its neighbour a secret may be cut: the last word of one, the first or last of the next. */
const words = (text: string): string[] =>
  readable(text)
    .split(/[\s"'`<>()[\],;|]+/)
    .filter((word) => word !== '');

/** Credentials that are written over two texts which stand one after the other, such as two messages. */
export function secretsAcross(before: string, after: string): Secret[] {
  const next = words(after);
  const ends = new Set([next[0] ?? '', next.at(-1) ?? ''].filter((end) => /\d/.test(end)));
  if (ends.size === 0) return [];
  const start = words(before).at(-1);
  const secrets = new Map<string, Secret>();
  // A first piece that is a secret by itself is found in its own text.
  if (start === undefined || found(start).size > 0) return [];
  for (const end of ends) {
    for (const secret of found(start + end).values()) {
      const isSpanning = !start.includes(secret.secret) && !end.includes(secret.secret);
      if (isSpanning) secrets.set(secret.secret, { ...secret, kind: `${secret.kind} in two pieces` });
    }
  }
  return [...secrets.values()];
}

/** A secret as evidence may show it: the first few characters. */
export const masked = (secret: string): string => `${secret.slice(0, 4)}…`;

/** A text without credentials: each is replaced, and what holds one in an encoding is replaced with it. */
export function redacted(text: string): string {
  const bare = secretsIn(text).reduce((rest, { secret }) => rest.replaceAll(secret, REDACTED), text);
  if (!holdsSecret(bare)) return bare;
  const words = bare.replaceAll(/\S+/g, (word) => (holdsSecret(word) ? REDACTED : word));
  return holdsSecret(words) ? REDACTED : words;
}

const holdsSecret = (text: string): boolean => secretsIn(text.replaceAll(REDACTED, ' ')).length > 0;

/**
 * Does a call tell a credential to whoever answers at an address that it wrote, however well it is known here? Not one that the address had
 * before, at the same host, nor one that is the address itself, as that of an incoming webhook.
 */
export function isGivenAway(secret: string, address: string, before: string | undefined): boolean {
  if (secret.startsWith('http') && address.startsWith(secret)) return false;
  return before === undefined || hostOf(before) !== hostOf(address) || !secretsIn(before).some((had) => had.secret === secret);
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);

/** Evidence of a check on secrets, whatever names and paths it quotes: what is a credential by its form is masked in it. */
export const concealing = (check: Check): Check =>
  check.substrate === 'tape'
    ? {
        ...check,
        scan(...given) {
          const scan = check.scan(...given);
          return {
            row: (row) => scan.row(row),
            outcome(final) {
              const { status, evidence } = scan.outcome(final);
              return { status, evidence: concealed(evidence) };
            },
          };
        },
      }
    : check;

const concealed = (text: string): string =>
  secretsIn(text).reduce((kept, { secret }) => kept.replaceAll(secret, masked(secret)), text);
