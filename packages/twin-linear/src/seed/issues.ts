import { datesIn } from '../actions/issue-rules.ts';
import { newIssue } from '../actions/new-issue.ts';
import { newSlug } from '../actions/support.ts';
import { newSecret } from '../actions/webhooks.ts';
import type { Entity, Issue, StateType, Team } from '../world.ts';
import { type Loading, optional } from './loading.ts';
import type { SeedIssue } from './schema.ts';
import { labelsOf } from './workspace.ts';

/** Distance between neighbours in manual order. */
const SORT_STEP = 100;

export function loadIssues(loading: Loading): void {
  const { seed } = loading.book;
  for (const issue of seed.issues) loading.issueIds.push(issue.id ?? loading.context.ids.uuid());
  for (const [at, issue] of seed.issues.entries()) loadIssue(loading, at, issue);
  for (const [at, issue] of seed.issues.entries()) loadRelations(loading, at, issue);
  loadRest(loading);
}

function loadIssue(loading: Loading, at: number, issue: SeedIssue): void {
  const { context, book } = loading;
  const { world } = context;
  const place = book.issueTeams[at] ?? 0;
  const teamId = loading.teamIds[place] as string;
  const team = world.teams.get(teamId) as Readonly<Team>;
  const number = book.issueNumbers[at] as number;
  const named = issue.state === undefined ? undefined : book.names.states[place]?.find(issue.state);
  const stateId =
    (named === undefined ? team.defaultIssueStateId : loading.stateIds[place]?.[named]) ??
    (loading.stateIds[place]?.[0] as string);
  const entity = loading.entity({ ...issue, id: loading.issueIds[at] as string }, loading.issueTime(at));
  const creatorId = loading.userOr(issue.creator, loading.viewerId);
  const assigneeId = issue.assignee === undefined ? null : loading.user(issue.assignee);
  const placeIds = placesOf(loading, place, issue);
  const type = world.workflowStates.get(stateId)?.type ?? 'backlog';
  const record = world.issues.insert({
    ...newIssue(entity, team, number, stateId),
    title: issue.title,
    description: issue.description ?? null,
    priority: issue.priority,
    estimate: issue.estimate ?? null,
    creatorId,
    assigneeId,
    ...placeIds,
    labelIds: labelsOf(loading, book.seed, issue.labels, place),
    subscriberIds: [
      ...new Set([creatorId, assigneeId, ...issue.subscribers.map((name) => loading.user(name))].filter((id) => id !== null)),
    ],
    dueDate: issue.dueDate ?? null,
    sortOrder: -at * SORT_STEP,
    prioritySortOrder: -at * SORT_STEP,
    subIssueSortOrder: placeIds.parentId === null ? null : at * SORT_STEP,
    addedToTeamAt: entity.createdAt,
    addedToProjectAt: placeIds.projectId && entity.createdAt,
    addedToCycleAt: placeIds.cycleId && entity.createdAt,
    ...datesOf(issue, type, entity),
    archivedAt: optional(issue.archivedAt) ?? (issue.trashed ? entity.updatedAt : null),
    trashed: issue.trashed || null,
  });
  context.ids.reserve(`issue:${teamId}`, number);
  loadComments(loading, record, issue);
  loadAttachments(loading, record, issue);
  for (const reaction of issue.reactions) react(loading, reaction, { issueId: record.id }, entity.createdAt);
}

/** The dates of the state, unless they are declared. */
function datesOf(issue: SeedIssue, type: StateType, entity: Entity) {
  const dates = datesIn(undefined, undefined, type, entity.updatedAt);
  return {
    ...dates,
    startedAt: optional(issue.startedAt) ?? dates.startedAt,
    completedAt: optional(issue.completedAt) ?? dates.completedAt,
    canceledAt: optional(issue.canceledAt) ?? dates.canceledAt,
  };
}

function placesOf(
  loading: Loading,
  team: number,
  { project, milestone, cycle, parent }: SeedIssue,
): Pick<Issue, 'projectId' | 'projectMilestoneId' | 'cycleId' | 'parentId'> {
  const { names } = loading.book;
  const projectAt = project === undefined ? undefined : names.projects.find(project);
  const milestones = projectAt === undefined ? undefined : loading.milestoneIds[projectAt];
  const parentAt = parent === undefined ? undefined : names.issues.find(parent);
  return {
    projectId: projectAt === undefined ? null : (loading.projectIds[projectAt] as string),
    projectMilestoneId: milestone === undefined ? null : (milestones?.get(milestone.toLowerCase()) ?? null),
    cycleId: cycle === undefined ? null : (loading.cycleIds[team]?.get(cycle) ?? null),
    parentId: parentAt === undefined ? null : (loading.issueIds[parentAt] as string),
  };
}

const UNRESOLVED = { resolvedAt: null, resolvingUserId: null, resolvingCommentId: null };

/** Undated comments follow their issue by seconds. */
function loadComments(loading: Loading, issue: Readonly<Issue>, { comments }: SeedIssue): void {
  const { world } = loading.context;
  let seconds = 0;
  const insert = (
    declared: SeedIssue['comments'][number]['replies'][number],
    parentId: string | null,
    resolved: boolean,
  ): string => {
    seconds += 1;
    const entity = loading.entity(declared, loading.after(issue.createdAt, seconds));
    const userId = loading.userOr(declared.user, loading.viewerId);
    const record = world.comments.insert({
      ...entity,
      body: declared.body,
      userId,
      issueId: issue.id,
      projectId: null,
      projectUpdateId: null,
      initiativeId: null,
      initiativeUpdateId: null,
      documentContentId: null,
      parentId,
      quotedText: null,
      editedAt: null,
      ...(resolved ? { resolvedAt: entity.updatedAt, resolvingUserId: userId, resolvingCommentId: null } : UNRESOLVED),
    });
    for (const reaction of declared.reactions) react(loading, reaction, { commentId: record.id }, entity.createdAt);
    return record.id;
  };
  for (const { replies, resolved, ...comment } of comments) {
    const id = insert(comment, null, resolved);
    for (const reply of replies) insert(reply, id, false);
  }
}

