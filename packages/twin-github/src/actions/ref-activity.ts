import { isAncestor } from '../git/history.ts';
import type { Push, Repository } from '../world.ts';
import { type HasWorld, visibleRepository } from './access.ts';
import { RepositoryStore } from './git-store.ts';

/** What moved a branch, by GitHub's names. */
export const ACTIVITY_TYPES = [
  'push',
  'force_push',
  'branch_creation',
  'branch_deletion',
  'pr_merge',
  'merge_queue_merge',
] as const;
export type ActivityType = (typeof ACTIVITY_TYPES)[number];

const DAY_MS = 86_400_000;
/** How far back each reaches, in milliseconds. */
const PERIODS = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS, quarter: 91 * DAY_MS, year: 365 * DAY_MS } as const;
export const TIME_PERIODS = ['day', 'week', 'month', 'quarter', 'year'] as const;

const BRANCHES = 'refs/heads/';

export interface ActivityFilter {
  ref?: string | undefined;
  actor?: string | undefined;
  time_period?: keyof typeof PERIODS | undefined;
  activity_type?: ActivityType | undefined;
  direction?: 'asc' | 'desc' | undefined;
}

export interface BranchActivity {
  push: Readonly<Push>;
  type: ActivityType;
}

function typeOf(context: HasWorld, repository: Readonly<Repository>, { before, after, merge }: Readonly<Push>): ActivityType {
  if (before === null) return 'branch_creation';
  if (after === null) return 'branch_deletion';
  if (merge) return 'pr_merge';
  const store = new RepositoryStore(context, repository.id);
  return store.commit(before) && store.commit(after) && !isAncestor(store, before, after) ? 'force_push' : 'push';
}

/** What became of a repository's branches since the world began, the last first unless asked otherwise. @throws NotFound */
export function listActivity(
  context: HasWorld & { now: number },
  owner: string,
  repo: string,
  { ref, actor, time_period, activity_type, direction }: ActivityFilter,
): BranchActivity[] {
  const repository = visibleRepository(context, owner, repo);
  const { pushes, users } = context.world;
  const { repository: index } = pushes.by;
  const branch = ref === undefined || ref.startsWith('refs/') ? ref : BRANCHES + ref;
  const since = time_period === undefined ? Number.NEGATIVE_INFINITY : context.now - PERIODS[time_period];
  const login = actor?.toLowerCase();
  const found = index
    .page(repository.id, { limit: index.count(repository.id) })
    .filter(
      (push) =>
        push.ref.startsWith(BRANCHES) &&
        (branch === undefined || push.ref === branch) &&
        (login === undefined || users.get(push.actor_id)?.login.toLowerCase() === login) &&
        Date.parse(push.pushed_at) >= since,
    )
    .map((push) => ({ push, type: typeOf(context, repository, push) }))
    .filter(({ type }) => activity_type === undefined || type === activity_type);
  return direction === 'asc' ? found : found.toReversed();
}
