import { isDeepStrictEqual } from 'node:util';
import type { Change, State, World, WorldSpec } from './collection.ts';
import type { Slot } from './ordered-index.ts';
import { StoredCollection, type UndoEntry } from './stored-collection.ts';

/** What a transaction left behind: its result and the changed records, each once, in the order first touched. */
export interface Committed<R> {
  result: R;
  changes: Change[];
  /** Changes of internal collections: journalled, never shown. */
  hidden: Change[];
  /** Takes them back, as long as nothing was committed since that isn't taken back already. */
  undo(): void;
}

/** Says whether a transaction's result and changes are kept. */
export type Keep<R> = (result: R, changes: readonly Change[], hidden: readonly Change[]) => boolean;

const nothing = (): void => {};

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
  transact<R>(work: () => R, keep: Keep<R> = () => true): Committed<R> {
    if (this.#undo) throw new Error('transactions do not nest');
    const undo: UndoEntry[] = [];
    this.#undo = undo;
    try {
      const result = work();
      if (undo.length === 0) return { result, changes: [], hidden: [], undo: nothing };
      const [changes, hidden] = netChanges(undo);
      if (changes.length + hidden.length > 0 && keep(result, changes, hidden))
        return { result, changes, hidden, undo: () => this.#rollback(undo, 0) };
      this.#rollback(undo, 0);
      return { result, changes: [], hidden: [], undo: nothing };
    } catch (error) {
      this.#rollback(undo, 0);
      throw error;
    } finally {
      this.#undo = undefined;
    }
  }

  /** Inside a transaction: what `work` changed is undone when it throws, and the transaction goes on. */
  savepoint<R>(work: () => R): R {
    const undo = this.#undo;
    if (!undo) throw new Error('a savepoint needs a transaction');
    const mark = undo.length;
    try {
      return work();
    } catch (error) {
      this.#rollback(undo, mark);
      throw error;
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
      [...this.#collections].filter(([, stored]) => !stored.internal).map(([name, stored]) => [name, [...stored.values()]]),
    ) as unknown as State<W>;
  }

  #rollback(undo: UndoEntry[], mark: number): void {
    for (const entry of undo.splice(mark).toReversed()) entry.collection.undo(entry);
  }
}

const changeOf = ({ collection, slot, before, after }: UndoEntry): Change => ({
  collection: collection.name,
  id: slot.key,
  before,
  after,
});

/** The changes that remain, those of internal collections apart. */
function netChanges(undo: readonly UndoEntry[]): [visible: Change[], hidden: Change[]] {
  const visible: Change[] = [];
  const hidden: Change[] = [];
  // Where all is new, nothing was touched twice.
  for (const entry of undo.every(({ before }) => before === null) ? undo : netEntries(undo))
    (entry.collection.internal ? hidden : visible).push(changeOf(entry));
  return [visible, hidden];
}

/** One entry a record, from what it was to what it is, without those that end where they began. */
function netEntries(undo: readonly UndoEntry[]): UndoEntry[] {
  const net = new Map<Slot<object>, UndoEntry>();
  for (const entry of undo) {
    const earlier = net.get(entry.slot);
    if (earlier) earlier.after = entry.after;
    else net.set(entry.slot, { ...entry });
  }
  return [...net.values()].filter(({ before, after }) => {
    return before === null || after === null ? before !== after : !isDeepStrictEqual(before, after);
  });
}
