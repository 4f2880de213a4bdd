import { type Action, ActionLog } from './action-log.ts';
import type { AnyCollectionSpec, Change, State, ViewSource, World, WorldSpec } from './collection.ts';
import { DerivedView } from './derived-view.ts';
import { netChanges, StoredCollection, type UndoEntry } from './stored-collection.ts';

/** What a transaction left behind: its result and the changed records, each once, in the order first touched. */
export interface Committed<R> {
  result: R;
  changes: Change[];
  /** Changes of internal collections: journalled, never shown. */
  hidden: Change[];
  /** Takes them back, as long as nothing was committed since that isn't taken back already. */
  undo(): void;
}

/** Says whether a transaction's result is kept, with the changes that remain and the actions that it named. */
export type Keep<R> = (
  result: R,
  changes: readonly Change[],
  hidden: readonly Change[],
  actions: readonly Action[] | undefined,
) => boolean;

const NOTHING = { changes: [], hidden: [], undo: (): void => {} };

/** The collections of one world and the transaction that guards them. Everything is synchronous, so transactions never overlap. */
export class WorldStore<W extends WorldSpec> {
  readonly world: World<W>;
  readonly #spec: W;
  readonly #collections: Map<string, StoredCollection>;
  readonly #views: ReadonlyMap<string, DerivedView>;
  #undo: UndoEntry[] | undefined;
  /** Of the transaction that is open; there where it names actions. */
  #actions: ActionLog | undefined;
  #told: readonly Action[] | undefined;

  constructor(spec: W) {
    this.#spec = spec;
    const record = (entry: UndoEntry): void => {
      if (!this.#undo) throw new Error('the world changes only inside a transaction');
      this.#undo.push(entry);
    };
    this.#collections = new Map(
      Object.entries(spec).flatMap(([name, declared]) =>
        declared.source ? [] : [[name, new StoredCollection(name, declared, record)]],
      ),
    );
    const world: Record<string, unknown> = Object.fromEntries(this.#collections);
    this.#views = this.#viewsOf(world);
    this.world = Object.assign(world, Object.fromEntries(this.#views)) as unknown as World<W>;
  }

  #viewsOf(world: unknown): Map<string, DerivedView> {
    const views = new Map<string, DerivedView>();
    for (const [name, declared] of Object.entries(this.#spec)) {
      if (!declared.source) continue;
      const of = this.#collections.get(declared.source.collection);
      if (!of) throw new Error(`the view ${name} is of an unknown collection: ${declared.source.collection}`);
      views.set(name, new DerivedView(name, declared as AnyCollectionSpec & { source: ViewSource<object, object> }, of, world));
    }
    return views;
  }

  /**
   * Runs `work`; when it throws, or `keep` says no to its result, every change is undone. Changes that end where they
   * began are no changes.
   */
  transact<R>(work: () => R, keep: Keep<R> = () => true): Committed<R> {
    if (this.#undo) throw new Error('transactions do not nest');
    const undo = this.#begin();
    try {
      const result = work();
      if (undo.length === 0 && !this.#actions) return { result, ...NOTHING };
      const [changes, hidden] = netChanges(undo);
      const told = this.#actions?.told(undo);
      if (keep(result, changes, hidden, told)) {
        this.#told = told;
        if (changes.length + hidden.length > 0) return { result, changes, hidden, undo: () => this.#rollback(undo, 0) };
      } else this.#refused();
      this.#rollback(undo, 0);
      return { result, ...NOTHING };
    } catch (error) {
      this.#rollback(undo, 0);
      this.#refused();
      throw error;
    } finally {
      this.#undo = undefined;
    }
  }

  /**
   * Inside a transaction: `work` is one of several actions, and what it writes is kept apart from what the others write, also
   * where they change the same records. When it throws, what it changed is undone, as at a savepoint.
   */
  action<R>(tool: string | null, work: () => R): R {
    const undo = this.#undo;
    if (!undo) throw new Error('an action needs a transaction');
    this.#actions ??= new ActionLog();
    return this.#actions.run(tool, undo, () => this.savepoint(work));
  }

  /** Inside a transaction: an action that was asked for and not done. */
  refuseAction(tool: string | null): void {
    this.#actions ??= new ActionLog();
    this.#actions.refuse(tool);
  }

  /** The actions that the last transaction named, whether it stands or not; once. */
  takeActions(): readonly Action[] | undefined {
    const told = this.#told;
    this.#told = undefined;
    return told;
  }

  /** Inside a transaction: what `work` changed is undone when it throws, and the transaction goes on. */
  savepoint<R>(work: () => R): R {
    const undo = this.#undo;
    if (!undo) throw new Error('a savepoint needs a transaction');
    const mark = undo.length;
    const actions = this.#actions?.length;
    try {
      return work();
    } catch (error) {
      this.#rollback(undo, mark);
      this.#actions?.undone(actions);
      throw error;
    }
  }

  /** Another world that is as this one is now. Neither is changed by what happens to the other. */
  copy(): WorldStore<W> {
    if (this.#undo) throw new Error('a world is copied between transactions');
    const copy = new WorldStore(this.#spec);
    for (const [name, collection] of this.#collections) copy.#collections.get(name)?.take(collection);
    for (const [name, view] of this.#views) copy.#views.get(name)?.take(view);
    return copy;
  }

  /** Replays journalled changes. */
  apply(changes: readonly Change[]): void {
    this.transact(() => {
      for (const { collection, id, before, after } of changes) {
        // Journals of versions that stored what is a view now.
        if (this.#views.has(collection)) continue;
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

  #begin(): UndoEntry[] {
    const undo: UndoEntry[] = [];
    this.#undo = undo;
    this.#actions = undefined;
    this.#told = undefined;
    return undo;
  }

  #refused(): void {
    this.#actions?.undone();
    this.#told = this.#actions?.told([]);
  }

  #rollback(undo: UndoEntry[], mark: number): void {
    for (const entry of undo.splice(mark).toReversed()) entry.collection.undo(entry);
  }
}
