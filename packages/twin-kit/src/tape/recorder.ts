import type { IncomingHttpHeaders } from 'node:http';
import { BoundedMap } from '../bounded-map.ts';
import type { Fidelity } from '../definition.ts';
import type { FaultOnTape } from '../faults/on-tape.ts';
import { jsonText, leastLength, type NormalReply, RawJson, replyDigest } from '../http/reply.ts';
import type { Links } from '../http/request.ts';
import { StreamBody } from '../http/stream-body.ts';
import { inOnePiece } from '../one-piece.ts';
import type { WrittenText } from '../room.ts';
import { actionsText } from '../room.ts';
import { isoTime, wallIsoTime } from '../time.ts';
import type { Write } from '../universe.ts';
import type { Action } from '../world/action-log.ts';
import type { Row } from './journal-writer.ts';
import type { Redactor } from './redact.ts';
import { Scrubber } from './redact.ts';

/** A finished call, as the recorder takes it down. */
export interface CallRecord {
  seq: number;
  /** Milliseconds since 1970 by the world's clock. */
  at: number;
  /** When the call came in by the wall's clock, where the world's is another. */
  receivedAt: number | undefined;
  requestId: string;
  twin: string;
  method: string;
  /** With the session prefix and the query. */
  path: string;
  headers: IncomingHttpHeaders;
  /** The same, names and values in turn as they came. */
  rawHeaders: readonly string[];
  /** Its addresses stand in its answer. */
  links: Pick<Links, 'base' | 'unsigned'>;
  /** What the body parsed to; its text or bytes where it didn't. */
  body: unknown;
  reply: NormalReply;
  latencyMs: number;
  write: (Write & { text: WrittenText }) | undefined;
  tool: string | null;
  /** The actions it named; undefined where it did one thing. */
  actions: readonly Action[] | undefined;
  refused: boolean;
  fidelity: Fidelity | 'unsupported' | null;
  /** Inputs that were taken without effect. */
  ignored?: readonly string[] | undefined;
  /** Secrets of this call, which are kept off the tape wherever they stand. */
  credentials: readonly string[];
  /** Field names the operation declares secret. */
  secrets: readonly string[];
  /** Set on the last row before calls that have none. */
  cut?: boolean;
  /** The fault that the call met. */
  fault: FaultOnTape | undefined;
}

/** A row ready for the journal, and the answer's body as it is sent. */
export interface Recorded {
  row: Row;
  payload: string | Buffer | StreamBody | undefined;
  /** JSON of the true changes, where the row's own had a credential taken out. */
  changes?: string;
}

/** Latencies are told to the microsecond. */
const LATENCY_STEPS = 1_000;
const LONG_ANSWER_CHARACTERS = 1 << 10;

/** A long answer as it was sent before. */
interface KnownAnswer {
  bytes: Buffer;
  /** The credentials it was searched for, and free of. */
  cleanOf: string;
}

const MOST_KNOWN_BYTES = 8 << 20;
/**
 * Encoded answers by digest: a page that is read again is neither joined nor encoded again. The worlds of a process share the room for
 * them; a digest stands for the whole text of an answer, so that no two of them can meet.
 */
const knownAnswers = new BoundedMap<string, KnownAnswer>(MOST_KNOWN_BYTES, ({ bytes }) => bytes.length);

/** Bytes as the tape shows them: text as a string, anything else as `{ "$base64": … }`. */
export function tapeBytes(bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : { $base64: bytes.toString('base64') };
}

/** What a write answers is new each time, what holds secrets differs from its row, and what is short costs less to write again than to look up. */
const isWorthRemembering = ({ write, secrets, reply }: CallRecord): boolean =>
  write === undefined && secrets.length === 0 && leastLength(reply.body) >= LONG_ANSWER_CHARACTERS;

const quotedOrNull = (text: string | null): string => (text === null ? 'null' : JSON.stringify(text));

/** What was asked for: the path as text, the headers as JSON text. */
interface Asked {
  path: string;
  requestHeaders: string;
}

/** A row in parts, JSON text each. */
interface RowParts {
  /** As `askedText` writes it. */
  asked: string;
  requestBody: string;
  responseHeaders: string;
  /** What isn't text is free of the call's credentials. */
  answer: Row[1];
  delta: string;
  /** As `doneText` writes it. */
  done: string;
}

const NO_DELTA = 'null';
/** More than a twin has. */
const MOST_TOOLS = 2_000;

/** A call that named none did what its own action says, and wrote its delta. */
function actionsOf({ tool, actions, refused, write }: CallRecord): string {
  if (actions) return actionsText(actions) as string;
  if (tool === null && !write?.changes.length) return '[]';
  return `[{"tool":${quotedOrNull(tool)}${refused ? ',"refused":true' : ''}}]`;
}

/** What a row says of the call that came, up to its body. */
const askedText = ({ twin, method }: CallRecord, { path, requestHeaders }: Asked): string =>
  `,"twin":"${twin}","method":"${method}","path":${JSON.stringify(path)},"request_headers":${requestHeaders},"request_body":`;

/** What a row says at its end of what was done. */
function doneText(call: CallRecord, actions: string): string {
  return (
    `,"tool":${quotedOrNull(call.tool)},"actions":${actions},` +
    `"fidelity":${call.fidelity === null ? null : `"${call.fidelity}"`}` +
    `${call.ignored ? `,"ignored":${JSON.stringify(call.ignored)}` : ''}${call.cut ? ',"cut":true' : ''}` +
    `${call.fault ? `,"fault":${JSON.stringify(call.fault)}` : ''}}`
  );
}

