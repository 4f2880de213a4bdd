import { setTimeout as delay } from 'node:timers/promises';

const AGAIN_MS = 250;

/** Asks until the answer is there, and fails with the last fault or the name of what was waited for. */
export async function until<T>(what: string, limitMs: number, ask: () => Promise<T | undefined | false>): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    let fault: unknown;
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
    } catch (error) {
      fault = error;
    }
    if (performance.now() > deadline) throw new Error(`Waited ${limitMs} ms in vain for ${what}`, { cause: fault });
    await delay(AGAIN_MS);
  }
}
