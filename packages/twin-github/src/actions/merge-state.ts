import type { GithubContext } from '../world.ts';
import { mergeBar } from './protection/merge-rules.ts';
import { isSettled, testMerge } from './pull-changes.ts';
import type { FoundPull } from './pulls.ts';
import { commitState } from './statuses.ts';

/** Can it be merged without conflict? Undefined once it isn't open, and while it isn't found out. */
export function isMergeable(context: GithubContext, found: FoundPull): boolean | undefined {
  if (found.issue.state !== 'open' || !isSettled(context, found)) return undefined;
  return testMerge(context, found) !== undefined;
}

/**
 * `blocked`: rules of its base forbid it, `behind`: its base alone has gone on, `unstable`: it can be merged, though a check of its head hasn't
 * passed (docs: GraphQL, `MergeStateStatus`).
 */
export type MergeState = 'unknown' | 'dirty' | 'draft' | 'blocked' | 'behind' | 'unstable' | 'clean';

export function mergeState(context: GithubContext, found: FoundPull): MergeState {
  const { pull } = found;
  const mergeable = isMergeable(context, found);
  if (mergeable === undefined) return 'unknown';
  if (!mergeable) return 'dirty';
  if (pull.draft) return 'draft';
  const bar = mergeBar(context, found);
  if (bar) return bar;
  const state = commitState(context, pull.repository_id, pull.head_sha);
  return state === undefined || state === 'success' ? 'clean' : 'unstable';
}
