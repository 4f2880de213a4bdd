import { type GithubContext, labelNameKey, type Repository, stateGroup } from '../../world.ts';
import { isVisible } from '../access.ts';
import type { PageCut } from '../issue-list.ts';
import { readmeText } from '../readme-text.ts';
import { containsWords, dateInRange, numberInRange } from './match.ts';
import { holds, parseSearch, qualifiersNamed, refuseQualifiers, requireDates } from './query.ts';
import { type Found, requireQuery, searchCut } from './results.ts';

type Qualifier = (context: GithubContext, repository: Readonly<Repository>, value: string) => boolean;

const same = (a: string | null, b: string): boolean => (a ?? '').toLowerCase() === b.toLowerCase();
const isOwner: Qualifier = ({ world }, repository, login) => same(world.users.get(repository.owner_id)?.login ?? null, login);
const is: Readonly<Record<string, (repository: Readonly<Repository>) => boolean>> = {
  public: (repository) => !repository.private,
  private: (repository) => repository.private,
  // The twin has no enterprises.
  internal: () => false,
};

const starsOf = ({ world }: GithubContext, { id }: Readonly<Repository>): number => world.stars.by.repository.count(id);
const forksOf = ({ world }: GithubContext, { id }: Readonly<Repository>): number => world.repositories.by.parent.count(id);

/** The open issues and pull requests with one of the labels that GitHub gives every repository. */
function openWith({ world }: GithubContext, repository: Readonly<Repository>, name: string): number {
  const label = world.labels.by.name.first(labelNameKey(repository.id, name));
  return label ? world.issues.by.label.count(stateGroup(label.id, 'open')) : 0;
}

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
  stars: (context, repository, value) => numberInRange(starsOf(context, repository), value),
  forks: (context, repository, value) => numberInRange(forksOf(context, repository), value),
  topics: (_context, repository, value) => numberInRange(repository.topics.length, value),
  'good-first-issues': (context, repository, value) => numberInRange(openWith(context, repository, 'good first issue'), value),
  'help-wanted-issues': (context, repository, value) => numberInRange(openWith(context, repository, 'help wanted'), value),
  followers: ({ world }, { owner_id }, value) => numberInRange(world.follows.by.followed.count(owner_id), value),
  // Nothing is mirrored.
  mirror: (_context, _repository, value) => value !== 'true',
  fork: (_context, repository, value) => value !== 'only' || repository.parent_id !== null,
  in: () => true,
};

/** Documented, and about what the twin doesn't model. */
const UNMODELLED = ['license', 'has'] as const;
const KNOWN: ReadonlySet<string> = new Set([...Object.keys(QUALIFIERS), ...UNMODELLED]);

/** What `sort` orders by. */
const RANKS: Readonly<Record<string, (context: GithubContext, repository: Readonly<Repository>) => number>> = {
  updated: (_context, repository) => Date.parse(repository.updated_at),
  stars: starsOf,
  forks: forksOf,
  'help-wanted-issues': (context, repository) => openWith(context, repository, 'help wanted'),
};

export interface RepositorySearch {
  q?: string | undefined;
  sort?: string | undefined;
  order?: string | undefined;
}

export function searchRepositories(context: GithubContext, search: RepositorySearch, cut: PageCut): Found<Repository> {
  const { root } = parseSearch(requireQuery(search.q), KNOWN);
  refuseQualifiers(root, UNMODELLED);
  requireDates(root, ['created', 'pushed']);
  searchCut(cut);
  // Forks stay out unless they are asked for (docs: "Searching in forks").
  const withForks = qualifiersNamed(root, 'fork').some((value) => value === 'true' || value === 'only');
  const named = qualifiersNamed(root, 'in').flatMap((value) => value.toLowerCase().split(','));
  const places = new Set(named.length > 0 ? named : ['name', 'description', 'topics']);
  const textsOf = (repository: Readonly<Repository>): string[] => [
    ...(places.has('name') ? [repository.full_name] : []),
    ...(places.has('description') ? [repository.description ?? ''] : []),
    ...(places.has('topics') ? repository.topics : []),
    ...(places.has('readme') ? [readmeText(context, repository)] : []),
  ];
  const found = [...context.world.repositories.values()].filter(
    (repository) =>
      isVisible(context, repository) &&
      (withForks || repository.parent_id === null) &&
      holds(root, (leaf) =>
        leaf.kind === 'qualifier'
          ? (QUALIFIERS[leaf.name]?.(context, repository, leaf.value) ?? false)
          : textsOf(repository).some(
              (text) => containsWords(text, leaf.text) || text.toLowerCase().includes(leaf.text.toLowerCase()),
            ),
      ),
  );
  const rank = RANKS[search.sort ?? ''] ?? (() => 0);
  const sign = search.order === 'asc' ? 1 : -1;
  found.sort((a, b) => sign * (rank(context, a) - rank(context, b)) || a.id - b.id);
  return { total: found.length, records: found.slice(cut.offset, cut.offset + cut.limit) };
}
