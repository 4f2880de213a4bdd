import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { systemAmbient } from '../ambient.ts';
import type { Twin } from '../definition.ts';
import type { Sink } from '../http/sink.ts';
import { TwinServer } from '../server.ts';
import { COPIED_BYTES, type HandedAnswer, type HandedCall, type ThreadData, type ToThread } from './messages.ts';

/** Does this module run in a thread that a twin's process started for its heavy sessions? */
export const isSessionThread = !isMainThread;

/** Runs sessions of a twin in this thread: calls come as messages, what the platform asks on a socket. */
export async function serveInThread(twin: Twin): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('this is no thread');
  const { folder, socketPath, controlToken, ownPorts } = workerData as ThreadData;
  const server = new TwinServer({ twin, journals: { folder }, hosted: true, controlToken, ownPorts, ambient: systemAmbient() });
  // What comes meanwhile waits: a server that is closed before it listens would listen then.
  await server.listenOn(socketPath);
  port.on('message', (message: ToThread) => {
    if (message !== 'close') server.arrive(withBuffer(message), new AnswerSink(message));
    // An exit of its own would cut off what is still being told.
    else void server.close().finally(() => port.close());
  });
  port.postMessage('listening');
}

/** Where the answer of a call goes that came as a message. */
class AnswerSink implements Sink {
  readonly #id: number;
  begun = false;

  constructor({ id }: HandedCall) {
    this.#id = id;
  }

  send(status: number, headers: Record<string, string>, payload: string | Buffer | undefined): void {
    const answer = { id: this.#id, status, headers };
    if (payload === undefined) this.#post(answer);
    else if (payload.length <= COPIED_BYTES) this.#post({ ...answer, payload });
    else {
      // Answers are kept to be given again: what goes away is a copy.
      const bytes = typeof payload === 'string' ? encoder.encode(payload) : Uint8Array.from(payload);
      this.#post({ ...answer, payload: bytes }, [bytes.buffer as ArrayBuffer]);
    }
  }

  destroy(): void {
    this.#post({ id: this.#id, headers: {} });
  }

  #post(answer: HandedAnswer, transfer: ArrayBuffer[] = []): void {
    this.begun = true;
    parentPort?.postMessage(answer, transfer);
  }
}

/** What was a buffer comes as bytes. */
function withBuffer(call: HandedCall): HandedCall {
  if (!call.body.ok) return call;
  const { buffer, byteOffset, byteLength } = call.body.bytes;
  return { ...call, body: { ok: true, bytes: Buffer.from(buffer, byteOffset, byteLength) } };
}

const encoder = new TextEncoder();
