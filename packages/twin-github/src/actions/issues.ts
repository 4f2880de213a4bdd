import { isLonger } from '@svc/twin-kit';
import { type FieldError, Forbidden, Gone, NotFound, RepositoryArchived, ValidationFailed } from '../errors.ts';
import { nextId, nextIssueNumber } from '../sequences.ts';
import {
  type GithubContext,
  type Issue,
  type IssueState,
  type IssueType,
  issueNumberKey,
  type Repository,
  type StateReason,
  timestamp,
} from '../world.ts';
import { hasPermission, viewerOf, visibleRepository } from './access.ts';
import { assignableNamed, MAX_ASSIGNEES, unassignable } from './assignees.ts';
import { emit } from './emit.ts';
import { requireInteraction } from './interaction-limits.ts';
import { recordIssueEvent } from './issue-events.ts';
import { replaceAssignees, replaceLabels, replaceMilestone } from './issue-relations.ts';
import { mayType, replaceType, requireTypeOf, typeNamed } from './issue-types.ts';
import { labelsNamed } from './labels.ts';
import { milestoneByNumber } from './milestones.ts';
import { prepareReopening } from './reopening.ts';

/** GitHub refuses longer ones with these bounds in its message. */
const MAX_TITLE = 256;
export const MAX_BODY = 65_536;

export interface IssueInput {
  title?: string | undefined;
  body?: string | null | undefined;
  labels?: readonly string[] | undefined;
  assignees?: readonly string[] | undefined;
  /** Number of a milestone, null for none. */
  milestone?: number | null | undefined;
  /** Name of one of the owner's types of issues, null for none. */
  type?: string | null | undefined;
}

export interface IssueChange extends IssueInput {
  state?: IssueState | undefined;
  state_reason?: StateReason | null | undefined;
}

/** An issue together with the repository it was asked for in. */
export interface FoundIssue {
  repository: Readonly<Repository>;
  issue: Readonly<Issue>;
}

/** The repository, if it has issues. @throws Gone where they are switched off. */
export function repositoryWithIssues(context: GithubContext, owner: string, repo: string): Readonly<Repository> {
  const repository = visibleRepository(context, owner, repo);
  if (!repository.has_issues) throw new Gone('Issues are disabled for this repo');
  return repository;
}

/**
 * An issue or pull request by number.
 * @throws NotFound, or Gone where issues are switched off or this one was deleted (https://docs.github.com/rest/issues/issues#get-an-issue,
 * in the words that `gh api` prints of it)
 */
export function getIssue(context: GithubContext, owner: string, repo: string, number: number): FoundIssue {
  const repository = visibleRepository(context, owner, repo);
  const key = issueNumberKey(repository.id, number);
  const issue = context.world.issues.by.number.first(key);
  if (!repository.has_issues && !issue?.is_pull_request) throw new Gone('Issues are disabled for this repo');
  if (issue) return { repository, issue };
  throw context.world.deleted_issues.has(key) ? new Gone('This issue was deleted') : new NotFound();
}

/** May the viewer label, assign and close here? https://docs.github.com/organizations/managing-user-access-to-your-organizations-repositories/managing-repository-roles/repository-roles-for-an-organization */
export const mayTriage = (context: GithubContext, repository: Readonly<Repository>): boolean =>
  hasPermission(context, repository, viewerOf(context).id, 'triage');

export function requireUnarchived(repository: Readonly<Repository>): void {
  if (repository.archived) throw new RepositoryArchived();
}

/** The issue for a change that takes triage rights. @throws Forbidden, RepositoryArchived */
export function getIssueToTriage(context: GithubContext, owner: string, repo: string, number: number): FoundIssue {
  const found = getIssue(context, owner, repo, number);
  if (!mayTriage(context, found.repository)) throw new Forbidden();
  requireUnarchived(found.repository);
  return found;
}

/** An empty body is none (xmo-odoo/dummy_central, whose tests run against GitHub too: issues/test_create.py, pulls/pulls/test_create_a_pull_request.py). */
export const bodyOf = (body: string | null | undefined): string | null => body || null;

