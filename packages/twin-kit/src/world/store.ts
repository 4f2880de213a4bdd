import { isDeepStrictEqual } from 'node:util';
import type { Change, State, World, WorldSpec } from './collection.ts';
import type { Slot } from './ordered-index.ts';
import { StoredCollection, type UndoEntry } from './stored-collection.ts';

/** What a transaction left behind: its result and the changed records, each once, in the order first touched. */
export interface Committed<R> {
  result: R;
  changes: Change[];
}

/** The collections of one world and the transaction that guards them. Everything is synchronous, so transactions never overlap. */
export class WorldStore<W extends WorldSpec> {
  readonly world: World<W>;
  readonly #collections: Map<string, StoredCollection>;
  #undo: UndoEntry[] | undefined;

  constructor(spec: W) {
    const record = (entry: UndoEntry): void => {
      if (!this.#undo) throw new Error('the world changes only inside a transaction');
      this.#undo.push(entry);
    };
    this.#collections = new Map(
      Object.entries(spec).map(([name, declared]) => [name, new StoredCollection(name, declared, record)]),
    );
    this.world = Object.fromEntries(this.#collections) as unknown as World<W>;
  }

  /**
   * Runs `work`; when it throws, or `keep` says no to its result, every change is undone. Changes that end where they
   * began are no changes.
   */
  transact<R>(work: () => R, keep: (result: R, changes: readonly Change[]) => boolean = () => true): Committed<R> {
    if (this.#undo) throw new Error('transactions do not nest');
    const undo: UndoEntry[] = [];
    this.#undo = undo;
    try {
      const result = work();
      const changes = netChanges(undo);
      if (changes.length > 0 && keep(result, changes)) return { result, changes };
      this.#rollback(undo);
      return { result, changes: [] };
    } catch (error) {
      this.#rollback(undo);
      throw error;
    } finally {
      this.#undo = undefined;
    }
  }

  /** Replays journalled changes. */
  apply(changes: readonly Change[]): void {
    this.transact(() => {
      for (const { collection, id, before, after } of changes) {
        const target = this.#collections.get(collection);
        if (!target) throw new Error(`the journal names an unknown collection: ${collection}`);
        if (before !== null) {
          if (after === null) target.remove(id);
          else target.replace(id, after as object);
        } else target.insert(after as object);
      }
    });
  }

  state(): State<W> {
    return Object.fromEntries(
      [...this.#collections].map(([name, stored]) => [name, [...stored.values()]]),
    ) as unknown as State<W>;
  }

  #rollback(undo: readonly UndoEntry[]): void {
    for (const entry of undo.toReversed()) entry.collection.undo(entry);
  }
}

function netChanges(undo: readonly UndoEntry[]): Change[] {
  const net = new Map<Slot<object>, Change>();
  for (const { collection, slot, before, after } of undo) {
    const earlier = net.get(slot);
    if (earlier) earlier.after = after;
    else net.set(slot, { collection: collection.name, id: slot.key, before, after });
  }
  return [...net.values()].filter(({ before, after }) => {
    return before === null || after === null ? before !== after : !isDeepStrictEqual(before, after);
  });
}
