import { slugOf } from '../actions/slug.ts';
import { nextId } from '../sequences.ts';
import { type AccountType, type GithubSeedContext, membershipKey, timestamp, type User } from '../world.ts';
import { loadInteractionLimit } from './interaction-limits.ts';
import { loadIssueTypes } from './issue-types.ts';
import { emailsOf } from './people-schema.ts';
import type { RepositorySeed, Seed, UserSeed } from './schema.ts';
import type { TeamSeed } from './schema-parts.ts';

/** Who the viewer is in a world that declares nobody. */
const FALLBACK_VIEWER = 'octocat';

/** Makes every account that a seed declares or mentions, the viewer, and the organisations' members. */
export function loadAccounts(context: GithubSeedContext, seed: Seed): void {
  const { world } = context;
  for (const user of seed.users) {
    const { id } = insertUser(context, user);
    loadInteractionLimit(context, { account_id: id }, user.interaction_limit);
  }
  const viewerLogin = seed.viewer ?? seed.users.find((user) => user.type === 'User')?.login ?? FALLBACK_VIEWER;
  const viewer = account(context, viewerLogin);
  world.settings.insert({
    id: 'settings',
    viewer_id: viewer.id,
    ...(seed.mergeability_delay_seconds > 0 && { mergeability_delay: seed.mergeability_delay_seconds }),
  });
  for (const repository of seed.repositories) for (const login of mentioned(repository)) account(context, login);
  for (const user of seed.users.filter(({ type }) => type === 'Organization')) {
    const members = user.members ?? [{ login: viewer.login, role: 'admin' as const }];
    for (const member of members) {
      const { login, role } = typeof member === 'string' ? { login: member, role: 'member' as const } : member;
      const membership = { organization_id: account(context, user.login).id, user_id: account(context, login).id, role };
      if (!world.memberships.has(`${membership.organization_id}/${membership.user_id}`)) world.memberships.insert(membership);
    }
    loadIssueTypes(context, account(context, user.login), user);
    for (const team of user.teams) loadTeam(context, account(context, user.login), team);
  }
}

/** Who is in a team is in its organisation. */
function loadTeam(context: GithubSeedContext, organization: Readonly<User>, team: TeamSeed): void {
  const { memberships, teams } = context.world;
  const everyone = memberships.by.organization.page(organization.id, { limit: memberships.size }).map(({ user_id }) => user_id);
  const maintainers = team.maintainers.map((login) => account(context, login).id);
  const named = team.members?.map((login) => account(context, login).id) ?? everyone;
  const members = [...new Set([...named, ...maintainers])];
  for (const user_id of members) {
    const key = membershipKey(organization.id, user_id);
    if (!memberships.has(key)) memberships.insert({ organization_id: organization.id, user_id, role: 'member' });
  }
  const created = timestamp(context.now);
  teams.insert({
    id: nextId(context.ids, 'team'),
    organization_id: organization.id,
    name: team.name,
    slug: slugOf(team.name),
    description: team.description ?? null,
    privacy: team.privacy,
    member_ids: members,
    maintainer_ids: [...new Set(maintainers)],
    created_at: created,
    updated_at: created,
  });
}

/** The account with this login; one that nobody declared is made as a User. */
export function account(context: GithubSeedContext, login: string): Readonly<User> {
  return (
    context.world.users.by.login.first(login.toLowerCase()) ?? insertUser(context, { login, type: 'User', site_admin: false })
  );
}

/** The account of an app, which nobody declares. */
export const botAccount = (context: GithubSeedContext, login: string): Readonly<User> =>
  context.world.users.by.login.first(login) ?? insertUser(context, { login, type: 'Bot', site_admin: false });

function insertUser(context: GithubSeedContext, user: Partial<UserSeed> & { login: string; type: AccountType }): Readonly<User> {
  const created = timestamp(user.created_at === undefined ? context.now : Date.parse(user.created_at));
  return context.world.users.insert({
    id: nextId(context.ids, 'user'),
    login: user.login,
    type: user.type,
    name: user.name ?? null,
    email: user.email ?? null,
    bio: user.bio ?? null,
    company: user.company ?? null,
    location: user.location ?? null,
    blog: user.blog ?? null,
    site_admin: user.site_admin ?? false,
    ...(user.emails && user.emails.length > 0 && { emails: emailsOf({ emails: user.emails, email: user.email }) }),
    created_at: created,
    updated_at: created,
  });
}

function* mentioned(repository: RepositorySeed): Generator<string> {
  yield repository.owner;
  for (const collaborator of repository.collaborators ?? [])
    yield typeof collaborator === 'string' ? collaborator : collaborator.login;
  for (const { author } of repository.branches) if (author) yield author;
  for (const { creator } of repository.milestones) if (creator) yield creator;
  for (const thread of [...repository.issues, ...repository.pull_requests]) {
    if (thread.user) yield thread.user;
    if (thread.assignee) yield thread.assignee;
    yield* thread.assignees;
    for (const { user } of thread.comments) if (user) yield user;
  }
  for (const { user, comments } of repository.pull_requests.flatMap(({ reviews }) => reviews)) {
    yield user;
    for (const reply of comments.flatMap(({ replies }) => replies)) if (reply.user) yield reply.user;
  }
  for (const { requested_reviewers } of repository.pull_requests) yield* requested_reviewers;
  for (const { user, upvotes, comments } of repository.discussions) {
    for (const one of [{ user, upvotes }, ...comments.flatMap((comment) => [comment, ...comment.replies])]) {
      if (one.user) yield one.user;
      yield* one.upvotes;
    }
  }
  yield* repository.stargazers;
  yield* repository.watchers;
  for (const offer of repository.invitations) yield typeof offer === 'string' ? offer : offer.login;
}
