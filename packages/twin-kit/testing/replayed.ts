import { isDeepStrictEqual } from 'node:util';
import { type Change, type State, type TapeRow, type Twin, type WorldSpec, writesOf } from '@svc/twin-kit';

type Records = Map<string | number, unknown>;

/** The world that a tape makes of a seed: the records of every collection by key, in the order in which they came. */
export class Replayed {
  readonly #collections: ReadonlyMap<string, Records>;

  constructor(twin: Twin, start: State<WorldSpec>) {
    this.#collections = new Map(
      Object.entries(start).map(([name, records]) => {
        const { key } = twin.definition.collections[name];
        return [name, new Map((records as object[]).map((record) => [key(record), record]))];
      }),
    );
  }

  /** @throws where a change says of its record what it wasn't, or where the row's actions come to something else than its delta */
  apply(row: TapeRow): void {
    const net = new Map<string, Change>();
    for (const change of writesOf(row)) {
      this.#change(row.seq, change);
      const key = JSON.stringify([change.collection, change.id]);
      net.set(key, { ...change, before: (net.get(key) ?? change).before });
    }
    const changes = [...net.values()].filter(({ before, after }) => !isDeepStrictEqual(before, after));
    const [actual, told] = [changes, row.state_delta ?? []].map((list) => JSON.stringify(list));
    if (actual !== told) throw new Error(`row ${row.seq}: its actions wrote ${actual}, its delta is ${told}`);
  }

  #change(seq: number, { collection, id, before, after }: Change): void {
    const records = this.#collections.get(collection) as Records;
    if (JSON.stringify(records.get(id) ?? null) !== JSON.stringify(before))
      throw new Error(`row ${seq}: ${collection} ${id} was not so before`);
    if (after === null) records.delete(id);
    else records.set(id, after);
  }

  state(): State<WorldSpec> {
    const entries = [...this.#collections].map(([name, records]) => [name, [...records.values()]]);
    return Object.fromEntries(entries) as State<WorldSpec>;
  }
}
