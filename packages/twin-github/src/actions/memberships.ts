import { AdminRightsRequired, Forbidden, NotFound, Unprocessable } from '../errors.ts';
import { type GithubContext, type Membership, membershipKey, timestamp, type User } from '../world.ts';
import { getUserByLogin, type HasWorld, viewerOf } from './access.ts';
import { type FoundMembership, organizationByLogin } from './organizations.ts';

/** The organisation, if the viewer owns it. @throws NotFound, AdminRightsRequired */
export function ownedBy(context: HasWorld, login: string): Readonly<User> {
  const organization = organizationByLogin(context, login);
  const own = context.world.memberships.get(membershipKey(organization.id, viewerOf(context).id));
  if (!own) throw new NotFound();
  if (own.role !== 'admin') throw new AdminRightsRequired('Organization');
  return organization;
}

/** The owners that would be left. */
function ownersBesides({ world }: HasWorld, organizationId: number, userId: number): number {
  const { organization } = world.memberships.by;
  return organization
    .page(organizationId, { limit: organization.count(organizationId) })
    .filter(({ role, user_id }) => role === 'admin' && user_id !== userId).length;
}

/** Lets somebody in at once, as nobody else is here to accept, or gives them another role. @throws NotFound, AdminRightsRequired, Forbidden, Unprocessable */
export function setMembership(
  context: GithubContext,
  login: string,
  username: string,
  role: Membership['role'],
): FoundMembership {
  const organization = ownedBy(context, login);
  const user = getUserByLogin(context, username);
  if (user.type === 'Organization') throw new Unprocessable('Cannot add an organization as a member.');
  const { memberships } = context.world;
  const key = membershipKey(organization.id, user.id);
  if (role === 'member' && memberships.get(key)?.role === 'admin' && ownersBesides(context, organization.id, user.id) === 0)
    throw new Forbidden('You must have at least one organization owner.');
  const membership = memberships.has(key)
    ? memberships.update(key, { role })
    : memberships.insert({ organization_id: organization.id, user_id: user.id, role });
  return { membership, organization, user };
}

/** Takes somebody out of an organisation and of its teams and repositories. @throws NotFound, AdminRightsRequired, Forbidden */
export function removeMembership(context: GithubContext, login: string, username: string): void {
  const user = getUserByLogin(context, username);
  // Everyone may leave.
  const organization = user.id === viewerOf(context).id ? organizationByLogin(context, login) : ownedBy(context, login);
  const { world } = context;
  const key = membershipKey(organization.id, user.id);
  const membership = world.memberships.get(key);
  if (!membership) throw new NotFound(`Cannot find ${user.login}`);
  if (membership.role === 'admin' && ownersBesides(context, organization.id, user.id) === 0)
    throw new Forbidden('You must have at least one organization owner.');
  world.memberships.remove(key);
  for (const team of [...world.teams.by.organization.page(organization.id, { limit: world.teams.size })]) {
    if (!team.member_ids.includes(user.id)) continue;
    const without = (ids: readonly number[]) => ids.filter((id) => id !== user.id);
    world.teams.update(team.id, { member_ids: without(team.member_ids), maintainer_ids: without(team.maintainer_ids) });
  }
  for (const repository of world.repositories.by.owner.page(organization.id, { limit: world.repositories.size })) {
    const access = `${repository.id}/${user.id}`;
    if (world.collaborators.has(access)) world.collaborators.remove(access);
  }
}

/** The viewer's own places, by organisation. */
export function viewerMemberships(context: HasWorld): FoundMembership[] {
  const user = viewerOf(context);
  const { user: index } = context.world.memberships.by;
  return index.page(user.id, { limit: index.count(user.id) }).flatMap((membership) => {
    const organization = context.world.users.get(membership.organization_id);
    return organization ? [{ membership, organization, user }] : [];
  });
}

/** People who work on an organisation's repositories and aren't in it. @throws NotFound */
export function outsideCollaborators(context: HasWorld, login: string): Readonly<User>[] {
  const { id } = organizationByLogin(context, login);
  const { world } = context;
  if (!world.memberships.has(membershipKey(id, viewerOf(context).id))) throw new NotFound();
  const ids = world.repositories.by.owner
    .page(id, { limit: world.repositories.size })
    .flatMap((one) => world.collaborators.by.repository.page(one.id, { limit: world.collaborators.size }))
    .map(({ user_id }) => user_id)
    .filter((user) => !world.memberships.has(membershipKey(id, user)));
  return [...new Set(ids)].flatMap((user) => world.users.get(user) ?? []);
}

export interface OrganizationInput {
  name?: string | undefined;
  description?: string | undefined;
  email?: string | undefined;
  company?: string | undefined;
  location?: string | undefined;
  blog?: string | undefined;
}

/** @throws NotFound, AdminRightsRequired */
export function updateOrganization(
  context: GithubContext,
  login: string,
  { description, ...input }: OrganizationInput,
): Readonly<User> {
  const organization = ownedBy(context, login);
  const said = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  return context.world.users.update(organization.id, {
    ...said,
    ...(description !== undefined && { bio: description }),
    updated_at: timestamp(context.now),
  });
}
