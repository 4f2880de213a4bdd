import { branchName, issueUrl } from '../graphql/fields/issues.ts';
import { progressOf } from '../graphql/fields/progress.ts';
import { priorityLabel, slugOf } from '../graphql/fields/text.ts';
import { Graph } from '../graphql/graph.ts';
import { found } from '../lists/derived.ts';
import {
  type Attachment,
  allIn,
  type Comment,
  type Cycle,
  type Document,
  type Initiative,
  type InitiativeUpdate,
  type Issue,
  type IssueLabel,
  type LinearContext,
  liveIn,
  type Project,
  type ProjectMilestone,
  type ProjectUpdate,
  type Team,
  type User,
  type WorkflowState,
} from '../world.ts';

/** Records as Linear's MCP server shows them: flat, with the names that people know things by. */
const person = ({ world }: LinearContext, id: string | null): string | null =>
  id === null ? null : (world.users.get(id)?.name ?? null);

export function renderIssue(context: LinearContext, issue: Readonly<Issue>) {
  const { world } = context;
  const graph = new Graph(context);
  const state = world.workflowStates.get(issue.stateId);
  const milestone = issue.projectMilestoneId === null ? undefined : world.projectMilestones.get(issue.projectMilestoneId);
  return {
    id: issue.identifier,
    title: issue.title,
    description: issue.description,
    projectMilestone: milestone ? { id: milestone.id, name: milestone.name } : null,
    priority: { value: issue.priority, name: priorityLabel(issue.priority) },
    estimate: issue.estimate,
    url: issueUrl(graph, issue),
    gitBranchName: branchName(graph, issue),
    createdAt: issue.createdAt,
    updatedAt: issue.updatedAt,
    archivedAt: issue.archivedAt,
    startedAt: issue.startedAt,
    completedAt: issue.completedAt,
    canceledAt: issue.canceledAt,
    dueDate: issue.dueDate,
    slaStartedAt: issue.slaStartedAt,
    slaBreachesAt: issue.slaBreachesAt,
    slaType: issue.slaType,
    status: state?.name,
    statusType: state?.type,
    labels: found(issue.labelIds, (id) => world.issueLabels.get(id)).map((label) => label.name),
    createdBy: person(context, issue.creatorId),
    createdById: issue.creatorId,
    assignee: person(context, issue.assigneeId),
    assigneeId: issue.assigneeId,
    delegate: person(context, issue.delegateId),
    delegateId: issue.delegateId,
    project: issue.projectId === null ? null : (world.projects.get(issue.projectId)?.name ?? null),
    projectId: issue.projectId,
    parentId: issue.parentId === null ? null : (world.issues.get(issue.parentId)?.identifier ?? null),
    team: world.teams.get(issue.teamId)?.name,
    teamId: issue.teamId,
    cycleId: issue.cycleId,
  };
}

/** The relations of an issue, by their kind. */
export function renderRelations({ world }: LinearContext, issue: Readonly<Issue>) {
  const name = (id: string) => {
    const other = world.issues.get(id);
    return { id: other?.identifier, title: other?.title };
  };
  const outgoing = world.issueRelations.by.creation.page(allIn(`issue:${issue.id}`));
  const incoming = world.issueRelations.by.creation.page(allIn(`relatedIssue:${issue.id}`));
  const of = (type: string) => ({
    outgoing: outgoing.filter((one) => one.type === type).map((one) => name(one.relatedIssueId)),
    incoming: incoming.filter((one) => one.type === type).map((one) => name(one.issueId)),
  });
  const related = of('related');
  return {
    blocks: of('blocks').outgoing,
    blockedBy: of('blocks').incoming,
    relatedTo: [...related.outgoing, ...related.incoming],
    duplicateOf: of('duplicate').outgoing[0] ?? null,
  };
}

export const renderAttachment = (attachment: Readonly<Attachment>) => {
  const { id, title, subtitle, url, sourceType, metadata, createdAt, updatedAt } = attachment;
  return { id, title, subtitle, url, sourceType, metadata, createdAt, updatedAt };
};

export const renderComment = (context: LinearContext, comment: Readonly<Comment>) => ({
  id: comment.id,
  body: comment.body,
  author: { id: comment.userId, name: person(context, comment.userId) },
  parentId: comment.parentId,
  quotedText: comment.quotedText,
  createdAt: comment.createdAt,
  updatedAt: comment.updatedAt,
  editedAt: comment.editedAt,
  resolvedAt: comment.resolvedAt,
});

export const renderState = ({ id, name, type, color, description, position }: Readonly<WorkflowState>) => ({
  id,
  name,
  type,
  color,
  description,
  position,
});

export const renderLabel = (
  { world }: LinearContext,
  label: Readonly<IssueLabel>,
  family: 'issueLabels' | 'projectLabels' | 'initiativeLabels',
) => ({
  id: label.id,
  name: label.name,
  color: label.color,
  description: label.description,
  isGroup: label.isGroup,
  parent: label.parentId === null ? null : (world[family].get(label.parentId)?.name ?? null),
  ...(family === 'issueLabels' && { teamId: label.teamId }),
});

export const renderTeam = ({ id, key, name, description, icon, createdAt, updatedAt }: Readonly<Team>) => ({
  id,
  key,
  name,
  description,
  icon,
  createdAt,
  updatedAt,
});

