import { cachedRenderer } from '@svc/twin-kit';
import { nodeId } from '../node-id.ts';
import type { Comment, GithubCollections, GithubContext } from '../world.ts';
import { authorAssociation } from './author-association.ts';
import { reactionRollup } from './reactions.ts';
import { repositoryHtmlUrl, repositoryUrl } from './repository-path.ts';
import { simpleUserById } from './users.ts';

export function renderComment(context: GithubContext, comment: Readonly<Comment>) {
  const issue = context.world.issues.get(comment.issue_id);
  if (!issue) throw new Error(`no issue ${comment.issue_id}`);
  const repository = repositoryUrl(context, comment);
  const url = `${repository}/issues/comments/${comment.id}`;
  const page = `${issue.is_pull_request ? 'pull' : 'issues'}/${issue.number}`;
  return {
    url,
    html_url: `${repositoryHtmlUrl(context, comment)}/${page}#issuecomment-${comment.id}`,
    issue_url: `${repository}/issues/${issue.number}`,
    id: comment.id,
    node_id: nodeId('IC', comment.repository_id, comment.id),
    user: simpleUserById(context, comment.user_id),
    created_at: comment.created_at,
    updated_at: comment.updated_at,
    body: comment.body,
    author_association: authorAssociation(context, comment),
    reactions: reactionRollup(context, 'issue_comment', comment.id, url),
    performed_via_github_app: null,
  };
}

/** A comment as JSON text, kept until it or what it shows changes. */
export const commentJson = cachedRenderer<GithubCollections, Comment>(
  ['users', 'repositories', 'memberships', 'collaborators', 'reactions'],
  renderComment,
);
