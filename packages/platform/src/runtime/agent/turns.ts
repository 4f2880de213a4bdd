/** Lets a number of things be done at a time; the rest wait for their turn. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}

/** Works on all, so many at a time, and waits for every one. @throws what the first that failed did */
export async function eachInTurn<T>(atOnce: number, all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const turns = new Turns(atOnce);
  const done = await Promise.allSettled(all.map((one) => turns.run(() => work(one))));
  for (const result of done) if (result.status === 'rejected') throw result.reason;
}
