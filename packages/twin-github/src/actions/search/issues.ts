import { ValidationFailed } from '../../errors.ts';
import type { GithubContext, Issue } from '../../world.ts';
import { isVisible } from '../access.ts';
import type { PageCut } from '../issue-list.ts';
import { commentsOf, ISSUE_QUALIFIERS, reactionsOf } from './issue-qualifiers.ts';
import { containsWords } from './match.ts';
import { hasCommit } from './pull-qualifiers.ts';
import { holds, parseSearch, qualifiersNamed, refuseQualifiers, requireDates, type SearchNode, wordsOf } from './query.ts';
import { type Found, requireQuery, searchCut } from './results.ts';
import type { Subject } from './subject.ts';

/** Documented, and about what the twin doesn't model: refused, not taken for words. */
const UNMODELLED = ['project'] as const;
const DATES = ['created', 'updated', 'closed', 'merged'] as const;
const KNOWN: ReadonlySet<string> = new Set([...Object.keys(ISSUE_QUALIFIERS), ...UNMODELLED]);
/** A commit's id, or enough of it: https://docs.github.com/search-github/searching-on-github/searching-issues-and-pull-requests#search-by-commit-sha */
const SHA = /^[0-9a-f]{7,40}$/i;

/** Which texts plain words are looked for in: title, body and comments, or what `in:` names. */
function textsOf(subject: Subject, places: ReadonlySet<string>): string[] {
  const texts: string[] = [];
  if (places.has('title')) texts.push(subject.issue.title);
  if (places.has('body')) texts.push(subject.issue.body ?? '');
  if (places.has('comments')) texts.push(...commentsOf(subject).map((comment) => comment.body));
  return texts;
}

function placesIn(root: SearchNode): ReadonlySet<string> {
  const named = qualifiersNamed(root, 'in').flatMap((value) => value.toLowerCase().split(','));
  return new Set(named.length > 0 ? named : ['title', 'body', 'comments']);
}

/** GitHub refuses a query that names a repository or user it can't see. */
export function requireScopes(context: GithubContext, root: SearchNode): void {
  const { world } = context;
  const unseen =
    qualifiersNamed(root, 'repo').some((name) => {
      const repository = world.repositories.by.name.first(name.toLowerCase());
      return !repository || !isVisible(context, repository);
    }) ||
    [...qualifiersNamed(root, 'user'), ...qualifiersNamed(root, 'org')].some(
      (login) => login !== '@me' && !world.users.by.login.first(login.toLowerCase()),
    );
  if (!unseen) return;
  const message =
    'The listed users and repositories cannot be searched either because the resources do not exist or you do not have permission to view them.';
  throw new ValidationFailed([{ message, resource: 'Search', field: 'q', code: 'invalid' }]);
}

export interface IssueSearch {
  q?: string | undefined;
  /** Qualifiers that hold whatever the query says. */
  scope?: string | undefined;
  sort?: string | undefined;
  order?: string | undefined;
}

/** Titles that hold the words come before bodies that do; then the newest. */
function relevance(issue: Readonly<Issue>, words: readonly string[]): number {
  return words.filter((word) => containsWords(issue.title, word)).length;
}

function comparator(context: GithubContext, sort: string | undefined, order: string | undefined, words: readonly string[]) {
  const sign = order === 'asc' ? 1 : -1;
  const by = (rank: (issue: Readonly<Issue>) => number) => (a: Readonly<Issue>, b: Readonly<Issue>) =>
    sign * (rank(a) - rank(b)) || Date.parse(b.created_at) - Date.parse(a.created_at) || b.id - a.id;
  if (sort === 'created') return by((issue) => Date.parse(issue.created_at));
  if (sort === 'updated') return by((issue) => Date.parse(issue.updated_at));
  if (sort === 'comments') return by((issue) => issue.comments);
  if (sort === 'interactions') return by((issue) => issue.comments + reactionsOf(context, issue));
  if (sort?.startsWith('reactions')) return by((issue) => reactionsOf(context, issue, sort.slice('reactions-'.length)));
  return (a: Readonly<Issue>, b: Readonly<Issue>) =>
    relevance(b, words) - relevance(a, words) || Date.parse(b.created_at) - Date.parse(a.created_at) || b.id - a.id;
}

/** The repository that every match of a query must be in, if it names one. */
function requiredRepository(node: SearchNode): string | undefined {
  if (node.kind === 'qualifier') return node.name === 'repo' ? node.value : undefined;
  if (node.kind !== 'all') return undefined;
  return node.nodes.map(requiredRepository).find((name) => name !== undefined);
}

/** The candidates of a query: one repository's issues where it names one, else all. */
function candidates({ world }: GithubContext, root: SearchNode): Iterable<Readonly<Issue>> {
  const name = requiredRepository(root);
  const repository = name === undefined ? undefined : world.repositories.by.name.first(name.toLowerCase());
  return repository ? world.issues.by.created.page(`${repository.id}/all`, { limit: world.issues.size }) : world.issues.values();
}

export function searchIssues(context: GithubContext, search: IssueSearch, cut: PageCut): Found<Issue> {
  const { root: asked, sort: sortInQuery } = parseSearch(requireQuery(search.q), KNOWN);
  const scope = parseSearch(search.scope ?? '', KNOWN).root;
  const root: SearchNode = search.scope === undefined ? asked : { kind: 'all', nodes: [scope, asked] };
  refuseQualifiers(root, UNMODELLED);
  requireDates(root, DATES);
  searchCut(cut);
  requireScopes(context, root);
  const places = placesIn(root);
  const found: Readonly<Issue>[] = [];
  for (const issue of candidates(context, root)) {
    const repository = context.world.repositories.get(issue.repository_id);
    if (!repository || !isVisible(context, repository)) continue;
    const subject: Subject = { context, issue, repository };
    const matches = holds(root, (leaf) =>
      leaf.kind === 'qualifier'
        ? (ISSUE_QUALIFIERS[leaf.name]?.(subject, leaf.value) ?? false)
        : textsOf(subject, places).some((text) => containsWords(text, leaf.text)) ||
          (SHA.test(leaf.text) && hasCommit(subject, leaf.text)),
    );
    if (matches) found.push(issue);
  }
  const [, field = sortInQuery, order = search.order] = /^(.+)-(asc|desc)$/.exec(sortInQuery ?? '') ?? [];
  found.sort(comparator(context, search.sort ?? field, order, wordsOf(root)));
  return { total: found.length, records: found.slice(cut.offset, cut.offset + cut.limit) };
}
