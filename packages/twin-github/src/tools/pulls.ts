import { z } from 'zod';
import { updatePullBranch } from '../actions/branch-merge.ts';
import { checkRunsFor } from '../actions/check-runs.ts';
import { listIssueComments } from '../actions/comment-list.ts';
import { pullContent } from '../actions/pull-changes.ts';
import { listPulls } from '../actions/pull-list.ts';
import { mergePull } from '../actions/pull-merge.ts';
import { createPull, getPull, pullOf, updatePull } from '../actions/pulls.ts';
import { listThreads } from '../actions/review-threads.ts';
import { requestReviewers } from '../actions/reviewers.ts';
import { listReviews, type PullTarget } from '../actions/reviews.ts';
import { combinedStatus } from '../actions/statuses.ts';
import { commitOf } from '../git/store.ts';
import { renderComment } from '../render/comments.ts';
import { renderCheckRun, renderCombinedStatus } from '../render/commit-checks.ts';
import { renderChangedFile, renderCommit } from '../render/commits.ts';
import { diffText } from '../render/diff-text.ts';
import { renderFullPull, renderPull } from '../render/pulls.ts';
import { renderThread } from '../render/review-threads.ts';
import { renderReview } from '../render/reviews.ts';
import type { GithubContext } from '../world.ts';
import { cursorAt, cursorOffset, cutOf, paging, pick, repository, tool } from './tool.ts';

const pullNumber = z.number().int().describe('Number of the pull request');
const reviewers = z.array(z.string()).optional().describe('Logins, or teams as ORG/team-slug, to ask for a review');

/** People and teams of one list, as GitHub's own server takes them. */
export const askedFor = (names: readonly string[]) => ({
  reviewers: names.filter((name) => !name.includes('/')),
  team_reviewers: names.filter((name) => name.includes('/')).map((name) => name.slice(name.indexOf('/') + 1)),
});

const METHODS = [
  'get',
  'get_diff',
  'get_status',
  'get_files',
  'get_commits',
  'get_review_comments',
  'get_reviews',
  'get_comments',
  'get_check_runs',
] as const;

const READ_ACTIONS = {
  get: 'get_pull_request',
  get_diff: 'get_pull_request',
  get_files: 'list_pull_request_files',
  get_commits: 'list_pull_request_commits',
  get_comments: 'list_issue_comments',
  get_status: 'get_combined_status',
  get_reviews: 'list_pull_request_reviews',
  get_review_comments: 'list_review_comments',
  get_check_runs: 'list_check_runs',
} as const satisfies Record<(typeof METHODS)[number], string>;
interface ReadInput {
  method: (typeof METHODS)[number];
  owner: string;
  repo: string;
  pullNumber: number;
  after?: string | undefined;
  page?: number | undefined;
  perPage?: number | undefined;
}

function read(context: GithubContext, { method, owner, repo, pullNumber: number, after, ...page }: ReadInput): unknown {
  const found = getPull(context, owner, repo, number);
  const { files, commits, store } = pullContent(context, found);
  const { offset, limit } = cutOf(page);
  const cut = <T>(list: readonly T[]) => list.slice(offset, offset + limit);
  switch (method) {
    case 'get':
      return renderFullPull(context, found);
    case 'get_diff':
      return diffText(files);
    case 'get_files':
      return cut(files).map((file) => renderChangedFile(context, commitOf(store, found.pull.head_sha), file));
    case 'get_commits':
      return cut(commits).map((sha) => renderCommit(context, commitOf(store, sha)));
    case 'get_comments':
      return listIssueComments(context, owner, repo, number, undefined, { offset, limit }).records.map((comment) =>
        renderComment(context, comment),
      );
    case 'get_reviews':
      return cut(listReviews(context, owner, repo, number)).map((review) => renderReview(context, review));
    case 'get_status': {
      const combined = combinedStatus(context, owner, repo, found.pull.head_sha);
      return renderCombinedStatus(context, combined, cut(combined.statuses));
    }
    case 'get_check_runs': {
      const runs = checkRunsFor(context, owner, repo, found.pull.head_sha, {});
      return { total_count: runs.length, check_runs: cut(runs).map((run) => renderCheckRun(context, run)) };
    }
    case 'get_review_comments':
      return threads(context, [owner, repo, number], after === undefined ? offset : cursorOffset(after), limit);
  }
}

function threads(context: GithubContext, target: PullTarget, offset: number, limit: number) {
  const all = listThreads(context, ...target);
  const shown = all.slice(offset, offset + limit);
  const end = offset + shown.length;
  return {
    review_threads: shown.map((thread) => renderThread(context, thread)),
    pageInfo: {
      hasNextPage: end < all.length,
      hasPreviousPage: offset > 0,
      startCursor: cursorAt(offset),
      endCursor: cursorAt(end),
    },
    totalCount: all.length,
  };
}

