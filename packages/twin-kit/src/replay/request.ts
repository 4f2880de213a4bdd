import { SIGNATURE_PARAMETER } from '@svc/contract/signed-target';
import { REDACTED } from '../tape/redact.ts';
import type { TapeRow } from '../tape/row.ts';

/** A call as it can be made again. */
export interface RecordedRequest {
  method: string;
  /** Below the twin's address, with the query. */
  path: string;
  headers: Record<string, string | string[]>;
  body: Buffer | undefined;
  /** Set where something that the vendor reads was taken off the tape, so that the call isn't the one that was made. */
  isPartial?: boolean;
}

/** Belong to the connection of then, or are made anew. */
const LEFT_OUT = new Set(['content-length', 'accept-encoding', 'expect']);

/**
 * The call of a row, without its credentials: whoever makes it adds their own. Bodies are written anew from what they were read as, in
 * the kind that the call named.
 *
 * @returns undefined where the row doesn't tell its body, which was too long for the room that was left
 */
export function requestOf({ method, path, request_headers, request_body }: TapeRow): RecordedRequest | undefined {
  if (isOmitted(request_body)) return undefined;
  const headers = Object.fromEntries(
    Object.entries(request_headers).filter(([name, value]) => value !== REDACTED && !LEFT_OUT.has(name)),
  );
  const kind = { type: String(headers['content-type'] ?? ''), length: Number(request_headers['content-length']) };
  const sent = withoutBearer(path);
  const isPartial = sent.includes(REDACTED) || (JSON.stringify(request_body) ?? '').includes(REDACTED);
  return { method, path: sent, headers, body: bytesOf(request_body, kind), isPartial };
}

/** Was a body left out of its row? */
export const isOmitted = (body: unknown): boolean => typeof body === 'object' && body !== null && '$omitted' in body;

/** Stand for the bearer in a query, and aren't needed beside it. */
const BEARERS = new Set([SIGNATURE_PARAMETER, 'token', 'access_token']);

/** The path below the twin's address. Of its query the caller's own credential is left out. */
function withoutBearer(path: string): string {
  const below = path.replace(/^\/s\/[^/?]+/, '') || '/';
  const mark = below.indexOf('?');
  if (mark < 0 || !below.includes(REDACTED)) return below;
  const kept = below
    .slice(mark + 1)
    .split('&')
    .filter((pair) => !(pair.endsWith(`=${REDACTED}`) && BEARERS.has(pair.slice(0, -REDACTED.length - 1))));
  return below.slice(0, mark) + (kept.length > 0 ? `?${kept.join('&')}` : '');
}

/** What a call said of its body. */
interface BodyKind {
  type: string;
  /** NaN where it didn't say. */
  length: number;
}

function bytesOf(body: unknown, { type, length }: BodyKind): Buffer | undefined {
  if (body === null || body === undefined) return undefined;
  if (typeof body === 'string') {
    // A text stands for itself where it wasn't read, and for the JSON of it where it was.
    const json = Buffer.from(JSON.stringify(body));
    return json.length === length && Buffer.byteLength(body) !== length ? json : Buffer.from(body);
  }
  if (typeof body === 'object' && '$base64' in body) return Buffer.from(String(body.$base64), 'base64');
  const media = type.split(';')[0]?.trim().toLowerCase();
  if (media === 'multipart/form-data') return multipart(Object.entries(body as object), type);
  const isForm = media === 'application/x-www-form-urlencoded';
  return Buffer.from(isForm ? pairsOf('', body).map(formPair).join('&') : JSON.stringify(body));
}

const formPair = ([name, value]: [string, string]): string => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;

/** The names and values of a form: `a[b][0]` for what is nested. */
function pairsOf(name: string, value: unknown): [string, string][] {
  // As in a query: a secret that was right isn't needed again, and what stands for it would be a wrong one.
  if (value === REDACTED) return [];
  if (typeof value !== 'object' || value === null) return [[name, String(value ?? '')]];
  return Object.entries(value).flatMap(([key, inner]) => pairsOf(name === '' ? key : `${name}[${key}]`, inner));
}

const NO_KIND: BodyKind = { type: '', length: Number.NaN };

function multipart(fields: readonly [string, unknown][], contentType: string): Buffer {
  const [, quoted, plain] = /boundary=(?:"([^"]*)"|([^;]*))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain ?? '';
  const parts = fields.flatMap(([name, value]) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name=${JSON.stringify(name)}\r\n\r\n`),
    bytesOf(value, NO_KIND) ?? Buffer.alloc(0),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
}
