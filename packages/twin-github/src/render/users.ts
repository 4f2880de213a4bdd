import { cachedRenderer, type RawJson } from '@svc/twin-kit';
import { nodeId } from '../node-id.ts';
import type { AccountType, GithubCollections, GithubContext, User } from '../world.ts';

const NODE_PREFIX: Readonly<Record<AccountType, string>> = { User: 'U', Organization: 'O', Bot: 'BOT' };

/** An account as it stands inside other objects. */
export function simpleUser({ links }: Pick<GithubContext, 'links'>, user: Readonly<User>) {
  const url = links.to(`/users/${encodeURIComponent(user.login)}`);
  return {
    login: user.login,
    id: user.id,
    node_id: nodeId(NODE_PREFIX[user.type], user.id),
    avatar_url: links.to(`/avatars/u/${user.id}?v=4`),
    gravatar_id: '',
    url,
    html_url: links.to(`/${encodeURIComponent(user.login)}`),
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: user.type,
    user_view_type: 'public',
    site_admin: user.site_admin,
  };
}

/** The same as JSON text, for objects that are rendered often. */
const simpleUserJson = cachedRenderer<GithubCollections, User>([], simpleUser);

/** The account with this id, as JSON text. */
export function userJson(context: GithubContext, id: number): RawJson {
  const user = context.world.users.get(id);
  if (!user) throw new Error(`no account ${id}`);
  return simpleUserJson(context, user);
}

/** The account with this id, as it stands inside other objects. */
export function simpleUserById(context: Pick<GithubContext, 'links' | 'world'>, id: number) {
  const user = context.world.users.get(id);
  if (!user) throw new Error(`no account ${id}`);
  return simpleUser(context, user);
}

export const nullableUserById = (context: Pick<GithubContext, 'links' | 'world'>, id: number | null) =>
  id === null ? null : simpleUserById(context, id);

/** A profile as everybody sees it. */
export function publicUser(context: GithubContext, user: Readonly<User>) {
  const { world } = context;
  const publicRepositories = world.repositories.by.owner
    .page(user.id, { limit: world.repositories.size })
    .filter((repository) => !repository.private).length;
  return {
    ...simpleUser(context, user),
    name: user.name,
    company: user.company,
    blog: user.blog ?? '',
    location: user.location,
    email: user.email,
    hireable: null,
    bio: user.bio,
    twitter_username: null,
    public_repos: publicRepositories,
    public_gists: world.gists.by.owner.page(user.id, { limit: world.gists.size }).filter((gist) => gist.public).length,
    followers: world.follows.by.followed.count(user.id),
    following: world.follows.by.follower.count(user.id),
    created_at: user.created_at,
    updated_at: user.updated_at,
  };
}

/** The viewer's own profile. */
export function privateUser(context: GithubContext, user: Readonly<User>) {
  const profile = publicUser(context, user);
  const owned = context.world.repositories.by.owner.count(user.id);
  const privateRepositories = owned - profile.public_repos;
  return {
    ...profile,
    user_view_type: 'private',
    private_gists: context.world.gists.by.owner.count(user.id) - profile.public_gists,
    total_private_repos: privateRepositories,
    owned_private_repos: privateRepositories,
    disk_usage: 0,
    collaborators: 0,
    two_factor_authentication: true,
    plan: { name: 'pro', space: 976_562_499, private_repos: 9999, collaborators: 0 },
  };
}
