import { z } from 'zod';
import { updatePullBranch } from '../actions/branch-merge.ts';
import { listIssueComments } from '../actions/comment-list.ts';
import { pullContent } from '../actions/pull-changes.ts';
import { mergePull } from '../actions/pull-merge.ts';
import { createPull, findPull, listPulls, pullOf, updatePull } from '../actions/pulls.ts';
import { requestReviewers } from '../actions/reviewers.ts';
import { Unsupported } from '../errors.ts';
import { commitOf } from '../git/store.ts';
import { renderComment } from '../render/comments.ts';
import { renderChangedFile, renderCommit } from '../render/commits.ts';
import { diffText } from '../render/diff-text.ts';
import { renderFullPull, renderPull } from '../render/pulls.ts';
import type { GithubContext } from '../world.ts';
import { cutOf, paging, pick, repository, tool } from './tool.ts';

const pullNumber = z.number().int().describe('Number of the pull request');
const reviewers = z.array(z.string()).optional().describe('Logins to ask for a review');

const READ_ACTIONS = {
  get: 'get_pull_request',
  get_diff: 'get_pull_request',
  get_files: 'list_pull_request_files',
  get_commits: 'list_pull_request_commits',
  get_comments: 'list_issue_comments',
} as const;
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

interface ReadInput {
  method: (typeof METHODS)[number];
  owner: string;
  repo: string;
  pullNumber: number;
  page?: number | undefined;
  perPage?: number | undefined;
}

function read(context: GithubContext, { method, owner, repo, pullNumber: number, ...page }: ReadInput): unknown {
  const found = findPull(context, owner, repo, number);
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
    default:
      throw new Unsupported(`pull_request_read with method ${method}`, undefined);
  }
}

const reading = [
  tool({
    name: 'list_pull_requests',
    title: 'List pull requests',
    description: 'Lists the pull requests of a repository.',
    mutates: false,
    input: z.object({
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
    description: 'Reads one pull request: itself, its diff, files, commits or comments.',
    mutates: false,
    action: ({ method }) => (method in READ_ACTIONS ? READ_ACTIONS[method as keyof typeof READ_ACTIONS] : method),
    input: z.object({
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
    input: z.object({
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
        asked?.length ? requestReviewers(context, owner, repo, pull.number, asked) : { pull, ...found },
      );
    },
  }),
  tool({
    name: 'update_pull_request',
    title: 'Edit pull request',
    description: 'Changes title, description, state, base, draft or reviewers of a pull request.',
    mutates: true,
    input: z.object({
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
      return renderFullPull(context, asked?.length ? requestReviewers(context, owner, repo, number, asked) : updated);
    },
  }),
  tool({
    name: 'update_pull_request_branch',
    title: 'Update pull request branch',
    description: "Merges the base branch into a pull request's branch.",
    mutates: true,
    input: z.object({
      ...repository,
      pullNumber,
      expectedHeadSha: z.string().optional().describe('What the head is taken to be'),
    }),
    handle(context, { owner, repo, pullNumber: number, expectedHeadSha }) {
      updatePullBranch(context, owner, repo, number, expectedHeadSha);
      return { message: 'Updating pull request branch.', url: context.links.to(`/repos/${owner}/${repo}/pulls/${number}`) };
    },
  }),
  tool({
    name: 'merge_pull_request',
    title: 'Merge pull request',
    description: 'Merges a pull request by a merge commit, squashed, or rebased.',
    mutates: true,
    input: z.object({
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
