import type { IncomingHttpHeaders } from 'node:http';
import type { Fidelity } from '../definition.ts';
import { bodyDigest, jsonText, type NormalReply } from '../http/reply.ts';
import type { Write } from '../universe.ts';
import type { RowPart } from './journal.ts';
import { type Redactor, scrub } from './redact.ts';

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
  row: RowPart[];
  payload: string | Buffer | undefined;
  /** The true changes, where the row's own had a credential taken out. */
  changes?: Write['changes'];
}

const LATENCY_DECIMALS = 3;
const SHORT_TEXT_CHARACTERS = 1 << 14;

/** Bytes as the tape shows them: text as a string, anything else as `{ "$base64": … }`. */
export function tapeBytes(bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : { $base64: bytes.toString('base64') };
}

/**
 * Writes down a call (spec, "Tape row"). The answer's JSON goes into the row as the bytes that are sent, so a large page is
 * encoded once; only where a credential stands in it does the row get a text of its own.
 */
export function record(call: CallRecord, redactor: Redactor): Recorded {
  const clean = (text: string): string => scrub(text, call.credentials);
  const requestBody =
    call.body === undefined || call.body === null ? 'null' : JSON.stringify(redactor.body(call.body, call.secrets));
  const head =
    `{"seq":${call.seq},"ts":"${new Date(call.at).toISOString()}","request_id":"${call.requestId}","twin":"${call.twin}",` +
    `"method":${JSON.stringify(call.method)},"path":${JSON.stringify(redactor.path(call.path))},` +
    `"request_headers":${JSON.stringify(redactor.headers(call.headers))},"request_body":${requestBody},` +
    `"status":${call.reply.status},"response_headers":${JSON.stringify(redactor.headers(call.reply.headers))},"response_body":`;
  const delta = call.write ? JSON.stringify(call.write.changes) : 'null';
  const cleanDelta = call.write ? clean(delta) : delta;
  const tail =
    `,"latency_ms":${call.latencyMs.toFixed(LATENCY_DECIMALS)},"state_mutation":${call.write !== undefined},` +
    `"state_delta":${cleanDelta},"tool":${JSON.stringify(call.tool)},"fidelity":${JSON.stringify(call.fidelity)}}`;
  const { payload, middle } = responseBody(call, clean, redactor);
  const recorded: Recorded = { row: [clean(head), middle, tail], payload };
  if (call.write && cleanDelta !== delta) recorded.changes = call.write.changes;
  return recorded;
}

/** What is sent, and what the row shows of it. */
function responseBody(
  call: CallRecord,
  clean: (text: string) => string,
  redactor: Redactor,
): { payload: string | Buffer | undefined; middle: RowPart } {
  const { body } = call.reply;
  const text = jsonText(body);
  if (text !== undefined) {
    // Short text goes out with its head in one write; long text is encoded once, for the socket and the journal.
    const payload = text.length < SHORT_TEXT_CHARACTERS ? text : Buffer.from(text);
    const shown = clean(redactor.json(text, call.secrets));
    return {
      payload,
      middle: shown !== text || typeof payload === 'string' ? shown : { bytes: payload, digest: bodyDigest(body) },
    };
  }
  const payload = body as string | Buffer | undefined;
  if (payload === undefined) return { payload, middle: 'null' };
  return { payload, middle: clean(JSON.stringify(Buffer.isBuffer(payload) ? tapeBytes(payload) : payload)) };
}
