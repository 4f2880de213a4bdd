import { type IncomingHttpHeaders, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { CRLF, type Leave, openFirst, PlainConnection, type PlainFields, type PlainRequest } from '@svc/plain-http';
import { timeWriter } from '../time.ts';
import { LastValues } from './reply.ts';
import type { Sink } from './sink.ts';

/** Takes a request, to be answered later, or says that it is node's. @param headers as node's server gives them */
export type Take = (request: PlainRequest, headers: IncomingHttpHeaders, sink: Sink) => boolean;

/** The connections of a server that have carried nothing but plain requests so far: no message object is made of them. */
export class AnsweredConnections {
  readonly #open = new Set<AnsweredConnection>();

  /** @param wall milliseconds since 1970, for the `Date` of answers @param silentMs how long a client may take until it speaks */
  constructor(server: Server, wall: () => number, take: Take, silentMs = SILENT_MS) {
    openFirst(server, (socket, leave) => {
      const connection = new AnsweredConnection(socket, wall, take, (left, bytes) => {
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
}, '');
/** Copying what is larger costs more than a second piece. */
const COPIED_BYTES = 16 << 10;

/** As a `Date` header has it (RFC 9110, section 5.6.7). */
const httpDate = timeWriter(
  (at) => new Date(at).toUTCString().slice(0, -'ss GMT'.length),
  (minute, second) => `${minute}${second} GMT`,
);

class AnsweredConnection extends PlainConnection implements Sink {
  readonly #wall: () => number;
  readonly #take: Take;
  #known: { fields: PlainFields; headers: IncomingHttpHeaders | undefined } | undefined;

  constructor(socket: Socket, wall: () => number, take: Take, leaveTo: Leave) {
    super(socket, leaveTo);
    this.#wall = wall;
    this.#take = take;
  }

  get begun(): boolean {
    return !this.busy;
  }

  send(status: number, headers: Record<string, string>, payload: string | Buffer | undefined): void {
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}${CRLF}`;
    head += `${lines.all(headers)}Date: ${httpDate(this.#wall())}${CRLF}Connection: ${this.last ? 'close' : 'keep-alive'}${CRLF}${CRLF}`;
    const { socket } = this;
    // As node's server does: headers in the encoding of a text that follows at once.
    if (payload === undefined) socket.write(head, 'latin1');
    else if (typeof payload === 'string') socket.write(head + payload);
    else if (payload.length <= COPIED_BYTES) socket.write(joined(head, payload));
    else {
      socket.cork();
      socket.write(head, 'latin1');
      socket.write(payload);
      socket.uncork();
    }
    this.answered();
  }

  protected override take(request: PlainRequest): boolean {
    const headers = this.#headersOf(request.fields);
    return headers !== undefined && this.#take(request, headers, this);
  }

  #headersOf(fields: PlainFields): IncomingHttpHeaders | undefined {
    if (this.#known?.fields !== fields) this.#known = { fields, headers: asNode(fields) };
    return this.#known.headers;
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
