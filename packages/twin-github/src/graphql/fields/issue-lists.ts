import { mentions } from '../../actions/issue-list.ts';
import { typeOf } from '../../actions/issue-types.ts';
import { type GithubContext, type Issue, type Milestone, type Repository, stateGroup } from '../../world.ts';
import { inOrder } from '../connection.ts';
import type { Args, Graph } from '../graph.ts';
import type { Thing } from '../thing.ts';
import { issueThing } from './issues.ts';

export const ISSUE_READS = [
  'states',
  'labels',
  'orderBy',
  'filterBy.assignee',
  'filterBy.createdBy',
  'filterBy.labels',
  'filterBy.mentioned',
  'filterBy.milestone',
  'filterBy.milestoneNumber',
  'filterBy.since',
  'filterBy.states',
  'filterBy.type',
] as const;
export const PULL_READS = ['states', 'labels', 'headRefName', 'baseRefName', 'orderBy'] as const;

type Keep = (issue: Readonly<Issue>) => boolean;

/** Ranks by the names of `IssueOrderField`. */
export const ISSUE_ORDER: Readonly<Record<string, (issue: Readonly<Issue>) => number | string>> = {
  CREATED_AT: ({ created_at }) => created_at,
  UPDATED_AT: ({ updated_at }) => updated_at,
  COMMENTS: ({ comments }) => comments,
};

const same = (one: string | undefined, other: string): boolean => one?.toLowerCase() === other.toLowerCase();

/** Any of the labels is enough, as in GitHub's GraphQL API; REST asks for all of them. */
const labelled = (context: GithubContext, names: readonly string[]): Keep => {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  return ({ label_ids }) => label_ids.some((id) => wanted.has(context.world.labels.get(id)?.name.toLowerCase() ?? ''));
};

const loginOf = ({ world }: GithubContext, id: number): string | undefined => world.users.get(id)?.login;

/** Null asks for those without one, and `*` for those that have one. */
function milestoneFilter(context: GithubContext, wanted: string | null): Keep {
  const of = ({ milestone_id }: Readonly<Issue>): Readonly<Milestone> | undefined =>
    milestone_id === null ? undefined : context.world.milestones.get(milestone_id);
  if (wanted === null) return (issue) => issue.milestone_id === null;
  if (wanted === '*') return (issue) => issue.milestone_id !== null;
  return (issue) => String(of(issue)?.number) === wanted || of(issue)?.title === wanted;
}

function filters(context: GithubContext, filterBy: Args<string>): Keep[] {
  const keep: Keep[] = [];
  const { assignee, createdBy, labels, mentioned, milestone, milestoneNumber, since, states, type } = filterBy;
  if (assignee === '*') keep.push(({ assignee_ids }) => assignee_ids.length > 0);
  else if (assignee != null) keep.push(({ assignee_ids }) => assignee_ids.some((id) => same(loginOf(context, id), assignee)));
  if (createdBy != null) keep.push(({ user_id }) => same(loginOf(context, user_id), createdBy));
  if (labels != null) keep.push(labelled(context, labels));
  if (mentioned != null) keep.push((issue) => mentions(context.world, issue, mentioned));
  const named = milestoneNumber ?? milestone;
  if (named != null) keep.push(milestoneFilter(context, named));
  if (since != null) keep.push(({ updated_at }) => Date.parse(updated_at) >= Date.parse(since));
  if (type != null) keep.push((issue) => same(typeOf(context, issue)?.name, type));
  if (states != null) keep.push(({ state }) => states.includes(state.toUpperCase()));
  return keep;
}

/** The issues of a repository, oldest first unless another order is asked for. */
export function issuesOf(
  { id }: Readonly<Repository>,
  args: Args<(typeof ISSUE_READS)[number] | 'filterBy'>,
  { context }: Graph,
): readonly Thing[] {
  const { states, labels, orderBy, filterBy } = args as Args<'states' | 'labels' | 'orderBy' | 'filterBy'>;
  const { created } = context.world.issues.by;
  const only: readonly string[] | null | undefined = states;
  const group = stateGroup(id, only?.length === 1 ? ((only[0] as string).toLowerCase() as 'open' | 'closed') : 'all');
  const keep: Keep[] = [({ is_pull_request }) => !is_pull_request, ...filters(context, filterBy ?? {})];
  if (only?.length === 0) keep.push(() => false);
  if (labels != null) keep.push(labelled(context, labels));
  const all = created.page(group, { limit: created.count(group) }).filter((issue) => keep.every((test) => test(issue)));
  return inOrder(all, orderBy, ISSUE_ORDER).map(issueThing);
}

/** The pull requests of a repository, oldest first unless another order is asked for. */
export function pullsOf(
  { id }: Readonly<Repository>,
  args: Args<(typeof PULL_READS)[number]>,
  { context }: Graph,
): readonly Thing[] {
  const { states, labels, headRefName, baseRefName, orderBy } = args;
  const { pulls } = context.world.issues.by;
  const group = stateGroup(id, 'all');
  const keep: Keep[] = labels == null ? [] : [labelled(context, labels)];
  const all = pulls.page(group, { limit: pulls.count(group) }).filter((issue) => {
    const pull = context.world.pull_requests.get(issue.id);
    const state = pull?.merged_at ? 'MERGED' : issue.state.toUpperCase();
    return (
      (states == null || states.includes(state)) &&
      (headRefName == null || pull?.head_ref === headRefName) &&
      (baseRefName == null || pull?.base_ref === baseRefName) &&
      keep.every((test) => test(issue))
    );
  });
  return inOrder(all, orderBy, ISSUE_ORDER).map(issueThing);
}
