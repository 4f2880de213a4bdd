import type { Journal } from './tape/journal.ts';
import type { Change, State, WorldSpec } from './world/collection.ts';

type Records = Map<string | number, unknown>;
/** Names a record within its collection. */
type KeyOf = (record: never) => string | number;

/** A world that a tape makes of a state, without a twin: the records of every collection by key, in the order in which they came. */
export class PastWorld {
  readonly #collections: Map<string, Records>;

  /** @throws whatever a key does of a record that isn't one of this version */
  constructor(collections: Readonly<Record<string, { key: KeyOf }>>, start: State<WorldSpec>) {
    this.#collections = new Map(
      Object.entries(start).map(([name, records]) => {
        const key = collections[name]?.key as ((record: unknown) => string | number) | undefined;
        return [name, new Map((records as unknown[]).map((record, at) => [key ? key(record) : at, record]))];
      }),
    );
  }

  /** A record as it is now. */
  find(collection: string, id: string | number): unknown {
    return this.#collections.get(collection)?.get(id);
  }

  apply({ collection, id, after }: Change): void {
    let records = this.#collections.get(collection);
    if (!records) {
      records = new Map();
      this.#collections.set(collection, records);
    }
    if (after === null) records.delete(id);
    else records.set(id, after);
  }

  state(): State<WorldSpec> {
    return Object.fromEntries([...this.#collections].map(([name, records]) => [name, [...records.values()]])) as State<WorldSpec>;
  }
}

/** What the first `step` rows of a tape make of a world. Other calls run meanwhile. @param world as it began */
export async function stateAfter(step: number, journal: Pick<Journal, 'writes'>, world: PastWorld): Promise<State<WorldSpec>> {
  await journal.writes(step, ({ changes }) => {
    for (const change of changes) world.apply(change);
  });
  return world.state();
}
