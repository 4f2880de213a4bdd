import { setTimeout as delay } from 'node:timers/promises';

const LIMIT_MS = 30_000;
/** Minutes of calls must fit into what a sandbox may keep. */
const PAUSE_MS = 100;
/** As much of an answer as tells whose it is. */
const SAID = 300;

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
  readonly #firsts = new Map<string, string>();
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

  /** Answers that came and are none of these, each with the first call that got it and what was said. */
  others(...expected: string[]): string[] {
    return [...this.#firsts].filter(([answer]) => !expected.includes(answer)).map(([answer, first]) => `${answer} to ${first}`);
  }

  /** As `others`; what comes again is told again. */
  takeOthers(...expected: string[]): string[] {
    const others = this.others(...expected);
    this.#firsts.clear();
    return others;
  }

  async #call({ url, ...question }: Question): Promise<void> {
    while (!this.#stopped) {
      const { answer, said } = await fetch(url, { ...question, signal: AbortSignal.timeout(LIMIT_MS) }).then(
        async (response) => {
          const said = (await response.text()).slice(0, SAID);
          return { answer: String(response.status), said };
        },
        (error: Error) => ({ answer: `${error.message}: ${error.cause}`, said: '' }),
      );
      if (!this.#firsts.has(answer)) this.#firsts.set(answer, `${question.method ?? 'GET'} ${url}: ${said}`);
      this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1);
      await delay(PAUSE_MS);
    }
  }
}
