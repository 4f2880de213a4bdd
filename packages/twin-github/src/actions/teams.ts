import { AdminRightsRequired, type FieldError, Forbidden, NotFound, Unprocessable, ValidationFailed } from '../errors.ts';
import { nextId } from '../sequences.ts';
import {
  type GithubContext,
  membershipKey,
  PERMISSIONS,
  type Permission,
  type Repository,
  type Team,
  teamRepositoryKey,
  timestamp,
  type User,
} from '../world.ts';
import { getUserByLogin, type HasWorld, isVisible, viewerOf, visibleRepository } from './access.ts';
import { getTeam, isMember, organizationByLogin } from './organizations.ts';
import { slugOf } from './slug.ts';

export type TeamTarget = readonly [organization: string, slug: string];

export interface TeamInput {
  name?: string | undefined;
  description?: string | null | undefined;
  privacy?: 'secret' | 'closed' | undefined;
  maintainers?: readonly string[] | undefined;
  repo_names?: readonly string[] | undefined;
}

const fault = (code: FieldError['code'], field: string): FieldError => ({ resource: 'Team', code, field });

const isOwner = ({ world }: HasWorld, organizationId: number, userId: number): boolean =>
  world.memberships.get(membershipKey(organizationId, userId))?.role === 'admin';

/** Owners of the organisation and maintainers of the team change it. @throws NotFound, Forbidden */
function teamToChange(context: HasWorld & GithubContext, target: TeamTarget): Readonly<Team> {
  const team = getTeam(context, ...target);
  const { id } = viewerOf(context);
  if (!isOwner(context, team.organization_id, id) && !team.maintainer_ids.includes(id))
    throw new Forbidden('Must be an organization owner or team maintainer.');
  return team;
}

function requireName(context: HasWorld, organizationId: number, name: string, self?: number): string {
  if (name.trim() === '') throw new ValidationFailed([fault('missing_field', 'name')]);
  const slug = slugOf(name);
  const known = context.world.teams.by.slug.first(`${organizationId}/${slug}`);
  if (known && known.id !== self) throw new ValidationFailed([fault('already_exists', 'name')]);
  return slug;
}

/** @throws NotFound, Forbidden, ValidationFailed */
export function createTeam(context: GithubContext, login: string, input: TeamInput & { name: string }): Readonly<Team> {
  const organization = organizationByLogin(context, login);
  const viewer = viewerOf(context);
  if (!isMember(context, organization.id, viewer.id)) throw new NotFound();
  const slug = requireName(context, organization.id, input.name);
  const maintainers = [
    ...new Set([viewer.id, ...(input.maintainers ?? []).map((one) => memberOf(context, organization, one).id)]),
  ];
  const now = timestamp(context.now);
  const team = context.world.teams.insert({
    id: nextId(context.ids, 'team'),
    organization_id: organization.id,
    name: input.name,
    slug,
    description: input.description ?? null,
    privacy: input.privacy ?? 'secret',
    member_ids: maintainers,
    maintainer_ids: maintainers,
    created_at: now,
    updated_at: now,
  });
  for (const full of input.repo_names ?? []) {
    const [owner = '', repo = ''] = full.split('/');
    grantTeam(context, [login, slug], owner, repo, 'pull');
  }
  return team;
}

/** @throws ValidationFailed for who is no member */
function memberOf(context: HasWorld, { id }: Readonly<User>, login: string): Readonly<User> {
  const user = context.world.users.by.login.first(login.toLowerCase());
  if (!user || !isMember(context, id, user.id)) throw new ValidationFailed([fault('invalid', 'maintainers')]);
  return user;
}

/** @throws NotFound, Forbidden, ValidationFailed */
export function updateTeam(
  context: GithubContext,
  target: TeamTarget,
  { name, description, privacy }: TeamInput,
): Readonly<Team> {
  const team = teamToChange(context, target);
  const slug = name === undefined ? team.slug : requireName(context, team.organization_id, name, team.id);
  return context.world.teams.update(team.id, {
    ...(name !== undefined && { name, slug }),
    ...(description !== undefined && { description }),
    ...(privacy !== undefined && { privacy }),
    updated_at: timestamp(context.now),
  });
}

/** @throws NotFound, Forbidden */
export function deleteTeam(context: GithubContext, target: TeamTarget): void {
  const team = teamToChange(context, target);
  const { team: index } = context.world.team_repositories.by;
  for (const one of [...index.page(team.id, { limit: index.count(team.id) })])
    context.world.team_repositories.remove(teamRepositoryKey(team.id, one.repository_id));
  for (const one of [...context.world.repository_advisories.values()])
    if (one.collaborating_team_ids.includes(team.id))
      context.world.repository_advisories.update(one.ghsa_id, {
        collaborating_team_ids: one.collaborating_team_ids.filter((id) => id !== team.id),
      });
  context.world.teams.remove(team.id);
}

export type TeamRole = 'member' | 'maintainer';

/** Somebody's place in a team; owners of the organisation maintain all teams that they are in. @throws NotFound */
export function teamMembership(context: GithubContext, target: TeamTarget, login: string): TeamRole {
  const team = getTeam(context, ...target);
  const { id } = getUserByLogin(context, login);
  if (!team.member_ids.includes(id)) throw new NotFound();
  return team.maintainer_ids.includes(id) || isOwner(context, team.organization_id, id) ? 'maintainer' : 'member';
}

