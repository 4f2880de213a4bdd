import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { dependantsIn } from './hooks.ts';
import { mutantsOf, stripped } from './mutants.ts';
import type { Noticed, Task, Work } from './worker.ts';

/** A change that makes a loop endless is noticed by the time it takes. */
const LONGEST_MS = 20_000;

/** Lists, and facts, which sentences of other products name. */
const UNJUDGED = new Set(['index.ts', 'facts.ts']);

export interface Outcome {
  task: Task;
  /** What stood there. */
  was: string;
  /** The check that noticed, `time`, `load`, or nothing. */
  by: string | undefined;
}

/** The checks of one twin, whose cases a process of its own has recorded. */
export class Trials {
  readonly #twin: string;
  readonly #folder: URL;
  readonly #files: readonly string[];
  #worker: Worker | undefined;
  /** Runs that are judged, each by its check. */
  cases = 0;

  constructor(twin: string) {
    this.#twin = twin;
    this.#folder = new URL(`../../packages/twin-${twin}/src/checks/`, import.meta.url);
    this.#files = readdirSync(this.#folder).filter((name) => name.endsWith('.ts') && !UNJUDGED.has(name));
  }

  /** Every change of every file. */
  tasks(): Task[] {
    return this.#files.flatMap((file) => {
      const source = readFileSync(new URL(file, this.#folder), 'utf8');
      const code = stripped(source);
      const own = [...source.matchAll(/\bid: '([\w.-]+)'/g)].map(([, id = '']) =>
        id.includes('.') ? id : `${this.#twin}.${id}`,
      );
      return mutantsOf(source).map((mutant) => ({
        ...mutant,
        file,
        code: code.slice(0, mutant.start) + mutant.text + code.slice(mutant.end),
        own,
      }));
    });
  }

  async try(task: Task): Promise<Outcome> {
    const source = readFileSync(new URL(task.file, this.#folder), 'utf8');
    const { by } = await this.#tried(task);
    return { task, was: source.slice(task.start, task.end), by };
  }

  async #tried(task: Task): Promise<Noticed> {
    this.#worker ??= await this.#started();
    const worker = this.#worker;
    const { promise, resolve, reject } = Promise.withResolvers<Noticed>();
    const late = setTimeout(() => resolve({ by: 'time' }), LONGEST_MS);
    worker.once('message', resolve).once('error', reject);
    worker.postMessage(task);
    const noticed = await promise.finally(() => {
      clearTimeout(late);
      worker.off('message', resolve).off('error', reject);
    });
    if (noticed.by === 'time') await this.close();
    return noticed;
  }

  async #started(): Promise<Worker> {
    const folder = fileURLToPath(this.#folder).replace(/\/$/, '');
    const dependants = dependantsIn(this.#folder, [...this.#files, 'index.ts']);
    const workerData: Work = { twin: this.#twin, folder, dependants };
    const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData });
    const [{ cases }] = (await once(worker, 'message')) as [{ cases: number }];
    this.cases = cases;
    return worker;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }
}