/** Of calls that did the one thing that their tool is named for, which most do; by tool. */
const plainlyDone = new Map<string, string>();

function doneOf(call: CallRecord): string {
  const { tool, fidelity, actions, refused, ignored, cut, fault } = call;
  const isPlain = tool !== null && fidelity === 'semantic' && !actions && !refused && !ignored && !cut && !fault;
  if (!isPlain) return doneText(call, actionsOf(call));
  let text = plainlyDone.get(tool);
  if (text === undefined) {
    text = inOnePiece(doneText(call, actionsOf(call)));
    if (plainlyDone.size < MOST_TOOLS) plainlyDone.set(tool, text);
  }
  return text;
}

/** The row's text. A short answer is put in at once, so that all is searched and written as one text. */
function recordedRow(call: CallRecord, parts: RowParts): Row {
  const { answer, delta } = parts;
  const head =
    `{"seq":${call.seq},"ts":"${isoTime(call.at)}","request_id":"${call.requestId}"${parts.asked}${parts.requestBody},` +
    `"status":${call.reply.status},"response_headers":${parts.responseHeaders},"response_body":`;
  const tail =
    `,${call.receivedAt === undefined ? '' : `"received_at":"${wallIsoTime(call.receivedAt)}",`}"latency_ms":${Math.round(call.latencyMs * LATENCY_STEPS) / LATENCY_STEPS},"state_mutation":${delta !== NO_DELTA},` +
    `"state_delta":${delta}${parts.done}`;
  return typeof answer === 'string' ? [head + answer + tail, '', ''] : [head, answer, tail];
}

/** Takes calls down (spec, "Tape row"). */
export class Recorder {
  readonly #redactor: Redactor;
  #lastHeaders: { raw: readonly string[]; text: string } = { raw: [], text: '{}' };
  #lastAsked = { twin: '', method: '', path: '', requestHeaders: '', text: '', isInOnePiece: false };

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  record(call: CallRecord): Recorded {
    const redactor = this.#redactor;
    const { payload, answer } = this.#responseBody(call);
    const asked = { path: redactor.path(call.path), requestHeaders: this.#requestHeaders(call) };
    const parts: RowParts = {
      asked: this.#asked(call, asked),
      requestBody: call.body === undefined || call.body === null ? 'null' : redactor.body(call.body, call.secrets),
      responseHeaders: redactor.responseHeaders(call.reply.headers),
      answer,
      delta: call.write && call.write.changes.length > 0 ? call.write.text.changes : NO_DELTA,
      done: doneOf(call),
    };
    const row = recordedRow(call, parts);
    const scrubber = new Scrubber(call.credentials, call.links);
    // Nearly all rows hold nothing of the kind.
    if (!scrubber.mayStandIn(row[0]) && !scrubber.mayStandIn(row[2])) return { row, payload };
    const clean: RowParts = {
      asked: askedText(call, { path: scrubber.text(asked.path), requestHeaders: scrubber.json(asked.requestHeaders) }),
      requestBody: scrubber.json(parts.requestBody),
      responseHeaders: scrubber.json(parts.responseHeaders),
      answer: typeof answer === 'string' ? scrubber.json(answer) : answer,
      delta: scrubber.json(parts.delta),
      done: doneText(call, scrubber.json(actionsOf(call))),
    };
    return {
      row: recordedRow(call, clean),
      payload,
      ...(call.write && clean.delta !== parts.delta && { changes: parts.delta }),
    };
  }

  /** A client asks in the same words call after call, where what it wants stands in the body: GraphQL, MCP, calls named by a path. */
  #asked(call: CallRecord, asked: Asked): string {
    const last = this.#lastAsked;
    const { twin, method } = call;
    const { path, requestHeaders } = asked;
    const isSame = last.path === path && last.requestHeaders === requestHeaders && last.method === method && last.twin === twin;
    if (!isSame) {
      this.#lastAsked = { twin, method, path, requestHeaders, text: askedText(call, asked), isInOnePiece: false };
    } else if (!last.isInOnePiece) {
      last.text = inOnePiece(last.text);
      last.isInOnePiece = true;
    }
    return this.#lastAsked.text;
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
  #responseBody(call: CallRecord): { payload: Recorded['payload']; answer: Row[1] } {
    const { body } = call.reply;
    if (body instanceof StreamBody) return { payload: body, answer: JSON.stringify(body.shown) };
    const json = body instanceof RawJson || (Array.isArray(body) && body.length > 0);
    if (!json) {
      const payload = body as string | Buffer | undefined;
      if (payload === undefined) return { payload, answer: 'null' };
      return { payload, answer: JSON.stringify(Buffer.isBuffer(payload) ? tapeBytes(payload) : payload) };
    }
    const digest = isWorthRemembering(call) ? `${replyDigest(call.reply, call.links)} ${call.links.base}` : undefined;
    const known = digest === undefined ? undefined : knownAnswers.get(digest);
    const cleanOf = digest === undefined ? '' : call.credentials.join();
    if (known?.cleanOf === cleanOf) return { payload: known.bytes, answer: { bytes: known.bytes, digest: digest as string } };
    const text = jsonText(body) as string;
    const shown = this.#redactor.json(text, call.secrets);
    if (text.length < LONG_ANSWER_CHARACTERS || shown !== text || new Scrubber(call.credentials, call.links).mayStandIn(text))
      return { payload: text, answer: shown };
    // Encoded once for the socket and the file.
    const bytes = Buffer.from(text);
    if (digest === undefined) return { payload: bytes, answer: bytes };
    knownAnswers.set(digest, { bytes, cleanOf });
    return { payload: bytes, answer: { bytes, digest } };
  }
}
