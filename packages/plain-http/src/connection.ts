import type { Socket } from 'node:net';
import type { Leave } from './open-first.ts';
import { type PlainFields, type PlainRequest, readPlainRequest } from './plain-request.ts';

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
