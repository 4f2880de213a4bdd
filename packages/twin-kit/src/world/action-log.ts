import type { Change } from './collection.ts';
import { netChanges, type UndoEntry } from './stored-collection.ts';

/** One thing that a call did: a field of a GraphQL mutation, a part of a batch, the one act of a plain call. */
export interface Action {
  /** The action's name, null where it has none. */
  tool: string | null;
  /** Set where the vendor refused it. */
  refused?: true;
  /** What it wrote, each record once, in order. Absent where that is the row's `state_delta`, and on what was refused. */
  writes?: Change[];
}

/** An action's part of the undo log; none where what it wrote was undone. */
interface Step {
  tool: string | null;
  part: { from: number; to: number } | undefined;
}

/** The actions that one transaction names, each by its part of the undo log: nothing is copied until all is done. */
export class ActionLog {
  readonly #steps: Step[] = [];
  #open = false;

  /** How many there are so far; see `undone`. */
  get length(): number {
    return this.#steps.length;
  }

  /** @throws inside another action */
  run<R>(tool: string | null, undo: readonly UndoEntry[], work: () => R): R {
    if (this.#open) throw new Error('actions do not nest');
    const from = undo.length;
    const step: Step = { tool, part: undefined };
    this.#steps.push(step);
    this.#open = true;
    try {
      const result = work();
      step.part = { from, to: undo.length };
      return result;
    } finally {
      this.#open = false;
    }
  }

  /** An action that was asked for and not done. */
  refuse(tool: string | null): void {
    this.#steps.push({ tool, part: undefined });
  }

  /** What the actions from the one at `mark` wrote is undone. */
  undone(mark = 0): void {
    for (const step of this.#steps.slice(mark)) step.part = undefined;
  }

  /**
   * The actions in order, with what each wrote where they are several.
   *
   * @throws where the call wrote outside of them what the tape would then show of none
   */
  told(undo: readonly UndoEntry[]): Action[] {
    this.#requireAll(undo);
    const alone = this.#steps.length === 1 || undo.length === 0;
    return this.#steps.map(({ tool, part }) => {
      if (!part) return { tool, refused: true };
      return alone ? { tool } : { tool, writes: netChanges(undo.slice(part.from, part.to))[0] };
    });
  }

  #requireAll(undo: readonly UndoEntry[]): void {
    let end = 0;
    for (const { from, to } of [...this.#steps.flatMap(({ part }) => part ?? []), { from: undo.length, to: undo.length }]) {
      const outside = undo.slice(end, from).find(({ collection }) => !collection.internal);
      if (outside) throw new Error(`a call of several actions changed ${outside.collection.name} outside of them`);
      end = to;
    }
  }
}

/** The same actions where nothing came of them. */
export const refusedActions = (actions: readonly Action[] | undefined): readonly Action[] | undefined =>
  actions?.map(({ tool }) => ({ tool, refused: true }));
