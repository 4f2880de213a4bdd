import { found } from '../../lists/derived.ts';
import { day } from '../../lists/time.ts';
import type { AnyRecord } from '../../model.ts';
import { allIn, liveIn } from '../../world.ts';
import type { Fields, Graph } from '../graph.ts';
import { favoriteOf } from './issues.ts';
import { progressOf } from './progress.ts';
import { editorDocument, priorityLabel, reactionData, reactionsOf, slugOf } from './text.ts';

const address = (graph: Graph, kind: string, name: string, slugId: string): string =>
  graph.url(`${kind}/${[slugOf(name), slugId].filter(Boolean).join('-')}`);

const latest = (records: readonly AnyRecord[]): AnyRecord | null => records.at(-1) ?? null;

export const projectFields: Fields = {
  url: ({ name, slugId }, _args, graph) => address(graph, 'project', name, slugId),
  state: ({ statusId }, _args, { world }) => world.projectStatuses.get(statusId)?.type,
  priorityLabel: ({ priority }) => priorityLabel(priority),
  progress: ({ id }, _args, { world }) => progressOf(world, `project:${id}`).share,
  scope: ({ id }, _args, { world }) => progressOf(world, `project:${id}`).scope,
  lastUpdate: ({ id }, _args, { world }) => latest(world.projectUpdates.by.creation.page(liveIn(`project:${id}`))),
  initiatives: ({ id }, args, graph) => {
    const links = graph.world.initiativeToProjects.by.creation.page(liveIn(`project:${id}`));
    const initiatives = found(
      links.map((link) => link.initiativeId),
      (initiative) => graph.world.initiatives.get(initiative),
    );
    return graph.listOf('Initiative', initiatives, args);
  },
  leadTeamId: ({ teamIds }) => teamIds[0],
  leadTeam: ({ teamIds }, _args, { world }) => world.teams.get(teamIds[0]) ?? null,
  resourceCount: ({ id }, _args, { world }) =>
    world.documents.by.creation.count(liveIn(`project:${id}`)) +
    world.entityExternalLinks.by.creation.count(liveIn(`project:${id}`)),
  favorite: ({ id }, _args, graph) => favoriteOf(graph, 'projectId', id),
  syncedWith: () => null,
};

export const projectSearchResultFields: Fields = { ...projectFields, metadata: () => ({}) };

export const projectMilestoneFields: Fields = {
  progress: ({ id }, _args, { world }) => progressOf(world, `projectMilestone:${id}`).share,
  status: (milestone, _args, graph) => {
    const { scope, completed } = progressOf(graph.world, `projectMilestone:${milestone.id}`);
    if (scope > 0 && completed === scope) return 'done';
    if (milestone.targetDate !== null && milestone.targetDate < day(graph.timestamp())) return 'overdue';
    return nextMilestone(graph, milestone)?.id === milestone.id ? 'next' : 'unstarted';
  },
};

/** The first milestone of a project that isn't done. */
function nextMilestone({ world }: Graph, milestone: AnyRecord): AnyRecord | undefined {
  return world.projectMilestones.by.creation
    .page(liveIn(`project:${milestone.projectId}`))
    .toSorted((left, right) => left.sortOrder - right.sortOrder)
    .find((one) => {
      const { scope, completed } = progressOf(world, `projectMilestone:${one.id}`);
      return scope === 0 || completed < scope;
    });
}

const updateFields = (kind: 'projectUpdate' | 'initiativeUpdate'): Fields => ({
  bodyData: ({ body }) => editorDocument(body),
  commentCount: ({ id }, _args, { world }) => world.comments.by.creation.count(liveIn(`${kind}:${id}`)),
  reactions: ({ id }, _args, { world }) => reactionsOf(world, `${kind}:${id}`),
  reactionData: ({ id }, _args, { world }) => reactionData(reactionsOf(world, `${kind}:${id}`)),
});

export const projectUpdateFields: Fields = {
  ...updateFields('projectUpdate'),
  url: (update, _args, graph) => {
    const project = graph.world.projects.get(update.projectId);
    return `${address(graph, 'project', project?.name ?? '', project?.slugId ?? '')}/activity#project-update-${update.slugId}`;
  },
};

export const initiativeUpdateFields: Fields = {
  ...updateFields('initiativeUpdate'),
  url: (update, _args, graph) => {
    const initiative = graph.world.initiatives.get(update.initiativeId);
    return `${address(graph, 'initiative', initiative?.name ?? '', initiative?.slugId ?? '')}/activity#initiative-update-${update.slugId}`;
  },
};

export const documentFields: Fields = {
  url: ({ title, slugId }, _args, graph) => address(graph, 'document', title, slugId),
  documentContentId: ({ id }) => id,
};

export const documentSearchResultFields: Fields = { ...documentFields, metadata: () => ({}) };

export const initiativeFields: Fields = {
  url: ({ name, slugId }, _args, graph) => address(graph, 'initiative', name, slugId),
  organization: (_record, _args, graph) => graph.organization,
  visibility: () => 'public',
  lastUpdate: ({ id }, _args, { world }) => latest(world.initiativeUpdates.by.creation.page(liveIn(`initiative:${id}`))),
  parentInitiatives: ({ parentInitiativeId }, args, graph) => {
    const parent = parentInitiativeId === null ? undefined : graph.world.initiatives.get(parentInitiativeId);
    return graph.listOf('Initiative', parent ? [parent] : [], args);
  },
  projects: ({ id }, args, graph) => {
    const links = graph.world.initiativeToProjects.by.creation.page(allIn(`initiative:${id}`));
    const projects = found(
      links.map((link) => link.projectId),
      (project) => graph.world.projects.get(project),
    );
    return graph.listOf('Project', projects, args);
  },
};
