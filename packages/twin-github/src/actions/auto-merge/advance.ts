import { GithubError } from '../../errors.ts';
import { type AutoMerge, type GithubContext, WAITING } from '../../world.ts';
import { actingAs, hasPermission, viewerOf } from '../access.ts';
import { enqueuePull } from '../merge-queue/entries.ts';
import { queueOf } from '../merge-queue/rule.ts';
import { mergeState } from '../merge-state.ts';
import { mergePull } from '../pull-merge.ts';
import { type FoundPull, ownerLogin, pullOf } from '../pulls.ts';
import { dropAutoMerge, NOT_ALLOWED } from './request.ts';

/** Merges what waits for nothing any more, and lets go of what isn't to be merged by itself. Called at the end of each write: reads change nothing. */
export function advanceAutoMerges(context: GithubContext): void {
  const { pull_requests, issues } = context.world;
  const { waiting } = pull_requests.by;
  const count = waiting.count(WAITING);
  if (count === 0) return;
  for (const { issue_id } of [...waiting.page(WAITING, { limit: count })]) {
    const issue = issues.get(issue_id);
    const found = issue && pullOf(context, issue);
    // One that was merged may have closed another.
    if (found?.pull.auto_merge && found.pull.merged_at === null) step(context, found, found.pull.auto_merge);
  }
}

function step(context: GithubContext, found: FoundPull, asked: Readonly<AutoMerge>): void {
  const why = hindrance(context, found, asked);
  if (why) {
    dropAutoMerge(context, found, why);
    return;
  }
  const { issue_id, head_sha, base_ref } = found.pull;
  if (asked.head_sha !== head_sha || asked.base_ref !== base_ref)
    context.world.pull_requests.update(issue_id, { auto_merge: { ...asked, head_sha, base_ref } });
  // What keeps others from merging keeps it, too, whatever the one who asked for it may pass over.
  const own = actingAs(context, asked.by_id);
  const state = mergeState(own, found);
  if (state === 'clean' || state === 'unstable') finish(context, own, found, asked);
}

/**
 * Why it is not merged by itself any more. Of a push by somebody who can't write: https://github.com/microsoft/winget-pkgs/issues/96183, and
 * https://docs.github.com/pull-requests/collaborating-with-pull-requests/incorporating-changes-from-a-pull-request/automatically-merging-a-pull-request
 */
function hindrance(
  context: GithubContext,
  { pull, issue, repository }: FoundPull,
  asked: Readonly<AutoMerge>,
): { reason: string; code: string | null } | undefined {
  if (issue.state !== 'open') return { reason: 'Pull request was closed', code: 'closed' };
  if (pull.draft) return { reason: 'Pull request was converted to draft', code: 'converted_to_draft' };
  if (!repository.allow_auto_merge) return { reason: NOT_ALLOWED, code: null };
  if (hasPermission(context, repository, viewerOf(context).id, 'push')) return undefined;
  if (asked.head_sha !== pull.head_sha)
    return { reason: 'Head branch was pushed to by a user without write access', code: 'push_from_non_writer' };
  if (asked.base_ref !== pull.base_ref)
    return { reason: 'Base branch changed by a user without write access', code: 'base_changed_by_non_writer' };
  return undefined;
}

/** Merges it as the one who asked for that, or puts it into the queue of its base; what is refused then is waited for no longer. */
function finish(context: GithubContext, own: GithubContext, found: FoundPull, asked: Readonly<AutoMerge>): void {
  const { repository, pull } = found;
  const [owner, name] = [ownerLogin(repository), repository.name];
  try {
    context.savepoint(() => {
      if (queueOf(context, repository, pull.base_ref)) {
        enqueuePull(own, owner, name, pull.number, {});
        context.world.pull_requests.update(pull.issue_id, { auto_merge: null });
        return;
      }
      mergePull(own, owner, name, pull.number, {
        merge_method: asked.merge_method,
        commit_title: asked.commit_title ?? undefined,
        commit_message: asked.commit_message ?? undefined,
        author_email: asked.author_email ?? undefined,
      });
    });
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    dropAutoMerge(context, found, { reason: error.message.trim(), code: null });
  }
}
