import { updatePullBranch } from '../../actions/branch-merge.ts';
import { findBranch } from '../../actions/branches.ts';
import { requireOwnAddress } from '../../actions/emails.ts';
import { current, updateIssue } from '../../actions/issues.ts';
import { mergePull } from '../../actions/pull-merge.ts';
import { createPull, getPull, type PullInput, pullOf, updatePull } from '../../actions/pulls.ts';
import { revertPull } from '../../actions/revert.ts';
import { deleteReviewComment, replyToReviewComment, updateReviewComment } from '../../actions/review-comments.ts';
import { addReviewComments, type CommentPlace } from '../../actions/review-places.ts';
import { setThreadResolved } from '../../actions/review-threads.ts';
import { removeReviewers, requestReviewers } from '../../actions/reviewers.ts';
import {
  createReview,
  deletePendingReview,
  dismissReview,
  pendingReview,
  type ReviewEvent,
  submitReview,
  updateReview,
} from '../../actions/reviews.ts';
import { nodeId } from '../../node-id.ts';
import type { Issue, Repository, Review, ReviewComment, Team, User } from '../../world.ts';
import { userThing } from '../fields/accounts.ts';
import { issueThing } from '../fields/issues.ts';
import { type Graph, GraphRefusal } from '../graph.ts';
import { getNodeOf } from '../ids.ts';
import { type Thing, thing } from '../thing.ts';
import { changeOf } from './issue-mutations.ts';
import { mergeOptions } from './merge-options.ts';
import { actorNamed, homeOf, type Mutations, mutation, placeOf, pullIn, repositoryIn, shown, targetOf } from './mutation.ts';

const actor = (graph: Graph): Thing => userThing(graph.viewer);

/** GitHub's own list of what is wrong with ends that aren't there. */
function requireEnds({ context }: Graph, repository: Readonly<Repository>, { head, base }: PullInput): void {
  const local = !head.includes(':');
  const missing = [
    ...(local && !findBranch(context, repository.id, head) ? ["Head sha can't be blank"] : []),
    ...(findBranch(context, repository.id, base) ? [] : ["Base sha can't be blank"]),
  ];
  if (missing.length === 0) return;
  const refs = [
    ...(local && !findBranch(context, repository.id, head) ? ['Head ref must be a branch'] : []),
    ...(findBranch(context, repository.id, base) ? [] : ['Base ref must be a branch']),
  ];
  throw new GraphRefusal('UNPROCESSABLE', [...missing, `No commits between ${base} and ${head}`, ...refs].join(', '));
}

/** The head as the action names it: with its owner, where it is in another repository. */
function headOf(graph: Graph, headRepositoryId: string | null | undefined, headRefName: string): string {
  if (headRepositoryId == null || headRefName.includes(':')) return headRefName;
  return `${targetOf(repositoryIn(graph, headRepositoryId))[0]}:${headRefName}`;
}

