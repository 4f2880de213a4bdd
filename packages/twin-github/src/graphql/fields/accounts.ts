import { isVisible } from '../../actions/access.ts';
import { followedBy, followersOf } from '../../actions/follows.ts';
import { gistsOf } from '../../actions/gists.ts';
import { isMember, organizationsOf } from '../../actions/organizations.ts';
import { type Affiliation, repositoriesOf, viewerRepositories } from '../../actions/repositories.ts';
import { starredBy } from '../../actions/stars.ts';
import { nodeId } from '../../node-id.ts';
import type { Repository, Team, User } from '../../world.ts';
import { inOrder, listed } from '../connection.ts';
import { type Args, type Fields, type Graph, notFound, withArgs } from '../graph.ts';
import { accountId } from '../ids.ts';
import { type Thing, thing } from '../thing.ts';
import { REPOSITORY_ORDER, repositoryThings } from './repository-lists.ts';

export const userThing = (user: Readonly<User>): Thing<User> => thing(user.type, user);

/** An account by id; null where it is gone. */
export function accountThing({ context }: Graph, id: number | null): Thing<User> | null {
  const user = id === null ? undefined : context.world.users.get(id);
  return user ? userThing(user) : null;
}

/** What every actor has (interface `Actor`). */
const actor: Fields<User> = {
  id: accountId,
  login: ({ login }) => login,
  url: ({ login }, _args, graph) => graph.url(`/${encodeURIComponent(login)}`),
  resourcePath: ({ login }) => `/${encodeURIComponent(login)}`,
  avatarUrl: withArgs(['size'], ({ id }: Readonly<User>, { size }, graph) =>
    graph.url(`/avatars/u/${id}?${size == null ? '' : `s=${size}&`}v=4`),
  ),
  databaseId: ({ id }) => id,
};

const AFFILIATIONS: Readonly<Record<string, Affiliation>> = {
  OWNER: 'owner',
  COLLABORATOR: 'collaborator',
  ORGANIZATION_MEMBER: 'organization_member',
};

const REPOSITORY_FILTERS = [
  'privacy',
  'visibility',
  'isFork',
  'isArchived',
  'isLocked',
  'hasIssuesEnabled',
  'orderBy',
  'affiliations',
  'ownerAffiliations',
] as const;
type FilterArgs = Args<(typeof REPOSITORY_FILTERS)[number]>;

/** Is a repository among those that the arguments of `repositories` ask for? */
function isWanted({ world }: Graph['context'], repository: Readonly<Repository>, args: FilterArgs): boolean {
  const { privacy, visibility, isFork, isArchived, isLocked, hasIssuesEnabled } = args;
  const wanted = visibility ?? privacy;
  const shown = repository.private ? 'PRIVATE' : 'PUBLIC';
  return (
    world.repositories.has(repository.id) &&
    (wanted == null || wanted === shown) &&
    (isFork == null || isFork === (repository.parent_id !== null)) &&
    (isArchived == null || isArchived === repository.archived) &&
    (isLocked == null || isLocked === false) &&
    (hasIssuesEnabled == null || hasIssuesEnabled === repository.has_issues)
  );
}

function ownedRepositories(user: Readonly<User>, args: FilterArgs, graph: Graph): readonly Thing[] {
  const asked: readonly string[] | null | undefined = args.ownerAffiliations ?? args.affiliations;
  const all =
    user.id === graph.viewer.id && (asked ?? []).some((one) => one !== 'OWNER')
      ? viewerRepositories(
          graph.context,
          (asked ?? []).map((one) => AFFILIATIONS[one] as Affiliation),
        )
      : repositoriesOf(graph.context, user.login);
  const kept = all.filter((repository) => isWanted(graph.context, repository, args));
  return repositoryThings(inOrder(kept, args.orderBy, REPOSITORY_ORDER(graph)));
}

/** What users and organisations have (interfaces `RepositoryOwner` and `ProfileOwner`). */
const owner: Fields<User> = {
  ...actor,
  name: ({ name }) => name,
  email: ({ email }) => email ?? '',
  location: ({ location }) => location,
  websiteUrl: ({ blog }) => blog,
  createdAt: ({ created_at }) => created_at,
  updatedAt: ({ updated_at }) => updated_at,
  repositories: listed(REPOSITORY_FILTERS, ownedRepositories),
  repository: withArgs(['name', 'followRenames'], ({ login }: Readonly<User>, { name }, { context }) => {
    const repository = context.world.repositories.by.name.first(`${login}/${name}`.toLowerCase());
    if (repository && isVisible(context, repository)) return thing('Repository', repository);
    throw notFound(`Could not resolve to a Repository with the name '${login}/${name}'.`);
  }),
};

const teamsOf = ({ id }: Readonly<User>, graph: Graph): readonly Readonly<Team>[] => {
  const { organization } = graph.context.world.teams.by;
  return isMember(graph.context, id, graph.viewer.id) ? organization.page(id, { limit: organization.count(id) }) : [];
};