/** Who isn't in the organisation yet joins it: nobody else is here to accept. @throws NotFound, Forbidden, Unprocessable */
export function setTeamMembership(context: GithubContext, target: TeamTarget, login: string, role: TeamRole): TeamRole {
  const team = teamToChange(context, target);
  const user = getUserByLogin(context, login);
  if (user.type === 'Organization') throw new Unprocessable('Cannot add an organization as a member.');
  if (!isMember(context, team.organization_id, user.id))
    context.world.memberships.insert({ organization_id: team.organization_id, user_id: user.id, role: 'member' });
  const maintainers = team.maintainer_ids.filter((id) => id !== user.id);
  context.world.teams.update(team.id, {
    member_ids: [...new Set([...team.member_ids, user.id])],
    maintainer_ids: role === 'maintainer' ? [...maintainers, user.id] : maintainers,
    updated_at: timestamp(context.now),
  });
  return teamMembership(context, target, login);
}

/** @throws NotFound, Forbidden */
export function removeTeamMembership(context: GithubContext, target: TeamTarget, login: string): void {
  const team = getTeam(context, ...target);
  const { id } = getUserByLogin(context, login);
  // Everyone may leave.
  if (id !== viewerOf(context).id) teamToChange(context, target);
  if (!team.member_ids.includes(id)) throw new NotFound();
  context.world.teams.update(team.id, {
    member_ids: team.member_ids.filter((one) => one !== id),
    maintainer_ids: team.maintainer_ids.filter((one) => one !== id),
    updated_at: timestamp(context.now),
  });
}

/** A repository with what a team may do in it. */
export interface Granted {
  repository: Readonly<Repository>;
  permission: Permission;
}

/** @throws NotFound */
export function teamRepositories(context: GithubContext, target: TeamTarget): Granted[] {
  const { id } = getTeam(context, ...target);
  const { team } = context.world.team_repositories.by;
  return team.page(id, { limit: team.count(id) }).flatMap(({ repository_id, permission }) => {
    const repository = context.world.repositories.get(repository_id);
    return repository && isVisible(context, repository) ? [{ repository, permission }] : [];
  });
}

/** @throws NotFound where the team has no access */
export function teamPermission(context: GithubContext, target: TeamTarget, owner: string, repo: string): Granted {
  const { id } = getTeam(context, ...target);
  const repository = visibleRepository(context, owner, repo);
  const found = context.world.team_repositories.get(teamRepositoryKey(id, repository.id));
  if (!found) throw new NotFound();
  return { repository, permission: found.permission };
}

const isPermission = (text: string): text is Permission => PERMISSIONS.some((one) => one === text);

/** Only an administrator of a repository of the organisation lets a team in. @throws NotFound, AdminRightsRequired, ValidationFailed, Unprocessable */
export function grantTeam(context: GithubContext, target: TeamTarget, owner: string, repo: string, permission = 'push'): void {
  const team = getTeam(context, ...target);
  const repository = visibleRepository(context, owner, repo);
  requireRepositoryAdmin(context, repository);
  if (repository.owner_id !== team.organization_id)
    throw new Unprocessable('Validation Failed: the repository is not one of the organization.');
  const wanted = permission === 'read' ? 'pull' : permission === 'write' ? 'push' : permission;
  if (!isPermission(wanted)) throw new ValidationFailed([{ resource: 'TeamMember', code: 'invalid', field: 'permission' }]);
  const { team_repositories: all } = context.world;
  const key = teamRepositoryKey(team.id, repository.id);
  if (all.has(key)) all.update(key, { permission: wanted });
  else all.insert({ team_id: team.id, repository_id: repository.id, permission: wanted });
}

function requireRepositoryAdmin(context: HasWorld, repository: Readonly<Repository>): void {
  const viewer = viewerOf(context);
  const direct = context.world.collaborators.get(`${repository.id}/${viewer.id}`)?.permission === 'admin';
  if (!direct && repository.owner_id !== viewer.id && !isOwner(context, repository.owner_id, viewer.id))
    throw new AdminRightsRequired();
}

/** @throws NotFound, AdminRightsRequired */
export function revokeTeam(context: GithubContext, target: TeamTarget, owner: string, repo: string): void {
  const team = getTeam(context, ...target);
  const repository = visibleRepository(context, owner, repo);
  requireRepositoryAdmin(context, repository);
  const key = teamRepositoryKey(team.id, repository.id);
  if (context.world.team_repositories.has(key)) context.world.team_repositories.remove(key);
}

/** The teams that a repository is open to. @throws NotFound */
export function teamsOfRepository(
  context: HasWorld,
  owner: string,
  repo: string,
): { team: Readonly<Team>; permission: Permission }[] {
  const { id } = visibleRepository(context, owner, repo);
  const { repository } = context.world.team_repositories.by;
  return repository.page(id, { limit: repository.count(id) }).flatMap(({ team_id, permission }) => {
    const team = context.world.teams.get(team_id);
    return team ? [{ team, permission }] : [];
  });
}

/** The teams that the viewer is in. */
export function viewerTeams(context: HasWorld): Readonly<Team>[] {
  const { id } = viewerOf(context);
  return [...context.world.teams.values()].filter(({ member_ids }) => member_ids.includes(id));
}
