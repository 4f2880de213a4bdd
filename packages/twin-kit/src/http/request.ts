import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { SIGNATURE_PARAMETER } from '@svc/contract/signed-target';
import type { Caller } from '../definition.ts';
import type { Upload } from './upload.ts';

/** A call as an operation sees it. `Q` and `B` are what the operation's schemas parse to. */
export interface TwinRequest<Q = Record<string, string | string[]>, B = unknown> {
  readonly method: string;
  /** Path below the session prefix, e.g. `/repos/acme/web/issues`, still percent-encoded, without the query. */
  readonly path: string;
  /** The raw query without its question mark. */
  readonly search: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Q;
  readonly body: B;
  /** The bytes as they came. */
  readonly rawBody: Buffer;
  /** Where they stand instead, for a long body of a call that `TwinDefinition.streams` is about. */
  readonly upload?: Upload;
  readonly headers: IncomingHttpHeaders;
  readonly links: Links;
  /** `req_…` of this call. */
  readonly requestId: string;
  /** See `Context.caller`. */
  readonly caller?: Caller | undefined;
  /** The world's time of this call in milliseconds since 1970. */
  readonly now: number;
  /** The vendor documentation of the matched operation, if any. */
  readonly docs: string | undefined;
  /** What the operation's `prepare` came to. */
  readonly prepared?: unknown;
  /** Documented inputs that the call sent and that mean nothing to the twin; see `Context.ignore`. */
  ignored?: readonly string[];
}

/** A query as a record: a name that comes twice has a list. A stray `&` is no parameter. */
export function parseQuery(search: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  if (search === '') return query;
  for (const [name, value] of isPlain(search) ? plainPairs(search) : new URLSearchParams(search)) {
    if (name === '' && value === '') continue;
    const earlier = query[name];
    if (earlier === undefined) query[name] = value;
    else query[name] = Array.isArray(earlier) ? [...earlier, value] : [earlier, value];
  }
  return query;
}

/** Nothing to decode, and no question mark in front, which `URLSearchParams` would pass over. */
const isPlain = (search: string): boolean => /^[\w.~:/,*=&-]*$/.test(search);

const plainPairs = (search: string): [string, string][] =>
  search.split('&').map((pair) => {
    const equals = pair.indexOf('=');
    return equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
  });

/** Levels of lists and objects in a body; no vendor's has as many, and walking thousands would overflow the stack. */
const MOST_NESTING = 500;

export type BodyReading = 'json' | 'by-content-type' | ((bytes: Buffer, contentType: string | undefined) => unknown);

export type ParsedBody = { ok: true; value: unknown } | { ok: false };

/** A body's value: undefined where there is none, text and bytes as they are where no parser fits. */
export function parseBody(bytes: Buffer, contentType: string | undefined, how: BodyReading): ParsedBody {
  if (bytes.length === 0) return { ok: true, value: undefined };
  if (typeof how === 'function') {
    try {
      return { ok: true, value: how(bytes, contentType) };
    } catch {
      return { ok: false };
    }
  }
  if (how === 'by-content-type' && contentType !== 'application/json') {
    const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    if (type === 'application/x-www-form-urlencoded') return { ok: true, value: parseQuery(bytes.toString('utf8')) };
    if (type !== 'application/json' && !type.endsWith('+json')) return { ok: true, value: bytes };
  }
  return parseJson(bytes);
}

/** Half of a surrogate pair can only come as an escape: the text itself is UTF-8. */
const SURROGATE = /\\u[dD][89a-fA-F]/;

/** A value with U+FFFD for each half of a surrogate pair, as most vendors' readers put it: no answer with one could be read by strict clients. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name.toWellFormed(), wellFormed(inner)] as const);
  return Object.fromEntries(entries);
}

/** The value of a JSON text, with U+FFFD for each half of a surrogate pair. @throws SyntaxError */
export function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return SURROGATE.test(text) ? wellFormed(value) : value;
}

