import type { GithubContext, Repository } from '../../world.ts';
import { branchRef, openPullsFrom } from '../branches.ts';
import { recordIssueEvent } from '../issue-events.ts';
import { sourcesFor } from './rules-of.ts';

const MESSAGE = 'The base branch was changed.';

/** Approvals of what a branch was before a push count no more where its base's rules say so. */
export function dismissStale(context: GithubContext, repository: Readonly<Repository>, branch: string): void {
  const { world } = context;
  if (world.branch_protections.size === 0 && world.rulesets.size === 0) return;
  for (const { pull, issue } of openPullsFrom(context, repository.id, branch)) {
    const home = world.repositories.get(pull.repository_id);
    const rules = home ? sourcesFor(context, home, branchRef(pull.base_ref)).flatMap((source) => source.rules) : [];
    if (!rules.some(({ parameters }) => parameters?.dismiss_stale_reviews_on_push)) continue;
    const { pull: reviews } = world.reviews.by;
    for (const review of [...reviews.page(issue.id, { limit: reviews.count(issue.id) })]) {
      if (review.state !== 'APPROVED' || review.commit_id === pull.head_sha) continue;
      world.reviews.update(review.id, { state: 'DISMISSED' });
      recordIssueEvent(context, issue, {
        event: 'review_dismissed',
        dismissed_review: { state: 'approved', review_id: review.id, dismissal_message: MESSAGE },
      });
    }
  }
}
