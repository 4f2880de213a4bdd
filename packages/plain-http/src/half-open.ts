import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** Has a server answer what it was asked by clients that say no more after their request; by itself node's takes them for gone. */
export function answerHalfClosed(server: Server): void {
  // Of `net.Server`, and of node's HTTP server since its first days, but in no list of its types.
  (server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
}

/** A socket that has said all it has to say, with what was read from it given back: a stream can't take that once it has ended. */
export class SpokenSocket extends Duplex {
  readonly #socket: Socket;

  constructor(socket: Socket, bytes: Buffer) {
    super();
    this.#socket = socket;
    this.push(bytes);
    this.push(null);
    socket.on('error', () => {});
    socket.once('close', () => this.destroy());
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, (error) => done(error));
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(() => done());
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}
