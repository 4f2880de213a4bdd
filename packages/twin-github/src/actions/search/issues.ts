import { ValidationFailed } from '../../errors.ts';
import type { Comment, GithubContext, Issue, Repository } from '../../world.ts';
import { isVisible, viewerOf } from '../access.ts';
import { mentions, type PageCut } from '../issue-list.ts';
import { containsWords, dateInRange, numberInRange } from './match.ts';
import { holds, parseSearch, qualifiersNamed, type SearchNode, wordsOf } from './query.ts';
import { type Found, requireQuery, searchCut } from './results.ts';

/** An issue with what its qualifiers look at. */
interface Subject {
  context: GithubContext;
  issue: Readonly<Issue>;
  repository: Readonly<Repository>;
}

type Qualifier = (subject: Subject, value: string) => boolean;

const sameText = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Whether a login names this user; `@me` is the viewer. */
function isUser({ context }: Subject, userId: number, login: string): boolean {
  const wanted = login.replace(/^@/, '');
  const name = login === '@me' ? viewerOf(context).login : wanted;
  return sameText(context.world.users.get(userId)?.login ?? '', name);
}

const commentsOf = ({ context, issue }: Subject): readonly Readonly<Comment>[] =>
  context.world.comments.by.issue.page(issue.id, { limit: issue.comments });

const pullOf = ({ context, issue }: Subject) => context.world.pull_requests.get(issue.id);

const IS: Readonly<Record<string, (subject: Subject) => boolean>> = {
  issue: ({ issue }) => !issue.is_pull_request,
  pr: ({ issue }) => issue.is_pull_request,
  'pull-request': ({ issue }) => issue.is_pull_request,
  open: ({ issue }) => issue.state === 'open',
  closed: ({ issue }) => issue.state === 'closed',
  merged: (subject) => Boolean(pullOf(subject)?.merged_at),
  unmerged: (subject) => subject.issue.is_pull_request && !pullOf(subject)?.merged_at,
  draft: (subject) => pullOf(subject)?.draft === true,
  locked: ({ issue }) => issue.locked,
  unlocked: ({ issue }) => !issue.locked,
  public: ({ repository }) => !repository.private,
  private: ({ repository }) => repository.private,
};

const MISSING: Readonly<Record<string, (issue: Readonly<Issue>) => boolean>> = {
  label: (issue) => issue.label_ids.length === 0,
  milestone: (issue) => issue.milestone_id === null,
  assignee: (issue) => issue.assignee_ids.length === 0,
  project: () => true,
};

const isAssigned: Qualifier = (subject, login) =>
  login === '*' ? subject.issue.assignee_ids.length > 0 : subject.issue.assignee_ids.some((id) => isUser(subject, id, login));
const isMentioned: Qualifier = ({ context, issue }, login) =>
  mentions(context.world, issue, login === '@me' ? viewerOf(context).login : login.replace(/^@/, ''));
const isAuthor: Qualifier = (subject, login) => isUser(subject, subject.issue.user_id, login);
const hasCommented: Qualifier = (subject, login) =>
  commentsOf(subject).some((comment) => isUser(subject, comment.user_id, login));
const isOwned: Qualifier = (subject, login) => isUser(subject, subject.repository.owner_id, login);

/** https://docs.github.com/search-github/searching-on-github/searching-issues-and-pull-requests */
const QUALIFIERS: Readonly<Record<string, Qualifier>> = {
  is: (subject, value) => IS[value.toLowerCase()]?.(subject) ?? false,
  type: (subject, value) => IS[value.toLowerCase()]?.(subject) ?? false,
  state: (subject, value) => IS[value.toLowerCase()]?.(subject) ?? false,
  repo: ({ repository }, value) => sameText(repository.full_name, value),
  user: isOwned,
  org: isOwned,
  label: ({ context, issue }, value) => issue.label_ids.some((id) => sameText(context.world.labels.get(id)?.name ?? '', value)),
  author: isAuthor,
  assignee: isAssigned,
  mentions: isMentioned,
  commenter: hasCommented,
  involves: (subject, login) => [isAuthor, isAssigned, isMentioned, hasCommented].some((test) => test(subject, login)),
  milestone: ({ context, issue }, value) =>
    issue.milestone_id !== null &&
    (value === '*' || sameText(context.world.milestones.get(issue.milestone_id)?.title ?? '', value)),
  no: ({ issue }, value) => MISSING[value.toLowerCase()]?.(issue) ?? false,
  reason: ({ issue }, value) => issue.state_reason === value.toLowerCase().replaceAll(' ', '_'),
  created: ({ issue }, value) => dateInRange(issue.created_at, value),
  updated: ({ issue }, value) => dateInRange(issue.updated_at, value),
  closed: ({ issue }, value) => dateInRange(issue.closed_at, value),
  merged: (subject, value) => dateInRange(pullOf(subject)?.merged_at, value),
  comments: ({ issue }, value) => numberInRange(issue.comments, value),
  draft: (subject, value) => subject.issue.is_pull_request && pullOf(subject)?.draft === (value === 'true'),
  archived: ({ repository }, value) => repository.archived === (value === 'true'),
  head: (subject, value) => pullOf(subject)?.head_ref.startsWith(value) ?? false,
  base: (subject, value) => pullOf(subject)?.base_ref.startsWith(value) ?? false,
  sha: (subject, value) => value.length >= 7 && (pullOf(subject)?.head_sha.startsWith(value) ?? false),
  in: () => true,
};

const KNOWN = new Set(Object.keys(QUALIFIERS));

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
function requireScopes(context: GithubContext, root: SearchNode): void {
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

function comparator(sort: string | undefined, order: string | undefined, words: readonly string[]) {
  const sign = order === 'asc' ? 1 : -1;
  const by = (rank: (issue: Readonly<Issue>) => number) => (a: Readonly<Issue>, b: Readonly<Issue>) =>
    sign * (rank(a) - rank(b)) || Date.parse(b.created_at) - Date.parse(a.created_at) || b.id - a.id;
  if (sort === 'created') return by((issue) => Date.parse(issue.created_at));
  if (sort === 'updated') return by((issue) => Date.parse(issue.updated_at));
  if (sort === 'comments') return by((issue) => issue.comments);
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
        ? (QUALIFIERS[leaf.name]?.(subject, leaf.value) ?? false)
        : textsOf(subject, places).some((text) => containsWords(text, leaf.text)),
    );
    if (matches) found.push(issue);
  }
  const [, field = sortInQuery, order = search.order] = /^(.+)-(asc|desc)$/.exec(sortInQuery ?? '') ?? [];
  found.sort(comparator(search.sort ?? field, order, wordsOf(root)));
  return { total: found.length, records: found.slice(cut.offset, cut.offset + cut.limit) };
}
