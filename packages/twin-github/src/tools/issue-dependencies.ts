import { z } from 'zod';
import { addBlockedBy, listBlockedBy, listBlocking, removeBlockedBy } from '../actions/issue-dependencies.ts';
import { current, getIssue } from '../actions/issues.ts';
import { Unprocessable } from '../errors.ts';
import { repositoryHtmlUrl, repositoryOf } from '../render/repository-path.ts';
import type { GithubContext, Issue } from '../world.ts';
import { cutOf, paging, repository, tool } from './tool.ts';

// Tools of the feature `issue_dependencies`: github/github-mcp-server, pkg/github/issue_dependencies.go.

const number = z.number().int().min(1);

/** The short form in which these tools show an issue. */
const reference = (context: GithubContext, issue: Readonly<Issue>) => ({
  number: issue.number,
  title: issue.title,
  state: issue.state.toUpperCase(),
  url: `${repositoryHtmlUrl(context, issue)}/${issue.is_pull_request ? 'pull' : 'issues'}/${issue.number}`,
  repository: repositoryOf(context, issue).full_name,
});

export const issueDependencyTools = [
  tool({
    name: 'issue_dependency_read',
    title: 'Read issue dependencies',
    description: 'Reads what an issue waits for, or what waits for it.',
    mutates: false,
    action: ({ method }) => (method === 'get_blocked_by' ? 'list_blocked_by' : 'list_blocking'),
    input: () =>
      z.object({
        method: z
          .enum(['get_blocked_by', 'get_blocking'])
          .describe('get_blocked_by: what it waits for; get_blocking: what waits'),
        ...repository,
        issue_number: number.describe('Number of the issue'),
        ...paging,
      }),
    handle(context, { method, owner, repo, issue_number, ...page }) {
      const list = method === 'get_blocked_by' ? listBlockedBy : listBlocking;
      const issues = list(context, owner, repo, issue_number);
      const { offset, limit } = cutOf(page);
      const hasNextPage = offset + limit < issues.length;
      return {
        issues: issues.slice(offset, offset + limit).map((issue) => reference(context, issue)),
        pageInfo: { hasNextPage, nextPage: hasNextPage ? offset / limit + 2 : 0 },
      };
    },
  }),
  tool({
    name: 'issue_dependency_write',
    title: 'Change issue dependency',
    description: 'Has an issue wait for another or another wait for it, or ends that.',
    mutates: true,
    action: ({ method }) => (method === 'add' ? 'add_blocked_by' : 'remove_blocked_by'),
    input: () =>
      z.object({
        method: z.enum(['add', 'remove']).describe('add or remove the dependency'),
        type: z
          .enum(['blocked_by', 'blocking'])
          .describe('blocked_by: the issue waits for the related one; blocking: the related one waits for it'),
        ...repository,
        issue_number: number.describe('Number of the issue'),
        related_issue_number: number.describe('Number of the related issue'),
        related_owner: z.string().optional().describe('Account that owns the repository of the related issue, if another'),
        related_repo: z.string().optional().describe('Name of the repository of the related issue, if another'),
      }),
    handle(context, { method, type, owner, repo, issue_number, ...related }) {
      const own = { owner, repo, number: issue_number };
      const other = {
        owner: related.related_owner || owner,
        repo: related.related_repo || repo,
        number: related.related_issue_number,
      };
      if (own.owner === other.owner && own.repo === other.repo && own.number === other.number)
        throw new Unprocessable('an issue cannot block or depend on itself');
      const [waits, blocks] = type === 'blocked_by' ? [own, other] : [other, own];
      const blocking = getIssue(context, blocks.owner, blocks.repo, blocks.number).issue;
      const change = method === 'add' ? addBlockedBy : removeBlockedBy;
      const blocked = change(context, waits.owner, waits.repo, waits.number, blocking.id);
      return {
        message: method === 'add' ? 'dependency added' : 'dependency removed',
        blocked_issue: reference(context, blocked),
        blocking_issue: reference(context, current(context, blocking)),
      };
    },
  }),
];
