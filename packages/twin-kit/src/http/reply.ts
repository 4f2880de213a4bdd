import { hash } from 'node:crypto';
import type { TwinError } from '../errors.ts';
import { inOnePiece } from '../one-piece.ts';
import type { Write } from '../universe.ts';
import type { Links } from './request.ts';
import { StreamBody } from './stream-body.ts';

const SCHEME = /^https?:/;
/** Stand for what is the caller's own in digested texts; JSON holds no such characters. */
const ADDRESS = '\u0001';
const SIGNATURE = '\u0002';

/** What of a call's links digests depend on. */
export type Addressed = Pick<Links, 'base' | 'unsigned'>;

/**
 * JSON already serialised, or put together from parts that are. Digests are kept, and what has parts is told by theirs, so that a list's
 * costs the list's length and not its bytes, and the list's text is only made where it is sent.
 */
export class RawJson {
  readonly #parts: Record<string, unknown> | undefined;
  #text: string | undefined;
  #digest: { base: string; hex: string } | undefined;

  /** @param content the text, or the fields of an object of which some are `RawJson` or lists of it */
  constructor(content: string | Record<string, unknown>) {
    if (typeof content === 'string') this.#text = content;
    else this.#parts = content;
  }

  /** Serialises a value. Fields that are `RawJson`, or lists of it, go in as the text they are. */
  static of(value: unknown): RawJson {
    return new RawJson(hasRawField(value) ? value : JSON.stringify(value));
  }

  get text(): string {
    this.#text ??= assemble(this.#parts as Record<string, unknown>, (part) => part.text);
    return this.#text;
  }

