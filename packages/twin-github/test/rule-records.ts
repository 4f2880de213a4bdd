import type { Chance, PlainWorld, RuledOperation } from '@svc/twin-kit/testing';

// How rules read the records of a world.

// biome-ignore lint/suspicious/noExplicitAny: records as plain JSON
export type Row = any;
export type Args = RuledOperation['args'];

export const op = (does: string, args: Args): RuledOperation => ({ does, args });
export const rowsOf = (world: PlainWorld, name: string): readonly Row[] => world[name] ?? [];
export const find = (world: PlainWorld, name: string, id: unknown): Row => rowsOf(world, name).find((row) => row.id === id);
export const when = (condition: unknown, words: string): string | undefined => (condition ? words : undefined);

export const repoOf = (world: PlainWorld, name: string): Row => rowsOf(world, 'repositories').find((one) => one.name === name);
export const inRepo = (world: PlainWorld, collection: string, repo: string): Row[] =>
  rowsOf(world, collection).filter((row) => row.repository_id === repoOf(world, repo).id);
export const me = (world: PlainWorld): number => world.settings?.[0].viewer_id;
export const LEVELS = ['pull', 'triage', 'push', 'maintain', 'admin'];
/** What somebody may do in a repository, as a number; -1 for nothing. */
export function levelOf(world: PlainWorld, repo: string, user: number): number {
  const { id, owner_id, private: isPrivate } = repoOf(world, repo);
  if (owner_id === user) return LEVELS.indexOf('admin');
  const access = rowsOf(world, 'collaborators').find((one) => one.repository_id === id && one.user_id === user);
  return LEVELS.indexOf(access?.permission ?? (isPrivate ? '' : 'pull'));
}
export const may = (world: PlainWorld, repo: string, needed: string): boolean =>
  levelOf(world, repo, me(world)) >= LEVELS.indexOf(needed);

export const issueOf = (world: PlainWorld, { repo, number }: Args): Row =>
  inRepo(world, 'issues', repo).find((one) => one.number === number);
export const pullOf = (world: PlainWorld, { repo, number }: Args): Row =>
  inRepo(world, 'pull_requests', repo).find((one) => one.number === number);
export const tipOf = (world: PlainWorld, repo: string, branch: string): string | undefined =>
  inRepo(world, 'refs', repo).find(({ ref }) => ref === `refs/heads/${branch}`)?.object.sha;
export const some = (chance: Chance, share: number, args: Args): Args => (chance.maybe(share) ? args : {});

/** A commit with all that it stands on. */
export function history(world: PlainWorld, repo: string, sha: string | undefined): Set<string> {
  const parents = new Map<string, string[]>(inRepo(world, 'commits', repo).map((commit) => [commit.sha, commit.parents]));
  const seen = new Set<string>();
  const left = sha === undefined ? [] : [sha];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    left.push(...(parents.get(at) ?? []));
  }
  return seen;
}
