import { objectNames } from '@svc/twin-kit';
import type { GithubState } from '../world.ts';

const repositoryIn = (world: GithubState, name: string | undefined) =>
  world.repositories.find(({ full_name }) => full_name.toLowerCase() === name?.toLowerCase());

/** The records of a collection that are of the sentence's repository, by one of their fields. */
const ofRepository = <T extends { repository_id: number }>(
  what: string,
  made: boolean,
  records: (world: GithubState) => readonly T[],
  name: (record: T) => string,
) =>
  objectNames<GithubState>({
    what,
    made,
    of(world, { repo }) {
      const repository = repositoryIn(world, repo);
      return records(world).flatMap((record) => (record.repository_id === repository?.id ? [name(record)] : []));
    },
  });

export const repositories = objectNames<GithubState>({
  what: 'repository',
  made: false,
  of: (world) => world.repositories.map(({ full_name }) => full_name),
});
/** GitHub numbers issues and pull requests together. */
export const threads = (what: string) =>
  ofRepository(
    what,
    false,
    ({ issues }) => issues,
    ({ number }) => String(number),
  );
export const labels = ofRepository(
  'label',
  true,
  (world) => world.labels,
  ({ name }) => name,
);
export const milestones = ofRepository(
  'milestone',
  true,
  (world) => world.milestones,
  ({ title }) => title,
);
/** Nobody makes an account in a run. */
export const accounts = objectNames<GithubState>({
  what: 'account',
  made: false,
  of: (world) => world.users.map(({ login }) => login),
  in: (value) => value.split(', '),
});
