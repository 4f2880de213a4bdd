import type { IncomingHttpHeaders } from 'node:http';
import type { Fidelity } from '../definition.ts';
import { jsonText, type NormalReply } from '../http/reply.ts';
import type { Write } from '../universe.ts';
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

/** A row ready for the journal, and the answer's bytes encoded on the way. */
export interface Recorded {
  row: Buffer[];
  payload: Buffer | undefined;
  /** The true changes, where the row's own had a credential taken out. */
  changes?: Write['changes'];
}

const LATENCY_DECIMALS = 3;

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
  const { body } = call.reply;
  const clean = (text: string): string => scrub(text, call.credentials);
  const requestBody =
    call.body === undefined || call.body === null ? 'null' : clean(JSON.stringify(redactor.body(call.body, call.secrets)));
  const head =
    `{"seq":${call.seq},"ts":"${new Date(call.at).toISOString()}","request_id":"${call.requestId}","twin":"${call.twin}",` +
    `"method":${JSON.stringify(call.method)},"path":${clean(JSON.stringify(redactor.path(call.path)))},` +
    `"request_headers":${clean(JSON.stringify(redactor.headers(call.headers)))},"request_body":${requestBody},` +
    `"status":${call.reply.status},"response_headers":${clean(JSON.stringify(redactor.headers(call.reply.headers)))},"response_body":`;
  const delta = call.write ? JSON.stringify(call.write.changes) : 'null';
  const cleanDelta = clean(delta);
  const tail =
    `,"latency_ms":${call.latencyMs.toFixed(LATENCY_DECIMALS)},"state_mutation":${call.write !== undefined},` +
    `"state_delta":${cleanDelta},"tool":${JSON.stringify(call.tool)},"fidelity":${JSON.stringify(call.fidelity)}}`;

  const text = jsonText(body);
  const payload =
    text !== undefined ? Buffer.from(text) : typeof body === 'string' ? Buffer.from(body) : (body as Buffer | undefined);
  const recordedBody = text !== undefined ? clean(redactor.json(text, call.secrets)) : undefined;
  const middle =
    recordedBody === undefined
      ? Buffer.from(payload ? clean(JSON.stringify(tapeBytes(payload))) : 'null')
      : recordedBody === text
        ? (payload as Buffer)
        : Buffer.from(recordedBody);
  const recorded: Recorded = { row: [Buffer.from(head), middle, Buffer.from(tail)], payload };
  if (call.write && cleanDelta !== delta) recorded.changes = call.write.changes;
  return recorded;
}
