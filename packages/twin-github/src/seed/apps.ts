import { createPublicKey } from 'node:crypto';
import { viewerOf } from '../actions/access.ts';
import { nextId } from '../sequences.ts';
import { type GithubSeedContext, timestamp, type User } from '../world.ts';
import { account, botAccount } from './accounts.ts';
import type { AppSeed } from './place-schema.ts';

const CLIENT_ID_LENGTH = 16;

/** An app with the account that it acts as, its webhook and where it is installed. */
export function loadApp(context: GithubSeedContext, seed: AppSeed): void {
  const { world, ids } = context;
  const now = timestamp(context.now);
  const app = world.apps.insert({
    id: seed.id ?? nextId(ids, 'app'),
    slug: seed.slug,
    name: seed.name ?? seed.slug,
    client_id: `Iv23li${ids.text(CLIENT_ID_LENGTH)}`,
    owner_id: seed.owner === undefined ? viewerOf(context).id : account(context, seed.owner).id,
    bot_id: botAccount(context, `${seed.slug}[bot]`).id,
    description: seed.description ?? null,
    external_url: seed.external_url,
    public_key: createPublicKey(seed.key).export({ type: 'spki', format: 'pem' }).toString(),
    permissions: seed.permissions,
    events: seed.events,
    created_at: now,
    updated_at: now,
  });
  const hook = seed.webhook;
  if (hook) {
    const id = nextId(ids, 'hook');
    const place = { repository_id: null, organization_id: null, app_id: app.id, active: true, content_type: 'json' } as const;
    world.hooks.insert({ id, ...place, events: seed.events, url: hook.url, insecure_ssl: '0', created_at: now, updated_at: now });
    if (hook.secret !== undefined) world.hook_secrets.insert({ hook_id: id, secret: hook.secret });
  }
  const owners = [...new Set([...world.repositories.values()].map(({ owner_id }) => owner_id))];
  const places = seed.installations ?? owners.map((id) => (world.users.get(id) as Readonly<User>).login);
  for (const one of places) {
    const { account: login, id, repositories } = typeof one === 'string' ? { account: one } : one;
    const repository_ids = repositories?.map((name) => repositoryId(context, `${login}/${name}`)) ?? null;
    const place = { app_id: app.id, account_id: account(context, login).id, repository_ids };
    world.installations.insert({ id: id ?? nextId(ids, 'installation'), ...place, created_at: now, updated_at: now });
  }
}

function repositoryId({ world }: GithubSeedContext, name: string): number {
  const found = world.repositories.by.name.first(name.toLowerCase());
  if (!found) throw new Error(`repository ${name} is missing`);
  return found.id;
}
