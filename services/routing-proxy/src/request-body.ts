import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/** Bodies up to this many bytes are read before they are passed on, so that the call can be tried again. */
const BUFFERED_BYTES = 64 << 10;

/** What is sent to the twin: nothing, bytes that can be sent again, or a stream that can't once it was read from. */
export interface RequestBody {
  payload: Buffer | Readable | null;
  repeatable(): boolean;
}

const NONE: RequestBody = { payload: null, repeatable: () => true };

/** @returns undefined when the client went away before its body had come. */
export function readRequestBody(request: IncomingMessage): RequestBody | Promise<RequestBody | undefined> {
  const length = request.headers['content-length'];
  if (request.headers['transfer-encoding'] !== undefined) return streamed(request);
  if (length === undefined || length === '0') return NONE;
  return Number(length) <= BUFFERED_BYTES ? buffered(request) : streamed(request);
}

function buffered(request: IncomingMessage): Promise<RequestBody | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const payload = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      resolve({ payload, repeatable: () => true });
    });
    request.on('close', () => resolve(undefined));
    request.on('error', () => resolve(undefined));
  });
}

/** A stream over the request that starts on the first read and never destroys the request, which may be tried again. */
function streamed(request: IncomingMessage): RequestBody {
  let begun = false;
  return {
    get payload() {
      return new RequestStream(request, () => {
        begun = true;
      });
    },
    repeatable: () => !begun,
  };
}

class RequestStream extends Readable {
  readonly #request: IncomingMessage;
  readonly #onBegin: () => void;
  #begun = false;

  constructor(request: IncomingMessage, onBegin: () => void) {
    super();
    this.#request = request;
    this.#onBegin = onBegin;
  }

  override _read(): void {
    if (!this.#begun) {
      this.#begun = true;
      this.#onBegin();
      this.#request.on('data', this.#onData).on('end', this.#onEnd).on('close', this.#onClose);
    }
    this.#request.resume();
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#request.off('data', this.#onData).off('end', this.#onEnd).off('close', this.#onClose);
    callback(error);
  }

  readonly #onData = (chunk: Buffer): void => {
    if (!this.push(chunk)) this.#request.pause();
  };

  readonly #onEnd = (): void => {
    this.push(null);
  };

  readonly #onClose = (): void => {
    if (!this.#request.complete) this.destroy(new Error('the client went away'));
  };
}
