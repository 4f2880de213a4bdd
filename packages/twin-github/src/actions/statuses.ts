import { isLonger } from '@svc/twin-kit';
import { type FieldError, Unprocessable, ValidationFailed } from '../errors.ts';
import { nextId } from '../sequences.ts';
import {
  type CheckRun,
  type CommitStatus,
  commitGroup,
  contextGroup,
  type GithubContext,
  type Repository,
  type StatusState,
  timestamp,
} from '../world.ts';
import { type HasWorld, viewerOf, visibleRepository, writableRepository } from './access.ts';
import { requireCommit } from './commits.ts';
import { emit } from './emit.ts';
import { RepositoryStore } from './git-store.ts';
import { checkRunNow, type HasTime } from './workflows/course.ts';

/** https://docs.github.com/rest/commits/statuses#create-a-commit-status */
const MAX_PER_CONTEXT = 1000;
const MAX_DESCRIPTION = 140;
/** https://github.com/runatlantis/atlantis/issues/2506 */
const MAX_CONTEXT = 255;
const DEFAULT_CONTEXT = 'default';

export interface StatusInput {
  state?: string | undefined;
  target_url?: string | null | undefined;
  description?: string | null | undefined;
  context?: string | undefined;
}

const STATES: readonly string[] = ['error', 'failure', 'pending', 'success'] satisfies StatusState[];
const isState = (state: string | undefined): state is StatusState => state !== undefined && STATES.includes(state);

const fault = (field: string, message: string): FieldError => ({ resource: 'Status', code: 'custom', field, message });

/** @throws NotFound, Forbidden, Unprocessable for an unknown commit, ValidationFailed */
export function createStatus(
  context: GithubContext,
  owner: string,
  repo: string,
  sha: string,
  input: StatusInput,
): Readonly<CommitStatus> {
  const repository = writableRepository(context, owner, repo);
  if (!new RepositoryStore(context, repository.id).commit(sha)) throw new Unprocessable(`No commit found for SHA: ${sha}`);
  const name = input.context ?? DEFAULT_CONTEXT;
  const { state } = input;
  const errors: FieldError[] = [];
  // In GitHub's words (xmo-odoo/dummy_central, tests/git/refs/test_get_a_reference.py).
  if (!isState(state)) errors.push(fault('state', 'state is not included in the list'));
  if (name === '') errors.push({ resource: 'Status', code: 'missing_field', field: 'context' });
  if (isLonger(name, MAX_CONTEXT)) errors.push(fault('context', `context is too long (maximum is ${MAX_CONTEXT} characters)`));
  if (isLonger(input.description ?? '', MAX_DESCRIPTION))
    errors.push(fault('description', `description is too long (maximum is ${MAX_DESCRIPTION} characters)`));
  if (input.target_url && !/^https?:\/\//i.test(input.target_url))
    errors.push(fault('target_url', 'target_url must use http(s) scheme'));
  if (context.world.commit_statuses.by.context.count(contextGroup(repository.id, sha, name)) >= MAX_PER_CONTEXT)
    errors.push(fault('base', 'This SHA and context has reached the maximum number of statuses.'));
  if (errors.length > 0 || !isState(state)) throw new ValidationFailed(errors);
  const status = context.world.commit_statuses.insert({
    id: nextId(context.ids, 'commit_status'),
    repository_id: repository.id,
    sha,
    state,
    context: name,
    description: input.description ?? null,
    target_url: input.target_url ?? null,
    creator_id: viewerOf(context).id,
    created_at: timestamp(context.now),
  });
  emit(context, repository.id, 'status', null, { status_id: status.id });
  return status;
}

/** The statuses of a commit in the order they came, and the commit. @throws NotFound, Unprocessable */
export function statusIndex(context: HasWorld, owner: string, repo: string, ref: string) {
  const repository = visibleRepository(context, owner, repo);
  const { sha } = requireCommit(context, repository, ref);
  return { repository, sha, index: context.world.commit_statuses.by.commit, group: commitGroup(repository.id, sha) };
}

export interface CombinedStatus {
  repository: Readonly<Repository>;
  sha: string;
  state: 'failure' | 'pending' | 'success';
  /** The last status of every context, in the order in which the contexts came. */
  statuses: readonly Readonly<CommitStatus>[];
}

/** https://docs.github.com/rest/commits/statuses#get-the-combined-status-for-a-specific-reference */
export function combinedStatus(context: HasWorld, owner: string, repo: string, ref: string): CombinedStatus {
  const { repository, sha, group } = statusIndex(context, owner, repo, ref);
  const statuses = lastStatuses(context, group);
  return { repository, sha, state: stateOf(statuses) ?? 'pending', statuses };
}

function lastStatuses({ world }: HasWorld, group: string): readonly Readonly<CommitStatus>[] {
  const { commit } = world.commit_statuses.by;
  const last = new Map<string, Readonly<CommitStatus>>();
  for (const status of commit.page(group, { limit: commit.count(group) })) last.set(status.context.toLowerCase(), status);
  return [...last.values()];
}

function stateOf(statuses: readonly Readonly<CommitStatus>[]): CombinedStatus['state'] | undefined {
  const has = (...states: StatusState[]) => statuses.some(({ state }) => states.includes(state));
  if (has('error', 'failure')) return 'failure';
  return statuses.length === 0 ? undefined : has('pending') ? 'pending' : 'success';
}

/** Conclusions of a check run that don't stand in the way. */
const PASSING: ReadonlySet<string | null> = new Set(['success', 'neutral', 'skipped']);

/** What the statuses and the check runs of a commit come to together; undefined where it has none. */
export function commitState(context: HasTime, repositoryId: number, sha: string): CombinedStatus['state'] | undefined {
  const group = commitGroup(repositoryId, sha);
  const { commit } = context.world.check_runs.by;
  const last = new Map<string, Readonly<CheckRun>>();
  for (const run of commit.page(group, { limit: commit.count(group) })) last.set(run.name, checkRunNow(context, run));
  const runs = [...last.values()].map(({ status, conclusion }) =>
    status !== 'completed' ? 'pending' : PASSING.has(conclusion) ? 'success' : 'failure',
  );
  const states = [stateOf(lastStatuses(context, group)), ...runs];
  return (['failure', 'pending', 'success'] as const).find((state) => states.includes(state));
}
