import { stripped } from '@svc/twin-kit';
import { languageOf } from '../../git/language.ts';
import { commitOf, textOf } from '../../git/store.ts';
import { filesOf, type PathEntry } from '../../git/tree.ts';
import type { GithubContext, Repository } from '../../world.ts';
import { isVisible } from '../access.ts';
import { findBranch } from '../branches.ts';
import { RepositoryStore } from '../git-store.ts';
import type { PageCut } from '../issue-list.ts';
import { numberInRange } from './match.ts';
import { holds, parseSearch, qualifiersNamed } from './query.ts';
import { type Found, requireQuery, searchCut } from './results.ts';

/** A file on a default branch. */
export interface CodeHit {
  repository: Readonly<Repository>;
  store: RepositoryStore;
  file: PathEntry;
  /** The commit that the default branch stands at. */
  commit: string;
}

/** Larger files aren't indexed: https://docs.github.com/search-github/searching-on-github/searching-code */
const MAX_INDEXED_BYTES = 384 * 1024;

const same = (one: string | undefined, other: string) => one?.toLowerCase() === other.toLowerCase();
const ownerOf = ({ repository }: CodeHit) => repository.full_name.split('/')[0];
const nameOf = (path: string) => path.split('/').at(-1) ?? path;
const trimmed = (path: string) => stripped(path, '/');

/** https://docs.github.com/search-github/searching-on-github/searching-code */
const QUALIFIERS: Readonly<Record<string, (hit: CodeHit, value: string) => boolean>> = {
  repo: ({ repository }, value) => same(repository.full_name, value),
  user: (hit, value) => same(ownerOf(hit), value),
  org: (hit, value) => same(ownerOf(hit), value),
  language: ({ file }, value) => same(languageOf(file.path), value),
  path: ({ file }, value) =>
    value === '/' ? !file.path.includes('/') : file.path.toLowerCase().includes(trimmed(value).toLowerCase()),
  filename: ({ file }, value) => nameOf(file.path).toLowerCase().includes(value.toLowerCase()),
  extension: ({ file }, value) => file.path.toLowerCase().endsWith(`.${value.replace(/^\./, '').toLowerCase()}`),
  fork: ({ repository }, value) => value !== 'only' || repository.parent_id !== null,
  size: ({ store, file }, value) => numberInRange(store.blob(file.sha)?.size ?? 0, value),
  in: () => true,
};

const KNOWN = new Set(Object.keys(QUALIFIERS));

function* hitsOf(context: GithubContext, repository: Readonly<Repository>): Generator<CodeHit> {
  const head = findBranch(context, repository.id, repository.default_branch);
  if (!head) return;
  const store = new RepositoryStore(context, repository.id);
  const commit = head.object.sha;
  for (const file of filesOf(store, commitOf(store, commit).tree)) yield { repository, store, file, commit };
}

/** Searches the files of default branches, as GitHub does, in content or path. @throws ValidationFailed */
export function searchCode(context: GithubContext, q: string | undefined, cut: PageCut): Found<CodeHit> {
  const { root } = parseSearch(requireQuery(q), KNOWN);
  searchCut(cut);
  const named = qualifiersNamed(root, 'in').flatMap((value) => value.toLowerCase().split(','));
  const places = new Set(named.length > 0 ? named : ['file', 'path']);
  // Forks stay out unless they are asked for (docs: "Searching in forks").
  const withForks = qualifiersNamed(root, 'fork').some((value) => value === 'true' || value === 'only');
  const found: CodeHit[] = [];
  for (const repository of context.world.repositories.values()) {
    if (!isVisible(context, repository) || (repository.parent_id !== null && !withForks)) continue;
    for (const hit of hitsOf(context, repository)) {
      const isHit = holds(root, (leaf) =>
        leaf.kind === 'qualifier' ? (QUALIFIERS[leaf.name]?.(hit, leaf.value) ?? false) : contains(hit, leaf.text, places),
      );
      if (isHit) found.push(hit);
    }
  }
  return { total: found.length, records: found.slice(cut.offset, cut.offset + cut.limit) };
}

function contains({ store, file }: CodeHit, text: string, places: ReadonlySet<string>): boolean {
  const needle = text.toLowerCase();
  if (places.has('path') && file.path.toLowerCase().includes(needle)) return true;
  const blob = places.has('file') ? store.blob(file.sha) : undefined;
  if (!blob || blob.size > MAX_INDEXED_BYTES || blob.encoding === 'base64') return false;
  return textOf(store, file.sha)?.toLowerCase().includes(needle) ?? false;
}
