import { duplicates, type Fault } from './fault.ts';
import type { Seed } from './schema.ts';

/** Rules across fields of the apps of a seed. */
export function* checkApps({ apps, users, repositories }: Seed): Generator<Fault> {
  yield* duplicates(
    apps.map(({ slug }) => slug),
    (at) => ['apps', at, 'slug'],
    (slug) => `app ${slug} is declared twice`,
  );
  yield* duplicates(
    apps.map(({ id, slug }) => String(id ?? slug)),
    (at) => ['apps', at, 'id'],
    (id) => `app ${id} is declared twice`,
  );
  const logins = new Set(users.map(({ login, type }) => (type === 'Bot' ? '' : login.toLowerCase())));
  const names = new Set(repositories.map(({ owner, name }) => `${owner}/${name}`.toLowerCase()));
  for (const [at, { slug, installations = [] }] of apps.entries()) {
    const path = ['apps', at] as const;
    if (logins.has(`${slug}[bot]`)) yield { path: [...path, 'slug'], message: `${slug}[bot] is no Bot`, code: 'not_a_bot' };
    const places = installations.map((one) => (typeof one === 'string' ? { account: one } : one));
    yield* duplicates(
      places.map(({ account }) => account.toLowerCase()),
      (which) => [...path, 'installations', which],
      (login) => `the app is installed in ${login} twice`,
    );
    for (const [which, { account, repositories: chosen = [] }] of places.entries())
      for (const [nth, name] of chosen.entries())
        if (!names.has(`${account}/${name}`.toLowerCase())) {
          const where = [...path, 'installations', which, 'repositories', nth];
          yield { path: where, message: `${account} has no repository ${JSON.stringify(name)}`, code: 'unknown_repository' };
        }
  }
}
