import { InvalidInput, RuleBroken } from '../errors.ts';
import { allIn, type Issue, type IssueRelation, type LinearContext, RELATION_TYPES, timestamp } from '../world.ts';
import { tellHistory } from './issue-history.ts';
import { getIssue, stateOfType } from './issue-rules.ts';
import { enterState } from './issues.ts';
import { born, given, type Input, oneOf, referenced } from './support.ts';

type RelationType = IssueRelation['type'];

/** Relates two issues. An issue marked as a duplicate is canceled with it. */
export function createIssueRelation(context: LinearContext, input: Input, createdAt?: string | null): Readonly<IssueRelation> {
  given<IssueRelation>('IssueRelationCreateInput', input, { own: ['id', 'issueId', 'relatedIssueId', 'type'] });
  const [issue, related] = [getIssue(context, input.issueId), getIssue(context, input.relatedIssueId)];
  const type = input.type as RelationType;
  checkPair(context, issue, related, type);
  const relation = context.world.issueRelations.insert({
    ...born(context, 'issueRelations', input),
    ...(createdAt != null && { createdAt }),
    type,
    issueId: issue.id,
    relatedIssueId: related.id,
  });
  tellRelation(context, issue, related, type, 'add');
  if (type === 'duplicate') cancelDuplicate(context, issue);
  return relation;
}

export function updateIssueRelation(context: LinearContext, id: unknown, input: Input): Readonly<IssueRelation> {
  const before = referenced(context, 'issueRelations', id);
  given<IssueRelation>('IssueRelationUpdateInput', input, { own: ['issueId', 'relatedIssueId', 'type'] });
  oneOf('type', input.type, RELATION_TYPES);
  const issue = getIssue(context, input.issueId ?? before.issueId);
  const related = getIssue(context, input.relatedIssueId ?? before.relatedIssueId);
  const type = (input.type as RelationType | null | undefined) ?? before.type;
  if (issue.id !== before.issueId || related.id !== before.relatedIssueId || type !== before.type)
    checkPair(context, issue, related, type);
  const after = context.world.issueRelations.update(before.id, {
    issueId: issue.id,
    relatedIssueId: related.id,
    type,
    updatedAt: timestamp(context.now),
  });
  if (type === 'duplicate' && before.type !== 'duplicate') cancelDuplicate(context, issue);
  return after;
}

export function deleteIssueRelation(context: LinearContext, id: unknown): Readonly<IssueRelation> {
  const relation = context.world.issueRelations.remove(referenced(context, 'issueRelations', id).id);
  const [issue, related] = [context.world.issues.get(relation.issueId), context.world.issues.get(relation.relatedIssueId)];
  if (issue && related) tellRelation(context, issue, related, relation.type, 'remove');
  return relation;
}

/** The relation of one type between two issues, as it stands. */
export function relationBetween({ world }: LinearContext, issueId: string, relatedIssueId: string, type: RelationType) {
  return world.issueRelations.by.creation
    .page(allIn(`issue:${issueId}`))
    .find((relation) => relation.relatedIssueId === relatedIssueId && relation.type === type);
}

function checkPair(context: LinearContext, issue: Readonly<Issue>, related: Readonly<Issue>, type: RelationType): void {
  if (issue.id === related.id) throw new InvalidInput('relatedIssueId', 'isOther', "can't be the issue itself");
  if (relationBetween(context, issue.id, related.id, type)) {
    throw new RuleBroken('Relation exists', `${issue.identifier} has this relation to ${related.identifier} already.`);
  }
}

function tellRelation(
  context: LinearContext,
  issue: Readonly<Issue>,
  related: Readonly<Issue>,
  type: string,
  change: 'add' | 'remove',
): void {
  const mark = change === 'add' ? 'a' : 'r';
  tellHistory(context, issue, issue, { relationChanges: [{ identifier: related.identifier, type: `${mark}${type.charAt(0)}` }] });
}

function cancelDuplicate(context: LinearContext, named: Readonly<Issue>): void {
  const { world } = context;
  const issue = world.issues.get(named.id) as Readonly<Issue>;
  const states = world.workflowStates.by.team.page(issue.teamId).filter((state) => state.archivedAt === null);
  const chosen = world.teams.get(issue.teamId)?.markedAsDuplicateWorkflowStateId;
  const state =
    (chosen ? world.workflowStates.get(chosen) : undefined) ??
    stateOfType(states, 'duplicate') ??
    stateOfType(states, 'canceled');
  if (state && state.id !== issue.stateId) enterState(context, issue, state.id);
}
