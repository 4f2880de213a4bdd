/** Given back by work that needs another to end first. */
export const POSTPONED = Symbol('postponed');

/**
 * Does the work on every item, so many at a time, in their order.
 *
 * @param work is told how many others are under way; it may return POSTPONED where there are any, and is then called again
 *   after one of them ended, with one less at a time from then on
 * @returns the results in the order of the items.
 */
export async function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T, others: () => number) => Promise<R | typeof POSTPONED>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = [...items.entries()];
  let active = 0;
  const lane = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [at, item] = next;
      active += 1;
      const result = await work(item, () => active - 1).finally(() => {
        active -= 1;
      });
      if (result === POSTPONED) {
        queue.unshift(next);
        // The others' lanes come for it. Where the last of them ended in this moment, this one goes on alone.
        if (active > 0) return;
        continue;
      }
      results[at] = result;
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
  return results;
}
