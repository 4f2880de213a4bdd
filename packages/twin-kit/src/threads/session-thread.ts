import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import type { Sink } from '../http/sink.ts';
import { PassedBytes } from '../passed-bytes.ts';
import type { Guard } from '../session.ts';
import { THREAD_HEAP_MIB } from './light.ts';
import { type FromThread, type HandedAnswer, type HandedCall, owned, type ThreadData } from './messages.ts';

export interface ThreadOptions extends Omit<ThreadData, 'socketPath' | 'ownPorts'> {
  /** The module that runs a thread. */
  entry: string | URL;
  ownPorts(): ThreadData['ownPorts'];
  guard: Guard;
  /** Hears why it ended, where nobody ended it. */
  onLost(error: Error): void;
}

/** One that is in the middle of a long call doesn't hear: what it has acknowledged is in its journals. */
const PATIENCE_MS = 2_000;
/** What belongs to one connection only. */
const OF_CONNECTION = new Set(['connection', 'keep-alive']);

/** A thread for sessions that would keep others waiting. If it ends, so do the calls that it has, and nothing else. */
export class SessionThread {
  /** The sessions that it has. */
  readonly sessions = new Set<string>();
  readonly #worker: Worker;
  readonly #folder: string;
  readonly #options: ThreadOptions;
  readonly #listening = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  readonly #waiting = new Map<number, Sink>();
  #calls = 0;
  #isEnding = false;

  constructor(options: ThreadOptions) {
    const { entry, folder, controlToken } = options;
    this.#options = options;
    // A path of its own, as those of Unix sockets must be short.
    this.#folder = mkdtempSync(join(tmpdir(), 'svc-thread-'));
    const workerData: ThreadData = { folder, controlToken, ownPorts: options.ownPorts(), socketPath: this.#socketPath };
    this.#worker = new Worker(entry, { workerData, resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MIB } });
    this.#listening.promise.catch(() => {});
    let reason = new Error('it ended');
    this.#worker.on('message', this.#onMessage);
    this.#worker.once('error', (error: Error) => {
      reason = error;
    });
    this.#worker.once('exit', () => this.#onExit(reason));
  }

  get #socketPath(): string {
    return join(this.#folder, 'twin.sock');
  }

  /** Hands over a call of one of its sessions. Calls run in the order in which they are handed over. */
  call(call: Omit<HandedCall, 'id'>, sink: Sink): void {
    this.#calls += 1;
    const id = this.#calls;
    this.#waiting.set(id, sink);
    this.#worker.postMessage({ ...call, id }, call.body.ok ? owned(call.body.bytes) : []);
  }

  /** Passes on what the platform asks of one of its sessions. @param body where it is read already @returns the answer's status */
  async forward(incoming: IncomingMessage, response: ServerResponse, body?: Buffer): Promise<number> {
    await this.#listening.promise;
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const { method, url: path } = incoming;
    const headers = { ...incoming.headers, connection: 'close' };
    const outgoing = request({ socketPath: this.#socketPath, method, path, headers, agent: false }, resolve);
    outgoing.once('error', reject);
    if (body) outgoing.end(body);
    else incoming.pipe(outgoing);
    const answer = await promise;
    const status = answer.statusCode ?? 0;
    const kept = Object.entries(answer.headers).filter(([name]) => !OF_CONNECTION.has(name));
    response.writeHead(status, Object.fromEntries(kept));
    const passed = new PassedBytes();
    answer.on('data', ({ length }: Buffer) => passed.add(length));
    // A reader that goes away in the middle is its own affair.
    await pipeline(answer, response).catch(() => response.destroy());
    return status;
  }

  /** Has it end with everything written. */
  async close(): Promise<void> {
    this.#isEnding = true;
    this.#worker.postMessage('close');
    const timer = setTimeout(() => void this.#worker.terminate(), PATIENCE_MS);
    await this.#ended.promise;
    clearTimeout(timer);
  }

  readonly #onMessage = (message: FromThread): void => {
    if (message === 'listening') {
      this.#listening.resolve();
      return;
    }
    const sink = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (sink) this.#options.guard(sink, () => answered(sink, message));
  };

  #onExit(reason: Error): void {
    rmSync(this.#folder, { recursive: true, force: true });
    this.#listening.reject(reason);
    for (const sink of this.#waiting.values()) sink.destroy();
    this.#waiting.clear();
    if (!this.#isEnding) this.#options.onLost(reason);
    this.#ended.resolve();
  }
}

function answered(sink: Sink, { status, headers, payload }: HandedAnswer): undefined {
  if (status === undefined) sink.destroy();
  else
    sink.send(
      status,
      headers,
      payload instanceof Uint8Array ? Buffer.from(payload.buffer, payload.byteOffset, payload.length) : payload,
    );
}
