import { type IncomingHttpHeaders, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { CRLF, type Leave, openFirst, type PlainFields, type PlainRequest, readPlainRequest } from '@svc/plain-http';
import { timeWriter } from '../time.ts';
import { LastValues } from './last-values.ts';
import type { Sink } from './sink.ts';

/** Takes a request, to be answered later, or says that it is node's. @param headers as node's server gives them */
export type Take = (request: PlainRequest, headers: IncomingHttpHeaders, sink: Sink) => boolean;

/** The connections of a server that have carried nothing but plain requests so far: no message object is made of them. */
export class DirectConnections {
  readonly #open = new Set<DirectConnection>();

  /** @param wall milliseconds since 1970, for the `Date` of answers @param silentMs how long a client may take until it speaks */
  constructor(server: Server, wall: () => number, take: Take, silentMs = SILENT_MS) {
    openFirst(server, (socket, leave) => {
      const connection = new DirectConnection(socket, wall, take, (left, bytes) => {
        this.#open.delete(connection);
        leave(left, bytes);
      });
      this.#open.add(connection);
      // Once it has spoken, it is its maker's to close.
      socket.setTimeout(silentMs, () => socket.destroy());
      socket.once('data', () => socket.setTimeout(0));
      socket.on('close', () => this.#open.delete(connection));
    });
  }

  close(): void {
    for (const connection of this.#open) connection.destroy();
  }
}

/** As node's server has it. */
const SILENT_MS = 60_000;
/** What may not stand in a header's value. */
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/;
const lines = new LastValues((name, value) => {
  if (UNSENDABLE.test(value)) throw new TypeError(`the header ${name} has a character that can not be sent`);
  return `${name}: ${value}${CRLF}`;
});
/** Copying what is larger costs more than a second piece. */
const COPIED_BYTES = 16 << 10;

/** As a `Date` header has it (RFC 9110, section 5.6.7). */
const httpDate = timeWriter(
  (at) => new Date(at).toUTCString().slice(0, -'ss GMT'.length),
  (minute, second) => `${minute}${second} GMT`,
);

class DirectConnection implements Sink {
  readonly #socket: Socket;
  readonly #wall: () => number;
  readonly #take: Take;
  readonly #leaveTo: Leave;
  #known: { fields: PlainFields; headers: IncomingHttpHeaders | undefined } | undefined;
  #busy = false;
  /** True once the client has said that it says no more. */
  #last = false;
  /** What came while a request was being answered. */
  readonly #early: Buffer[] = [];

  constructor(socket: Socket, wall: () => number, take: Take, leaveTo: Leave) {
    this.#socket = socket;
    this.#wall = wall;
    this.#take = take;
    this.#leaveTo = leaveTo;
    socket.on('data', this.#onData).on('end', this.#onEnd).on('error', ignore);
  }

  get begun(): boolean {
    return !this.#busy;
  }

  destroy(): void {
    this.#socket.destroy();
  }

  send(status: number, headers: Record<string, string>, payload: string | Buffer | undefined): void {
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}${CRLF}`;
    for (const name in headers) head += lines.text(name, headers[name] as string);
    head += `Date: ${httpDate(this.#wall())}${CRLF}Connection: ${this.#last ? 'close' : 'keep-alive'}${CRLF}${CRLF}`;
    this.#busy = false;
    // As node's server does: headers in the encoding of a text that follows at once.
    if (payload === undefined) this.#socket.write(head, 'latin1');
    else if (typeof payload === 'string') this.#socket.write(head + payload);
    else if (payload.length <= COPIED_BYTES) this.#socket.write(joined(head, payload));
    else {
      this.#socket.cork();
      this.#socket.write(head, 'latin1');
      this.#socket.write(payload);
      this.#socket.uncork();
    }
    if (this.#last) this.#socket.end();
    else if (this.#early.length > 0 && !this.#socket.destroyed) this.#leave(Buffer.concat(this.#early));
  }

  readonly #onData = (bytes: Buffer): void => {
    if (this.#socket.writableEnded) return;
    if (this.#busy) {
      this.#early.push(bytes);
      this.#socket.pause();
      return;
    }
    // A client that doesn't take its answers is node's to slow down.
    const request = this.#socket.writableNeedDrain ? undefined : readPlainRequest(bytes, this.#known?.fields);
    const headers = request && this.#headersOf(request.fields);
    this.#busy = true;
    if (headers && this.#take(request, headers, this)) return;
    this.#busy = false;
    this.#leave(bytes);
  };

  /** A client that says no more may wait for the answer to what it said. */
  readonly #onEnd = (): void => {
    if (this.#busy) this.#last = this.#early.length === 0;
    else this.#socket.end();
  };

  #headersOf(fields: PlainFields): IncomingHttpHeaders | undefined {
    if (this.#known?.fields !== fields) this.#known = { fields, headers: asNode(fields) };
    return this.#known.headers;
  }

  #leave(bytes: Buffer): void {
    this.#socket.off('data', this.#onData).off('end', this.#onEnd).off('error', ignore);
    this.#leaveTo(this.#socket, bytes);
  }
}

/** Headers by their names in small letters. How those that stand twice are put together is node's to say. */
function asNode({ list }: PlainFields): IncomingHttpHeaders | undefined {
  const headers: IncomingHttpHeaders = {};
  for (let at = 0; at < list.length; at += 2) {
    const name = (list[at] as string).toLowerCase();
    if (headers[name] !== undefined || name === 'set-cookie') return undefined;
    headers[name] = list[at + 1] as string;
  }
  return Object.freeze(headers);
}

function joined(head: string, payload: Buffer): Buffer {
  const whole = Buffer.allocUnsafe(head.length + payload.length);
  whole.write(head, 'latin1');
  payload.copy(whole, head.length);
  return whole;
}

/** Its end follows, and says all there is to know. */
const ignore = (): void => {};
