import { viewerOf } from '../actions/access.ts';
import { insertGist } from '../actions/gist-commits.ts';
import { slugOf } from '../actions/slug.ts';
import { nextId } from '../sequences.ts';
import { type GithubSeedContext, subscriptionKey, timestamp } from '../world.ts';
import { account } from './accounts.ts';
import { type Loading, zoned } from './loading.ts';
import { loadAutolinks, loadDeployKeys } from './people.ts';
import type { GistSeed } from './place-schema.ts';
import { loadSettings } from './settings.ts';

/** Where a repository is deployed to, the teams that it is open to, and what the viewer was told of it. */
export function loadPlaces(loading: Loading): void {
  loadEnvironments(loading);
  loadHooks(loading);
  loadDeployKeys(loading);
  loadAutolinks(loading);
  for (const login of loading.seed.watchers) watch(loading, login);
  const { context, repository, seed } = loading;
  for (const one of seed.teams) {
    const { name, permission } = typeof one === 'string' ? { name: one, permission: 'push' as const } : one;
    const team = context.world.teams.by.slug.first(`${repository.owner_id}/${slugOf(name)}`);
    if (!team) throw new Error(`team ${name} is missing`);
    context.world.team_repositories.insert({ team_id: team.id, repository_id: repository.id, permission });
  }
  for (const { number, reason, unread, updated_at } of seed.notifications) {
    const issue = context.world.issues.by.number.first(`${repository.id}/${number}`);
    if (!issue) throw new Error(`issue ${number} is missing`);
    const updated = zoned(updated_at) ?? issue.updated_at;
    context.world.notifications.insert({
      id: nextId(context.ids, 'notification'),
      user_id: viewerOf(context).id,
      repository_id: repository.id,
      issue_id: issue.id,
      reason,
      unread,
      updated_at: updated,
      last_read_at: unread ? null : updated,
    });
  }
}

function watch({ context, repository }: Loading, login: string): void {
  const { id } = account(context, login);
  const key = subscriptionKey(id, 'repository', repository.id);
  if (context.world.subscriptions.has(key)) return;
  const facts = { user_id: id, repository_id: repository.id, thread_id: null, ignored: false };
  context.world.subscriptions.insert({ key, ...facts, created_at: timestamp(context.now) });
}

function loadHooks({ context, repository, seed }: Loading): void {
  const now = timestamp(context.now);
  for (const { secret, ...said } of seed.hooks) {
    const id = nextId(context.ids, 'hook');
    const place = { repository_id: repository.id, organization_id: null };
    context.world.hooks.insert({ id, ...place, ...said, insecure_ssl: '0', created_at: now, updated_at: now });
    if (secret !== undefined) context.world.hook_secrets.insert({ hook_id: id, secret });
  }
}

const PLAIN_ENVIRONMENT = { wait_timer: 0, reviewers: [], prevent_self_review: false, secrets: [], variables: {} };

function loadEnvironments({ context, repository, seed }: Loading): void {
  const now = timestamp(context.now);
  for (const one of seed.environments) {
    const whole = typeof one === 'string' ? { ...PLAIN_ENVIRONMENT, name: one } : one;
    const { secrets, variables, ...said } = whole;
    const { id } = context.world.environments.insert({
      id: nextId(context.ids, 'environment'),
      repository_id: repository.id,
      ...said,
      reviewers: said.reviewers.map((login) => ({ type: 'User', id: account(context, login).id })),
      branch_policy: null,
      created_at: now,
      updated_at: now,
    });
    loadSettings(context, { repository_id: repository.id, environment_id: id }, { secrets, variables });
  }
}

export function loadGist(context: GithubSeedContext, { owner, starred, ...said }: GistSeed): void {
  const viewer = viewerOf(context);
  const author = owner === undefined ? viewer : account(context, owner);
  const facts = { description: said.description ?? null, public: said.public, files: said.files };
  const gist = insertGist(context, author, facts);
  if (starred) context.world.gist_stars.insert({ user_id: viewer.id, gist_id: gist.id });
}