const fault = (field: string, message: string): FieldError => ({ resource: 'Issue', code: 'custom', field, message });

/** @throws ValidationFailed for texts that are too long, and for names that nothing has */
export function validate(
  context: GithubContext,
  repository: Readonly<Repository>,
  input: IssueInput,
  issue?: Readonly<Issue>,
): void {
  const errors: FieldError[] = [];
  if (input.title !== undefined && input.title.trim() === '') {
    errors.push({ resource: 'Issue', code: 'missing_field', field: 'title' });
  }
  if (isLonger(input.title ?? '', MAX_TITLE))
    errors.push(fault('title', `title is too long (maximum is ${MAX_TITLE} characters)`));
  if (isLonger(input.body ?? '', MAX_BODY)) errors.push(fault('body', `body is too long (maximum is ${MAX_BODY} characters)`));
  const { milestone } = input;
  if (typeof milestone === 'number' && !milestoneByNumber(context, repository.id, milestone)) {
    errors.push({ value: milestone, resource: 'Issue', field: 'milestone', code: 'invalid' });
  }
  const { type } = input;
  // github/github-mcp-server#1317
  if (type != null && !typeNamed(context, repository, type)) {
    errors.push({ value: type, resource: 'Issue', field: 'type', code: 'invalid' });
  }
  for (const login of unassignable(context, repository, input.assignees ?? [], issue)) {
    errors.push({ value: login, resource: 'Issue', field: 'assignees', code: 'invalid' });
  }
  if ((input.assignees?.length ?? 0) > MAX_ASSIGNEES) {
    errors.push(fault('assignees', `You can only assign up to ${MAX_ASSIGNEES} people to an issue.`));
  }
  if (errors.length > 0) throw new ValidationFailed(errors);
}

/** Without triage rights GitHub drops labels, assignees and milestone without a word, and the type without push rights (docs: "Create an issue"). */
function allowedInput(context: GithubContext, repository: Readonly<Repository>, input: IssueInput): IssueInput {
  if (!mayTriage(context, repository)) return { title: input.title, body: input.body };
  return mayType(context, repository) ? input : { ...input, type: undefined };
}

export function createIssue(
  context: GithubContext,
  owner: string,
  repo: string,
  sent: IssueInput & { title: string },
): Readonly<Issue> {
  const repository = repositoryWithIssues(context, owner, repo);
  requireUnarchived(repository);
  requireInteraction(context, repository, 'Issue');
  const input = allowedInput(context, repository, sent);
  validate(context, repository, input);
  const labels = labelsNamed(context, repository, input.labels ?? []);
  const assignees = assignableNamed(context, repository, input.assignees ?? []);
  const milestone = input.milestone == null ? undefined : milestoneByNumber(context, repository.id, input.milestone);
  const now = timestamp(context.now);
  const issue = context.world.issues.insert({
    id: nextId(context.ids, 'issue'),
    repository_id: repository.id,
    number: nextIssueNumber(context.ids, repository.id),
    is_pull_request: false,
    title: sent.title,
    body: bodyOf(sent.body),
    state: 'open',
    state_reason: null,
    user_id: viewerOf(context).id,
    label_ids: labels.map((label) => label.id),
    assignee_ids: assignees.map((user) => user.id),
    milestone_id: milestone?.id ?? null,
    locked: false,
    active_lock_reason: null,
    comments: 0,
    created_at: now,
    updated_at: now,
    closed_at: null,
    closed_by_id: null,
  });
  emit(context, repository.id, 'issues', 'opened', { issue_id: issue.id });
  for (const { name, color } of labels) recordIssueEvent(context, issue, { event: 'labeled', label: { name, color } });
  for (const user of assignees) recordIssueEvent(context, issue, { event: 'assigned', assignee_id: user.id });
  if (milestone) recordIssueEvent(context, issue, { event: 'milestoned', milestone: { title: milestone.title } });
  if (input.type == null) return issue;
  replaceType(context, issue, typeNamed(context, repository, input.type));
  return current(context, issue);
}