export function renderUser(context: LinearContext, user: Readonly<User>) {
  const { id, name, displayName, email, avatarUrl, active, admin, guest, createdAt, updatedAt } = user;
  return {
    id,
    name,
    displayName,
    email,
    avatarUrl,
    isActive: active,
    isAdmin: admin,
    isGuest: guest,
    isMe: context.world.viewer.get('viewer')?.userId === id,
    createdAt,
    updatedAt,
  };
}

export function renderProject(context: LinearContext, project: Readonly<Project>) {
  const { world } = context;
  const status = world.projectStatuses.get(project.statusId);
  const named = ({ id, name }: { id: string; name: string }) => ({ id, name });
  const links = world.initiativeToProjects.by.creation.page(liveIn(`project:${project.id}`));
  const lead = project.leadId === null ? undefined : world.users.get(project.leadId);
  return {
    id: project.id,
    name: project.name,
    summary: project.description,
    description: project.content,
    url: new Graph(context).url(`project/${[slugOf(project.name), project.slugId].filter(Boolean).join('-')}`),
    trashed: project.trashed ?? false,
    createdAt: project.createdAt,
    updatedAt: project.updatedAt,
    startedAt: project.startedAt,
    completedAt: project.completedAt,
    canceledAt: project.canceledAt,
    startDate: project.startDate,
    startDateResolution: project.startDateResolution,
    targetDate: project.targetDate,
    targetDateResolution: project.targetDateResolution,
    priority: { value: project.priority, name: priorityLabel(project.priority) },
    labels: found(project.labelIds, (id) => world.projectLabels.get(id)).map((label) => label.name),
    initiatives: found(
      links.map((link) => link.initiativeId),
      (id) => world.initiatives.get(id),
    ).map(named),
    lead: lead ? named(lead) : null,
    status: status ? { id: status.id, name: status.name, type: status.type } : null,
    teams: found(project.teamIds, (id) => world.teams.get(id)).map(({ id, name, key }) => ({ id, name, key })),
  };
}

export function renderMilestone(context: LinearContext, milestone: Readonly<ProjectMilestone>) {
  const { id, name, description, targetDate, sortOrder } = milestone;
  return { id, name, description, targetDate, sortOrder, progress: progressOf(context.world, `projectMilestone:${id}`).share };
}

export function renderCycle({ now }: LinearContext, cycle: Readonly<Cycle>) {
  const { id, number, name, description, startsAt, endsAt, completedAt } = cycle;
  const time = new Date(now).toISOString();
  const isPast = (completedAt ?? endsAt) <= time;
  return {
    id,
    number,
    name,
    description,
    startsAt,
    endsAt,
    completedAt,
    isActive: startsAt <= time && !isPast,
    isPast,
    isFuture: startsAt > time,
  };
}

export function renderDocument(context: LinearContext, document: Readonly<Document>) {
  const { world } = context;
  const named = (record: { id: string; name: string } | undefined) => (record ? { id: record.id, name: record.name } : null);
  const issue = document.issueId === null ? undefined : world.issues.get(document.issueId);
  return {
    id: document.id,
    title: document.title,
    content: document.content,
    slugId: document.slugId,
    url: new Graph(context).url(`document/${[slugOf(document.title), document.slugId].filter(Boolean).join('-')}`),
    createdAt: document.createdAt,
    updatedAt: document.updatedAt,
    archivedAt: document.archivedAt,
    creator: person(context, document.creatorId),
    updatedBy: person(context, document.updatedById),
    project: named(world.projects.get(document.projectId ?? '')),
    initiative: named(world.initiatives.get(document.initiativeId ?? '')),
    team: named(world.teams.get(document.teamId ?? '')),
    issue: issue ? { id: issue.identifier, title: issue.title } : null,
  };
}

export function renderInitiative(context: LinearContext, initiative: Readonly<Initiative>) {
  const { world } = context;
  const owner = initiative.ownerId === null ? undefined : world.users.get(initiative.ownerId);
  const parent = initiative.parentInitiativeId === null ? undefined : world.initiatives.get(initiative.parentInitiativeId);
  return {
    id: initiative.id,
    name: initiative.name,
    summary: initiative.description,
    description: initiative.content,
    url: new Graph(context).url(`initiative/${[slugOf(initiative.name), initiative.slugId].filter(Boolean).join('-')}`),
    status: initiative.status,
    priority: initiative.priority,
    targetDate: initiative.targetDate,
    health: initiative.health,
    createdAt: initiative.createdAt,
    updatedAt: initiative.updatedAt,
    owner: owner ? { id: owner.id, name: owner.name } : null,
    creator: person(context, initiative.creatorId),
    parentInitiatives: parent ? [{ id: parent.id, name: parent.name }] : [],
    labels: found(initiative.labelIds, (id) => world.initiativeLabels.get(id)).map((label) => label.name),
  };
}

export const projectsOf = ({ world }: LinearContext, initiativeId: string) =>
  found(
    world.initiativeToProjects.by.creation.page(liveIn(`initiative:${initiativeId}`)).map((link) => link.projectId),
    (id) => world.projects.get(id),
  ).map(({ id, name }) => ({ id, name }));

export function renderUpdate(context: LinearContext, update: Readonly<ProjectUpdate> | Readonly<InitiativeUpdate>) {
  const { id, body, health, createdAt, updatedAt, archivedAt, userId } = update;
  const subject = 'projectId' in update ? { projectId: update.projectId } : { initiativeId: update.initiativeId };
  return { id, body, health, createdAt, updatedAt, archivedAt, user: { id: userId, name: person(context, userId) }, ...subject };
}
