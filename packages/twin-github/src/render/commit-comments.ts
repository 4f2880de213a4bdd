import { cachedRenderer } from '@svc/twin-kit';
import { nodeId } from '../node-id.ts';
import type { CommitComment, GithubCollections, GithubContext } from '../world.ts';
import { authorAssociation } from './author-association.ts';
import { reactionRollup } from './reactions.ts';
import { repositoryHtmlUrl, repositoryUrl } from './repository-path.ts';
import { simpleUserById } from './users.ts';

function renderCommitComment(context: GithubContext, comment: Readonly<CommitComment>) {
  const url = `${repositoryUrl(context, comment)}/comments/${comment.id}`;
  return {
    url,
    html_url: `${repositoryHtmlUrl(context, comment)}/commit/${comment.commit_id}#commitcomment-${comment.id}`,
    id: comment.id,
    node_id: nodeId('CC', comment.repository_id, comment.id),
    user: simpleUserById(context, comment.user_id),
    position: comment.position,
    line: comment.line,
    path: comment.path,
    commit_id: comment.commit_id,
    created_at: comment.created_at,
    updated_at: comment.updated_at,
    author_association: authorAssociation(context, comment),
    body: comment.body,
    reactions: reactionRollup(context, 'commit_comment', comment.id, url),
  };
}

/** A comment on a commit as JSON text, kept until it or what it shows changes. */
export const commitCommentJson = cachedRenderer<GithubCollections, CommitComment>(
  ['users', 'repositories', 'memberships', 'collaborators', 'reactions'],
  renderCommitComment,
);
