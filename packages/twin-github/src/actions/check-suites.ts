import { Forbidden, NotFound, ValidationFailed } from '../errors.ts';
import { nextId } from '../sequences.ts';
import {
  type CheckConclusion,
  type CheckRun,
  type CheckStatus,
  type CheckSuite,
  commitGroup,
  type GithubContext,
  type GithubSeedContext,
  type Repository,
  timestamp,
} from '../world.ts';
import { type HasWorld, visibleRepository, writableRepository } from './access.ts';
import { branchesAt, requireCommit } from './commits.ts';
import { RepositoryStore } from './git-store.ts';
import { attemptNow, checkRunNow, type HasTime } from './workflows/course.ts';

/** The suite of a commit that calls made: each run of a workflow has one of its own. */
function ownSuite({ world }: HasWorld, repository: Readonly<Repository>, sha: string): Readonly<CheckSuite> | undefined {
  const { commit } = world.check_suites.by;
  const group = commitGroup(repository.id, sha);
  return commit.page(group, { limit: commit.count(group) }).find(({ id }) => world.workflow_runs.by.suite.count(id) === 0);
}

/** The suite that a commit's runs are in, made with the first of them. */
export function suiteOf(
  context: Pick<GithubSeedContext, 'world' | 'ids' | 'now'>,
  repository: Readonly<Repository>,
  sha: string,
): Readonly<CheckSuite> {
  const known = ownSuite(context, repository, sha);
  if (known) return known;
  const [branch] = branchesAt(context, repository.id, sha);
  const now = timestamp(context.now);
  return context.world.check_suites.insert({
    id: nextId(context.ids, 'check_suite'),
    repository_id: repository.id,
    head_sha: sha,
    head_branch: branch?.ref.slice('refs/heads/'.length) ?? null,
    created_at: now,
    updated_at: now,
  });
}

/** @returns the suite of the commit, and whether it is new. @throws NotFound, Forbidden, ValidationFailed */
export function createCheckSuite(
  context: GithubContext,
  owner: string,
  repo: string,
  sha: string,
): { suite: Readonly<CheckSuite>; isNew: boolean } {
  const repository = writableRepository(context, owner, repo);
  if (!new RepositoryStore(context, repository.id).commit(sha))
    throw new ValidationFailed([{ resource: 'CheckSuite', code: 'invalid', field: 'head_sha' }]);
  const isNew = ownSuite(context, repository, sha) === undefined;
  return { suite: suiteOf(context, repository, sha), isNew };
}

/** @throws NotFound */
export function getCheckSuite(context: HasWorld, owner: string, repo: string, id: number): Readonly<CheckSuite> {
  const repository = visibleRepository(context, owner, repo);
  const suite = context.world.check_suites.get(id);
  if (suite?.repository_id !== repository.id) throw new NotFound();
  return suite;
}

/** @throws NotFound, Unprocessable */
export function checkSuitesFor(
  context: HasTime,
  owner: string,
  repo: string,
  ref: string,
  checkName: string | undefined,
): readonly Readonly<CheckSuite>[] {
  const repository = visibleRepository(context, owner, repo);
  const group = commitGroup(repository.id, requireCommit(context, repository, ref).sha);
  const { commit } = context.world.check_suites.by;
  const suites = commit.page(group, { limit: commit.count(group) });
  return checkName === undefined
    ? suites
    : suites.filter((suite) => runsOfSuite(context, suite.id).some(({ name }) => name === checkName));
}

export function runsOfSuite(context: HasTime, id: number): readonly Readonly<CheckRun>[] {
  const { suite } = context.world.check_runs.by;
  return suite.page(id, { limit: suite.count(id) }).map((run) => checkRunNow(context, run));
}

/** Puts every run of a suite back into the queue. @throws NotFound, Forbidden */
export function rerequestCheckSuite(context: GithubContext, owner: string, repo: string, id: number): void {
  const suite = getCheckSuite(context, owner, repo, id);
  writableRepository(context, owner, repo);
  for (const { id: run } of [...runsOfSuite(context, suite.id)]) {
    requireOwnRun(context, run);
    context.world.check_runs.update(run, { status: 'queued', conclusion: null, started_at: null, completed_at: null });
  }
  context.world.check_suites.update(suite.id, { updated_at: timestamp(context.now) });
}

/** A job's check run follows its workflow. In GitHub's words. @throws Forbidden */
export function requireOwnRun({ world }: HasWorld, id: number): void {
  if (world.workflow_jobs.has(id))
    throw new Forbidden('Invalid app_id `15368` - check run can only be modified by the GitHub App that created it.');
}

/** Worst first: one run decides for its suite. */
const WEIGHT: readonly CheckConclusion[] = [
  'failure',
  'timed_out',
  'action_required',
  'cancelled',
  'stale',
  'success',
  'neutral',
  'skipped',
];

/** What the last run of every name comes to. */
export function suiteResult(context: HasTime, suite: Readonly<CheckSuite>) {
  const all = runsOfSuite(context, suite.id);
  const runs = [...new Map(all.map((run) => [run.name, run])).values()];
  const isOver = runs.length > 0 && runs.every(({ status }) => status === 'completed');
  const began = runs.some(({ status }) => status !== 'queued');
  const workflowRun = context.world.workflow_runs.by.suite.first(suite.id);
  if (workflowRun) return { ...attemptNow(context, workflowRun), count: runs.length };
  const status: CheckStatus = isOver ? 'completed' : began ? 'in_progress' : 'queued';
  const conclusion = isOver ? (WEIGHT.find((weight) => runs.some((run) => run.conclusion === weight)) ?? null) : null;
  return { status, conclusion, count: runs.length };
}
