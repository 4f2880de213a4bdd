import type { IncomingMessage } from 'node:http';

export type ReadBody = { ok: true; bytes: Buffer } | { ok: false; reason: 'too-large' | 'aborted' };

/** True where a call has a body to wait for (RFC 9112, section 6). */
export function hasBody(request: IncomingMessage): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * Reads a body up to `limit` bytes and hands it over once, in the turn its end came in. The rest of a longer one is taken in and
 * dropped: a peer that still writes would lose its answer to a connection that closes.
 */
export function readBody(request: IncomingMessage, limit: number, onRead: (body: ReadBody) => void): void {
  if (Number(request.headers['content-length']) > limit) {
    request.resume();
    onRead({ ok: false, reason: 'too-large' });
    return;
  }
  let chunks: Buffer[] = [];
  let size = 0;
  let over = false;
  const once = (body: ReadBody): void => {
    if (over) return;
    over = true;
    onRead(body);
  };
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > limit) {
      chunks = [];
      once({ ok: false, reason: 'too-large' });
    } else chunks.push(chunk);
  });
  request.on('end', () => once({ ok: true, bytes: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks) }));
  request.on('close', () => once({ ok: false, reason: 'aborted' }));
}

/** What the bodies of one session's calls may take of memory while they come in, in bytes. What comes on top waits in its socket. */
const MOST_COMING_BYTES = 64 << 20;

/** Lets the bodies of one session in, so that one that sends a flood of them takes no more of the process than others have. */
export class BodyGate {
  #coming = 0;
  readonly #waiting: { bytes: number; read: () => void }[] = [];

  /** As `readBody`, once there is room for it: at once for the first, whatever its size. */
  read(request: IncomingMessage, limit: number, onRead: (body: ReadBody) => void): void {
    const bytes = Number(request.headers['content-length'] ?? limit);
    if (bytes > limit) {
      // It is dropped as it comes.
      readBody(request, limit, onRead);
      return;
    }
    const read = (): void => {
      this.#coming += bytes;
      const leave = (body: ReadBody): void => {
        this.#coming -= bytes;
        onRead(body);
        this.#next();
      };
      if (request.destroyed) leave({ ok: false, reason: 'aborted' });
      else readBody(request, limit, leave);
    };
    this.#waiting.push({ bytes, read });
    this.#next();
  }

  #next(): void {
    for (let [first] = this.#waiting; first && this.#hasRoom(first.bytes); [first] = this.#waiting) {
      this.#waiting.shift();
      first.read();
    }
  }

  #hasRoom(bytes: number): boolean {
    return this.#coming === 0 || this.#coming + bytes <= MOST_COMING_BYTES;
  }
}
