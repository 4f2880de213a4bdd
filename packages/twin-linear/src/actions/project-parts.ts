import { InvalidInput, RuleBroken } from '../errors.ts';
import {
  allIn,
  type LinearContext,
  liveIn,
  type ProjectMilestone,
  type ProjectRelation,
  type ProjectStatus,
  timestamp,
} from '../world.ts';
import { getProject } from './projects.ts';
import { actor, born, colour, given, type Input, notBlank, referenced } from './support.ts';

const SORT_STEP = 100;

export function createProjectMilestone(context: LinearContext, input: Input): Readonly<ProjectMilestone> {
  const { world } = context;
  const fields = given<ProjectMilestone>('ProjectMilestoneCreateInput', input, {
    required: ['name'],
    nullable: ['description', 'targetDate', 'sortOrder'],
    own: ['id', 'projectId'],
  });
  notBlank('name', input.name);
  const project = referenced(context, 'projects', input.projectId, 'projectId');
  const siblings = world.projectMilestones.by.creation.page(allIn(`project:${project.id}`));
  return world.projectMilestones.insert({
    ...born(context, 'projectMilestones', input),
    projectId: project.id,
    name: fields.name as string,
    description: fields.description ?? null,
    targetDate: fields.targetDate ?? null,
    sortOrder: fields.sortOrder ?? Math.max(0, ...siblings.map((one) => one.sortOrder)) + SORT_STEP,
  });
}

export function updateProjectMilestone(context: LinearContext, id: unknown, input: Input): Readonly<ProjectMilestone> {
  const { world } = context;
  const milestone = referenced(context, 'projectMilestones', id);
  const patch = given<ProjectMilestone>('ProjectMilestoneUpdateInput', input, {
    required: ['name', 'sortOrder'],
    nullable: ['description', 'targetDate'],
    own: ['projectId'],
  });
  notBlank('name', input.name);
  if (input.projectId != null && input.projectId !== milestone.projectId) {
    patch.projectId = referenced(context, 'projects', input.projectId, 'projectId').id;
    if (world.issues.by.creation.count(allIn(`projectMilestone:${milestone.id}`)) > 0) {
      throw new RuleBroken('Milestone has issues', 'A milestone with issues can not move to another project.');
    }
  }
  return world.projectMilestones.update(milestone.id, { ...patch, updatedAt: timestamp(context.now) });
}

/** Deletes a milestone; its issues stay in the project. */
export function deleteProjectMilestone(context: LinearContext, id: unknown): Readonly<ProjectMilestone> {
  const { world } = context;
  const milestone = referenced(context, 'projectMilestones', id);
  for (const issue of world.issues.by.creation.page(allIn(`projectMilestone:${milestone.id}`))) {
    world.issues.update(issue.id, { projectMilestoneId: null, updatedAt: timestamp(context.now) });
  }
  for (const relation of [...world.projectRelations.values()]) {
    if (relation.projectMilestoneId === milestone.id || relation.relatedProjectMilestoneId === milestone.id) {
      world.projectRelations.remove(relation.id);
    }
  }
  return world.projectMilestones.remove(milestone.id);
}

export function createProjectStatus(context: LinearContext, input: Input): Readonly<ProjectStatus> {
  const fields = given<ProjectStatus>('ProjectStatusCreateInput', input, {
    required: ['name', 'color', 'type', 'position'],
    nullable: ['description', 'indefinite'],
    own: ['id'],
  });
  notBlank('name', input.name);
  colour('color', input.color);
  return context.world.projectStatuses.insert({
    ...born(context, 'projectStatuses', input),
    name: fields.name as string,
    type: fields.type as ProjectStatus['type'],
    color: fields.color as string,
    position: fields.position as number,
    description: fields.description ?? null,
    indefinite: fields.indefinite ?? false,
  });
}

