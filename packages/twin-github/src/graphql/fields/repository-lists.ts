import type { Repository } from '../../world.ts';
import type { Graph } from '../graph.ts';
import { type Thing, thing } from '../thing.ts';

export const repositoryThings = (repositories: readonly Readonly<Repository>[]): readonly Thing[] =>
  repositories.map((repository) => thing('Repository', repository));

export const starsOf = ({ context }: Graph, { id }: Readonly<Repository>): number => context.world.stars.by.repository.count(id);

/** Ranks by the names of `RepositoryOrderField`. */
export const REPOSITORY_ORDER = (
  graph: Graph,
): Readonly<Record<string, (repository: Readonly<Repository>) => number | string>> => ({
  CREATED_AT: ({ created_at }) => created_at,
  UPDATED_AT: ({ updated_at }) => updated_at,
  PUSHED_AT: ({ pushed_at, created_at }) => pushed_at ?? created_at,
  NAME: ({ name }) => name.toLowerCase(),
  STARGAZERS: (repository) => starsOf(graph, repository),
});
