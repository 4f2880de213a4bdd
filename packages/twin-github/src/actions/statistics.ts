import { historyOf } from '../git/history.ts';
import { commitOf } from '../git/store.ts';
import type { Commit, GithubContext, Repository, User } from '../world.ts';
import { visibleRepository } from './access.ts';
import { findBranch } from './branches.ts';
import { RepositoryStore } from './git-store.ts';

/** Statistics of a repository's default branch: https://docs.github.com/rest/metrics/statistics */

const DAY_S = 86_400;
const WEEK_S = 7 * DAY_S;
const HOUR_S = 3600;
/** The epoch began on a Thursday, and weeks begin on Sundays. */
const FIRST_SUNDAY_S = 3 * DAY_S;
const WEEKS_OF_YEAR = 52;
const MOST_CONTRIBUTORS = 100;

const seconds = (iso: string): number => Date.parse(iso) / 1000;
const weekOf = (at: number): number => at - ((((at - FIRST_SUNDAY_S) % WEEK_S) + WEEK_S) % WEEK_S);

/** Lines that a commit adds and takes away. */
export interface Lines {
  additions: number;
  deletions: number;
}

/** How a commit's lines are counted, which is of what shows its changes. */
export type CountLines = (commit: Readonly<Commit>) => Lines;

export interface Counted {
  repository: Readonly<Repository>;
  commits: readonly Readonly<Commit>[];
}

/** Commits of the default branch that aren't merges, newest first. @throws NotFound */
export function countedCommits(context: GithubContext, owner: string, repo: string): Counted {
  const repository = visibleRepository(context, owner, repo);
  const head = findBranch(context, repository.id, repository.default_branch);
  if (!head) return { repository, commits: [] };
  const store = new RepositoryStore(context, repository.id);
  const commits = historyOf(store, head.object.sha)
    .map((sha) => commitOf(store, sha))
    .filter(({ parents }) => parents.length < 2);
  return { repository, commits };
}

const weekOfCommit = ({ author }: Readonly<Commit>): number => weekOf(seconds(author.date));

/** Every week from the first commit's to the last one's. */
function weeksOf(commits: readonly Readonly<Commit>[]): number[] {
  const weeks = commits.map(weekOfCommit);
  const first = weeks.reduce((least, week) => Math.min(least, week), Number.POSITIVE_INFINITY);
  const last = weeks.reduce((most, week) => Math.max(most, week), 0);
  return weeks.length === 0 ? [] : Array.from({ length: (last - first) / WEEK_S + 1 }, (_, at) => first + at * WEEK_S);
}

interface Week extends Lines {
  week: number;
  commits: number;
}

function byWeek(weeks: readonly number[], commits: readonly Readonly<Commit>[], linesOf: CountLines): Week[] {
  const table = new Map(weeks.map((week): [number, Week] => [week, { week, additions: 0, deletions: 0, commits: 0 }]));
  for (const commit of commits) {
    const row = table.get(weekOfCommit(commit)) as Week;
    const { additions, deletions } = linesOf(commit);
    row.additions += additions;
    row.deletions += deletions;
    row.commits += 1;
  }
  return [...table.values()];
}

export const codeFrequency = (commits: readonly Readonly<Commit>[], linesOf: CountLines): Week[] =>
  byWeek(weeksOf(commits), commits, linesOf);

export interface ContributorActivity {
  /** Null for an address that is nobody's. */
  author: Readonly<User> | null;
  total: number;
  weeks: Week[];
}

/** Who wrote how much in which week, the busiest last and a hundred at most. */
export function contributorActivity(
  { world }: GithubContext,
  commits: readonly Readonly<Commit>[],
  linesOf: CountLines,
): ContributorActivity[] {
  const weeks = weeksOf(commits);
  const authors = new Map<string, { author: Readonly<User> | null; commits: Readonly<Commit>[] }>();
  for (const commit of commits) {
    const author = world.users.by.address.first(commit.author.email.toLowerCase()) ?? null;
    const key = author ? String(author.id) : commit.author.email.toLowerCase();
    const known = authors.get(key) ?? { author, commits: [] };
    known.commits.push(commit);
    authors.set(key, known);
  }
  return [...authors.values()]
    .sort((one, other) => one.commits.length - other.commits.length)
    .slice(-MOST_CONTRIBUTORS)
    .map(({ author, commits: own }) => ({ author, total: own.length, weeks: byWeek(weeks, own, linesOf) }));
}

/** The last 52 weeks by their days, Sunday first. */
export function commitActivity({ now }: GithubContext, commits: readonly Readonly<Commit>[]) {
  const last = weekOf(now / 1000);
  const weeks = Array.from({ length: WEEKS_OF_YEAR }, (_, at) => last - (WEEKS_OF_YEAR - 1 - at) * WEEK_S);
  const table = new Map(weeks.map((week) => [week, { week, total: 0, days: [0, 0, 0, 0, 0, 0, 0] }]));
  for (const { author } of commits) {
    const at = seconds(author.date);
    const row = table.get(weekOf(at));
    if (!row) continue;
    const day = Math.floor((at - row.week) / DAY_S);
    row.days[day] = (row.days[day] ?? 0) + 1;
    row.total += 1;
  }
  return [...table.values()];
}

/** Commits a week of the last 52, everybody's and the owner's. */
export function participation(context: GithubContext, repository: Readonly<Repository>, commits: readonly Readonly<Commit>[]) {
  const { address } = context.world.users.by;
  const own = commits.filter(({ author }) => address.first(author.email.toLowerCase())?.id === repository.owner_id);
  const totals = (some: readonly Readonly<Commit>[]) => commitActivity(context, some).map(({ total }) => total);
  return { all: totals(commits), owner: totals(own) };
}

/** Commits by day and hour as their authors' clocks had them. */
export function punchCard(commits: readonly Readonly<Commit>[]): [day: number, hour: number, commits: number][] {
  const counts = new Array<number>(7 * 24).fill(0);
  for (const { author } of commits) {
    const [, sign = '+', hours = '00', minutes = '00'] = /^([+-])(\d\d)(\d\d)$/.exec(author.offset) ?? [];
    const offset = (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_S + Number(minutes) * 60);
    const at = seconds(author.date) + offset;
    const place = Math.floor((at - weekOf(at)) / HOUR_S);
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts.map((count, at) => [Math.floor(at / 24), at % 24, count]);
}
