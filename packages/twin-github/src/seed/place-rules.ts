import { slugOf } from '../actions/slug.ts';
import { duplicates, type Fault } from './fault.ts';
import { threadNumbers } from './numbers.ts';
import type { RepositorySeed, Seed } from './schema.ts';
import { checkSettings } from './settings.ts';

const nameOf = (one: string | { name: string }): string => (typeof one === 'string' ? one : one.name);

/** Rules of environments, of teams that a repository is open to, and of what the viewer was told. */
export function* checkPlaces({ users }: Seed, repository: RepositorySeed): Generator<Fault> {
  const { environments, teams, notifications, issues, pull_requests, owner } = repository;
  yield* duplicates(
    environments.map((one) => nameOf(one).toLowerCase()),
    (at) => ['environments', at],
    (name) => `environment ${name} is declared twice`,
  );
  for (const [at, one] of environments.entries()) if (typeof one !== 'string') yield* checkSettings(one, ['environments', at]);
  const account = users.find(({ login }) => login.toLowerCase() === owner.toLowerCase());
  const slugs = new Set((account?.teams ?? []).map(({ name }) => slugOf(name)));
  for (const [at, one] of teams.entries()) {
    if (!slugs.has(slugOf(nameOf(one))))
      yield { path: ['teams', at], message: `${owner} has no team ${JSON.stringify(nameOf(one))}`, code: 'unknown_team' };
  }
  yield* duplicates(
    teams.map((one) => slugOf(nameOf(one))),
    (at) => ['teams', at],
    (slug) => `team ${slug} is named twice`,
  );
  const numbers = threadNumbers(repository).slice(0, issues.length + pull_requests.length);
  for (const [at, { number }] of notifications.entries()) {
    if (!numbers.includes(number))
      yield { path: ['notifications', at, 'number'], message: `there is no issue ${number}`, code: 'unknown_issue' };
  }
  yield* duplicates(
    notifications.map(({ number }) => number),
    (at) => ['notifications', at, 'number'],
    (number) => `there is a notification of ${number} already`,
  );
}
