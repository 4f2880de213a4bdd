import { type FieldError, NotFound, ValidationFailed } from '../errors.ts';
import { type GithubContext, type Issue, timestamp } from '../world.ts';
import { type HasWorld, isVisible } from './access.ts';
import { recordIssueEvent } from './issue-events.ts';
import { type FoundIssue, getIssue, getIssueToTriage } from './issues.ts';

/** https://docs.github.com/issues/tracking-your-work-with-issues/using-issues/adding-sub-issues */
const MAX_PARTS = 100;
const MAX_DEPTH = 8;

const fault = (message: string): FieldError => ({ resource: 'Issue', code: 'custom', field: 'sub_issue_id', message });
const refuse = (message: string) => new ValidationFailed([fault(message)]);

/** An issue's parts in their order. */
export function partsOf({ world }: HasWorld, issueId: number): Readonly<Issue>[] {
  const { parent } = world.sub_issues.by;
  return parent.page(issueId, { limit: parent.count(issueId) }).flatMap((part) => world.issues.get(part.issue_id) ?? []);
}

/** @throws NotFound, Gone */
export const listSubIssues = (context: GithubContext, owner: string, repo: string, number: number): Readonly<Issue>[] =>
  partsOf(context, getIssue(context, owner, repo, number).issue.id);

/** The issue that this one is part of. */
export function parentOf({ world }: HasWorld, issueId: number): Readonly<Issue> | undefined {
  const part = world.sub_issues.get(issueId);
  return part && world.issues.get(part.parent_id);
}

/** @throws NotFound where it has none */
export function getParent(context: GithubContext, owner: string, repo: string, number: number): Readonly<Issue> {
  const parent = parentOf(context, getIssue(context, owner, repo, number).issue.id);
  if (!parent) throw new NotFound();
  return parent;
}

function partById(context: GithubContext, id: number): Readonly<Issue> {
  const issue = context.world.issues.get(id);
  const repository = issue && context.world.repositories.get(issue.repository_id);
  if (!issue || !repository || !isVisible(context, repository)) throw new NotFound('The provided sub-issue does not exist');
  return issue;
}

function ancestors(context: HasWorld, issueId: number): number[] {
  const parent = parentOf(context, issueId);
  return parent ? [parent.id, ...ancestors(context, parent.id)] : [];
}

const heightOf = (context: HasWorld, issueId: number): number =>
  Math.max(0, ...partsOf(context, issueId).map(({ id }) => heightOf(context, id))) + 1;

/** Makes an issue part of another. @returns the parent. @throws NotFound, Forbidden, ValidationFailed */
export function addSubIssue(
  context: GithubContext,
  owner: string,
  repo: string,
  number: number,
  { sub_issue_id: id, replace_parent }: { sub_issue_id: number; replace_parent?: boolean | undefined },
): Readonly<Issue> {
  const { issue, repository } = getIssueToTriage(context, owner, repo, number);
  const part = partById(context, id);
  const { sub_issues: links } = context.world;
  const above = ancestors(context, issue.id);
  if (part.is_pull_request || issue.is_pull_request) throw refuse('Pull requests cannot be sub-issues');
  if (part.id === issue.id || above.includes(part.id)) throw refuse('Sub-issue cannot be an ancestor of its parent');
  const known = links.get(part.id);
  if (known?.parent_id === issue.id) throw refuse('Issue may not contain duplicate sub-issues');
  if (known && !replace_parent) throw refuse('Sub issue may only have one parent');
  const count = links.by.parent.count(issue.id);
  if (count >= MAX_PARTS) throw refuse(`Parent cannot have more than ${MAX_PARTS} sub-issues`);
  if (above.length + 1 + heightOf(context, part.id) > MAX_DEPTH)
    throw refuse(`Sub-issues cannot be nested more than ${MAX_DEPTH} levels deep`);
  const place = { parent_id: issue.id, repository_id: repository.id, position: count };
  if (known) {
    links.update(part.id, place);
    renumber(context, orderOf(context, known.parent_id));
  } else links.insert({ issue_id: part.id, ...place });
  recordIssueEvent(context, issue, { event: 'sub_issue_added', related_issue_id: part.id });
  recordIssueEvent(context, part, { event: 'parent_issue_added', related_issue_id: issue.id });
  return touched(context, { issue, repository });
}

const touched = (context: GithubContext, { issue }: FoundIssue): Readonly<Issue> =>
  context.world.issues.update(issue.id, { updated_at: timestamp(context.now) });

/** Ends a link and closes the gap it leaves. */
export function detach({ world }: HasWorld, issueId: number): void {
  const { parent_id } = world.sub_issues.remove(issueId);
  renumber({ world }, orderOf({ world }, parent_id));
}

const orderOf = ({ world }: HasWorld, parentId: number): number[] => {
  const { parent } = world.sub_issues.by;
  return parent.page(parentId, { limit: parent.count(parentId) }).map(({ issue_id }) => issue_id);
};

function renumber({ world }: HasWorld, order: readonly number[]): void {
  for (const [position, id] of order.entries()) {
    if (world.sub_issues.get(id)?.position !== position) world.sub_issues.update(id, { position });
  }
}

function requirePart(context: GithubContext, issue: Readonly<Issue>, id: number): void {
  if (context.world.sub_issues.get(id)?.parent_id !== issue.id) throw new NotFound('The provided sub-issue does not exist');
}

/** @returns the parent. @throws NotFound, Forbidden */
export function removeSubIssue(context: GithubContext, owner: string, repo: string, number: number, id: number): Readonly<Issue> {
  const found = getIssueToTriage(context, owner, repo, number);
  requirePart(context, found.issue, id);
  detach(context, id);
  recordIssueEvent(context, found.issue, { event: 'sub_issue_removed', related_issue_id: id });
  const part = context.world.issues.get(id);
  if (part) recordIssueEvent(context, part, { event: 'parent_issue_removed', related_issue_id: found.issue.id });
  return touched(context, found);
}

/** Puts a part after or before another. @returns the parent. @throws NotFound, Forbidden, ValidationFailed */
export function reprioritizeSubIssue(
  context: GithubContext,
  owner: string,
  repo: string,
  number: number,
  {
    sub_issue_id: id,
    after_id,
    before_id,
  }: { sub_issue_id: number; after_id?: number | undefined; before_id?: number | undefined },
): Readonly<Issue> {
  const found = getIssueToTriage(context, owner, repo, number);
  requirePart(context, found.issue, id);
  const anchor = after_id ?? before_id;
  if (anchor === undefined || (after_id !== undefined && before_id !== undefined))
    throw refuse('Give either after_id or before_id');
  const rest = orderOf(context, found.issue.id).filter((other) => other !== id);
  const at = rest.indexOf(anchor);
  if (at < 0) throw refuse('after_id and before_id must name sub-issues of the same parent');
  const place = after_id === undefined ? at : at + 1;
  renumber(context, [...rest.slice(0, place), id, ...rest.slice(place)]);
  return touched(context, found);
}
