import type { Socket } from 'node:net';
import { CRLF, HEAD_END, readFields } from './fields.ts';
import type { Leave } from './open-first.ts';

/** A request that came whole, in one piece, in the form that nearly all have: what there is to know of it is known at once. */
export interface PlainRequest {
  method: string;
  /** Path and query as the client wrote them. */
  target: string;
  fields: PlainFields;
  body: Buffer;
}

const REQUEST_LINE = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (\/[\x21-\x7e]*) HTTP\/1\.1$/;
const LENGTH = /^\d{1,8}$/;
/** Longer ones are node's to refuse. */
const LONGEST_HEAD = 8 << 10;
/** Fields that make more of a request than a head and a counted body. */
const UNUSUAL: ReadonlySet<string> = new Set(['transfer-encoding', 'upgrade', 'expect']);

/**
 * Reads a request that is plain beyond doubt. Whatever may be read in two ways, or needs more than passing on, isn't: a head that isn't whole,
 * a body that isn't all here or is followed by more, lengths, hosts or bearers given twice, transfer codings, upgrades.
 *
 * @param last the fields of the connection's last request: a client sends the same ones call after call
 */
export function readPlainRequest(bytes: Buffer, last: PlainFields | undefined): PlainRequest | undefined {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0 || end > LONGEST_HEAD) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const lineEnd = head.indexOf(CRLF);
  const line = lineEnd < 0 ? null : REQUEST_LINE.exec(head.slice(0, lineEnd));
  if (!line) return undefined;
  const text = head.slice(lineEnd + CRLF.length);
  const fields = last?.text === text ? last : PlainFields.read(text);
  const body = end + HEAD_END.length;
  if (!fields || body + fields.length !== bytes.length) return undefined;
  return { method: line[1]!, target: line[2]!, fields, body: bytes.subarray(body) };
}

/** The fields of a plain request. */
export class PlainFields {
  /** As they came. */
  readonly text: string;
  /** Names and values in turn, names as they are spelt. */
  readonly list: readonly string[];
  readonly host: string;
  readonly authorization: string | undefined;
  /** Bytes of the body. */
  readonly length: number;

  private constructor(text: string, list: readonly string[], found: Map<string, string>) {
    this.text = text;
    this.list = list;
    this.host = found.get('host') as string;
    this.authorization = found.get('authorization');
    this.length = Number(found.get('content-length') ?? 0);
  }

  static read(text: string): PlainFields | undefined {
    const list = readFields(text);
    if (!list) return undefined;
    const found = new Map<string, string>();
    for (let at = 0; at < list.length; at += 2) {
      const name = list[at]!.toLowerCase();
      if (UNUSUAL.has(name)) return undefined;
      if (!SINGLE.has(name)) continue;
      if (found.has(name)) return undefined;
      found.set(name, list[at + 1]!);
    }
    const plain =
      found.has('host') &&
      (found.get('connection') ?? KEEP_ALIVE).toLowerCase() === KEEP_ALIVE &&
      LENGTH.test(found.get('content-length') ?? '0');
    return plain ? new PlainFields(text, list, found) : undefined;
  }
}

const KEEP_ALIVE = 'keep-alive';
/** Fields that servers go by, which must stand once. */
const SINGLE: ReadonlySet<string> = new Set(['host', 'authorization', 'content-length', 'connection']);

const NONE: Buffer = Buffer.alloc(0);

/**
 * A client's connection for as long as all that comes on it are plain requests, one after the other. With the first that is anything else, or that
 * isn't taken, it is left to node's HTTP server, for good.
 */
export abstract class PlainConnection {
  protected readonly socket: Socket;
  /** True when the connection ends with the answer that is under way. */
  protected last = false;
  readonly #leaveTo: Leave;
  #busy = false;
  /** The request that is being answered, as it came. */
  #current: Buffer = NONE;
  /** Of the last request: a client sends the same ones call after call. */
  #fields: PlainFields | undefined;
  /** What came while a request was being answered. */
  readonly #early: Buffer[] = [];

  /** @param leaveTo takes the socket over, and what was read from it but not used */
  constructor(socket: Socket, leaveTo: Leave) {
    this.socket = socket;
    this.#leaveTo = leaveTo;
    socket.on('data', this.#onData).on('end', this.#onEnd).on('error', ignore);
  }

  /** Takes a request, to be answered later, or says that it is node's. */
  protected abstract take(request: PlainRequest): boolean;

  /** Called when the client has said, in the middle of a request's answer, that it says no more. */
  protected onHalfClosed(): void {}

  /** Called when the connection is no longer this object's. */
  protected onLeft(): void {}

  /** True from the time a request comes until its answer is on its way. */
  get busy(): boolean {
    return this.#busy;
  }

  destroy(): void {
    this.socket.destroy();
  }

  /** The answer is written: what follows may be read. */
  protected answered(): void {
    this.#busy = false;
    this.#current = NONE;
    if (this.last) this.socket.end();
    else if (this.#early.length > 0 && !this.socket.destroyed) this.#leave(Buffer.concat(this.#early));
  }

  /** Leaves the request that was taken to node's server, and all that came after it. */
  protected giveUp(): void {
    this.#leave(Buffer.concat([this.#current, ...this.#early]));
  }

  readonly #onData = (bytes: Buffer): void => {
    // What comes after the last answer couldn't be answered any more.
    if (this.socket.writableEnded) return;
    if (this.#busy) {
      this.#early.push(bytes);
      this.socket.pause();
      return;
    }
    // Node's server holds back the requests of a client that doesn't take its answers.
    const request = this.socket.writableNeedDrain ? undefined : readPlainRequest(bytes, this.#fields);
    this.#busy = true;
    this.#current = bytes;
    if (request) {
      this.#fields = request.fields;
      if (this.take(request)) return;
    }
    this.#leave(bytes);
  };

  /** A client that says no more may wait for the answer to what it said. */
  readonly #onEnd = (): void => {
    if (!this.#busy) return void this.socket.end();
    this.last ||= this.#early.length === 0;
    this.onHalfClosed();
  };

  #leave(bytes: Buffer): void {
    this.#busy = false;
    this.socket.off('data', this.#onData).off('end', this.#onEnd).off('error', ignore);
    this.onLeft();
    this.#leaveTo(this.socket, bytes);
  }
}

/** Its end follows, and says all there is to know. */
const ignore = (): void => {};