export const accountFields: Readonly<Record<string, Fields<User>>> = {
  User: {
    ...owner,
    bio: ({ bio }) => bio,
    company: ({ company }) => company,
    isViewer: ({ id }, _args, graph) => id === graph.viewer.id,
    isSiteAdmin: ({ site_admin }) => site_admin,
    isEmployee: () => false,
    isHireable: () => false,
    twitterUsername: () => null,
    pronouns: () => null,
    status: () => null,
    followers: listed([], ({ login }: Readonly<User>, _args, { context }) => followersOf(context, login).map(userThing)),
    following: listed([], ({ login }: Readonly<User>, _args, { context }) => followedBy(context, login).map(userThing)),
    organizations: listed(['orderBy'], ({ login }: Readonly<User>, { orderBy }, { context }) =>
      inOrder(organizationsOf(context, login), orderBy, { LOGIN: (one) => one.login, CREATED_AT: (one) => one.created_at }).map(
        userThing,
      ),
    ),
    organization: withArgs(['login'], ({ login }: Readonly<User>, args, { context }) => {
      const found = organizationsOf(context, login).find((one) => one.login.toLowerCase() === String(args.login).toLowerCase());
      return found ? userThing(found) : null;
    }),
    gists: listed(['privacy', 'orderBy'], ({ login }: Readonly<User>, { privacy, orderBy }, { context }) => {
      const wanted = gistsOf(context, login).filter(
        (gist) => privacy == null || privacy === 'ALL' || (privacy === 'PUBLIC') === gist.public,
      );
      const ranks = {
        CREATED_AT: (gist: (typeof wanted)[number]) => gist.created_at,
        UPDATED_AT: (gist: (typeof wanted)[number]) => gist.updated_at,
        PUSHED_AT: (gist: (typeof wanted)[number]) => gist.updated_at,
      };
      return inOrder(wanted, orderBy, ranks).map((gist) => thing('Gist', gist));
    }),
    gist: withArgs(['name'], ({ id }: Readonly<User>, { name }, { context }) => {
      const found = context.world.gists.get(String(name));
      return found?.owner_id === id ? thing('Gist', found) : null;
    }),
    starredRepositories: listed(['ownedByViewer', 'orderBy'], ({ login }: Readonly<User>, { ownedByViewer, orderBy }, graph) =>
      starredBy(graph.context, login, { direction: orderBy?.direction === 'ASC' ? 'asc' : 'desc' })
        .filter(({ repository }) => ownedByViewer == null || ownedByViewer === (repository.owner_id === graph.viewer.id))
        .map(({ star, repository }) => thing('Repository', repository, { starredAt: star.starred_at })),
    ),
  },
  Organization: {
    ...owner,
    isVerified: () => false,
    description: ({ bio }) => bio,
    viewerIsAMember: ({ id }, _args, graph) => isMember(graph.context, id, graph.viewer.id),
    viewerCanAdminister: ({ id }, _args, { context, viewer }) =>
      context.world.memberships.get(`${id}/${viewer.id}`)?.role === 'admin',
    viewerCanCreateRepositories: ({ id }, _args, graph) => isMember(graph.context, id, graph.viewer.id),
    membersWithRole: listed([], ({ id }: Readonly<User>, _args, { context }) => {
      const { organization } = context.world.memberships.by;
      return organization.page(id, { limit: organization.count(id) }).flatMap(({ user_id, role }) => {
        const user = context.world.users.get(user_id);
        return user ? [thing(user.type, user, { role: role.toUpperCase() })] : [];
      });
    }),
    teams: listed(['query', 'orderBy'], (organization: Readonly<User>, { query, orderBy }, graph) => {
      const kept = teamsOf(organization, graph).filter(
        ({ name }) => query == null || name.toLowerCase().includes(query.toLowerCase()),
      );
      return inOrder(kept, orderBy, { NAME: ({ name }) => name }).map((team) => thing('Team', team));
    }),
    team: withArgs(['slug'], (organization: Readonly<User>, { slug }, graph) => {
      const found = teamsOf(organization, graph).find((team) => team.slug === String(slug).toLowerCase());
      return found ? thing('Team', found) : null;
    }),
  },
  Bot: { ...actor, createdAt: ({ created_at }) => created_at, updatedAt: ({ updated_at }) => updated_at },
};

const organizationOf = (team: Readonly<Team>, { context }: Graph): Readonly<User> =>
  context.world.users.get(team.organization_id) as Readonly<User>;

export const teamFields: Fields<Team> = {
  id: ({ organization_id, id }) => nodeId('T', organization_id, id),
  databaseId: ({ id }) => id,
  name: ({ name }) => name,
  slug: ({ slug }) => slug,
  description: ({ description }) => description,
  privacy: ({ privacy }) => (privacy === 'secret' ? 'SECRET' : 'VISIBLE'),
  combinedSlug: (team, _args, graph) => `${organizationOf(team, graph).login}/${team.slug}`,
  organization: (team, _args, graph) => userThing(organizationOf(team, graph)),
  url: (team, _args, graph) => graph.url(`/orgs/${organizationOf(team, graph).login}/teams/${team.slug}`),
  resourcePath: (team, _args, graph) => `/orgs/${organizationOf(team, graph).login}/teams/${team.slug}`,
  createdAt: ({ created_at }) => created_at,
  updatedAt: ({ updated_at }) => updated_at,
  members: listed(['role'], ({ member_ids, maintainer_ids }: Readonly<Team>, { role }, { context }) =>
    member_ids
      .filter((id) => role == null || maintainer_ids.includes(id) === (role === 'MAINTAINER'))
      .flatMap((id) => {
        const user = context.world.users.get(id);
        return user ? [thing(user.type, user, { role: maintainer_ids.includes(id) ? 'MAINTAINER' : 'MEMBER' })] : [];
      }),
  ),
};
