import { setTimeout as delay } from 'node:timers/promises';

const LIMIT_MS = 30_000;
/** Minutes of calls must fit into what a sandbox may keep. */
const PAUSE_MS = 100;

/** What is asked again and again. */
export interface Question {
  url: string;
  method?: string;
  headers: Record<string, string>;
  body?: string;
}

/** Callers that go on calling, one call after the other, and remember how each was answered. */
export class Callers {
  /** How often each answer came: a status, or what kept it from coming. */
  readonly answers = new Map<string, number>();
  #stopped = false;
  readonly #running: Promise<unknown>;

  constructor(questions: readonly Question[]) {
    this.#running = Promise.all(questions.map((question) => this.#call(question)));
  }

  /** @returns the answers that came, each once */
  async stop(): Promise<string[]> {
    this.#stopped = true;
    await this.#running;
    return [...this.answers.keys()].toSorted();
  }

  async #call({ url, ...question }: Question): Promise<void> {
    while (!this.#stopped) {
      const answer = await fetch(url, { ...question, signal: AbortSignal.timeout(LIMIT_MS) }).then(
        async (response) => {
          await response.arrayBuffer();
          return String(response.status);
        },
        (error: Error) => `${error.message}: ${error.cause}`,
      );
      this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1);
      await delay(PAUSE_MS);
    }
  }
}
