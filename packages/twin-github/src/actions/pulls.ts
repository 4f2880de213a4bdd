import { type FieldError, Forbidden, NotFound, RepositoryArchived, ValidationFailed } from '../errors.ts';
import { commitsBetween, mergeBase } from '../git/history.ts';
import { nextId, nextIssueNumber } from '../sequences.ts';
import {
  type GithubContext,
  type Issue,
  type IssueState,
  type PullRequest,
  type Repository,
  timestamp,
  type User,
} from '../world.ts';
import { type HasWorld, hasPermission, isVisible, viewerOf, visibleRepository } from './access.ts';
import { findBranch, openPullsFrom, type PullPair, requireOnlyOpen } from './branches.ts';
import { emit } from './emit.ts';
import { RepositoryStore } from './git-store.ts';
import { requireInteraction } from './interaction-limits.ts';
import { recordIssueEvent } from './issue-events.ts';
import { bodyOf, updateIssue, validate } from './issues.ts';
import { linkPull } from './linked-pulls.ts';
import { importCommit } from './object-import.ts';
import { startAboutPull } from './workflows/start.ts';

/** A pull request with its issue side and its repository. */
export interface FoundPull extends PullPair {
  repository: Readonly<Repository>;
}

/** @throws NotFound; an issue's number is none. */
export function getPull(context: HasWorld, owner: string, repo: string, number: number): FoundPull {
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

export const ownerLogin = ({ full_name }: Readonly<Repository>): string => full_name.split('/')[0] ?? '';

/** The login in front of the head's branch; `unknown` once its repository is gone. */
export function headOwner({ world }: HasWorld, { pull }: PullPair): string {
  const home = world.repositories.get(pull.head_repository_id);
  return home ? ownerLogin(home) : 'unknown';
}

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
const NO_TITLE: FieldError = { resource: 'PullRequest', code: 'missing_field', field: 'title' };

const invalid = (field: string): FieldError => ({ resource: 'PullRequest', field, code: 'invalid' });

/** @throws ValidationFailed where a branch is missing, nothing lies between them, or the pull request is there already. */
export function createPull(context: GithubContext, owner: string, repo: string, input: PullInput): FoundPull {
  const repository = visibleRepository(context, owner, repo);
  const viewer = viewerOf(context);
  if (repository.archived) throw new RepositoryArchived();
  requireInteraction(context, repository, 'PullRequest');
  // Who brings changes from a fork need not be able to write here.
  const isOwn = headRepository(context, repository, headName(repository, input.head)[0])?.id === repository.id;
  if (isOwn && !hasPermission(context, repository, viewer.id, 'push')) throw new Forbidden();
  const { from, head, base } = branches(context, repository, input);
  const issue =
    input.issue === undefined
      ? newIssueSide(context, repository, viewer, input)
      : issueToConvert(context, repository, input.issue);
  const pull = context.world.pull_requests.insert({
    id: nextId(context.ids, 'pull_request'),
    issue_id: issue.id,
    repository_id: repository.id,
    number: issue.number,
    state: issue.state,
    created_at: issue.created_at,
    head_repository_id: from.id,
    head_ref: head.name,
    head_sha: head.sha,
    base_ref: base.name,
    base_sha: base.sha,
    draft: input.draft ?? false,
    maintainer_can_modify: input.maintainer_can_modify ?? false,
    requested_reviewer_ids: [],
    requested_team_ids: [],
    merged_at: null,
    merged_by_id: null,
    merge_commit_sha: null,
  });
  emit(context, repository.id, 'pull_request', 'opened', { issue_id: issue.id });
  linkPull(context, pull, issue);
  startAboutPull(context, { pull, issue }, 'opened');
  return { repository, issue, pull };
}

interface Tip {
  name: string;
  sha: string;
}

/** The repository that `owner:branch` is in: this one, or a fork of it. */
function headRepository(context: HasWorld, repository: Readonly<Repository>, owner: string): Readonly<Repository> | undefined {
  if (owner.toLowerCase() === ownerLogin(repository).toLowerCase()) return repository;
  const { parent } = context.world.repositories.by;
  const forks = parent.page(repository.id, { limit: parent.count(repository.id) });
  return forks.find((fork) => ownerLogin(fork).toLowerCase() === owner.toLowerCase() && isVisible(context, fork));
}

/** Owner and branch of `owner:branch`, or of a branch alone. */
function headName(repository: Readonly<Repository>, head: string): [owner: string, branch: string] {
  const colon = head.indexOf(':');
  return colon < 0 ? [ownerLogin(repository), head] : [head.slice(0, colon), head.slice(colon + 1)];
}

interface Ends {
  from: Readonly<Repository>;
  head: Tip;
  base: Tip;
}

function branches(context: GithubContext, repository: Readonly<Repository>, input: PullInput): Ends {
  const [owner, branch] = headName(repository, input.head);
  const base = findBranch(context, repository.id, input.base);
  const from = headRepository(context, repository, owner);
  const head = from && findBranch(context, from.id, branch);
  const errors = [...(base ? [] : [invalid('base')]), ...(head ? [] : [invalid('head')])];
  if (!from || !head || !base) throw new ValidationFailed(errors);
  const twin = openPullsFrom(context, from.id, branch).find(
    ({ pull }) => pull.repository_id === repository.id && pull.base_ref === input.base,
  );
  if (twin) throw new ValidationFailed([fault(`A pull request already exists for ${owner}:${branch}.`)]);
  importCommit(context, from.id, repository.id, head.object.sha);
  const store = new RepositoryStore(context, repository.id);
  if (mergeBase(store, base.object.sha, head.object.sha) === undefined) {
    throw new ValidationFailed([fault(`The ${branch} branch has no history in common with ${input.base}`)]);
  }
  if (commitsBetween(store, base.object.sha, head.object.sha).length === 0) {
    throw new ValidationFailed([fault(`No commits between ${input.base} and ${branch}`)]);
  }
  return { from, head: { name: branch, sha: head.object.sha }, base: { name: input.base, sha: base.object.sha } };
}

function newIssueSide(
  context: GithubContext,
  repository: Readonly<Repository>,
  viewer: Readonly<User>,
  input: PullInput,
): Readonly<Issue> {
  if (input.title === undefined || input.title.trim() === '') {
    throw new ValidationFailed([NO_TITLE]);
  }
  validate(context, repository, { title: input.title, body: input.body });
  const now = timestamp(context.now);
  return context.world.issues.insert({
    id: nextId(context.ids, 'issue'),
    repository_id: repository.id,
    number: nextIssueNumber(context.ids, repository.id),
    is_pull_request: true,
    title: input.title,
    body: bodyOf(input.body),
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
  const errors = [{ value: number, ...invalid('issue') }];
  // In GitHub's words (xmo-odoo/dummy_central, pulls/pulls/test_create_a_pull_request.py).
  if (!issue) throw new ValidationFailed(errors, 'The specified issue does not exist.');
  if (issue.is_pull_request) throw new ValidationFailed(errors, 'The specified issue is already attached to a pull request.');
  if (issue.state !== 'open') throw new ValidationFailed(errors);
  return context.world.issues.update(issue.id, { is_pull_request: true, updated_at: timestamp(context.now) });
}

export interface PullChange {
  title?: string | null | undefined;
  body?: string | null | undefined;
  state?: IssueState | undefined;
  base?: string | undefined;
  maintainer_can_modify?: boolean | undefined;
  draft?: boolean | undefined;
}

/** @throws NotFound, Forbidden, ValidationFailed */
export function updatePull(context: GithubContext, owner: string, repo: string, number: number, change: PullChange): FoundPull {
  const { pull, issue, repository } = getPull(context, owner, repo, number);
  const { base, draft, maintainer_can_modify, title, ...others } = change;
  if (title?.trim() === '') throw new ValidationFailed([NO_TITLE]);
  // Null says nothing of the title (xmo-odoo/dummy_central, pulls/pulls/test_create_a_pull_request.py).
  const issueSide = { ...others, ...(title != null && { title }) };
  updateIssue(context, owner, repo, number, issueSide);
  if (base !== undefined && base !== pull.base_ref) {
    changeBase(context, repository, pull, base);
    recordIssueEvent(context, issue, { event: 'base_ref_changed', base_ref: { from: pull.base_ref, to: base } });
  }
  const own = { ...(draft !== undefined && { draft }), ...(maintainer_can_modify !== undefined && { maintainer_can_modify }) };
  if (draft !== undefined && draft !== pull.draft)
    recordIssueEvent(context, issue, { event: draft ? 'convert_to_draft' : 'ready_for_review' });
  if (Object.keys(own).length > 0) context.world.pull_requests.update(pull.issue_id, own);
  const changed = getPull(context, owner, repo, number);
  if (changed.pull.state !== pull.state) startAboutPull(context, changed, changed.pull.state === 'open' ? 'reopened' : 'closed');
  if (draft !== undefined && draft !== pull.draft)
    startAboutPull(context, changed, draft ? 'converted_to_draft' : 'ready_for_review');
  return changed;
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
  if (pull.state === 'open') requireOnlyOpen(context, pull, base);
  context.world.pull_requests.update(pull.issue_id, { base_ref: base, base_sha: tip.object.sha });
}

/** Notes on the issue side that the pull request was merged. */
export function recordMerge(context: GithubContext, issue: Readonly<Issue>, sha: string): void {
  recordIssueEvent(context, issue, { event: 'merged', commit_id: sha });
}