  /** At least how many characters the text has, without making it. */
  get leastLength(): number {
    if (this.#text !== undefined) return this.#text.length;
    return Object.values(this.#parts as Record<string, unknown>).reduce<number>((sum, part) => sum + leastLength(part), 0);
  }

  /** A digest of the content, lower-case hex, without the caller's address and what is signed for it: sandboxes with one world have one digest. */
  digest(links: Addressed): string {
    const { base } = links;
    if (this.#digest?.base !== base) {
      const content = this.#parts ? assemble(this.#parts, (part) => `#${part.digest(links)}`) : this.text;
      this.#digest = { base, hex: textDigest(content, links) };
    }
    return this.#digest.hex;
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

function textDigest(text: string, links: Addressed): string {
  const { base } = links;
  // Without the scheme, since it also stands in URLs of other schemes (`git://…`).
  return hash('sha1', links.unsigned(text, SIGNATURE).replaceAll(base.replace(SCHEME, ''), ADDRESS));
}

const isRaw = (value: unknown): value is RawJson | readonly RawJson[] => value instanceof RawJson || isRawList(value);

function hasRawField(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof RawJson) return false;
  for (const name in value) if (isRaw((value as Record<string, unknown>)[name])) return true;
  return false;
}

/** Field names come from renderers: a few hundred, quoted once each. */
const quotedNames = new Map<string, string>();

function quoted(name: string): string {
  const known = quotedNames.get(name);
  if (known !== undefined) return known;
  const text = `${JSON.stringify(name)}:`;
  quotedNames.set(name, text);
  return text;
}

function fieldText(value: unknown, shown: (part: RawJson) => string): string | undefined {
  if (value === null) return 'null';
  if (typeof value === 'boolean' || Number.isFinite(value)) return String(value);
  if (value instanceof RawJson) return shown(value);
  return isRawList(value) ? `[${value.map(shown).join(',')}]` : JSON.stringify(value);
}

function assemble(fields: Record<string, unknown>, shown: (part: RawJson) => string): string {
  let text = '{';
  for (const name in fields) {
    const field = fieldText(fields[name], shown);
    if (field !== undefined) text += (text.length === 1 ? '' : ',') + quoted(name) + field;
  }
  return `${text}}`;
}

/** An answer's body once the kit has normalised it. */
export type Body = RawJson | readonly RawJson[] | Buffer | StreamBody | string | undefined;

/**
 * An answer. A `Buffer` or a `StreamBody` goes out as it is, a `RawJson` as its text and an array of them joined to a JSON list, a
 * string as text, `undefined` as no body, anything else as JSON. `content-type` follows unless a header names it.
 */
export interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Keeps what was changed although the status is 400 or more: a declined card leaves a failed charge. */
  commit?: true;
  /** The action and fidelity of this call, where the operation has many (GraphQL); null for a call that did nothing of the kind. */
  action?: string | null;
  fidelity?: 'semantic' | 'shape' | 'unsupported';
  /** Set on a refusal, whatever its status: some vendors refuse with 200. A status of 400 or more needs no word of it. */
  refused?: true;
}

/** A reply as the `headers` and `finish` hooks of a twin see it. */
export interface NormalReply extends Reply {
  headers: Record<string, string>;
  body: Body;
  /** What `replyDigest` found. */
  digest?: string;
}

/** An answer with a JSON body. */
export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Reply => ({ status, headers, body });

/** 201 with a JSON body. */
export const created = (body: unknown, headers: Record<string, string> = {}): Reply => json(body, 201, headers);

/** 204 without a body. */
export const noContent = (headers: Record<string, string> = {}): Reply => ({ status: 204, headers });

const isRawList = (body: unknown): body is readonly RawJson[] =>
  Array.isArray(body) && body.length > 0 && body[0] instanceof RawJson;

/** Brings a body into one of the forms that are sent. */
export function normalise(reply: Reply): NormalReply {
  const { body } = reply;
  const kept =
    body === undefined ||
    typeof body === 'string' ||
    Buffer.isBuffer(body) ||
    body instanceof RawJson ||
    body instanceof StreamBody ||
    isRawList(body);
  return { status: reply.status, headers: { ...reply.headers }, body: kept ? (body as Body) : RawJson.of(body) };
}

/** The text of a JSON body, undefined for bodies that aren't JSON. */
export function jsonText(body: Body): string | undefined {
  if (body instanceof RawJson) return body.text;
  if (!isRawList(body)) return undefined;
  return `[${body.map((part) => part.text).join(',')}]`;
}

/** At least how many characters a value's JSON text has, by the parts of it that are serialised already. */
export function leastLength(value: unknown): number {
  if (value instanceof RawJson) return value.leastLength;
  return isRawList(value) ? value.reduce((sum, part) => sum + part.leastLength, 0) : 0;
}

/** The content type of a body that no header names one for. */
export function contentTypeOf(body: Body): string {
  if (Buffer.isBuffer(body) || body instanceof StreamBody) return 'application/octet-stream';
  return typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
}

/**
 * A digest of a reply's body for entity tags, made once a reply. Bodies that are equal but for the base URL they were asked
 * for under have one digest.
 *
 * @param links `request.links`
 */
export function replyDigest(reply: NormalReply, links: Addressed): string {
  reply.digest ??= bodyDigest(reply.body, links);
  return reply.digest;
}

function bodyDigest(body: Body, links: Addressed): string {
  if (body instanceof RawJson) return body.digest(links);
  if (body instanceof StreamBody) throw new Error('what is made while it is sent has no digest');
  if (typeof body === 'string') return textDigest(body, links);
  if (!isRawList(body)) return hash('sha1', (body as Buffer | undefined) ?? '');
  const [first] = body as readonly [RawJson];
  return body.length === 1 ? `${first.digest(links)}1` : hash('sha1', body.map((part) => part.digest(links)).join(','));
}

/** A header as it was last, and the text of all up to it. */
interface Begun {
  name: string;
  value: string;
  text: string;
  isInOnePiece: boolean;
}

/**
 * What is made of each header, kept until its value is another: most headers of a twin's answers say the same in call after call. Holds one
 * text a name, of which a twin has a few dozen.
 */
export class LastValues {
  readonly #make: (name: string, value: string) => string;
  readonly #between: string;
  readonly #last = new Map<string, { value: string; text: string }>();
  /** What the last headers began with, up to the first that was another than before. */
  readonly #begin: Begun[] = [];

  /** @param between stands between the texts of two headers */
  constructor(make: (name: string, value: string) => string, between: string) {
    this.#make = make;
    this.#between = between;
  }

  /** The texts of all headers in their order. Those that come first and say the same as the last time are one text. */
  all(headers: Readonly<Record<string, string>>): string {
    const begin = this.#begin;
    let same = 0;
    let text: string | undefined;
    for (const name in headers) {
      const value = headers[name] as string;
      if (text === undefined) {
        const known = begin[same];
        if (known?.name === name && known.value === value) {
          same += 1;
          continue;
        }
        text = joined(this.#upTo(same), this.#between, this.#text(name, value));
        begin.length = same;
        begin.push({ name, value, text, isInOnePiece: false });
      } else text = joined(text, this.#between, this.#text(name, value));
    }
    return text ?? this.#upTo(same);
  }

  /** The text of the first so many. */
  #upTo(count: number): string {
    const last = this.#begin[count - 1];
    if (!last) return '';
    if (!last.isInOnePiece) {
      last.text = inOnePiece(last.text);
      last.isInOnePiece = true;
    }
    return last.text;
  }

  #text(name: string, value: string): string {
    const last = this.#last.get(name);
    if (last?.value === value) return last.text;
    const text = this.#make(name, value);
    if (last) {
      last.value = value;
      last.text = text;
    } else this.#last.set(name, { value, text });
    return text;
  }
}

const joined = (text: string, between: string, more: string): string => (text === '' ? more : text + between + more);

export const FIRST_ERROR = 400;

/** A vendor's error as an answer. */
export function replyOf(error: TwinError): Reply {
  return {
    status: error.status,
    headers: { ...error.headers },
    body: error.body,
    refused: true,
    ...(error.unmodelled && { fidelity: 'unsupported' }),
  };
}

/** Was nothing done? A refusal that kept what it changed has done something. */
export const isRefused = ({ reply, write }: { reply: Reply; write: Write | undefined }): boolean =>
  reply.refused === true || (reply.status >= FIRST_ERROR && !write?.changes.length);