export function updateProjectStatus(context: LinearContext, id: unknown, input: Input): Readonly<ProjectStatus> {
  const status = referenced(context, 'projectStatuses', id);
  const patch = given<ProjectStatus>('ProjectStatusUpdateInput', input, {
    required: ['name', 'color', 'type', 'position', 'indefinite'],
    nullable: ['description'],
  });
  notBlank('name', input.name);
  colour('color', input.color);
  return context.world.projectStatuses.update(status.id, { ...patch, updatedAt: timestamp(context.now) });
}

export function archiveProjectStatus(context: LinearContext, id: unknown): Readonly<ProjectStatus> {
  const { world } = context;
  const status = referenced(context, 'projectStatuses', id);
  if (world.projects.by.creation.count(liveIn(`status:${status.id}`)) > 0) {
    throw new RuleBroken('Project status in use', 'Only statuses without projects can be archived.');
  }
  const now = timestamp(context.now);
  return world.projectStatuses.update(status.id, { archivedAt: now, updatedAt: now });
}

export function unarchiveProjectStatus(context: LinearContext, id: unknown): Readonly<ProjectStatus> {
  const status = referenced(context, 'projectStatuses', id);
  return context.world.projectStatuses.update(status.id, { archivedAt: null, updatedAt: timestamp(context.now) });
}

/** Puts all projects of one status into another. */
export function reassignProjectStatus(context: LinearContext, from: unknown, to: unknown): void {
  const { world } = context;
  const [original, replacement] = [referenced(context, 'projectStatuses', from), referenced(context, 'projectStatuses', to)];
  for (const project of world.projects.by.creation.page(allIn(`status:${original.id}`))) {
    world.projects.update(project.id, { statusId: replacement.id, updatedAt: timestamp(context.now) });
  }
}

const ANCHORS = ['projectMilestoneId', 'relatedProjectMilestoneId'] as const;

export function createProjectRelation(context: LinearContext, input: Input): Readonly<ProjectRelation> {
  const own = ['id', 'projectId', 'relatedProjectId', ...ANCHORS];
  const fields = given<ProjectRelation>('ProjectRelationCreateInput', input, {
    required: ['type', 'anchorType', 'relatedAnchorType'],
    own,
  });
  const [project, related] = [getProject(context, input.projectId), getProject(context, input.relatedProjectId)];
  if (project.id === related.id) throw new InvalidInput('relatedProjectId', 'isOther', "can't be the project itself");
  return context.world.projectRelations.insert({
    ...born(context, 'projectRelations', input),
    type: fields.type as string,
    projectId: project.id,
    anchorType: fields.anchorType as string,
    relatedProjectId: related.id,
    relatedAnchorType: fields.relatedAnchorType as string,
    projectMilestoneId: null,
    relatedProjectMilestoneId: null,
    ...anchorsIn(context, input),
    userId: actor(context).id,
  });
}

export function updateProjectRelation(context: LinearContext, id: unknown, input: Input): Readonly<ProjectRelation> {
  const relation = referenced(context, 'projectRelations', id);
  const patch = given<ProjectRelation>('ProjectRelationUpdateInput', input, {
    required: ['type', 'anchorType', 'relatedAnchorType'],
    own: ['projectId', 'relatedProjectId', ...ANCHORS],
  });
  Object.assign(patch, anchorsIn(context, input));
  if (input.projectId != null) patch.projectId = getProject(context, input.projectId).id;
  if (input.relatedProjectId != null) patch.relatedProjectId = getProject(context, input.relatedProjectId).id;
  return context.world.projectRelations.update(relation.id, { ...patch, updatedAt: timestamp(context.now) });
}

export function deleteProjectRelation(context: LinearContext, id: unknown): Readonly<ProjectRelation> {
  return context.world.projectRelations.remove(referenced(context, 'projectRelations', id).id);
}

function anchorsIn(context: LinearContext, input: Input): Partial<Pick<ProjectRelation, (typeof ANCHORS)[number]>> {
  const anchors: Partial<Pick<ProjectRelation, (typeof ANCHORS)[number]>> = {};
  for (const field of ANCHORS) {
    if (input[field] === undefined) continue;
    anchors[field] = input[field] === null ? null : referenced(context, 'projectMilestones', input[field], field).id;
  }
  return anchors;
}