/** Reads JSON. Broken UTF-8 is refused, since decoded leniently it would change what was sent, and so is what nests without end. */
export function parseJson(bytes: Buffer): ParsedBody {
  if (!isUtf8(bytes)) return { ok: false };
  try {
    const text = bytes.toString('utf8');
    if (nestsDeeply(text)) return { ok: false };
    return { ok: true, value: readJson(text) };
  } catch {
    return { ok: false };
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function nestsDeeply(text: string): boolean {
  // Each level takes a character to open and one to close.
  if (text.length < 2 * MOST_NESTING) return false;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) quoted = true;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > MOST_NESTING) return true;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return false;
}

/** Stands in every text with a signed address. */
export const SIGNED = `${SIGNATURE_PARAMETER}=`;

/** Absolute URLs in answers begin where the call came in: scheme, host, port, the proxy's prefix and the session. */
export interface Links {
  /** E.g. `http://127.0.0.1:4000/github/s/ses_abc`, without a trailing slash. */
  readonly base: string;
  /** `base` plus a path that starts with `/`. */
  to(path: string): string;
  /**
   * The same for an address that the vendor hands out to be called without a credential, e.g. one to upload to: it carries a
   * signature that opens it, and nothing else. Never keep it in the world: it depends on the sandbox's token.
   */
  signed(path: string): string;
  /**
   * A text with `mark` for the signatures of such addresses. What only looks like one stays: a caller who could have any text taken
   * out of what is recorded could hide it.
   */
  unsigned(text: string, mark: string): string;
}

const SIGNATURE = new RegExp(`([?&]${SIGNED})[\\w-]+`, 'g');

/** What a signed address ends with. */
export type Signer = (path: string) => string;

export class BaseLinks implements Links {
  readonly base: string;
  readonly #sign: Signer;
  /** By path: what an answer shows is looked at again for its digest and its row. */
  #known: Map<string, string> | undefined;

  constructor(base: string, sign: Signer) {
    this.base = base;
    this.#sign = sign;
  }

  to(path: string): string {
    return this.base + path;
  }

  signed(path: string): string {
    this.#known ??= new Map();
    let address = this.#known.get(path);
    if (address === undefined) {
      address = this.base + path + this.#sign(path);
      this.#known.set(path, address);
    }
    return address;
  }

  unsigned(text: string, mark: string): string {
    if (!text.includes(SIGNED)) return text;
    // Each signature is looked at with what stands between it and the one before, so that no text is gone through twice.
    let end = 0;
    return text.replaceAll(SIGNATURE, (whole: string, parameter: string, offset: number) => {
      const before = text.slice(end, offset);
      end = offset + whole.length;
      const at = before.lastIndexOf(this.base);
      const path = before.slice(at + this.base.length);
      return at >= 0 && this.signed(path) === this.base + path + whole ? parameter + mark : whole;
    });
  }
}

const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

/**
 * Where the caller reaches the twin. Forwarded headers are believed only behind the proxy, which sets them itself:
 * `X-Forwarded-Mount` says where the caller sees the mount, when the proxy has put another into the path.
 *
 * @param mount the part of the path before the vendor's own, e.g. `/s/ses_abc`, or empty where the twin stands at the root
 */
export function linksFor(headers: IncomingHttpHeaders, mount: string, behindProxy: boolean, sign: Signer): Links {
  const forwarded = (name: string): string | undefined => (behindProxy ? one(headers[name]) : undefined);
  const scheme = forwarded('x-forwarded-proto') ?? 'http';
  const host = forwarded('x-forwarded-host') ?? headers.host ?? 'localhost';
  const prefix = forwarded('x-forwarded-prefix') ?? '';
  const seen = forwarded('x-forwarded-mount')?.replace(/\/$/, '') ?? mount;
  return new BaseLinks(`${scheme}://${host}${prefix}${seen}`, sign);
}
