import { commitOf } from '../../git/store.ts';
import type { GithubContext, Review, RuleParameters } from '../../world.ts';
import { type HasWorld, hasPermission } from '../access.ts';
import type { PullPair } from '../branches.ts';
import { baseTip, pullContent } from '../pull-changes.ts';
import { codeOwners, ownersOf, peopleOf } from './code-owners.ts';

type FoundPull = PullPair & { repository: Parameters<typeof hasPermission>[1] };

/** The last verdict of everyone whose verdict counts: who can write, and isn't the author. */
function verdicts(context: HasWorld, { issue, repository }: FoundPull): readonly Readonly<Review>[] {
  const { pull } = context.world.reviews.by;
  const last = new Map<number, Readonly<Review>>();
  for (const review of pull.page(issue.id, { limit: pull.count(issue.id) }))
    if (review.state !== 'PENDING' && review.state !== 'COMMENTED') last.set(review.user_id, review);
  return [...last.values()].filter(
    ({ user_id }) => user_id !== issue.user_id && hasPermission(context, repository, user_id, 'push'),
  );
}

/** What the reviews of a pull request lack of what is required, in GitHub's words. */
export function reviewReasons(context: GithubContext, found: FoundPull, parameters: RuleParameters): string[] {
  const counted = verdicts(context, found);
  const approvers = counted.filter(({ state }) => state === 'APPROVED').map(({ user_id }) => user_id);
  const against = counted.filter(({ state }) => state === 'CHANGES_REQUESTED').length;
  const needed = parameters.required_approving_review_count ?? 0;
  const reasons: string[] = [];
  if (against > 0)
    reasons.push(`${against} review${against === 1 ? '' : 's'} requesting changes by reviewers with write access.`);
  if (approvers.length < needed) {
    const [noun, verb] = needed === 1 ? ['review', 'is'] : ['reviews', 'are'];
    reasons.push(`At least ${needed} approving ${noun} ${verb} required by reviewers with write access.`);
  }
  if (parameters.require_code_owner_review) reasons.push(...ownerReasons(context, found, approvers));
  if (parameters.require_last_push_approval && !approvers.some((id) => id !== lastPusher(context, found)))
    reasons.push('New changes require approval from someone other than the last pusher.');
  return reasons;
}

/** Who pushed last isn't kept; whoever made the head is taken for them. */
function lastPusher(context: GithubContext, found: FoundPull): number | undefined {
  const { store } = pullContent(context, found);
  const { author } = commitOf(store, found.pull.head_sha);
  return context.world.users.by.address.first(author.email.toLowerCase())?.id;
}

function ownerReasons(context: GithubContext, found: FoundPull, approvers: readonly number[]): string[] {
  const { store, files } = pullContent(context, found);
  const lines = codeOwners(store, commitOf(store, baseTip(context, found)).tree);
  if (lines.length === 0) return [];
  const missing = new Set<string>();
  for (const { path } of files) {
    const owners = ownersOf(lines, path);
    const people = owners.flatMap((owner) => peopleOf(context, owner));
    if (owners.length === 0 || people.some((id) => approvers.includes(id))) continue;
    // The only owner can't approve what is their own.
    if (people.length > 0 && people.every((id) => id === found.issue.user_id)) continue;
    for (const owner of owners) missing.add(owner.replace(/^@/, ''));
  }
  return missing.size === 0 ? [] : [`Waiting on code owner review from ${[...missing].join(', ')}.`];
}

/** Threads that nobody settled. */
export function openThreads({ world }: HasWorld, issueId: number): number {
  const { pull } = world.review_comments.by;
  return pull.page(issueId, { limit: pull.count(issueId) }).filter((one) => one.in_reply_to_id === null && !one.resolved).length;
}
