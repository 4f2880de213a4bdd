import { nextId } from '../sequences.ts';
import { followKey, type GithubSeedContext, timestamp } from '../world.ts';
import { account } from './accounts.ts';
import type { Loading } from './loading.ts';
import type { PersonSeed } from './people-schema.ts';

const TITLE_LENGTH = 28;

/** Once everybody is there. */
export function loadPerson(context: GithubSeedContext, seed: PersonSeed): void {
  const { follows, public_keys } = context.world;
  const { id } = account(context, seed.login);
  const now = timestamp(context.now);
  for (const followed of seed.following) {
    const followed_id = account(context, followed).id;
    if (followed_id === id || follows.has(followKey(id, followed_id))) continue;
    follows.insert({ follower_id: id, followed_id, followed_at: now });
  }
  for (const one of seed.keys) {
    const { key, title } = typeof one === 'string' ? { key: one, title: undefined } : one;
    const facts = { user_id: id, title: title ?? key.slice(0, TITLE_LENGTH), key, created_at: now };
    public_keys.insert({ id: nextId(context.ids, 'public_key'), ...facts });
  }
}

export function loadAutolinks({ context, repository, seed }: Loading): void {
  for (const one of seed.autolinks)
    context.world.autolinks.insert({
      id: nextId(context.ids, 'autolink'),
      repository_id: repository.id,
      ...one,
      updated_at: timestamp(context.now),
    });
}

export function loadDeployKeys({ context, repository, seed, author }: Loading): void {
  for (const { title, key, read_only, added_by } of seed.deploy_keys) {
    context.world.deploy_keys.insert({
      id: nextId(context.ids, 'deploy_key'),
      repository_id: repository.id,
      title: title ?? key.slice(0, TITLE_LENGTH),
      key,
      read_only,
      added_by: added_by === undefined ? author.login : account(context, added_by).login,
      created_at: timestamp(context.now),
    });
  }
}
