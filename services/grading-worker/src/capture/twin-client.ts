import { twinEndpoint } from '@svc/platform';
import type { State, WorldSpec } from '@svc/twin-kit';
import type { Dispatcher } from 'undici';
import { request } from 'undici';
import { z } from 'zod';
import { CaptureIncomplete, TwinUnreachable } from '../failures.ts';
import { type Snapshot, stateIn } from './evidence.ts';
import { packedState } from './packed-state.ts';
import { linesOf, rowOfTwin, type Tape, tapeOf } from './tape.ts';

/** Until a twin begins to answer and between two pieces of its answer, in milliseconds. A large world takes a while to write. */
const TIMEOUT_MS = 30_000;

const sealAnswer = z.object({ rows: z.int().min(0) });

export interface TwinClientOptions {
  dispatcher: Dispatcher;
  twin: string;
  url: string;
  sessionId: string;
  controlToken: string;
}

/** One twin's control and evidence routes. @throws TwinUnreachable for whatever isn't the answer. */
export class TwinClient {
  readonly #options: TwinClientOptions;

  constructor(options: TwinClientOptions) {
    this.#options = options;
  }

  get url(): string {
    return this.#options.url;
  }

  get twin(): string {
    return this.#options.twin;
  }

  /** From now on the twin refuses agent calls. @returns how many rows its tape has */
  async seal(): Promise<number> {
    const answer = await this.#get('PUT', '/_svc/control/seal');
    return sealAnswer.parse(await this.#json(answer)).rows;
  }

  async unseal(): Promise<void> {
    const answer = await this.#get('DELETE', '/_svc/control/seal');
    await answer.body.dump();
  }

  /** The world as it is now. @param names of its collections */
  async finalState(names: readonly string[]): Promise<Snapshot> {
    const answer = await this.#state('');
    return packedState(answer.body, names).catch((error) => {
      throw this.#unreachable('broke off its state', error);
    });
  }

  async stateAt(step: number): Promise<State<WorldSpec>> {
    const answer = await this.#state(`?step=${step}`);
    const text = await answer.body.text().catch((error) => {
      throw this.#unreachable('broke off its state', error);
    });
    return stateIn(text, `The state of ${this.twin}`);
  }

  /** The tape, which must have as many rows as the seal counted. */
  async *tape(rows: number): Tape {
    const answer = await this.#get('GET', `/s/${this.#options.sessionId}/_svc/events?format=jsonl`);
    let read = 0;
    try {
      for await (const batch of tapeOf(linesOf(answer.body), rowOfTwin)) {
        read += batch.length;
        yield batch;
      }
    } catch (error) {
      throw isOurs(error) ? error : this.#unreachable('broke off its tape', error);
    } finally {
      answer.body.destroy();
    }
    if (read !== rows) throw this.#unreachable(`sent ${read} of ${rows} tape rows`);
  }

  #state(query: string): Promise<Dispatcher.ResponseData> {
    return this.#get('GET', `/s/${this.#options.sessionId}/_svc/state${query}`);
  }

  async #get(method: 'GET' | 'PUT' | 'DELETE', path: string): Promise<Dispatcher.ResponseData> {
    const { dispatcher, url, controlToken } = this.#options;
    let answer: Dispatcher.ResponseData;
    try {
      answer = await request(new URL(path, twinEndpoint(url).origin), {
        dispatcher,
        method,
        headers: { 'x-svc-control': controlToken },
        headersTimeout: TIMEOUT_MS,
        bodyTimeout: TIMEOUT_MS,
      });
    } catch (error) {
      throw this.#unreachable('did not answer', error);
    }
    if (answer.statusCode === 200) return answer;
    await answer.body.dump().catch(() => {});
    throw this.#unreachable(`answered ${answer.statusCode} to ${method} ${path}`);
  }

  async #json(answer: Dispatcher.ResponseData): Promise<unknown> {
    return answer.body.json().catch((error) => {
      throw this.#unreachable('broke off its answer', error);
    });
  }

  #unreachable(what: string, cause?: unknown): TwinUnreachable {
    return new TwinUnreachable(`The ${this.twin} twin ${what}.`, { cause });
  }
}

const isOurs = (error: unknown): boolean => error instanceof CaptureIncomplete;