const pulls: Mutations = {
  createPullRequest: mutation(
    ['repositoryId', 'baseRefName', 'headRefName', 'headRepositoryId', 'title', 'body', 'draft', 'maintainerCanModify'],
    ['pullRequest'],
    (input, graph) => {
      const repository = repositoryIn(graph, input.repositoryId);
      const asked: PullInput = {
        title: input.title,
        body: input.body,
        base: input.baseRefName.replace(/^refs\/heads\//, ''),
        head: headOf(graph, input.headRepositoryId, input.headRefName.replace(/^refs\/heads\//, '')),
        draft: input.draft ?? undefined,
        maintainer_can_modify: input.maintainerCanModify ?? true,
      };
      requireEnds(graph, repository, asked);
      return { pullRequest: issueThing(createPull(graph.context, ...targetOf(repository), asked).issue) };
    },
  ),
  updatePullRequest: mutation(
    ['pullRequestId', 'baseRefName', 'title', 'body', 'state', 'maintainerCanModify', 'assigneeIds', 'labelIds', 'milestoneId'],
    ['pullRequest', 'actor'],
    ({ pullRequestId, baseRefName, maintainerCanModify, ...input }, graph) => {
      const issue = pullIn(graph, pullRequestId);
      const { assignees, labels, milestone, state_reason: _reason, ...side } = changeOf(graph, input);
      const own = { base: baseRefName ?? undefined, maintainer_can_modify: maintainerCanModify ?? undefined };
      updatePull(graph.context, ...placeOf(graph, issue), { ...side, ...own });
      if (assignees ?? labels ?? milestone !== undefined)
        updateIssue(graph.context, ...placeOf(graph, issue), { assignees, labels, milestone });
      return { pullRequest: shown(graph, issue), actor: actor(graph) };
    },
  ),
  closePullRequest: mutation(['pullRequestId'], ['pullRequest'], ({ pullRequestId }, graph) => {
    const issue = pullIn(graph, pullRequestId);
    updatePull(graph.context, ...placeOf(graph, issue), { state: 'closed' });
    return { pullRequest: shown(graph, issue) };
  }),
  reopenPullRequest: mutation(['pullRequestId'], ['pullRequest'], ({ pullRequestId }, graph) => {
    const issue = pullIn(graph, pullRequestId);
    updatePull(graph.context, ...placeOf(graph, issue), { state: 'open' });
    return { pullRequest: shown(graph, issue) };
  }),
  markPullRequestReadyForReview: mutation(['pullRequestId'], ['pullRequest'], ({ pullRequestId }, graph) => {
    const issue = pullIn(graph, pullRequestId);
    updatePull(graph.context, ...placeOf(graph, issue), { draft: false });
    return { pullRequest: shown(graph, issue) };
  }),
  convertPullRequestToDraft: mutation(['pullRequestId'], ['pullRequest'], ({ pullRequestId }, graph) => {
    const issue = pullIn(graph, pullRequestId);
    updatePull(graph.context, ...placeOf(graph, issue), { draft: true });
    return { pullRequest: shown(graph, issue) };
  }),
  mergePullRequest: mutation(
    ['pullRequestId', 'mergeMethod', 'commitHeadline', 'commitBody', 'expectedHeadOid', 'authorEmail'],
    ['pullRequest', 'actor'],
    ({ pullRequestId, ...options }, graph) => {
      const issue = pullIn(graph, pullRequestId);
      if (options.authorEmail != null) requireOwnAddress(graph.context, options.authorEmail);
      mergePull(graph.context, ...placeOf(graph, issue), mergeOptions(options));
      return { pullRequest: shown(graph, issue), actor: actor(graph) };
    },
  ),
  updatePullRequestBranch: mutation(
    ['pullRequestId', 'expectedHeadOid', 'updateMethod'],
    ['pullRequest'],
    ({ pullRequestId, expectedHeadOid, updateMethod }, graph) => {
      const issue = pullIn(graph, pullRequestId);
      updatePullBranch(graph.context, ...placeOf(graph, issue), {
        sha: expectedHeadOid ?? undefined,
        method: updateMethod === 'REBASE' ? 'rebase' : 'merge',
      });
      return { pullRequest: shown(graph, issue) };
    },
  ),
  revertPullRequest: mutation(
    ['pullRequestId', 'title', 'body', 'draft'],
    ['pullRequest', 'revertPullRequest'],
    ({ pullRequestId, title, body, draft }, graph) => {
      const issue = pullIn(graph, pullRequestId);
      const made = revertPull(graph.context, ...placeOf(graph, issue), {
        title: title ?? undefined,
        body: body ?? undefined,
        draft: draft ?? undefined,
      });
      return { pullRequest: shown(graph, issue), revertPullRequest: issueThing(made.issue) };
    },
  ),
  requestReviews: mutation(
    ['pullRequestId', 'userIds', 'teamIds', 'union'],
    ['pullRequest', 'actor', 'requestedReviewersEdge'],
    ({ pullRequestId, userIds, teamIds, union }, graph) => {
      const reviewers = (userIds ?? []).map((id: string) => getNodeOf<User>(graph.context, id, 'User').login);
      const teams = (teamIds ?? []).map((id: string) => getNodeOf<Team>(graph.context, id, 'Team').slug);
      return askFor(graph, pullIn(graph, pullRequestId), { reviewers, teams }, union === true);
    },
  ),
  requestReviewsByLogin: mutation(
    ['pullRequestId', 'userLogins', 'botLogins', 'teamSlugs', 'union'],
    ['pullRequest', 'actor', 'requestedReviewersEdge'],
    ({ pullRequestId, userLogins, botLogins, teamSlugs, union }, graph) => {
      const issue = pullIn(graph, pullRequestId);
      const logins: readonly string[] = [...(userLogins ?? []), ...(botLogins ?? [])];
      const reviewers = logins.map((login) => actorNamed(graph, login).login);
      const teams = (teamSlugs ?? []).map((slug: string) => teamNamed(graph, issue, slug));
      return askFor(graph, issue, { reviewers, teams }, union === true);
    },
  ),
};

/** The slug of a team of the organisation that owns the repository, of `org/slug` as gh sends it. @throws NOT_FOUND */
function teamNamed(graph: Graph, issue: Readonly<Issue>, named: string): string {
  const [slug = '', organization] = named.split('/').toReversed();
  const { owner_id } = pullOf(graph.context, issue).repository;
  const login = graph.context.world.users.get(owner_id)?.login.toLowerCase();
  const isOwners = organization === undefined || organization.toLowerCase() === login;
  const team = isOwners && graph.context.world.teams.by.slug.first(`${owner_id}/${slug.toLowerCase()}`);
  if (!team) throw new GraphRefusal('NOT_FOUND', `Could not resolve to a Team with the slug of '${named}'.`);
  return team.slug;
}

interface Named {
  reviewers: readonly string[];
  teams: readonly string[];
}

/** Asks for reviews, of nobody else unless those who were asked before stay. */
function askFor(graph: Graph, issue: Readonly<Issue>, { reviewers, teams }: Named, union: boolean) {
  if (!union) removeOthers(graph, issue, { reviewers, teams });
  if (reviewers.length + teams.length > 0)
    requestReviewers(graph.context, ...placeOf(graph, issue), { reviewers, team_reviewers: teams });
  const first = reviewers[0] && graph.context.world.users.by.login.first(reviewers[0].toLowerCase());
  return {
    pullRequest: shown(graph, issue),
    actor: actor(graph),
    requestedReviewersEdge: first ? { node: userThing(first), cursor: '' } : null,
  };
}

/** Without `union` those who aren't named are asked no more. */
function removeOthers(graph: Graph, issue: Readonly<Issue>, kept: Named): void {
  const { context } = graph;
  const { pull } = getPull(context, ...placeOf(graph, issue));
  const people = pull.requested_reviewer_ids
    .map((id) => context.world.users.get(id)?.login ?? '')
    .filter((login) => !kept.reviewers.includes(login));
  const teams = pull.requested_team_ids
    .map((id) => context.world.teams.get(id)?.slug ?? '')
    .filter((slug) => !kept.teams.includes(slug));
  if (people.length + teams.length > 0)
    removeReviewers(context, ...placeOf(graph, issue), { reviewers: people, team_reviewers: teams });
}

interface Placed {
  path: string;
  body: string;
  line?: number | null;
  side?: 'LEFT' | 'RIGHT' | null;
  startLine?: number | null;
  startSide?: 'LEFT' | 'RIGHT' | null;
  position?: number | null;
  subjectType?: 'LINE' | 'FILE' | null;
}

const commentOf = ({
  path,
  body,
  line,
  side,
  startLine,
  startSide,
  position,
  subjectType,
}: Readonly<Placed>): CommentPlace & { body: string } => ({
  path,
  body,
  line: line ?? undefined,
  side: side ?? undefined,
  start_line: startLine ?? undefined,
  start_side: startSide ?? undefined,
  position: position ?? undefined,
  subject_type: (subjectType?.toLowerCase() as 'line' | 'file' | undefined) ?? undefined,
});

const reviewThing = (review: Readonly<Review>): Thing => thing('PullRequestReview', review);

function reviewIn({ context }: Graph, id: string): { review: Readonly<Review>; issue: Readonly<Issue> } {
  const review = getNodeOf<Review>(context, id, 'PullRequestReview');
  return { review, issue: context.world.issues.get(review.issue_id) as Readonly<Issue> };
}

/** The viewer's own review that isn't submitted, by its id or that of its pull request. @throws NOT_FOUND */
function openReview(graph: Graph, reviewId: string | null | undefined, pullId: string | null | undefined) {
  if (reviewId != null) return reviewIn(graph, reviewId);
  if (pullId == null) throw new GraphRefusal('UNPROCESSABLE', 'Must specify pullRequestId or pullRequestReviewId.');
  const issue = pullIn(graph, pullId);
  const review = pendingReview(graph.context, issue.id);
  if (!review) throw new GraphRefusal('NOT_FOUND', 'Could not find a pending review for this pull request.');
  return { review, issue };
}

const reviews: Mutations = {
  addPullRequestReview: mutation(
    ['pullRequestId', 'commitOID', 'body', 'event', 'comments', 'threads'],
    ['pullRequestReview', 'reviewEdge'],
    ({ pullRequestId, commitOID, body, event, comments, threads }, graph) => {
      const issue = pullIn(graph, pullRequestId);
      const { review } = createReview(graph.context, placeOf(graph, issue), {
        body: body ?? undefined,
        event: event == null ? undefined : reviewEvent(event),
        commit_id: commitOID ?? undefined,
        comments: [...(comments ?? []), ...(threads ?? [])].map(commentOf),
      });
      return { pullRequestReview: reviewThing(review), reviewEdge: { node: reviewThing(review), cursor: String(review.id) } };
    },
  ),
  submitPullRequestReview: mutation(
    ['pullRequestId', 'pullRequestReviewId', 'event', 'body'],
    ['pullRequestReview'],
    ({ pullRequestId, pullRequestReviewId, event, body }, graph) => {
      const { review, issue } = openReview(graph, pullRequestReviewId, pullRequestId);
      const submitted = submitReview(graph.context, placeOf(graph, issue), review.id, {
        event: reviewEvent(event),
        body: body ?? undefined,
      });
      return { pullRequestReview: reviewThing(submitted.review) };
    },
  ),
  updatePullRequestReview: mutation(
    ['pullRequestReviewId', 'body'],
    ['pullRequestReview'],
    ({ pullRequestReviewId, body }, graph) => {
      const { review, issue } = reviewIn(graph, pullRequestReviewId);
      return { pullRequestReview: reviewThing(updateReview(graph.context, placeOf(graph, issue), review.id, body).review) };
    },
  ),
  deletePullRequestReview: mutation(['pullRequestReviewId'], ['pullRequestReview'], ({ pullRequestReviewId }, graph) => {
    const { review, issue } = reviewIn(graph, pullRequestReviewId);
    return { pullRequestReview: reviewThing(deletePendingReview(graph.context, placeOf(graph, issue), review.id).review) };
  }),
  dismissPullRequestReview: mutation(
    ['pullRequestReviewId', 'message'],
    ['pullRequestReview'],
    ({ pullRequestReviewId, message }, graph) => {
      const { review, issue } = reviewIn(graph, pullRequestReviewId);
      return { pullRequestReview: reviewThing(dismissReview(graph.context, placeOf(graph, issue), review.id, message).review) };
    },
  ),
};

function reviewEvent(event: string): ReviewEvent {
  if (event === 'DISMISS') throw new GraphRefusal('UNPROCESSABLE', 'Can not dismiss a pending pull request review.');
  return event as ReviewEvent;
}

const threadThing = (root: Readonly<ReviewComment>): Thing => thing('PullRequestReviewThread', root);

function settle(graph: Graph, id: string, resolved: boolean): Thing {
  const root = getNodeOf<ReviewComment>(graph.context, id, 'PullRequestReviewThread');
  const issue = graph.context.world.issues.get(root.issue_id) as Readonly<Issue>;
  return threadThing(
    setThreadResolved(graph.context, placeOf(graph, issue), nodeId('PRRT', root.repository_id, root.id), resolved).root,
  );
}

const threads: Mutations = {
  addPullRequestReviewThread: mutation(
    ['pullRequestId', 'pullRequestReviewId', 'path', 'body', 'line', 'side', 'startLine', 'startSide', 'subjectType'],
    ['thread'],
    ({ pullRequestId, pullRequestReviewId, ...place }, graph) => {
      const { context } = graph;
      const issue = pullRequestReviewId == null ? pullIn(graph, pullRequestId) : reviewIn(graph, pullRequestReviewId).issue;
      const target = placeOf(graph, issue);
      const review =
        pullRequestReviewId == null
          ? (pendingReview(context, issue.id) ?? createReview(context, target, {}).review)
          : reviewIn(graph, pullRequestReviewId).review;
      if (review.state !== 'PENDING') throw new GraphRefusal('UNPROCESSABLE', 'The review was submitted before.');
      addReviewComments(context, { ...pullOf(context, current(context, issue)), review }, [
        commentOf(place as unknown as Placed),
      ]);
      const { review: index } = context.world.review_comments.by;
      const last = index.page(review.id, { limit: 1, reverse: true })[0] as Readonly<ReviewComment>;
      return { thread: threadThing(last) };
    },
  ),
  addPullRequestReviewThreadReply: mutation(
    ['pullRequestReviewThreadId', 'body'],
    ['comment'],
    ({ pullRequestReviewThreadId, body }, graph) => {
      const root = getNodeOf<ReviewComment>(graph.context, pullRequestReviewThreadId, 'PullRequestReviewThread');
      const issue = graph.context.world.issues.get(root.issue_id) as Readonly<Issue>;
      return {
        comment: thing('PullRequestReviewComment', replyToReviewComment(graph.context, placeOf(graph, issue), root.id, body)),
      };
    },
  ),
  updatePullRequestReviewComment: mutation(
    ['pullRequestReviewCommentId', 'body'],
    ['pullRequestReviewComment'],
    ({ pullRequestReviewCommentId, body }, graph) => {
      const comment = getNodeOf<ReviewComment>(graph.context, pullRequestReviewCommentId, 'PullRequestReviewComment');
      const updated = updateReviewComment(graph.context, ...homeOf(graph, comment), comment.id, body);
      return { pullRequestReviewComment: thing('PullRequestReviewComment', updated) };
    },
  ),
  deletePullRequestReviewComment: mutation(['id'], ['pullRequestReviewComment'], ({ id }, graph) => {
    const comment = getNodeOf<ReviewComment>(graph.context, id, 'PullRequestReviewComment');
    deleteReviewComment(graph.context, ...homeOf(graph, comment), comment.id);
    return { pullRequestReviewComment: null };
  }),
  resolveReviewThread: mutation(['threadId'], ['thread'], ({ threadId }, graph) => ({ thread: settle(graph, threadId, true) })),
  unresolveReviewThread: mutation(['threadId'], ['thread'], ({ threadId }, graph) => ({
    thread: settle(graph, threadId, false),
  })),
};

export const pullMutations: Mutations = { ...pulls, ...reviews, ...threads };
