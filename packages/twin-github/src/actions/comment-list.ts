import type { Comment, GithubContext } from '../world.ts';
import { visibleRepository } from './access.ts';
import type { PageCut } from './issue-list.ts';
import { getIssue } from './issues.ts';
import { momentIn } from './moments.ts';

export interface CommentPage {
  records: readonly Readonly<Comment>[];
  total: number;
}

export interface CommentOrder {
  sort?: string | undefined;
  direction?: string | undefined;
  since?: string | undefined;
}

const updatedSince =
  (since: number) =>
  (comment: Readonly<Comment>): boolean =>
    Date.parse(comment.updated_at) >= since;

/** The comments of one issue, oldest first. Without `since` a page costs the page. */
export function listIssueComments(
  context: GithubContext,
  owner: string,
  repo: string,
  number: number,
  since: string | undefined,
  cut: PageCut,
): CommentPage {
  const { issue } = getIssue(context, owner, repo, number);
  const reader = context.world.comments.by.issue;
  const total = reader.count(issue.id);
  const after = momentIn('since', since);
  if (after === undefined) return { records: reader.page(issue.id, cut), total };
  const kept = reader.page(issue.id, { limit: total }).filter(updatedSince(after));
  return { records: kept.slice(cut.offset, cut.offset + cut.limit), total: kept.length };
}

/** The comments of a repository, by id unless a sort is asked for. */
export function listRepositoryComments(
  context: GithubContext,
  owner: string,
  repo: string,
  order: CommentOrder,
  cut: PageCut,
): CommentPage {
  const repository = visibleRepository(context, owner, repo);
  const reader = context.world.comments.by.repository;
  const total = reader.count(repository.id);
  const after = momentIn('since', order.since);
  // The direction counts only together with a sort (docs: "List issue comments for a repository").
  const reverse = order.sort !== undefined && order.direction !== 'asc';
  if (after === undefined && order.sort !== 'updated') return { records: reader.page(repository.id, { ...cut, reverse }), total };
  const kept = reader.page(repository.id, { limit: total, reverse }).filter(updatedSince(after ?? Number.NEGATIVE_INFINITY));
  if (order.sort === 'updated') {
    kept.sort((a, b) => (Date.parse(a.updated_at) - Date.parse(b.updated_at)) * (reverse ? -1 : 1));
  }
  return { records: kept.slice(cut.offset, cut.offset + cut.limit), total: kept.length };
}
