import { nodeId } from '../node-id.ts';
import type { GithubContext, Invitation, Permission } from '../world.ts';
import { renderRepository } from './repositories.ts';
import { repositoryHtmlUrl, repositoryOf } from './repository-path.ts';
import { simpleUserById } from './users.ts';

/** Roles as GitHub names them beside the flags: https://docs.github.com/rest/collaborators/collaborators */
export const ROLE: Readonly<Record<Permission, string>> = {
  pull: 'read',
  triage: 'triage',
  push: 'write',
  maintain: 'maintain',
  admin: 'admin',
};

export const renderInvitation = (context: GithubContext, invitation: Readonly<Invitation>) => ({
  id: invitation.id,
  node_id: nodeId('RI', invitation.repository_id, invitation.id),
  repository: renderRepository(context, repositoryOf(context, invitation)),
  invitee: simpleUserById(context, invitation.invitee_id),
  inviter: simpleUserById(context, invitation.inviter_id),
  permissions: ROLE[invitation.permission],
  created_at: invitation.created_at,
  expired: false,
  url: context.links.to(`/user/repository_invitations/${invitation.id}`),
  html_url: `${repositoryHtmlUrl(context, invitation)}/invitations`,
});
