import { RuleBroken } from '../errors.ts';
import { allIn, type Issue, type LinearContext, timestamp } from '../world.ts';
import { tellHistory } from './issue-history.ts';
import { getIssue } from './issue-rules.ts';
import { createIssue, updateIssue } from './issues.ts';
import { removeCommentsIn, removeFavorites } from './removal.ts';
import { actor, type Input, referenced } from './support.ts';

/** Most issues that one batch takes (schema: `issueBatchCreate`, `issueBatchUpdate`). */
const BATCH_LIMIT = 50;

/** Puts an issue into the archive, or into the trash. */
export function archiveIssue(context: LinearContext, id: unknown, trash = false): Readonly<Issue> {
  const before = getIssue(context, id);
  if (before.archivedAt !== null && (!trash || before.trashed)) return before;
  const now = timestamp(context.now);
  const after = context.world.issues.update(before.id, { archivedAt: now, updatedAt: now, ...(trash && { trashed: true }) });
  tellHistory(context, before, after, trash ? { trashed: true } : { archived: true });
  return after;
}

export function unarchiveIssue(context: LinearContext, id: unknown): Readonly<Issue> {
  const before = getIssue(context, id);
  if (before.archivedAt === null) return before;
  const after = context.world.issues.update(before.id, { archivedAt: null, trashed: null, updatedAt: timestamp(context.now) });
  tellHistory(context, before, after, before.trashed ? { trashed: false } : { archived: false });
  return after;
}

/** Trashes an issue; `permanently` takes it and all that hangs on it out of the workspace. */
export function deleteIssue(context: LinearContext, id: unknown, permanently = false): Readonly<Issue> {
  if (!permanently) return archiveIssue(context, id, true);
  const { world } = context;
  const issue = getIssue(context, id);
  const every = allIn(`issue:${issue.id}`);
  removeCommentsIn(context, `issue:${issue.id}`);
  for (const name of ['attachments', 'reactions', 'issueHistory', 'issueRelations', 'notifications'] as const) {
    for (const record of world[name].by.creation.page(every)) world[name].remove(record.id);
  }
  for (const relation of world.issueRelations.by.creation.page(allIn(`relatedIssue:${issue.id}`))) {
    world.issueRelations.remove(relation.id);
  }
  for (const child of world.issues.by.creation.page(allIn(`parent:${issue.id}`)))
    world.issues.update(child.id, { parentId: null });
  for (const document of world.documents.by.creation.page(every)) world.documents.update(document.id, { issueId: null });
  removeFavorites(context, 'issueId', issue.id);
  for (const project of [...world.projects.values()]) {
    if (project.convertedFromIssueId === issue.id) world.projects.update(project.id, { convertedFromIssueId: null });
  }
  return world.issues.remove(issue.id);
}

export function createIssues(context: LinearContext, inputs: readonly Input[]): Readonly<Issue>[] {
  withinBatch(inputs.length);
  return inputs.map((input) => createIssue(context, input));
}

export function updateIssues(context: LinearContext, ids: readonly string[], input: Input): Readonly<Issue>[] {
  withinBatch(ids.length);
  return ids.map((id) => updateIssue(context, id, input));
}

function withinBatch(count: number): void {
  if (count > BATCH_LIMIT) throw new RuleBroken('Too many issues', `A batch takes at most ${BATCH_LIMIT} issues.`);
}

export function addIssueLabel(context: LinearContext, id: unknown, labelId: unknown): Readonly<Issue> {
  return updateIssue(context, id, { addedLabelIds: [labelId] });
}

export function removeIssueLabel(context: LinearContext, id: unknown, labelId: unknown): Readonly<Issue> {
  const label = referenced(context, 'issueLabels', labelId, 'labelId');
  return updateIssue(context, id, { removedLabelIds: [label.id] });
}

/** Subscribes a user, by default the caller, to an issue. */
export function subscribeToIssue(
  context: LinearContext,
  id: unknown,
  who: { userId?: unknown; userEmail?: unknown },
): Readonly<Issue> {
  const issue = getIssue(context, id);
  const userId = subscriber(context, who);
  if (issue.subscriberIds.includes(userId)) return issue;
  return context.world.issues.update(issue.id, { subscriberIds: [...issue.subscriberIds, userId] });
}

export function unsubscribeFromIssue(
  context: LinearContext,
  id: unknown,
  who: { userId?: unknown; userEmail?: unknown },
): Readonly<Issue> {
  const issue = getIssue(context, id);
  const userId = subscriber(context, who);
  if (!issue.subscriberIds.includes(userId)) return issue;
  return context.world.issues.update(issue.id, { subscriberIds: issue.subscriberIds.filter((one) => one !== userId) });
}

function subscriber(context: LinearContext, { userId, userEmail }: { userId?: unknown; userEmail?: unknown }): string {
  if (userId != null) return referenced(context, 'users', userId, 'userId').id;
  if (userEmail == null) return actor(context).id;
  const user = context.world.users.by.email.first(String(userEmail).toLowerCase());
  return referenced(context, 'users', user?.id).id;
}