function react(
  loading: Loading,
  { emoji, user }: { emoji: string; user?: string | undefined },
  subject: { issueId: string } | { commentId: string },
  createdAt: string,
): void {
  loading.context.world.reactions.insert({
    ...loading.entity({}, createdAt),
    emoji,
    userId: loading.userOr(user, loading.viewerId),
    issueId: null,
    commentId: null,
    projectUpdateId: null,
    initiativeUpdateId: null,
    ...subject,
  });
}

function loadAttachments(loading: Loading, issue: Readonly<Issue>, { attachments }: SeedIssue): void {
  for (const attachment of attachments) {
    const { title, url, subtitle = null, sourceType = null, metadata } = attachment;
    loading.context.world.attachments.insert({
      ...loading.entity(attachment, issue.createdAt),
      issueId: issue.id,
      title,
      subtitle,
      url,
      metadata,
      source: sourceType === null ? null : { type: sourceType, imageUrl: null },
      sourceType,
      groupBySource: false,
      creatorId: loading.viewerId,
    });
  }
}

function loadRelations(loading: Loading, at: number, { relations }: SeedIssue): void {
  const { names } = loading.book;
  for (const relation of relations) {
    const related = names.issues.find(relation.issue);
    if (related === undefined) continue;
    loading.context.world.issueRelations.insert({
      ...loading.entity(relation, loading.issueTime(at)),
      type: relation.type,
      issueId: loading.issueIds[at] as string,
      relatedIssueId: loading.issueIds[related] as string,
    });
  }
}

function loadRest(loading: Loading): void {
  const { book, context } = loading;
  const { names, seed } = book;
  const { world } = context;
  const issue = (name: string | undefined): string | null =>
    name === undefined ? null : (loading.issueIds[names.issues.find(name) ?? -1] ?? null);
  const project = (name: string | undefined): string | null =>
    name === undefined ? null : (loading.projectIds[names.projects.find(name) ?? -1] ?? null);
  for (const [at, document] of seed.documents.entries()) {
    const creatorId = loading.userOr(document.creator, loading.viewerId);
    const initiative = document.initiative === undefined ? undefined : names.initiatives.find(document.initiative);
    const homeless = !document.project && !document.initiative && !document.issue && !document.team;
    world.documents.insert({
      ...loading.entity(document),
      title: document.title,
      content: document.content ?? null,
      slugId: document.slugId ?? newSlug(context),
      icon: null,
      color: null,
      creatorId,
      updatedById: creatorId,
      ownerId: creatorId,
      projectId: project(document.project),
      initiativeId: initiative === undefined ? null : (loading.initiativeIds[initiative] as string),
      issueId: issue(document.issue),
      teamId: document.team === undefined ? (homeless ? (loading.teamIds[0] as string) : null) : loading.team(document.team),
      cycleId: null,
      parentDocumentId: null,
      subscriberIds: [creatorId],
      sortOrder: at,
      hiddenAt: null,
      trashed: null,
    });
  }
  for (const webhook of seed.webhooks) {
    const { id } = world.webhooks.insert({
      ...loading.entity(webhook),
      url: webhook.url,
      label: webhook.label ?? null,
      resourceTypes: webhook.resourceTypes,
      enabled: webhook.enabled,
      teamId: webhook.team === undefined ? null : loading.team(webhook.team),
      allPublicTeams: webhook.team === undefined,
      creatorId: loading.viewerId,
    });
    world.webhookSecrets.insert({ id, secret: webhook.secret ?? newSecret(context) });
  }
  loadInbox(loading, issue, project);
}

function loadInbox(
  loading: Loading,
  issue: (name: string | undefined) => string | null,
  project: (name: string | undefined) => string | null,
): void {
  const { world } = loading.context;
  const { seed } = loading.book;
  for (const [sortOrder, favorite] of seed.favorites.entries()) {
    const [issueId, projectId] = [issue(favorite.issue), project(favorite.project)];
    world.favorites.insert({
      ...loading.entity(favorite),
      ownerId: loading.viewerId,
      type: issueId !== null ? 'issue' : projectId !== null ? 'project' : 'folder',
      sortOrder,
      folderName: favorite.folderName ?? (issueId === null && projectId === null ? 'Folder' : null),
      parentId: null,
      issueId,
      projectId,
      cycleId: null,
      documentId: null,
      initiativeId: null,
      labelId: null,
      userId: null,
      teamId: null,
      predefinedViewType: null,
      predefinedViewTeamId: null,
    });
  }
  for (const notification of seed.notifications) {
    const entity = loading.entity(notification);
    world.notifications.insert({
      ...entity,
      type: notification.type,
      category: notification.type === 'issueAssignedToYou' ? 'assignments' : 'subscriptions',
      userId: loading.userOr(notification.user, loading.viewerId),
      actorId: notification.actor === undefined ? null : loading.user(notification.actor),
      issueId: issue(notification.issue) as string,
      commentId: null,
      parentCommentId: null,
      readAt: notification.read ? entity.updatedAt : null,
      snoozedUntilAt: null,
      unsnoozedAt: null,
    });
  }
}
