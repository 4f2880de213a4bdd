import type { IncomingHttpHeaders } from 'node:http';
import type { Fidelity } from '../definition.ts';
import { jsonText, leastLength, type NormalReply, RawJson, replyDigest } from '../http/reply.ts';
import { isoTime } from '../time.ts';
import type { Write } from '../universe.ts';
import type { Row } from './journal.ts';
import { holdsAny, type Redactor, scrub } from './redact.ts';

/** A finished call, as the recorder takes it down. */
export interface CallRecord {
  seq: number;
  /** Milliseconds since 1970 by the world's clock. */
  at: number;
  requestId: string;
  twin: string;
  method: string;
  /** With the session prefix and the query. */
  path: string;
  headers: IncomingHttpHeaders;
  /** The same, names and values in turn as they came. */
  rawHeaders: readonly string[];
  /** The base URL of the call, which stands in its answer. */
  base: string;
  /** What the body parsed to; its text or bytes where it didn't. */
  body: unknown;
  reply: NormalReply;
  latencyMs: number;
  write: Write | undefined;
  tool: string | null;
  fidelity: Fidelity | 'unsupported' | null;
  /** Credentials the call presented. */
  credentials: readonly string[];
  /** Field names the operation declares secret. */
  secrets: readonly string[];
}

/** A row ready for the journal, and the answer's body as it is sent. */
export interface Recorded {
  row: Row;
  payload: string | Buffer | undefined;
  /** The true changes, where the row's own had a credential taken out. */
  changes?: Write['changes'];
}

/** Latencies are told to the microsecond. */
const LATENCY_STEPS = 1_000;
const LONG_ANSWER_CHARACTERS = 1 << 10;
const MOST_KNOWN_BYTES = 4 << 20;

/** Bytes as the tape shows them: text as a string, anything else as `{ "$base64": … }`. */
export function tapeBytes(bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : { $base64: bytes.toString('base64') };
}

/** What a write answers is new each time, what holds secrets differs from its row, and what is short costs less to write again than to look up. */
const isWorthRemembering = ({ write, secrets, reply }: CallRecord): boolean =>
  write === undefined && secrets.length === 0 && leastLength(reply.body) >= LONG_ANSWER_CHARACTERS;

const quotedOrNull = (text: string | null): string => (text === null ? 'null' : JSON.stringify(text));

/** A long answer as it was sent before. */
interface KnownAnswer {
  bytes: Buffer;
  /** The credentials it was searched for, and free of. */
  cleanOf: string;
}

/** What a row is put together from. */
interface RowParts {
  head: string;
  middle: Row[1];
  landed: boolean;
  delta: string;
}

/** The row without the credentials of its call. A middle that isn't text is free of them. */
function withoutCredentials(call: CallRecord, { head, middle, landed, delta }: RowParts): Omit<Recorded, 'payload'> {
  const tail = (shownDelta: string): string =>
    `,"latency_ms":${Math.round(call.latencyMs * LATENCY_STEPS) / LATENCY_STEPS},"state_mutation":${landed},` +
    `"state_delta":${shownDelta},"tool":${quotedOrNull(call.tool)},"fidelity":${call.fidelity === null ? null : `"${call.fidelity}"`}}`;
  // Nearly all rows hold none. Put together first, they are searched and written as one text.
  const row: Row = typeof middle === 'string' ? [head + middle + tail(delta), '', ''] : [head, middle, tail(delta)];
  if (!holdsAny(row[0], call.credentials) && !holdsAny(row[2], call.credentials)) return { row };
  const clean = (text: string): string => scrub(text, call.credentials);
  const cleanDelta = clean(delta);
  return {
    row: [clean(head), typeof middle === 'string' ? clean(middle) : middle, clean(tail(cleanDelta))],
    ...(call.write && cleanDelta !== delta && { changes: call.write.changes }),
  };
}

/** Takes calls down (spec, "Tape row"). */
export class Recorder {
  readonly #redactor: Redactor;
  /** Encoded answers by digest, oldest first: a page that is read again is neither joined nor encoded again. */
  readonly #known = new Map<string, KnownAnswer>();
  #knownBytes = 0;
  #lastHeaders: { raw: readonly string[]; text: string } = { raw: [], text: '{}' };

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  record(call: CallRecord): Recorded {
    const redactor = this.#redactor;
    const requestBody = call.body === undefined || call.body === null ? 'null' : redactor.body(call.body, call.secrets);
    const head =
      `{"seq":${call.seq},"ts":"${isoTime(call.at)}","request_id":"${call.requestId}","twin":"${call.twin}",` +
      `"method":"${call.method}","path":${JSON.stringify(redactor.path(call.path))},` +
      `"request_headers":${this.#requestHeaders(call)},"request_body":${requestBody},` +
      `"status":${call.reply.status},"response_headers":${redactor.responseHeaders(call.reply.headers)},"response_body":`;
    const landed = call.write !== undefined && call.write.changes.length > 0;
    const { payload, middle } = this.#responseBody(call);
    return {
      payload,
      ...withoutCredentials(call, { head, middle, landed, delta: landed ? JSON.stringify(call.write?.changes) : 'null' }),
    };
  }

  /** A client sends the same headers call after call: those of the last one are remembered. */
  #requestHeaders({ headers, rawHeaders }: CallRecord): string {
    const last = this.#lastHeaders;
    if (last.raw === rawHeaders) return last.text;
    if (last.raw.length === rawHeaders.length && last.raw.every((part, at) => part === rawHeaders[at])) return last.text;
    const text = this.#redactor.requestHeaders(headers);
    this.#lastHeaders = { raw: rawHeaders, text };
    return text;
  }

  /** What is sent, and what the row shows of it. */
  #responseBody(call: CallRecord): { payload: string | Buffer | undefined; middle: Row[1] } {
    const { body } = call.reply;
    const json = body instanceof RawJson || (Array.isArray(body) && body.length > 0);
    if (!json) {
      const payload = body as string | Buffer | undefined;
      if (payload === undefined) return { payload, middle: 'null' };
      return { payload, middle: JSON.stringify(Buffer.isBuffer(payload) ? tapeBytes(payload) : payload) };
    }
    const digest = isWorthRemembering(call) ? `${replyDigest(call.reply, call.base)} ${call.base}` : undefined;
    const known = digest === undefined ? undefined : this.#known.get(digest);
    const cleanOf = digest === undefined ? '' : call.credentials.join();
    if (known?.cleanOf === cleanOf) return { payload: known.bytes, middle: { bytes: known.bytes, digest: digest as string } };
    const text = jsonText(body) as string;
    const shown = this.#redactor.json(text, call.secrets);
    if (text.length < LONG_ANSWER_CHARACTERS || shown !== text || holdsAny(text, call.credentials))
      return { payload: text, middle: shown };
    // Encoded once for the socket and the file.
    const bytes = Buffer.from(text);
    if (digest === undefined) return { payload: bytes, middle: bytes };
    this.#remember(digest, { bytes, cleanOf });
    return { payload: bytes, middle: { bytes, digest } };
  }

  #remember(digest: string, answer: KnownAnswer): void {
    this.#knownBytes += answer.bytes.length - (this.#known.get(digest)?.bytes.length ?? 0);
    this.#known.delete(digest);
    this.#known.set(digest, answer);
    for (const [oldest, { bytes }] of this.#known) {
      if (this.#knownBytes <= MOST_KNOWN_BYTES) break;
      this.#known.delete(oldest);
      this.#knownBytes -= bytes.length;
    }
  }
}
