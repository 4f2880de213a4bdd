import type { Context, TwinDefinition } from './definition.ts';
import type { WorldSpec } from './world/collection.ts';

/** Runs the work of a call that may write, and what its twin does at the end of it and of each of its actions. */
export function settling<W extends WorldSpec, R>(
  settle: NonNullable<TwinDefinition<W, unknown>['settle']> | undefined,
  context: Context<W>,
  work: (context: Context<W>) => R,
): R {
  if (!settle) return work(context);
  const finished = <P>(part: () => P): P => {
    const result = part();
    settle(context);
    return result;
  };
  const watched: Context<W> = { ...context, action: (tool, part) => context.action(tool, () => finished(part)) };
  return finished(() => work(watched));
}
