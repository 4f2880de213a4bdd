import { historyOf } from '../../git/history.ts';
import { commitOf } from '../../git/store.ts';
import type { Commit, GithubContext, Repository, Signature } from '../../world.ts';
import { isVisible, viewerOf } from '../access.ts';
import { findBranch } from '../branches.ts';
import { RepositoryStore } from '../git-store.ts';
import type { PageCut } from '../issue-list.ts';
import { containsWords, dateInRange } from './match.ts';
import { holds, parseSearch, qualifiersNamed, requireDates } from './query.ts';
import { type Found, requireQuery, searchCut } from './results.ts';

/** A commit that a default branch has. */
export interface CommitHit {
  repository: Readonly<Repository>;
  commit: Readonly<Commit>;
}

type Qualifier = (hit: CommitHit, value: string, context: GithubContext) => boolean;

const same = (one: string | undefined, other: string): boolean => one?.toLowerCase() === other.toLowerCase();
const isOwner: Qualifier = ({ repository }, value) => same(repository.full_name.split('/')[0], value);
const begins = (sha: string, value: string): boolean => value.length >= SHORTEST && sha.startsWith(value.toLowerCase());
/** Digits of an id that find something. */
const SHORTEST = 7;

/** The account of an address; `@me` is the viewer. */
const isBy =
  (of: (commit: Readonly<Commit>) => Signature): Qualifier =>
  ({ commit }, value, context) => {
    const login = value === '@me' ? viewerOf(context).login : value.replace(/^@/, '');
    return same(context.world.users.by.address.first(of(commit).email.toLowerCase())?.login, login);
  };

const author = ({ author: one }: Readonly<Commit>): Signature => one;
const committer = ({ committer: one }: Readonly<Commit>): Signature => one;

/** https://docs.github.com/search-github/searching-on-github/searching-commits */
const QUALIFIERS: Readonly<Record<string, Qualifier>> = {
  repo: ({ repository }, value) => same(repository.full_name, value),
  user: isOwner,
  org: isOwner,
  is: ({ repository }, value) => repository.private === (value.toLowerCase() === 'private'),
  author: isBy(author),
  committer: isBy(committer),
  'author-name': ({ commit }, value) => containsWords(commit.author.name, value),
  'committer-name': ({ commit }, value) => containsWords(commit.committer.name, value),
  'author-email': ({ commit }, value) => same(commit.author.email, value),
  'committer-email': ({ commit }, value) => same(commit.committer.email, value),
  'author-date': ({ commit }, value) => dateInRange(commit.author.date, value),
  'committer-date': ({ commit }, value) => dateInRange(commit.committer.date, value),
  merge: ({ commit }, value) => commit.parents.length > 1 === (value === 'true'),
  hash: ({ commit }, value) => begins(commit.sha, value),
  parent: ({ commit }, value) => commit.parents.some((sha) => begins(sha, value)),
  tree: ({ commit }, value) => begins(commit.tree, value),
};

const KNOWN: ReadonlySet<string> = new Set(Object.keys(QUALIFIERS));

function* hitsOf(context: GithubContext, repository: Readonly<Repository>): Generator<CommitHit> {
  const head = findBranch(context, repository.id, repository.default_branch);
  if (!head) return;
  const store = new RepositoryStore(context, repository.id);
  for (const sha of historyOf(store, head.object.sha)) yield { repository, commit: commitOf(store, sha) };
}

const RANKS: Readonly<Record<string, (hit: CommitHit) => number>> = {
  'author-date': ({ commit }) => Date.parse(commit.author.date),
  'committer-date': ({ commit }) => Date.parse(commit.committer.date),
};

export interface CommitSearch {
  q?: string | undefined;
  sort?: string | undefined;
  order?: string | undefined;
}

/** Searches the commits of default branches by their messages. @throws ValidationFailed, Unprocessable */
export function searchCommits(context: GithubContext, search: CommitSearch, cut: PageCut): Found<CommitHit> {
  const { root, sort } = parseSearch(requireQuery(search.q), KNOWN);
  requireDates(root, ['author-date', 'committer-date']);
  searchCut(cut);
  const repositories = new Set(qualifiersNamed(root, 'repo').map((name) => name.toLowerCase()));
  const found: CommitHit[] = [];
  for (const repository of context.world.repositories.values()) {
    // A fork's commits are its parent's, and are shown where it is named.
    const isNamed = repositories.has(repository.full_name.toLowerCase());
    if (!isVisible(context, repository) || (repository.parent_id !== null && !isNamed)) continue;
    for (const hit of hitsOf(context, repository)) {
      const isHit = holds(root, (leaf) =>
        leaf.kind === 'qualifier'
          ? (QUALIFIERS[leaf.name]?.(hit, leaf.value, context) ?? false)
          : containsWords(hit.commit.message, leaf.text),
      );
      if (isHit) found.push(hit);
    }
  }
  const [, named = '', direction] = /^(author-date|committer-date)(?:-(asc|desc))?$/.exec(search.sort ?? sort ?? '') ?? [];
  const rank = RANKS[named];
  const sign = (direction ?? search.order) === 'asc' ? 1 : -1;
  if (rank) found.sort((one, other) => sign * (rank(one) - rank(other)));
  return { total: found.length, records: found.slice(cut.offset, cut.offset + cut.limit) };
}
