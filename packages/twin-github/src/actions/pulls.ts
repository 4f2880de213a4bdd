import { type FieldError, Forbidden, NotFound, ValidationFailed } from '../errors.ts';
import { commitsBetween, mergeBase } from '../git/history.ts';
import { nextId, nextIssueNumber } from '../sequences.ts';
import {
  type GithubContext,
  type Issue,
  type IssueState,
  type PullRequest,
  type Repository,
  stateGroup,
  timestamp,
  type User,
} from '../world.ts';
import { type HasWorld, hasPermission, viewerOf, visibleRepository, writableRepository } from './access.ts';
import { findBranch, openPullsFrom, type PullPair } from './branches.ts';
import { RepositoryStore } from './git-store.ts';
import { recordIssueEvent } from './issue-events.ts';
import { updateIssue } from './issues.ts';

/** A pull request with its issue side and its repository. */
export interface FoundPull extends PullPair {
  repository: Readonly<Repository>;
}

/** @throws NotFound; an issue's number is none. */
export function findPull(context: HasWorld, owner: string, repo: string, number: number): FoundPull {
  const repository = visibleRepository(context, owner, repo);
  const issue = context.world.issues.by.number.first(`${repository.id}/${number}`);
  const pull = issue && context.world.pull_requests.get(issue.id);
  if (!issue || !pull) throw new NotFound();
  return { repository, issue, pull };
}

/** The pull request whose issue side this is. */
export function pullOf({ world }: HasWorld, issue: Readonly<Issue>): FoundPull {
  const pull = world.pull_requests.get(issue.id);
  const repository = world.repositories.get(issue.repository_id);
  if (!pull || !repository) throw new Error(`issue ${issue.id} is no pull request`);
  return { repository, issue, pull };
}

export interface PullListQuery {
  state?: string | undefined;
  /** `owner:branch`. */
  head?: string | undefined;
  base?: string | undefined;
  sort?: string | undefined;
  direction?: string | undefined;
}

const STATES = new Set(['open', 'closed', 'all']);

/** A page of pull requests and how many there are. @throws NotFound, ValidationFailed */
export function listPulls(
  context: HasWorld,
  owner: string,
  repo: string,
  query: PullListQuery,
  cut: { offset: number; limit: number },
): { records: readonly Readonly<Issue>[]; total: number } {
  const repository = visibleRepository(context, owner, repo);
  const { state = 'open', sort = 'created', direction = sort === 'created' ? 'desc' : 'asc' } = query;
  if (!STATES.has(state))
    throw new ValidationFailed([{ resource: 'PullRequest', code: 'invalid', field: 'state', value: state }]);
  const { pulls } = context.world.issues.by;
  const group = stateGroup(repository.id, state as IssueState | 'all');
  const reverse = direction === 'desc';
  if (query.head === undefined && query.base === undefined && sort === 'created') {
    return { records: pulls.page(group, { ...cut, reverse }), total: pulls.count(group) };
  }
  const kept = pulls.page(group, { limit: pulls.count(group) }).filter(pullFilter(context, repository, query));
  const ordered = sort === 'created' ? [...kept] : [...kept].sort(sortBy(sort));
  if (reverse) ordered.reverse();
  return { records: ordered.slice(cut.offset, cut.offset + cut.limit), total: kept.length };
}

function pullFilter({ world }: HasWorld, repository: Readonly<Repository>, { head, base }: PullListQuery) {
  const [owner, branch] = head?.includes(':') ? head.split(':') : [undefined, head];
  const isOwners = owner === undefined || owner.toLowerCase() === ownerLogin(repository).toLowerCase();
  return (issue: Readonly<Issue>): boolean => {
    const pull = world.pull_requests.get(issue.id);
    if (!pull) return false;
    return (base === undefined || pull.base_ref === base) && (branch === undefined || (isOwners && pull.head_ref === branch));
  };
}

function sortBy(sort: string): (one: Readonly<Issue>, other: Readonly<Issue>) => number {
  if (sort === 'popularity') return (one, other) => one.comments - other.comments;
  const field = sort === 'updated' ? 'updated_at' : 'created_at';
  return (one, other) => (one[field] === other[field] ? one.number - other.number : one[field] < other[field] ? -1 : 1);
}

export const ownerLogin = ({ full_name }: Readonly<Repository>): string => full_name.split('/')[0] ?? '';

export interface PullInput {
  title?: string | undefined;
  /** A branch, or `owner:branch`. */
  head: string;
  base: string;
  body?: string | null | undefined;
  draft?: boolean | undefined;
  maintainer_can_modify?: boolean | undefined;
  /** Turns this issue into the pull request. */
  issue?: number | undefined;
}

const fault = (message: string): FieldError => ({ resource: 'PullRequest', code: 'custom', message });
const invalid = (field: string): FieldError => ({ resource: 'PullRequest', field, code: 'invalid' });

/** @throws ValidationFailed where a branch is missing, nothing lies between them, or the pull request is there already. */
export function createPull(context: GithubContext, owner: string, repo: string, input: PullInput): FoundPull {
  const repository = visibleRepository(context, owner, repo);
  const viewer = viewerOf(context);
  if (!hasPermission(context, repository, viewer.id, 'push')) throw new Forbidden();
  writableRepository(context, owner, repo);
  const { head, base } = branches(context, repository, input);
  const issue =
    input.issue === undefined
      ? newIssueSide(context, repository, viewer, input)
      : issueToConvert(context, repository, input.issue);
  const pull = context.world.pull_requests.insert({
    id: nextId(context.ids, 'pull_request'),
    issue_id: issue.id,
    repository_id: repository.id,
    number: issue.number,
    head_repository_id: repository.id,
    head_ref: head.name,
    head_sha: head.sha,
    base_ref: base.name,
    base_sha: base.sha,
    draft: input.draft ?? false,
    maintainer_can_modify: input.maintainer_can_modify ?? false,
    requested_reviewer_ids: [],
    merged_at: null,
    merged_by_id: null,
    merge_commit_sha: null,
  });
  return { repository, issue, pull };
}

