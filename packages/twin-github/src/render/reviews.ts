import { cachedRenderer } from '@svc/twin-kit';
import { currentLine } from '../actions/review-comments.ts';
import { nodeId } from '../node-id.ts';
import type { GithubCollections, GithubContext, Review, ReviewComment } from '../world.ts';
import { authorAssociation } from './author-association.ts';
import { reactionRollup } from './reactions.ts';
import { repositoryHtmlUrl, repositoryUrl } from './repository-path.ts';
import { simpleUserById } from './users.ts';

/** The pull request's address, for the API and for people. */
function pullAt(context: GithubContext, record: { repository_id: number; issue_id: number }) {
  const number = context.world.issues.get(record.issue_id)?.number;
  return {
    api: `${repositoryUrl(context, record)}/pulls/${number}`,
    html: `${repositoryHtmlUrl(context, record)}/pull/${number}`,
  };
}

export function renderReview(context: GithubContext, review: Readonly<Review>) {
  const at = pullAt(context, review);
  const html = `${at.html}#pullrequestreview-${review.id}`;
  return {
    id: review.id,
    node_id: nodeId('PRR', review.repository_id, review.id),
    user: simpleUserById(context, review.user_id),
    body: review.body,
    state: review.state,
    html_url: html,
    pull_request_url: at.api,
    author_association: authorAssociation(context, review),
    _links: { html: { href: html }, pull_request: { href: at.api } },
    ...(review.submitted_at !== null && { submitted_at: review.submitted_at }),
    commit_id: review.commit_id,
  };
}

/** Where a comment stands now; a line that was changed since leaves no place, only the original one. */
function place(context: GithubContext, comment: Readonly<ReviewComment>) {
  if (comment.subject_type === 'file') return { original_position: 1, position: 1 };
  const line = currentLine(context, comment, comment.line);
  const start = currentLine(context, comment, comment.start_line) ?? null;
  return {
    start_line: start,
    original_start_line: comment.start_line,
    start_side: comment.start_side,
    side: comment.side,
    ...(line !== undefined && { line, position: comment.position }),
    ...(comment.line !== null && { original_line: comment.line }),
    original_position: comment.position,
  };
}

export function renderReviewComment(context: GithubContext, comment: Readonly<ReviewComment>) {
  const at = pullAt(context, comment);
  const url = `${repositoryUrl(context, comment)}/pulls/comments/${comment.id}`;
  const html = `${at.html}#discussion_r${comment.id}`;
  const head = context.world.pull_requests.get(comment.issue_id)?.head_sha ?? comment.commit_id;
  return {
    url,
    pull_request_review_id: comment.review_id,
    id: comment.id,
    node_id: nodeId('PRRC', comment.repository_id, comment.id),
    diff_hunk: comment.diff_hunk,
    path: comment.path,
    commit_id: head,
    original_commit_id: comment.commit_id,
    user: simpleUserById(context, comment.user_id),
    body: comment.body,
    created_at: comment.created_at,
    updated_at: comment.updated_at,
    html_url: html,
    pull_request_url: at.api,
    author_association: authorAssociation(context, comment),
    _links: { self: { href: url }, html: { href: html }, pull_request: { href: at.api } },
    reactions: reactionRollup(context, 'review_comment', comment.id, url),
    ...place(context, comment),
    subject_type: comment.subject_type,
    ...(comment.in_reply_to_id !== null && { in_reply_to_id: comment.in_reply_to_id }),
  };
}

/** A comment in the list of its review, where GitHub writes a lost place as null. */
export const renderCommentOfReview = (context: GithubContext, comment: Readonly<ReviewComment>) => ({
  position: null,
  ...renderReviewComment(context, comment),
});

/** A comment of a list as JSON text, kept until it or what it shows changes. */
export const reviewCommentJson = cachedRenderer<GithubCollections, ReviewComment>(
  ['users', 'repositories', 'memberships', 'collaborators', 'reactions', 'pull_requests', 'issues'],
  renderReviewComment,
);
