import type { FoundMembership } from '../actions/organizations.ts';
import { nodeId } from '../node-id.ts';
import type { GithubContext, Team, User } from '../world.ts';
import { publicUser, simpleUser } from './users.ts';

/** An organisation as it stands in lists. */
export function renderShortOrganization({ links }: Pick<GithubContext, 'links'>, organization: Readonly<User>) {
  const url = links.to(`/orgs/${encodeURIComponent(organization.login)}`);
  return {
    login: organization.login,
    id: organization.id,
    node_id: nodeId('O', organization.id),
    url,
    repos_url: `${url}/repos`,
    events_url: `${url}/events`,
    hooks_url: `${url}/hooks`,
    issues_url: `${url}/issues`,
    members_url: `${url}/members{/member}`,
    public_members_url: `${url}/public_members{/member}`,
    avatar_url: links.to(`/avatars/u/${organization.id}?v=4`),
    description: organization.bio,
  };
}

export function renderOrganization(context: GithubContext, organization: Readonly<User>) {
  const profile = publicUser(context, organization);
  return {
    ...renderShortOrganization(context, organization),
    ...(organization.name !== null && { name: organization.name }),
    ...(organization.company !== null && { company: organization.company }),
    ...(organization.blog !== null && { blog: organization.blog }),
    ...(organization.location !== null && { location: organization.location }),
    ...(organization.email !== null && { email: organization.email }),
    twitter_username: null,
    is_verified: false,
    has_organization_projects: true,
    has_repository_projects: true,
    public_repos: profile.public_repos,
    public_gists: 0,
    followers: profile.followers,
    following: profile.following,
    html_url: profile.html_url,
    created_at: organization.created_at,
    updated_at: organization.updated_at,
    archived_at: null,
    type: 'Organization',
  };
}

export function renderMembership(context: GithubContext, { membership, organization, user }: FoundMembership) {
  const short = renderShortOrganization(context, organization);
  return {
    url: `${short.url}/memberships/${encodeURIComponent(user.login)}`,
    state: 'active',
    role: membership.role,
    organization_url: short.url,
    organization: short,
    user: simpleUser(context, user),
  };
}

/** A team as it stands in lists. */
export function renderShortTeam(context: GithubContext, organization: Readonly<User>, team: Readonly<Team>) {
  const url = context.links.to(`/organizations/${organization.id}/team/${team.id}`);
  return {
    id: team.id,
    node_id: nodeId('T', organization.id, team.id),
    name: team.name,
    slug: team.slug,
    description: team.description,
    privacy: team.privacy,
    notification_setting: 'notifications_enabled',
    permission: 'pull',
    url,
    html_url: context.links.to(`/orgs/${organization.login}/teams/${team.slug}`),
    members_url: `${url}/members{/member}`,
    repositories_url: `${url}/repos`,
    type: 'organization',
    organization_id: organization.id,
    parent: null,
  };
}

export function renderTeam(context: GithubContext, organization: Readonly<User>, team: Readonly<Team>) {
  return {
    ...renderShortTeam(context, organization, team),
    members_count: team.member_ids.length,
    repos_count: context.world.team_repositories.by.team.count(team.id),
    created_at: team.created_at,
    updated_at: team.updated_at,
    organization: renderOrganization(context, organization),
  };
}
