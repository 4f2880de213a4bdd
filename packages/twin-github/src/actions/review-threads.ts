import { Forbidden, NotFound } from '../errors.ts';
import { nodeId } from '../node-id.ts';
import type { GithubContext, ReviewComment } from '../world.ts';
import { type HasWorld, hasPermission, viewerOf } from './access.ts';
import { getPull } from './pulls.ts';
import { type PullTarget, requireDiscussable } from './reviews.ts';

/** A comment with the replies to it. */
export interface Thread {
  /** The node id that GitHub's GraphQL API and its MCP server call a thread by. */
  id: string;
  root: Readonly<ReviewComment>;
  comments: readonly Readonly<ReviewComment>[];
}

function threadOf({ world }: HasWorld, root: Readonly<ReviewComment>): Thread {
  const { thread } = world.review_comments.by;
  const replies = thread.page(root.id, { limit: thread.count(root.id) }).filter(({ pending }) => !pending);
  return { id: nodeId('PRRT', root.repository_id, root.id), root, comments: [root, ...replies] };
}

/** The threads of a pull request, oldest first. @throws NotFound */
export function listThreads(context: GithubContext, ...target: PullTarget): Thread[] {
  const { issue } = getPull(context, ...target);
  const { pull } = context.world.review_comments.by;
  const roots = pull.page(issue.id, { limit: pull.count(issue.id) }).filter(({ in_reply_to_id }) => in_reply_to_id === null);
  return roots.map((root) => threadOf(context, root));
}

/** Settles a thread or opens it again. @throws NotFound, Forbidden for who neither writes here nor began the thread */
export function setThreadResolved(context: GithubContext, target: PullTarget, id: string, resolved: boolean): Thread {
  const found = getPull(context, ...target);
  const thread = listThreads(context, ...target).find((candidate) => candidate.id === id);
  if (!thread) throw new NotFound();
  requireDiscussable(context, found);
  const viewer = viewerOf(context);
  const isAuthor = found.issue.user_id === viewer.id || thread.root.user_id === viewer.id;
  if (!isAuthor && !hasPermission(context, found.repository, viewer.id, 'push')) throw new Forbidden();
  return threadOf(context, context.world.review_comments.update(thread.root.id, { resolved }));
}
