import { z } from 'zod';
import { updatePull } from '../actions/pulls.ts';
import { setThreadResolved } from '../actions/review-threads.ts';
import { requestReviewers } from '../actions/reviewers.ts';
import { createReview, deletePendingReview, type PullTarget, submitReview } from '../actions/reviews.ts';
import { Unprocessable } from '../errors.ts';
import { getNodeOf } from '../graphql/ids.ts';
import { repositoryHtmlUrl, repositoryOf } from '../render/repository-path.ts';
import { renderThread } from '../render/review-threads.ts';
import { renderReview } from '../render/reviews.ts';
import { type GithubContext, type Issue, REACTIONS, type ReviewComment } from '../world.ts';
import { react } from './granular-issues.ts';
import { askedFor } from './pulls.ts';
import { addToPending, commentPlace, ownPending } from './reviews.ts';
import { repository, tool } from './tool.ts';

// One tool for each change of a pull request, which the server has in place of `update_pull_request`, `pull_request_review_write` and
// `add_comment_to_pending_review` where its feature `pull_requests_granular` is asked for: github/github-mcp-server, pkg/github/pullrequests_granular.go.

const pullNumber = z.number().int().min(1).describe('Number of the pull request');
const at = { ...repository, pullNumber };
const event = z.enum(['APPROVE', 'REQUEST_CHANGES', 'COMMENT']);
const body = z.string().optional().describe('Text of the review');

const shortly = (context: GithubContext, pull: { id: number; repository_id: number; number: number }) => ({
  id: String(pull.id),
  url: `${repositoryHtmlUrl(context, pull)}/pull/${pull.number}`,
});

const common = { mutates: true, action: 'update_pull_request' } as const;
const updates = [
  tool({
    ...common,
    name: 'update_pull_request_title',
    title: 'Update Pull Request Title',
    description: 'Gives a pull request another title.',
    input: () => z.object({ ...at, title: z.string().describe('The title') }),
    handle: (context, { owner, repo, pullNumber: number, title }) =>
      shortly(context, updatePull(context, owner, repo, number, { title }).pull),
  }),
  tool({
    ...common,
    name: 'update_pull_request_body',
    title: 'Update Pull Request Body',
    description: 'Gives a pull request another text.',
    input: () => z.object({ ...at, body: z.string().describe('The text, in Markdown') }),
    handle: (context, { owner, repo, pullNumber: number, body: text }) =>
      shortly(context, updatePull(context, owner, repo, number, { body: text }).pull),
  }),
  tool({
    ...common,
    name: 'update_pull_request_state',
    title: 'Update Pull Request State',
    description: 'Closes a pull request or opens it again.',
    input: () => z.object({ ...at, state: z.enum(['open', 'closed']).describe('The state') }),
    handle: (context, { owner, repo, pullNumber: number, state }) =>
      shortly(context, updatePull(context, owner, repo, number, { state }).pull),
  }),
  tool({
    ...common,
    name: 'update_pull_request_draft_state',
    title: 'Update Pull Request Draft State',
    description: 'Makes a pull request a draft, or says that it is ready for review.',
    input: () => z.object({ ...at, draft: z.boolean().describe('A draft (true) or ready for review (false)') }),
    handle(context, { owner, repo, pullNumber: number, draft }) {
      updatePull(context, owner, repo, number, { draft });
      return draft ? 'pull request converted to draft' : 'pull request marked as ready for review';
    },
  }),
  tool({
    name: 'request_pull_request_reviewers',
    title: 'Request Pull Request Reviewers',
    description: 'Asks people and teams for a review.',
    mutates: true,
    action: 'request_reviewers',
    input: () => z.object({ ...at, reviewers: z.array(z.string()).describe('Logins, or teams as ORG/team-slug') }),
    handle(context, { owner, repo, pullNumber: number, reviewers }) {
      if (reviewers.length === 0) throw new Unprocessable('missing required parameter: reviewers');
      return shortly(context, requestReviewers(context, owner, repo, number, askedFor(reviewers)).pull);
    },
  }),
];

const reviews = [
  tool({
    name: 'create_pull_request_review',
    title: 'Create Pull Request Review',
    description: 'Reviews a pull request: at once with an event, else as a pending review.',
    mutates: true,
    input: () =>
      z.object({
        ...{ ...at, body },
        event: event.optional().describe('The verdict'),
        commitID: z.string().optional().describe('Commit that is reviewed; the head without it'),
      }),
    handle(context, { owner, repo, pullNumber: number, commitID: commit_id, ...said }) {
      return renderReview(context, createReview(context, [owner, repo, number], { ...said, commit_id }).review);
    },
  }),
  tool({
    name: 'submit_pending_pull_request_review',
    title: 'Submit Pending Pull Request Review',
    description: 'Submits your pending review.',
    mutates: true,
    action: 'submit_pull_request_review',
    input: () => z.object({ ...at, event: event.describe('The verdict'), body }),
    handle(context, { owner, repo, pullNumber: number, ...said }) {
      const target: PullTarget = [owner, repo, number];
      return renderReview(context, submitReview(context, target, ownPending(context, target).id, said).review);
    },
  }),
  tool({
    name: 'delete_pending_pull_request_review',
    title: 'Delete Pending Pull Request Review',
    description: 'Deletes your pending review.',
    mutates: true,
    action: 'delete_pending_review',
    input: () => z.object(at),
    handle(context, { owner, repo, pullNumber: number }) {
      const target: PullTarget = [owner, repo, number];
      return renderReview(context, deletePendingReview(context, target, ownPending(context, target).id).review);
    },
  }),
  tool({
    name: 'add_pull_request_review_comment',
    title: 'Add Pull Request Review Comment',
    description: 'Adds a comment on a line or a file to your pending review.',
    mutates: true,
    action: 'add_comment_to_pending_review',
    input: () => z.object({ ...at, ...commentPlace }),
    handle: addToPending,
  }),
  tool({
    name: 'add_pull_request_review_comment_reaction',
    title: 'Add Pull Request Review Comment Reaction',
    description: 'Reacts to a comment of a review.',
    mutates: true,
    action: 'add_reaction',
    input: () =>
      z.object({
        ...{ ...repository, comment_id: z.number().int().min(1).describe('Id of the comment') },
        content: z.enum(REACTIONS).describe('Emoji to react with'),
      }),
    handle: (context, { owner, repo, comment_id: number, content }) =>
      react(context, { type: 'review_comment', owner, repo, number }, content),
  }),
];

const threadID = z.string().describe('Node id of the thread');

/** @throws NOT_FOUND for what is no thread that the viewer sees */
function settle(context: GithubContext, id: string, isResolved: boolean) {
  const root = getNodeOf<ReviewComment>(context, id, 'PullRequestReviewThread');
  const [owner = '', repo = ''] = repositoryOf(context, root).full_name.split('/');
  const { number } = context.world.issues.get(root.issue_id) as Readonly<Issue>;
  return renderThread(context, setThreadResolved(context, [owner, repo, number], id, isResolved));
}

const threads = [
  tool({
    name: 'resolve_review_thread',
    title: 'Resolve Review Thread',
    description: 'Settles a thread of comments.',
    mutates: true,
    input: () => z.object({ threadID }),
    handle: (context, { threadID: id }) => settle(context, id, true),
  }),
  tool({
    name: 'unresolve_review_thread',
    title: 'Unresolve Review Thread',
    description: 'Opens a thread of comments again.',
    mutates: true,
    input: () => z.object({ threadID }),
    handle: (context, { threadID: id }) => settle(context, id, false),
  }),
];

export const granularPullTools = [...updates, ...reviews, ...threads];
