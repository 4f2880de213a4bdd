import { currentLine } from '../actions/review-comments.ts';
import type { Thread } from '../actions/review-threads.ts';
import type { GithubContext } from '../world.ts';
import { renderReviewComment } from './reviews.ts';

/** A thread as GitHub's MCP server shows one, with its comments as the REST API shows them. */
export const renderThread = (context: GithubContext, { id, root, comments }: Thread) => ({
  id,
  is_resolved: root.resolved,
  is_outdated: root.subject_type === 'line' && currentLine(context, root, root.line) === undefined,
  is_collapsed: root.resolved,
  comments: comments.map((comment) => renderReviewComment(context, comment)),
});
