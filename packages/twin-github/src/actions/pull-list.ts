import { ValidationFailed } from '../errors.ts';
import { type GithubContext, type Issue, type IssueState, type PullRequest, type Repository, stateGroup } from '../world.ts';
import { type HasWorld, visibleRepository } from './access.ts';

export interface PullListQuery {
  state?: string | undefined;
  /** `owner:branch`. */
  head?: string | undefined;
  base?: string | undefined;
  sort?: string | undefined;
  direction?: string | undefined;
}

export interface PullPage {
  records: readonly Readonly<Issue>[];
  total: number;
}

interface Cut {
  offset: number;
  limit: number;
}

const STATES = new Set(['open', 'closed', 'all']);
/** How many pull requests are looked at in one go while a filtered page fills. */
const STRIDE = 100;
const EMPTY: PullPage = { records: [], total: 0 };

/** A page of pull requests and how many there are; it costs the page unless a head is looked for. @throws NotFound, ValidationFailed */
export function listPulls(context: GithubContext, owner: string, repo: string, query: PullListQuery, cut: Cut): PullPage {
  const repository = visibleRepository(context, owner, repo);
  const { state = 'open', sort = 'created', direction = sort === 'created' ? 'desc' : 'asc' } = query;
  if (!STATES.has(state))
    throw new ValidationFailed([{ resource: 'PullRequest', code: 'invalid', field: 'state', value: state }]);
  const of = state as IssueState | 'all';
  const reverse = direction === 'desc';
  // A branch without its owner is no filter at GitHub: all pull requests come.
  if (query.head?.includes(':')) return fromHead(context, repository, query, { of, sort, reverse, cut });
  if (sort === 'popularity' || sort === 'long-running')
    return sortedByComments(context, repository, query, { of, sort, reverse, cut });
  const { pull_requests, issues } = context.world;
  const index = sort === 'updated' ? issues.by.pulls_updated : issues.by.pulls;
  const group = stateGroup(repository.id, of);
  if (query.base === undefined) return { records: index.page(group, { ...cut, reverse }), total: index.count(group) };
  const inBase = stateGroup(`${repository.id}/${query.base}`, of);
  const total = pull_requests.by.base.count(inBase);
  if (sort === 'updated') return { records: ofBase(context, group, query.base, { cut, reverse, total }), total };
  return { records: sides(context, pull_requests.by.base.page(inBase, { ...cut, reverse })), total };
}

interface Wanted {
  of: IssueState | 'all';
  sort: string;
  reverse: boolean;
  cut: Cut;
}

const sides = ({ world }: HasWorld, pulls: readonly Readonly<PullRequest>[]): Readonly<Issue>[] =>
  pulls.flatMap((pull) => world.issues.get(pull.issue_id) ?? []);

/** The pull requests of one base by their last change: read in that order until the page is full. */
function ofBase(
  { world }: HasWorld,
  group: string,
  base: string,
  { cut, reverse, total }: { cut: Cut; reverse: boolean; total: number },
): Readonly<Issue>[] {
  const wanted = Math.min(cut.offset + cut.limit, total);
  const found: Readonly<Issue>[] = [];
  for (let offset = 0; found.length < wanted; offset += STRIDE) {
    const page = world.issues.by.pulls_updated.page(group, { offset, limit: STRIDE, reverse });
    if (page.length === 0) break;
    found.push(...page.filter((issue) => world.pull_requests.get(issue.id)?.base_ref === base));
  }
  return found.slice(cut.offset, cut.offset + cut.limit);
}

/** From one branch there are few. */
function fromHead(
  context: HasWorld,
  repository: Readonly<Repository>,
  { head = '', base }: PullListQuery,
  wanted: Wanted,
): PullPage {
  const { repositories, pull_requests } = context.world;
  const colon = head.indexOf(':');
  const [owner, branch] = [head.slice(0, colon), head.slice(colon + 1)];
  const owned = repositories.by.owner;
  const account = context.world.users.by.login.first(owner.toLowerCase());
  if (!account) return EMPTY;
  const pulls = owned.page(account.id, { limit: owned.count(account.id) }).flatMap(({ id }) => {
    const group = stateGroup(`${id}/${branch}`, wanted.of);
    return pull_requests.by.head.page(group, { limit: pull_requests.by.head.count(group) });
  });
  const kept = pulls.filter((pull) => pull.repository_id === repository.id && (base === undefined || pull.base_ref === base));
  return sorted(sides(context, kept), wanted);
}

function sortedByComments(
  context: GithubContext,
  repository: Readonly<Repository>,
  { base }: PullListQuery,
  wanted: Wanted,
): PullPage {
  const { pulls } = context.world.issues.by;
  const group = stateGroup(repository.id, wanted.of);
  const all = pulls.page(group, { limit: pulls.count(group) });
  const kept = all.filter(
    (issue) =>
      (base === undefined || context.world.pull_requests.get(issue.id)?.base_ref === base) &&
      (wanted.sort !== 'long-running' || isLongRunning(issue, context.now)),
  );
  return sorted(kept, wanted);
}

/** "Open for more than a month and have had activity within the past month" (docs: List pull requests, `sort`). */
const MONTH_MS = 30 * 24 * 3_600_000;
const isLongRunning = ({ created_at, updated_at }: Readonly<Issue>, now: number): boolean =>
  Date.parse(created_at) < now - MONTH_MS && Date.parse(updated_at) >= now - MONTH_MS;

function sorted(pulls: readonly Readonly<Issue>[], { sort, reverse, cut }: Wanted): PullPage {
  const ordered = [...pulls].sort(orderOf(sort));
  if (reverse) ordered.reverse();
  return { records: ordered.slice(cut.offset, cut.offset + cut.limit), total: pulls.length };
}

function orderOf(sort: string): (one: Readonly<Issue>, other: Readonly<Issue>) => number {
  if (sort === 'popularity') return (one, other) => one.comments - other.comments || one.number - other.number;
  const field = sort === 'updated' ? 'updated_at' : 'created_at';
  return (one, other) => (one[field] === other[field] ? one.number - other.number : one[field] < other[field] ? -1 : 1);
}
