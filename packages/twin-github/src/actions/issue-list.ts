import { type FieldError, ValidationFailed } from '../errors.ts';
import {
  type GithubContext,
  type GithubWorld,
  type Issue,
  type IssueState,
  type Label,
  type Repository,
  stateGroup,
  type User,
  userGroup,
} from '../world.ts';
import { isVisible, viewerOf, visibleRepository } from './access.ts';
import { typeOf } from './issue-types.ts';
import { labelByName } from './labels.ts';
import { milestoneByNumber } from './milestones.ts';
import { momentIn } from './moments.ts';

export type IssueSort = 'created' | 'updated' | 'comments';

/** Filters of an issue list as they come in, before they are looked up. */
export interface IssueListQuery {
  state?: string | undefined;
  labels?: string | undefined;
  assignee?: string | undefined;
  creator?: string | undefined;
  mentioned?: string | undefined;
  milestone?: string | undefined;
  since?: string | undefined;
  sort?: string | undefined;
  direction?: string | undefined;
  /** Name of a type of issues, `*` for any, `none`. */
  type?: string | undefined;
  /** Issues without pull requests. */
  only?: 'issue' | undefined;
}

/** The records of one page and how many there are on all pages. */
export interface IssuePage {
  records: readonly Readonly<Issue>[];
  total: number;
}

export interface PageCut {
  offset: number;
  limit: number;
}

type Keep = (issue: Readonly<Issue>) => boolean;
type IndexName = 'created' | 'updated' | 'label' | 'milestone' | 'assignee' | 'creator';

/** Where a list is read from, in its own order, and what of it is kept. */
interface Plan {
  index: IndexName;
  group: string;
  keep: Keep[];
}

const STATES: readonly string[] = ['open', 'closed', 'all'];
const SORTS: readonly string[] = ['created', 'updated', 'comments'];
const DIRECTIONS: readonly string[] = ['asc', 'desc'];

const invalid = (field: string, value?: string): FieldError => ({
  resource: 'Issue',
  code: 'invalid',
  field,
  ...(value !== undefined && { value }),
});

function validate(query: IssueListQuery): void {
  const errors: FieldError[] = [];
  const check = (field: 'state' | 'sort' | 'direction', allowed: readonly string[]): void => {
    const value = query[field];
    if (value !== undefined && !allowed.includes(value)) errors.push(invalid(field, value));
  };
  check('state', STATES);
  check('sort', SORTS);
  check('direction', DIRECTIONS);
  momentIn('since', query.since);
  const { milestone } = query;
  if (milestone !== undefined && milestone !== '*' && milestone !== 'none' && !/^\d+$/.test(milestone)) {
    errors.push(invalid('milestone', milestone));
  }
  if (errors.length > 0) throw new ValidationFailed(errors);
}

const stateOf = (query: IssueListQuery): IssueState | 'all' => (query.state as IssueState | 'all' | undefined) ?? 'open';

function userIdNamed({ world }: GithubContext, field: 'assignee' | 'creator' | 'mentioned', login: string): number {
  const user = world.users.by.login.first(login.toLowerCase());
  if (!user) throw new ValidationFailed([invalid(field, login)]);
  return user.id;
}

/** `@login` where no longer name follows. */
export const mentionOf = (login: string): RegExp =>
  new RegExp(`(^|[^\\w])@${login.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`, 'i');

export function mentions(world: GithubWorld, issue: Readonly<Issue>, login: string): boolean {
  const pattern = mentionOf(login);
  if (pattern.test(issue.body ?? '')) return true;
  return world.comments.by.issue.page(issue.id, { limit: issue.comments }).some((comment) => pattern.test(comment.body));
}

function planAssignee(context: GithubContext, repository: Readonly<Repository>, query: IssueListQuery, plan: Plan): void {
  const { assignee } = query;
  if (assignee === undefined) return;
  if (assignee === 'none') plan.keep.push((issue) => issue.assignee_ids.length === 0);
  else if (assignee === '*') plan.keep.push((issue) => issue.assignee_ids.length > 0);
  else {
    const id = userIdNamed(context, 'assignee', assignee);
    narrow(plan, 'assignee', userGroup(repository.id, id, stateOf(query)), (issue) => issue.assignee_ids.includes(id));
  }
}

function planMilestone(context: GithubContext, repository: Readonly<Repository>, query: IssueListQuery, plan: Plan): void {
  const { milestone } = query;
  if (milestone === undefined) return;
  if (milestone === 'none') plan.keep.push((issue) => issue.milestone_id === null);
  else if (milestone === '*') plan.keep.push((issue) => issue.milestone_id !== null);
  else {
    const found = milestoneByNumber(context, repository.id, Number(milestone));
    if (!found) throw new ValidationFailed([invalid('milestone', milestone)]);
    narrow(plan, 'milestone', stateGroup(found.id, stateOf(query)), (issue) => issue.milestone_id === found.id);
  }
}

/** docs: REST, "List repository issues"; nothing has a type that there isn't. */
function hasType(context: GithubContext, name: string): Keep {
  if (name === '*' || name === 'none') return (issue) => (issue.issue_type_id != null) === (name === '*');
  return (issue) => typeOf(context, issue)?.name.toLowerCase() === name.toLowerCase();
}

/** Reads from a narrower index where the list still has its first, sorted by creation; else filters. */
function narrow(plan: Plan, index: IndexName, group: string, keep: Keep): void {
  if (plan.index === 'created') Object.assign(plan, { index, group });
  else plan.keep.push(keep);
}

