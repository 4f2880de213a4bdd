import { type FieldError, NotFound, ValidationFailed } from '../errors.ts';
import { nextId } from '../sequences.ts';
import {
  type CheckAnnotation,
  type CheckConclusion,
  type CheckRun,
  type CheckStatus,
  commitGroup,
  type GithubContext,
  type Repository,
  timestamp,
} from '../world.ts';
import { visibleRepository, writableRepository } from './access.ts';
import { requireOwnRun, suiteOf } from './check-suites.ts';
import { requireCommit } from './commits.ts';
import { RepositoryStore } from './git-store.ts';
import { isOnCalendar } from './search/match.ts';
import { checkRunNow, type HasTime } from './workflows/course.ts';

export interface CheckRunInput {
  name?: string | undefined;
  status?: CheckStatus | undefined;
  conclusion?: CheckConclusion | undefined;
  external_id?: string | undefined;
  details_url?: string | undefined;
  started_at?: string | undefined;
  completed_at?: string | undefined;
  output?:
    | {
        title?: string | undefined;
        summary?: string | undefined;
        text?: string | undefined;
        annotations?: readonly CheckAnnotation[] | undefined;
      }
    | undefined;
}

const fault = (field: string, code: FieldError['code'], message?: string): FieldError => ({
  resource: 'CheckRun',
  code,
  field,
  ...(message !== undefined && { message }),
});

const zoned = (time: string | undefined, field: string): string | undefined => {
  if (time === undefined) return undefined;
  const at = Date.parse(time);
  if (Number.isNaN(at) || !isOnCalendar(time)) throw new ValidationFailed([fault(field, 'invalid')]);
  return timestamp(at);
};

/** What an input says about a run's course: a conclusion completes it, and a run that is begun again has none. */
function course(context: GithubContext, input: CheckRunInput, before?: Readonly<CheckRun>) {
  const status = input.conclusion === undefined ? (input.status ?? before?.status ?? 'queued') : 'completed';
  const isOver = status === 'completed';
  const conclusion = isOver ? (input.conclusion ?? before?.conclusion ?? null) : null;
  if (isOver && conclusion === null) throw new ValidationFailed([fault('conclusion', 'missing_field')]);
  const now = timestamp(context.now);
  const started = zoned(input.started_at, 'started_at') ?? before?.started_at ?? (status === 'queued' ? null : now);
  const completed = isOver ? (zoned(input.completed_at, 'completed_at') ?? before?.completed_at ?? now) : null;
  return { status, conclusion, started_at: started, completed_at: completed };
}

const outputOf = ({ output }: CheckRunInput, before?: Readonly<CheckRun>) => ({
  title: output?.title ?? before?.title ?? null,
  summary: output?.summary ?? before?.summary ?? null,
  text: output?.text ?? before?.text ?? null,
  // Annotations are added to those that are there (docs: "Update a check run").
  annotations: [...(before?.annotations ?? []), ...(output?.annotations ?? [])],
});

/** @throws NotFound, Forbidden, ValidationFailed for an unknown commit */
export function createCheckRun(
  context: GithubContext,
  owner: string,
  repo: string,
  input: CheckRunInput & { name: string; head_sha: string },
): Readonly<CheckRun> {
  const repository = writableRepository(context, owner, repo);
  if (!new RepositoryStore(context, repository.id).commit(input.head_sha))
    throw new ValidationFailed([fault('head_sha', 'custom', `No commit found for SHA: ${input.head_sha}`)]);
  if (input.name.trim() === '') throw new ValidationFailed([fault('name', 'missing_field')]);
  const id = nextId(context.ids, 'check_run');
  return context.world.check_runs.insert({
    id,
    repository_id: repository.id,
    suite_id: suiteOf(context, repository, input.head_sha).id,
    head_sha: input.head_sha,
    name: input.name,
    external_id: input.external_id ?? '',
    details_url: input.details_url ?? null,
    ...course(context, input),
    ...outputOf(input),
  });
}

/** @throws NotFound */
export function getCheckRun(context: HasTime, owner: string, repo: string, id: number): Readonly<CheckRun> {
  const repository = visibleRepository(context, owner, repo);
  const run = context.world.check_runs.get(id);
  if (run?.repository_id !== repository.id) throw new NotFound();
  return checkRunNow(context, run);
}

/** @throws NotFound, Forbidden, ValidationFailed */
export function updateCheckRun(
  context: GithubContext,
  owner: string,
  repo: string,
  id: number,
  input: CheckRunInput,
): Readonly<CheckRun> {
  const run = getCheckRun(context, owner, repo, id);
  writableRepository(context, owner, repo);
  requireOwnRun(context, id);
  touchSuite(context, run);
  return context.world.check_runs.update(id, {
    name: input.name ?? run.name,
    external_id: input.external_id ?? run.external_id,
    details_url: input.details_url ?? run.details_url,
    ...course(context, input, run),
    ...outputOf(input, run),
  });
}

const touchSuite = (context: GithubContext, run: Readonly<CheckRun>): void => {
  context.world.check_suites.update(run.suite_id, { updated_at: timestamp(context.now) });
};

/** Puts a run back into the queue. @throws NotFound, Forbidden */
export function rerequestCheckRun(context: GithubContext, owner: string, repo: string, id: number): void {
  const run = getCheckRun(context, owner, repo, id);
  writableRepository(context, owner, repo);
  requireOwnRun(context, id);
  touchSuite(context, run);
  context.world.check_runs.update(id, { status: 'queued', conclusion: null, started_at: null, completed_at: null });
}

/** The one app whose checks these are: the one that runs GitHub's own workflows. */
export const APP_ID = 15_368;

export interface CheckRunFilter {
  check_name?: string | undefined;
  status?: string | undefined;
  /** `latest` (default) shows the last run of every name, `all` every run. */
  filter?: string | undefined;
  app_id?: string | undefined;
}

/** The runs that a filter keeps, newest first. */
export function filterRuns(
  runs: readonly Readonly<CheckRun>[],
  { check_name, status, filter, app_id }: CheckRunFilter,
): Readonly<CheckRun>[] {
  if (app_id !== undefined && Number(app_id) !== APP_ID) return [];
  const last = new Map(runs.map((run) => [run.name, run]));
  const shown = filter === 'all' ? runs : [...last.values()].sort((one, other) => one.id - other.id);
  return shown
    .filter((run) => (check_name === undefined || run.name === check_name) && (status === undefined || run.status === status))
    .toReversed();
}

/** The runs of a commit. @throws NotFound, Unprocessable */
export function checkRunsFor(
  context: HasTime,
  owner: string,
  repo: string,
  ref: string,
  filter: CheckRunFilter,
): Readonly<CheckRun>[] {
  const repository: Readonly<Repository> = visibleRepository(context, owner, repo);
  const group = commitGroup(repository.id, requireCommit(context, repository, ref).sha);
  const { commit } = context.world.check_runs.by;
  return filterRuns(
    commit.page(group, { limit: commit.count(group) }).map((run) => checkRunNow(context, run)),
    filter,
  );
}
