import { isDeepStrictEqual } from 'node:util';
import { type Change, PastWorld, type State, type TapeRow, type Twin, type WorldSpec, writesOf } from '@svc/twin-kit';

/** The world that a tape makes of a seed, and what the tape says of it held against that. */
export class Replayed {
  readonly #world: PastWorld;

  constructor(twin: Twin, start: State<WorldSpec>) {
    this.#world = new PastWorld(twin.definition.collections, start);
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

  #change(seq: number, change: Change): void {
    const { collection, id, before } = change;
    if (JSON.stringify(this.#world.find(collection, id) ?? null) !== JSON.stringify(before))
      throw new Error(`row ${seq}: ${collection} ${id} was not so before`);
    this.#world.apply(change);
  }

  state(): State<WorldSpec> {
    return this.#world.state();
  }
}
