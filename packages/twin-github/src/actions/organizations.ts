import { Forbidden, NotFound } from '../errors.ts';
import { type GithubContext, type Membership, membershipKey, type Team, type User } from '../world.ts';
import { getUserByLogin, type HasWorld, viewerOf } from './access.ts';

/** @throws NotFound for other accounts too */
export function organizationByLogin(context: HasWorld, login: string): Readonly<User> {
  const account = getUserByLogin(context, login);
  if (account.type !== 'Organization') throw new NotFound();
  return account;
}

export const isMember = ({ world }: HasWorld, organizationId: number, userId: number): boolean =>
  world.memberships.has(membershipKey(organizationId, userId));

/** The members of an organisation. @throws NotFound */
export function listMembers(context: HasWorld, login: string, role = 'all'): Readonly<User>[] {
  const { id } = organizationByLogin(context, login);
  const { organization } = context.world.memberships.by;
  return organization
    .page(id, { limit: organization.count(id) })
    .filter((membership) => role === 'all' || membership.role === role)
    .flatMap(({ user_id }) => context.world.users.get(user_id) ?? []);
}

export interface FoundMembership {
  membership: Readonly<Membership>;
  organization: Readonly<User>;
  user: Readonly<User>;
}

/** Somebody's place in an organisation, for its members to see. @throws NotFound, Forbidden */
export function membershipOf(context: HasWorld, organizationLogin: string, login?: string): FoundMembership {
  const organization = organizationByLogin(context, organizationLogin);
  const viewer = viewerOf(context);
  const user = login === undefined ? viewer : getUserByLogin(context, login);
  if (!isMember(context, organization.id, viewer.id)) {
    throw new Forbidden('You must be a member of this organization to see its memberships.');
  }
  const membership = context.world.memberships.get(membershipKey(organization.id, user.id));
  if (!membership) throw new NotFound();
  return { membership, organization, user };
}

/** @throws NotFound for who isn't one */
export function requireMember(context: HasWorld, organizationLogin: string, login: string): void {
  const organization = organizationByLogin(context, organizationLogin);
  if (!isMember(context, organization.id, getUserByLogin(context, login).id)) throw new NotFound();
}

/** The organisations that somebody belongs to. @throws NotFound */
export function organizationsOf(context: HasWorld, login?: string): Readonly<User>[] {
  const { id } = login === undefined ? viewerOf(context) : getUserByLogin(context, login);
  const { user } = context.world.memberships.by;
  return user.page(id, { limit: user.count(id) }).flatMap((one) => context.world.users.get(one.organization_id) ?? []);
}

/** The teams of an organisation by name, for its members. @throws NotFound, Forbidden */
export function teamIndex(context: HasWorld, login: string) {
  const organization = organizationByLogin(context, login);
  if (!isMember(context, organization.id, viewerOf(context).id)) throw new Forbidden('Must be a member of the organization.');
  return { organization, index: context.world.teams.by.organization, group: organization.id };
}

/** @throws NotFound */
export function getTeam(context: GithubContext, login: string, slug: string): Readonly<Team> {
  const organization = organizationByLogin(context, login);
  const team = context.world.teams.by.slug.first(`${organization.id}/${slug}`);
  if (!team || !isMember(context, organization.id, viewerOf(context).id)) throw new NotFound();
  return team;
}

/** @throws NotFound */
export function teamById(
  context: GithubContext,
  organizationId: number,
  id: number,
): { organization: Readonly<User>; team: Readonly<Team> } {
  const organization = context.world.users.get(organizationId);
  const found = context.world.teams.get(id);
  if (!organization || found?.organization_id !== organizationId) throw new NotFound();
  return { organization, team: getTeam(context, organization.login, found.slug) };
}

/** @throws NotFound */
export function teamMembers(context: GithubContext, login: string, slug: string, role = 'all'): Readonly<User>[] {
  const { member_ids, maintainer_ids } = getTeam(context, login, slug);
  const ids =
    role === 'maintainer'
      ? maintainer_ids
      : role === 'member'
        ? member_ids.filter((id) => !maintainer_ids.includes(id))
        : member_ids;
  return ids.flatMap((id) => context.world.users.get(id) ?? []);
}