function planLabels(context: GithubContext, repository: Readonly<Repository>, query: IssueListQuery, plan: Plan): boolean {
  const names = (query.labels ?? '').split(',').filter((name) => name.trim() !== '');
  const labels = names.map((name) => labelByName(context, repository.id, name.trim()));
  if (labels.includes(undefined)) return false;
  for (const { id } of labels as Readonly<Label>[]) {
    narrow(plan, 'label', stateGroup(id, stateOf(query)), (issue) => issue.label_ids.includes(id));
  }
  return true;
}

/** The issues and pull requests of a repository. Without filters, and with one, a page costs the page. */
export function listIssues(context: GithubContext, owner: string, repo: string, query: IssueListQuery, cut: PageCut): IssuePage {
  const repository = visibleRepository(context, owner, repo);
  validate(query);
  const plan: Plan = {
    index: query.sort === 'updated' ? 'updated' : 'created',
    group: stateGroup(repository.id, stateOf(query)),
    keep: [],
  };
  if (!planLabels(context, repository, query, plan)) return { records: [], total: 0 };
  planAssignee(context, repository, query, plan);
  planMilestone(context, repository, query, plan);
  if (query.creator !== undefined) {
    const id = userIdNamed(context, 'creator', query.creator);
    narrow(plan, 'creator', userGroup(repository.id, id, stateOf(query)), (issue) => issue.user_id === id);
  }
  if (query.mentioned !== undefined) {
    userIdNamed(context, 'mentioned', query.mentioned);
    const login = query.mentioned;
    plan.keep.push((issue) => mentions(context.world, issue, login));
  }
  if (query.since !== undefined) {
    const since = Date.parse(query.since);
    plan.keep.push((issue) => Date.parse(issue.updated_at) >= since);
  }
  if (query.type !== undefined) plan.keep.push(hasType(context, query.type));
  if (query.only === 'issue') plan.keep.push((issue) => !issue.is_pull_request);
  // With issues switched off a repository still lists its pull requests.
  if (!repository.has_issues) plan.keep.push((issue) => issue.is_pull_request);
  return readPlan(context, plan, query, cut);
}

function readPlan({ world }: GithubContext, plan: Plan, query: IssueListQuery, cut: PageCut): IssuePage {
  const reader = world.issues.by[plan.index];
  const reverse = query.direction !== 'asc';
  const total = reader.count(plan.group);
  if (plan.keep.length === 0 && query.sort !== 'comments') {
    return { records: reader.page(plan.group, { ...cut, reverse }), total };
  }
  const kept = reader.page(plan.group, { limit: total, reverse }).filter((issue) => plan.keep.every((keep) => keep(issue)));
  if (query.sort === 'comments') kept.sort((a, b) => (reverse ? b.comments - a.comments : a.comments - b.comments));
  return { records: kept.slice(cut.offset, cut.offset + cut.limit), total: kept.length };
}

/** Issues over all repositories, or those of an owner, that concern the viewer (docs: "List issues assigned to the authenticated user"). */
export function listViewerIssues(
  context: GithubContext,
  query: IssueListQuery & { filter?: string | undefined },
  cut: PageCut,
  owner?: Readonly<User>,
): IssuePage {
  validate(query);
  const { world } = context;
  const viewer = viewerOf(context);
  const state = stateOf(query);
  const owned = (index: 'assignee' | 'creator') =>
    world.issues.by[index].page(stateGroup(viewer.id, state), { limit: world.issues.size });
  const everywhere = () => [...world.issues.values()].filter((issue) => state === 'all' || issue.state === state);
  const sources: Readonly<Record<string, () => readonly Readonly<Issue>[]>> = {
    assigned: () => owned('assignee'),
    created: () => owned('creator'),
    mentioned: () => everywhere().filter((issue) => mentions(world, issue, viewer.login)),
    subscribed: everywhere,
    repos: everywhere,
    all: everywhere,
  };
  const source = sources[query.filter ?? 'assigned'];
  if (!source) throw new ValidationFailed([invalid('filter', query.filter)]);
  const names = (query.labels ?? '').split(',').filter((name) => name.trim() !== '');
  const since = query.since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(query.since);
  const typed = query.type === undefined ? () => true : hasType(context, query.type);
  const kept = source().filter((issue) => {
    const repository = world.repositories.get(issue.repository_id);
    if (!repository || (owner && repository.owner_id !== owner.id)) return false;
    if (!isVisible(context, repository) || Date.parse(issue.updated_at) < since || !typed(issue)) return false;
    return names.every((name) => issue.label_ids.includes(labelByName(context, issue.repository_id, name.trim())?.id ?? -1));
  });
  const sorted = kept.toSorted(issueOrder((query.sort as IssueSort | undefined) ?? 'created', query.direction !== 'asc'));
  return { records: sorted.slice(cut.offset, cut.offset + cut.limit), total: sorted.length };
}

/** Compares issues as lists and searches order them. */
export function issueOrder(sort: IssueSort, descending: boolean): (a: Readonly<Issue>, b: Readonly<Issue>) => number {
  const rank = (issue: Readonly<Issue>): number =>
    sort === 'comments' ? issue.comments : Date.parse(sort === 'updated' ? issue.updated_at : issue.created_at);
  const sign = descending ? -1 : 1;
  return (a, b) => sign * (rank(a) - rank(b) || a.id - b.id);
}
