/** What came of one list, in batches as they come. */
export type Batches<T> = AsyncIterable<readonly T[]>;

interface Source<T> {
  batches: AsyncIterator<readonly T[]>;
  batch: readonly T[];
  at: number;
}

/**
 * Merges the tapes of several twins into that of their sandbox, by time. Each tape keeps its own order whatever its clock says, and
 * rows of one instant come in the order of the tapes given.
 *
 * @param time of a row, in milliseconds since 1970
 */
export async function* mergeByTime<T>(tapes: readonly Batches<T>[], time: (row: T) => number): AsyncGenerator<T[]> {
  const sources: Source<T>[] = tapes.map((tape) => ({ batches: tape[Symbol.asyncIterator](), batch: [], at: 0 }));
  try {
    for (;;) {
      await Promise.all(sources.map(fill));
      const live = sources.filter(({ batch, at }) => at < batch.length);
      if (live.length === 0) return;
      yield mergeUntilOneIsEmpty(live, time);
    }
  } finally {
    await Promise.allSettled(sources.map(({ batches }) => batches.return?.()));
  }
}

async function fill<T>(source: Source<T>): Promise<void> {
  while (source.at >= source.batch.length) {
    const { done, value } = await source.batches.next();
    if (done) return;
    source.batch = value;
    source.at = 0;
  }
}

function mergeUntilOneIsEmpty<T>(sources: readonly Source<T>[], time: (row: T) => number): T[] {
  const merged: T[] = [];
  const timeOf = ({ batch, at }: Source<T>): number => time(batch[at] as T);
  while (sources.every(({ batch, at }) => at < batch.length)) {
    let first = sources[0] as Source<T>;
    for (const source of sources) if (timeOf(source) < timeOf(first)) first = source;
    merged.push(first.batch[first.at] as T);
    first.at += 1;
  }
  return merged;
}
