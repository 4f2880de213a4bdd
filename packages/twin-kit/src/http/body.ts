import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { parseQuery } from './request.ts';

export type ReadBody = { ok: true; bytes: Buffer } | { ok: false; reason: 'too-large' | 'aborted' };

/** Levels of lists and objects in a body; no vendor's has as many, and walking thousands would overflow the stack. */
const MOST_NESTING = 500;

/** True where a call has a body to wait for (RFC 9112, section 6). */
export function hasBody(request: IncomingMessage): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * Reads a body up to `limit` bytes and hands it over once, in the turn its end came in. The rest of a longer one is taken in and
 * dropped: a peer that still writes would lose its answer to a connection that closes.
 */
export function readBody(request: IncomingMessage, limit: number, onRead: (body: ReadBody) => void): void {
  if (Number(request.headers['content-length']) > limit) {
    request.resume();
    onRead({ ok: false, reason: 'too-large' });
    return;
  }
  let chunks: Buffer[] = [];
  let size = 0;
  let over = false;
  const once = (body: ReadBody): void => {
    if (over) return;
    over = true;
    onRead(body);
  };
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > limit) {
      chunks = [];
      once({ ok: false, reason: 'too-large' });
    } else chunks.push(chunk);
  });
  request.on('end', () => once({ ok: true, bytes: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks) }));
  request.on('close', () => once({ ok: false, reason: 'aborted' }));
}

/** What the bodies of one session's calls may take of memory while they come in, in bytes. What comes on top waits in its socket. */
const MOST_COMING_BYTES = 64 << 20;

/** Lets the bodies of one session in, so that one that sends a flood of them takes no more of the process than others have. */
export class BodyGate {
  #coming = 0;
  readonly #waiting: { bytes: number; read: () => void }[] = [];

  /** As `readBody`, once there is room for it: at once for the first, whatever its size. */
  read(request: IncomingMessage, limit: number, onRead: (body: ReadBody) => void): void {
    const bytes = Number(request.headers['content-length'] ?? limit);
    if (bytes > limit) {
      // It is dropped as it comes.
      readBody(request, limit, onRead);
      return;
    }
    const read = (): void => {
      this.#coming += bytes;
      const leave = (body: ReadBody): void => {
        this.#coming -= bytes;
        onRead(body);
        this.#next();
      };
      if (request.destroyed) leave({ ok: false, reason: 'aborted' });
      else readBody(request, limit, leave);
    };
    this.#waiting.push({ bytes, read });
    this.#next();
  }

  #next(): void {
    for (let [first] = this.#waiting; first && this.#hasRoom(first.bytes); [first] = this.#waiting) {
      this.#waiting.shift();
      first.read();
    }
  }

  #hasRoom(bytes: number): boolean {
    return this.#coming === 0 || this.#coming + bytes <= MOST_COMING_BYTES;
  }
}

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