/** Changes what the input names and nothing else; one that changes nothing leaves the issue as it was. */
export function updateIssue(
  context: GithubContext,
  owner: string,
  repo: string,
  number: number,
  sent: IssueChange,
): Readonly<Issue> {
  const { repository, issue } = getIssue(context, owner, repo, number);
  const isAuthor = issue.user_id === viewerOf(context).id;
  if (!isAuthor && !mayTriage(context, repository)) throw new Forbidden('Must have admin rights to Repository.');
  requireUnarchived(repository);
  const input = allowedInput(context, repository, sent);
  validate(context, repository, input, issue);
  if (input.title !== undefined && input.title !== issue.title) {
    requireInteraction(context, repository, 'Issue');
    rename(context, issue, input.title);
  }
  if (input.body !== undefined && bodyOf(input.body) !== issue.body) touch(context, issue.id, { body: bodyOf(input.body) });
  if (input.labels) replaceLabels(context, issue, labelsNamed(context, repository, input.labels));
  if (input.assignees) replaceAssignees(context, issue, assignableNamed(context, repository, input.assignees, issue));
  if (input.milestone !== undefined) {
    replaceMilestone(
      context,
      issue,
      input.milestone === null ? undefined : milestoneByNumber(context, repository.id, input.milestone),
    );
  }
  if (input.type !== undefined)
    replaceType(context, issue, input.type === null ? undefined : typeNamed(context, repository, input.type));
  if (sent.state !== undefined) setIssueState(context, issue, sent.state, sent.state_reason ?? undefined);
  return current(context, issue);
}

/** Gives an issue a type or takes it away. @throws Forbidden, RepositoryArchived, ValidationFailed */
export function setIssueType(context: GithubContext, { repository, issue }: FoundIssue, type: Readonly<IssueType> | undefined) {
  if (!mayType(context, repository)) throw new Forbidden();
  requireUnarchived(repository);
  replaceType(context, issue, type && requireTypeOf(repository, type));
}

/** The issue as it stands now, after changes. */
export const current = ({ world }: GithubContext, issue: Readonly<Issue>): Readonly<Issue> => world.issues.get(issue.id) ?? issue;

function touch(context: GithubContext, id: number, patch: Partial<Issue>): void {
  context.world.issues.update(id, { ...patch, updated_at: timestamp(context.now) });
}

function rename(context: GithubContext, issue: Readonly<Issue>, title: string): void {
  touch(context, issue.id, { title });
  recordIssueEvent(context, issue, { event: 'renamed', rename: { from: issue.title, to: title } });
}

/** Opens or closes. A reason says why it was closed, `completed` by default; without a change of state it is ignored. */
export function setIssueState(context: GithubContext, issue: Readonly<Issue>, state: IssueState, reason?: StateReason): void {
  if (state === issue.state) return;
  const pull = context.world.pull_requests.get(issue.id);
  if (state === 'open' && pull) prepareReopening(context, pull);
  const opened: StateReason | null = issue.is_pull_request ? null : 'reopened';
  const closed: StateReason | null = issue.is_pull_request ? null : reason && reason !== 'reopened' ? reason : 'completed';
  const stateReason = state === 'open' ? opened : closed;
  touch(context, issue.id, {
    state,
    state_reason: stateReason,
    closed_at: state === 'closed' ? timestamp(context.now) : null,
    closed_by_id: state === 'closed' ? viewerOf(context).id : null,
  });
  if (pull) context.world.pull_requests.update(issue.id, { state });
  recordIssueEvent(context, issue, { event: state === 'closed' ? 'closed' : 'reopened', state_reason: stateReason });
}

/** Locking keeps everyone without write access from commenting. */
export function setLock(context: GithubContext, found: FoundIssue, locked: boolean, reason: string | null = null): void {
  const { issue } = found;
  if (issue.locked === locked) return;
  touch(context, issue.id, { locked, active_lock_reason: locked ? reason : null });
  recordIssueEvent(context, issue, { event: locked ? 'locked' : 'unlocked', lock_reason: locked ? reason : null });
}
