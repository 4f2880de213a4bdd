import type { Socket } from 'node:net';
import { Transform } from 'node:stream';

/** The beginning of an answer that isn't only one on the way to it, nor a change to another protocol (RFC 9110, section 15.2). */
const ANSWER = /^HTTP\/1\.1 [2-5]\d\d /;
const SHOWN = 16;
const LINE_END = '\r\n';
const LAST = Buffer.from(`${LINE_END}connection: close`);

/**
 * A caller's connection to a twin: bytes, both ways. That it carries HTTP matters at its end only. Whoever closes a connection that is kept for more
 * calls may close it while a call is on its way, which then nobody can say of whether it was taken; so the caller is told to close it, by the
 * field that is for that (RFC 9112, section 9.6), in the next answer.
 */
export class Passage {
  readonly closed: Promise<void>;
  readonly #caller: Socket;
  readonly #twin: Socket;
  /** The caller spoke last: what comes from the twin next begins an answer. */
  #asked = true;

  constructor(caller: Socket, twin: Socket) {
    this.#caller = caller;
    this.#twin = twin;
    this.closed = new Promise((resolve) => caller.once('close', () => resolve()));
    twin.once('close', () => caller.destroy());
    caller.once('close', () => twin.destroy());
    twin.on('error', () => twin.destroy());
    caller.on('data', () => {
      this.#asked = true;
    });
    twin.on('data', this.#answered);
    caller.pipe(twin);
    twin.pipe(caller);
  }

  /** Ends with the next answer. */
  leave(): void {
    this.#twin.off('data', this.#answered).unpipe(this.#caller);
    const marked = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        const isAnswer = this.#asked && ANSWER.test(chunk.toString('latin1', 0, SHOWN));
        if (isAnswer) this.#asked = false;
        done(null, isAnswer ? withLast(chunk) : chunk);
      },
    });
    this.#twin.pipe(marked).pipe(this.#caller);
  }

  readonly #answered = (): void => {
    this.#asked = false;
  };
}

function withLast(chunk: Buffer): Buffer {
  const at = chunk.indexOf(LINE_END);
  return at < 0 ? chunk : Buffer.concat([chunk.subarray(0, at), LAST, chunk.subarray(at)]);
}
