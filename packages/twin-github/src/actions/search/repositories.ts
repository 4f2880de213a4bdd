import { type GithubContext, type Repository, stateGroup } from '../../world.ts';
import { isVisible } from '../access.ts';
import type { PageCut } from '../issue-list.ts';
import { containsWords, dateInRange, numberInRange } from './match.ts';
import { holds, parseSearch, qualifiersNamed } from './query.ts';
import { type Found, requireQuery, searchCut } from './results.ts';

type Qualifier = (context: GithubContext, repository: Readonly<Repository>, value: string) => boolean;

const same = (a: string | null, b: string): boolean => (a ?? '').toLowerCase() === b.toLowerCase();
const isOwner: Qualifier = ({ world }, repository, login) => same(world.users.get(repository.owner_id)?.login ?? null, login);
const is: Readonly<Record<string, (repository: Readonly<Repository>) => boolean>> = {
  public: (repository) => !repository.private,
  private: (repository) => repository.private,
};

/** https://docs.github.com/search-github/searching-on-github/searching-for-repositories */
const QUALIFIERS: Readonly<Record<string, Qualifier>> = {
  repo: (_context, repository, value) => same(repository.full_name, value),
  user: isOwner,
  org: isOwner,
  is: (_context, repository, value) => is[value.toLowerCase()]?.(repository) ?? false,
  language: (_context, repository, value) => same(repository.language, value),
  topic: (_context, repository, value) => repository.topics.some((topic) => same(topic, value)),
  archived: (_context, repository, value) => repository.archived === (value === 'true'),
  template: (_context, repository, value) => repository.is_template === (value === 'true'),
  created: (_context, repository, value) => dateInRange(repository.created_at, value),
  pushed: (_context, repository, value) => dateInRange(repository.pushed_at, value),
  size: (_context, repository, value) => numberInRange(repository.size, value),
  stars: (_context, _repository, value) => numberInRange(0, value),
  forks: (_context, _repository, value) => numberInRange(0, value),
  in: () => true,
};

const KNOWN = new Set(Object.keys(QUALIFIERS));

export interface RepositorySearch {
  q?: string | undefined;
  sort?: string | undefined;
  order?: string | undefined;
}

export function searchRepositories(context: GithubContext, search: RepositorySearch, cut: PageCut): Found<Repository> {
  const { root } = parseSearch(requireQuery(search.q), KNOWN);
  searchCut(cut);
  const named = qualifiersNamed(root, 'in').flatMap((value) => value.toLowerCase().split(','));
  const places = new Set(named.length > 0 ? named : ['name', 'description', 'topics']);
  const textsOf = (repository: Readonly<Repository>): string[] => [
    ...(places.has('name') ? [repository.full_name] : []),
    ...(places.has('description') ? [repository.description ?? ''] : []),
    ...(places.has('topics') ? repository.topics : []),
  ];
  const found = [...context.world.repositories.values()].filter(
    (repository) =>
      isVisible(context, repository) &&
      holds(root, (leaf) =>
        leaf.kind === 'qualifier'
          ? (QUALIFIERS[leaf.name]?.(context, repository, leaf.value) ?? false)
          : textsOf(repository).some(
              (text) => containsWords(text, leaf.text) || text.toLowerCase().includes(leaf.text.toLowerCase()),
            ),
      ),
  );
  const openIssues = (repository: Readonly<Repository>): number =>
    context.world.issues.by.created.count(stateGroup(repository.id, 'open'));
  const rank = (repository: Readonly<Repository>): number => {
    if (search.sort === 'updated') return Date.parse(repository.updated_at);
    return search.sort === 'help-wanted-issues' ? openIssues(repository) : 0;
  };
  const sign = search.order === 'asc' ? 1 : -1;
  found.sort((a, b) => sign * (rank(a) - rank(b)) || a.id - b.id);
  return { total: found.length, records: found.slice(cut.offset, cut.offset + cut.limit) };
}