interface Tip {
  name: string;
  sha: string;
}

function branches(context: HasWorld, repository: Readonly<Repository>, input: PullInput): { head: Tip; base: Tip } {
  const owner = ownerLogin(repository);
  const [named, branch] = input.head.includes(':') ? (input.head.split(':') as [string, string]) : [owner, input.head];
  const base = findBranch(context, repository.id, input.base);
  const head = named.toLowerCase() === owner.toLowerCase() ? findBranch(context, repository.id, branch) : undefined;
  const errors = [...(head ? [] : [invalid('head')]), ...(base ? [] : [invalid('base')])];
  if (!head || !base) throw new ValidationFailed(errors);
  const twin = openPullsFrom(context, repository.id, branch).find(({ pull }) => pull.base_ref === input.base);
  if (twin) throw new ValidationFailed([fault(`A pull request already exists for ${owner}:${branch}.`)]);
  const store = new RepositoryStore(context, repository.id);
  if (mergeBase(store, base.object.sha, head.object.sha) === undefined) {
    throw new ValidationFailed([fault(`The ${branch} branch has no history in common with ${input.base}`)]);
  }
  if (commitsBetween(store, base.object.sha, head.object.sha).length === 0) {
    throw new ValidationFailed([fault(`No commits between ${input.base} and ${branch}`)]);
  }
  return { head: { name: branch, sha: head.object.sha }, base: { name: input.base, sha: base.object.sha } };
}

function newIssueSide(
  context: GithubContext,
  repository: Readonly<Repository>,
  viewer: Readonly<User>,
  input: PullInput,
): Readonly<Issue> {
  if (input.title === undefined || input.title.trim() === '') {
    throw new ValidationFailed([{ resource: 'PullRequest', code: 'missing_field', field: 'title' }]);
  }
  const now = timestamp(context.now);
  return context.world.issues.insert({
    id: nextId(context.ids, 'issue'),
    repository_id: repository.id,
    number: nextIssueNumber(context.ids, repository.id),
    is_pull_request: true,
    title: input.title,
    body: input.body ?? null,
    state: 'open',
    state_reason: null,
    user_id: viewer.id,
    label_ids: [],
    assignee_ids: [],
    milestone_id: null,
    locked: false,
    active_lock_reason: null,
    comments: 0,
    created_at: now,
    updated_at: now,
    closed_at: null,
    closed_by_id: null,
  });
}

function issueToConvert(context: GithubContext, repository: Readonly<Repository>, number: number): Readonly<Issue> {
  const issue = context.world.issues.by.number.first(`${repository.id}/${number}`);
  if (!issue || issue.is_pull_request || issue.state !== 'open') throw new ValidationFailed([invalid('issue')]);
  return context.world.issues.update(issue.id, { is_pull_request: true, updated_at: timestamp(context.now) });
}

export interface PullChange {
  title?: string | undefined;
  body?: string | null | undefined;
  state?: IssueState | undefined;
  base?: string | undefined;
  maintainer_can_modify?: boolean | undefined;
  draft?: boolean | undefined;
}

/** @throws NotFound, Forbidden, ValidationFailed */
export function updatePull(context: GithubContext, owner: string, repo: string, number: number, change: PullChange): FoundPull {
  const { pull, repository, issue } = findPull(context, owner, repo, number);
  if (change.state === 'open' && issue.state === 'closed') requireReopenable(context, pull);
  const { base, draft, maintainer_can_modify, ...issueSide } = change;
  updateIssue(context, owner, repo, number, issueSide);
  if (base !== undefined && base !== pull.base_ref) changeBase(context, repository, pull, base);
  const own = { ...(draft !== undefined && { draft }), ...(maintainer_can_modify !== undefined && { maintainer_can_modify }) };
  if (Object.keys(own).length > 0) context.world.pull_requests.update(pull.issue_id, own);
  return findPull(context, owner, repo, number);
}

function requireReopenable({ world }: HasWorld, pull: Readonly<PullRequest>): void {
  const branch = world.refs.get(`${pull.head_repository_id}/refs/heads/${pull.head_ref}`);
  const message = pull.merged_at
    ? 'state cannot be changed. The pull request cannot be reopened.'
    : `state cannot be changed. The ${pull.head_ref} branch has been deleted.`;
  if (pull.merged_at || !branch) throw new ValidationFailed([{ ...fault(message), field: 'state' }]);
}

function changeBase(context: GithubContext, repository: Readonly<Repository>, pull: Readonly<PullRequest>, base: string): void {
  const tip = findBranch(context, repository.id, base);
  if (!tip)
    throw new ValidationFailed([
      { resource: 'PullRequest', field: 'base', code: 'invalid', message: `Proposed base branch '${base}' was not found` },
    ]);
  const store = new RepositoryStore(context, repository.id);
  if (commitsBetween(store, tip.object.sha, pull.head_sha).length === 0) {
    throw new ValidationFailed([
      fault(`There are no new commits between base branch '${base}' and head branch '${pull.head_ref}'`),
    ]);
  }
  context.world.pull_requests.update(pull.issue_id, { base_ref: base, base_sha: tip.object.sha });
}

/** Notes on the issue side that the pull request was merged. */
export function recordMerge(context: GithubContext, issue: Readonly<Issue>, sha: string): void {
  recordIssueEvent(context, issue, { event: 'merged', commit_id: sha });
}