const reading = [
  tool({
    name: 'list_pull_requests',
    title: 'List pull requests',
    description: 'Lists the pull requests of a repository.',
    mutates: false,
    input: () =>
      z.object({
        ...repository,
        state: z.enum(['open', 'closed', 'all']).optional().describe('Only in this state; open by default'),
        head: z.string().optional().describe('Only from this branch, as owner:branch'),
        base: z.string().optional().describe('Only into this branch'),
        sort: z.enum(['created', 'updated', 'popularity', 'long-running']).optional().describe('Order by this'),
        direction: z.enum(['asc', 'desc']).optional().describe('Order direction'),
        fields: z.array(z.string()).optional().describe('Only these fields of each; all by default'),
        ...paging,
      }),
    handle(context, { owner, repo, fields, page, perPage, ...query }) {
      const { records } = listPulls(context, owner, repo, query, cutOf({ page, perPage }));
      return records.map((issue) => pick(renderPull(context, pullOf(context, issue)), fields));
    },
  }),
  tool({
    name: 'pull_request_read',
    title: 'Get details for a single pull request',
    description:
      'Reads one pull request: itself, its diff, files, commits, comments, reviews, threads of review comments, statuses or check runs.',
    mutates: false,
    action: ({ method }) => READ_ACTIONS[method],
    input: () =>
      z.object({
        method: z.enum(METHODS).describe('What to read'),
        ...repository,
        pullNumber,
        after: z.string().optional().describe('Cursor, for review comments only'),
        ...paging,
      }),
    handle: (context, input) => read(context, input),
  }),
];

const writing = [
  tool({
    name: 'create_pull_request',
    title: 'Open new pull request',
    description: 'Opens a pull request.',
    mutates: true,
    input: () =>
      z.object({
        ...repository,
        title: z.string().describe('Title'),
        head: z.string().describe('Branch with the changes'),
        base: z.string().describe('Branch to merge into'),
        body: z.string().optional().describe('Description'),
        draft: z.boolean().optional().describe('Open it as a draft'),
        maintainer_can_modify: z.boolean().optional().describe('Let maintainers edit'),
        reviewers,
      }),
    handle(context, { owner, repo, reviewers: asked, ...input }) {
      const { pull, ...found } = createPull(context, owner, repo, input);
      return renderFullPull(
        context,
        asked?.length ? requestReviewers(context, owner, repo, pull.number, askedFor(asked)) : { pull, ...found },
      );
    },
  }),
  tool({
    name: 'update_pull_request',
    title: 'Edit pull request',
    description: 'Changes title, description, state, base, draft or reviewers of a pull request.',
    mutates: true,
    input: () =>
      z.object({
        ...repository,
        pullNumber,
        title: z.string().optional().describe('New title'),
        body: z.string().optional().describe('New description'),
        state: z.enum(['open', 'closed']).optional().describe('New state'),
        base: z.string().optional().describe('New branch to merge into'),
        draft: z.boolean().optional().describe('Draft (true) or ready for review (false)'),
        maintainer_can_modify: z.boolean().optional().describe('Let maintainers edit'),
        reviewers,
      }),
    handle(context, { owner, repo, pullNumber: number, reviewers: asked, ...change }) {
      const updated = updatePull(context, owner, repo, number, change);
      return renderFullPull(context, asked?.length ? requestReviewers(context, owner, repo, number, askedFor(asked)) : updated);
    },
  }),
  tool({
    name: 'update_pull_request_branch',
    title: 'Update pull request branch',
    description: "Merges the base branch into a pull request's branch.",
    mutates: true,
    input: () =>
      z.object({
        ...repository,
        pullNumber,
        expectedHeadSha: z.string().optional().describe('What the head is taken to be'),
      }),
    handle(context, { owner, repo, pullNumber: number, expectedHeadSha }) {
      updatePullBranch(context, owner, repo, number, { sha: expectedHeadSha });
      return { message: 'Updating pull request branch.', url: context.links.to(`/repos/${owner}/${repo}/pulls/${number}`) };
    },
  }),
  tool({
    name: 'merge_pull_request',
    title: 'Merge pull request',
    description: 'Merges a pull request by a merge commit, squashed, or rebased.',
    mutates: true,
    input: () =>
      z.object({
        ...repository,
        pullNumber,
        commit_title: z.string().optional().describe('Title of the merge commit'),
        commit_message: z.string().optional().describe('Text of the merge commit'),
        merge_method: z.enum(['merge', 'squash', 'rebase']).optional().describe('How to merge'),
      }),
    handle(context, { owner, repo, pullNumber: number, ...input }) {
      const sha = mergePull(context, owner, repo, number, input);
      return { sha, merged: true, message: 'Pull Request successfully merged' };
    },
  }),
];

export const pullTools = [...reading, ...writing];
