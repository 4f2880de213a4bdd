import { type FieldError, NotFound, ValidationFailed } from '../errors.ts';
import { nextId } from '../sequences.ts';
import {
  collaboratorKey,
  type GithubContext,
  type Invitation,
  membershipKey,
  PERMISSIONS,
  type Permission,
  type Repository,
  timestamp,
  type User,
} from '../world.ts';
import { getUserByLogin, type HasWorld, requirePermission, viewerOf, visibleRepository } from './access.ts';
import { assigneesOf } from './assignees.ts';
import { replaceAssignees } from './issue-relations.ts';
import { requireUnarchived } from './issues.ts';

const fault = (message: string): FieldError => ({ resource: 'Repository', code: 'custom', message });

/** Roles also go by the names of the settings page. */
const ALIASES: Readonly<Record<string, Permission>> = { read: 'pull', write: 'push' };

function permissionNamed(name: string): Permission {
  const permission = ALIASES[name] ?? PERMISSIONS.find((known) => known === name);
  if (!permission) throw new ValidationFailed([{ resource: 'Repository', code: 'invalid', field: 'permission', value: name }]);
  return permission;
}

/**
 * https://docs.github.com/repositories/archiving-a-github-repository/archiving-repositories: "Once a repository is archived, you cannot add
 * or remove collaborators or teams."
 *
 * Lets somebody in: members of the owning organisation at once, others by an invitation that they have to accept.
 *
 * @returns the invitation, or undefined where none is needed. @throws NotFound, AdminRightsRequired, ValidationFailed
 */
export function addCollaborator(
  context: GithubContext,
  owner: string,
  repo: string,
  login: string,
  role = 'push',
): Readonly<Invitation> | undefined {
  const repository = visibleRepository(context, owner, repo);
  requirePermission(context, repository, 'admin');
  requireUnarchived(repository);
  const user = getUserByLogin(context, login);
  const permission = permissionNamed(role);
  if (user.id === repository.owner_id) throw new ValidationFailed([fault('Repository owner cannot be a collaborator')]);
  if (user.type === 'Organization') throw new ValidationFailed([fault('Organizations cannot be collaborators')]);
  const { collaborators, memberships } = context.world;
  const key = collaboratorKey(repository.id, user.id);
  if (collaborators.has(key)) collaborators.update(key, { permission });
  else if (memberships.has(membershipKey(repository.owner_id, user.id)))
    collaborators.insert({ repository_id: repository.id, user_id: user.id, permission });
  else return invite(context, repository, user, permission);
  return undefined;
}

function invite(
  context: GithubContext,
  repository: Readonly<Repository>,
  user: Readonly<User>,
  permission: Permission,
): Readonly<Invitation> {
  const { invitations } = context.world;
  const known = invitationOf(context, repository, user.id);
  if (known) return invitations.update(known.id, { permission });
  return invitations.insert({
    id: nextId(context.ids, 'invitation'),
    repository_id: repository.id,
    invitee_id: user.id,
    inviter_id: viewerOf(context).id,
    permission,
    created_at: timestamp(context.now),
  });
}

function invitationOf({ world }: HasWorld, repository: Readonly<Repository>, userId: number): Readonly<Invitation> | undefined {
  const { repository: index } = world.invitations.by;
  return index.page(repository.id, { limit: index.count(repository.id) }).find(({ invitee_id }) => invitee_id === userId);
}

/** Takes access away, or the offer of it, and unassigns. Everyone may leave. @throws NotFound, AdminRightsRequired */
export function removeCollaborator(context: GithubContext, owner: string, repo: string, login: string): void {
  const repository = visibleRepository(context, owner, repo);
  const user = context.world.users.by.login.first(login.toLowerCase());
  if (user?.id !== viewerOf(context).id) requirePermission(context, repository, 'admin');
  if (!user) throw new NotFound();
  requireUnarchived(repository);
  const invitation = invitationOf(context, repository, user.id);
  if (invitation) context.world.invitations.remove(invitation.id);
  const key = collaboratorKey(repository.id, user.id);
  if (!context.world.collaborators.has(key)) return;
  unassign(context, repository, user);
  context.world.collaborators.remove(key);
}

/** https://docs.github.com/rest/collaborators/collaborators#remove-a-repository-collaborator */
export function unassign(context: GithubContext, repository: Readonly<Repository>, user: Readonly<User>): void {
  const { assignee } = context.world.issues.by;
  const group = `${repository.id}/${user.id}/all`;
  for (const issue of [...assignee.page(group, { limit: assignee.count(group) })]) {
    replaceAssignees(
      context,
      issue,
      assigneesOf(context, issue).filter(({ id }) => id !== user.id),
    );
  }
}

/** @throws NotFound, AdminRightsRequired */
export function invitationIndex(context: HasWorld, owner: string, repo: string) {
  const repository = visibleRepository(context, owner, repo);
  requirePermission(context, repository, 'admin');
  return { repository, index: context.world.invitations.by.repository, group: repository.id };
}

function invitationTo(context: HasWorld, owner: string, repo: string, id: number): Readonly<Invitation> {
  const { repository } = invitationIndex(context, owner, repo);
  const invitation = context.world.invitations.get(id);
  if (invitation?.repository_id !== repository.id) throw new NotFound();
  return invitation;
}

/** @throws NotFound, AdminRightsRequired, ValidationFailed */
export function updateInvitation(
  context: GithubContext,
  owner: string,
  repo: string,
  id: number,
  role: string | undefined,
): Readonly<Invitation> {
  const invitation = invitationTo(context, owner, repo, id);
  return role === undefined ? invitation : context.world.invitations.update(id, { permission: permissionNamed(role) });
}

/** @throws NotFound, AdminRightsRequired */
export function deleteInvitation(context: GithubContext, owner: string, repo: string, id: number): void {
  context.world.invitations.remove(invitationTo(context, owner, repo, id).id);
}

/** What the viewer was invited to: an index and its group. */
export const ownInvitations = (context: HasWorld) => ({
  index: context.world.invitations.by.invitee,
  group: viewerOf(context).id,
});

/** Accepts or declines what the viewer was invited to. @throws NotFound */
export function answerInvitation(context: GithubContext, id: number, accept: boolean): void {
  const { invitations, collaborators } = context.world;
  const invitation = invitations.get(id);
  const viewer = viewerOf(context);
  if (invitation?.invitee_id !== viewer.id) throw new NotFound();
  invitations.remove(id);
  const { repository_id, permission } = invitation;
  const key = collaboratorKey(repository_id, viewer.id);
  if (accept && collaborators.has(key)) collaborators.update(key, { permission });
  else if (accept) collaborators.insert({ repository_id, user_id: viewer.id, permission });
}
