import * as cycles from '../../actions/cycles.ts';
import * as documents from '../../actions/documents.ts';
import * as initiatives from '../../actions/initiatives.ts';
import * as labels from '../../actions/labels.ts';
import * as parts from '../../actions/project-parts.ts';
import * as projects from '../../actions/projects.ts';
import * as updates from '../../actions/updates.ts';
import type { RootResolver } from '../graph.ts';
import { archived, deleted, done, payload } from './payload.ts';

const projectMutations: Readonly<Record<string, RootResolver>> = {
  projectCreate: payload('project', (context, { input }) => projects.createProject(context, input)),
  projectUpdate: payload('project', (context, { id, input }) => projects.updateProject(context, id, input)),
  projectArchive: archived((context, { id, trash }) => projects.archiveProject(context, id, trash ?? false)),
  projectUnarchive: archived((context, { id }) => projects.unarchiveProject(context, id)),
  projectDelete: archived((context, { id }) => projects.archiveProject(context, id, true)),
  projectAddLabel: payload('project', (context, { id, labelId }) => projects.addProjectLabel(context, id, labelId)),
  projectRemoveLabel: payload('project', (context, { id, labelId }) => projects.removeProjectLabel(context, id, labelId)),
  projectReassignStatus: done((context, { originalProjectStatusId, newProjectStatusId }) =>
    parts.reassignProjectStatus(context, originalProjectStatusId, newProjectStatusId),
  ),

  projectMilestoneCreate: payload('projectMilestone', (context, { input }) => parts.createProjectMilestone(context, input)),
  projectMilestoneUpdate: payload('projectMilestone', (context, { id, input }) =>
    parts.updateProjectMilestone(context, id, input),
  ),
  projectMilestoneDelete: deleted((context, { id }) => parts.deleteProjectMilestone(context, id)),

  projectStatusCreate: payload('status', (context, { input }) => parts.createProjectStatus(context, input)),
  projectStatusUpdate: payload('status', (context, { id, input }) => parts.updateProjectStatus(context, id, input)),
  projectStatusArchive: archived((context, { id }) => parts.archiveProjectStatus(context, id)),
  projectStatusUnarchive: archived((context, { id }) => parts.unarchiveProjectStatus(context, id)),

  projectRelationCreate: payload('projectRelation', (context, { input }) => parts.createProjectRelation(context, input)),
  projectRelationUpdate: payload('projectRelation', (context, { id, input }) => parts.updateProjectRelation(context, id, input)),
  projectRelationDelete: deleted((context, { id }) => parts.deleteProjectRelation(context, id)),

  projectUpdateCreate: payload('projectUpdate', (context, { input }) => updates.createProjectUpdate(context, input)),
  projectUpdateUpdate: payload('projectUpdate', (context, { id, input }) => updates.updateProjectUpdate(context, id, input)),
  projectUpdateArchive: archived((context, { id }) => updates.archiveProjectUpdate(context, id)),
  projectUpdateUnarchive: archived((context, { id }) => updates.unarchiveProjectUpdate(context, id)),
  projectUpdateDelete: deleted((context, { id }) => updates.deleteProjectUpdate(context, id)),

  projectLabelCreate: payload('projectLabel', (context, { input }) => labels.createLabel(context, 'projectLabels', input)),
  projectLabelUpdate: payload('projectLabel', (context, { id, input }) =>
    labels.updateLabel(context, 'projectLabels', id, input),
  ),
  projectLabelDelete: deleted((context, { id }) => labels.deleteLabel(context, 'projectLabels', id)),
  projectLabelRetire: payload('projectLabel', (context, { id }) => labels.retireLabel(context, 'projectLabels', id)),
  projectLabelRestore: payload('projectLabel', (context, { id }) => labels.restoreLabel(context, 'projectLabels', id)),
};

const initiativeMutations: Readonly<Record<string, RootResolver>> = {
  initiativeCreate: payload('initiative', (context, { input }) => initiatives.createInitiative(context, input)),
  initiativeUpdate: payload('initiative', (context, { id, input }) => initiatives.updateInitiative(context, id, input)),
  initiativeArchive: archived((context, { id }) => initiatives.archiveInitiative(context, id)),
  initiativeUnarchive: archived((context, { id }) => initiatives.unarchiveInitiative(context, id)),
  initiativeDelete: deleted((context, { id }) => initiatives.deleteInitiative(context, id)),
  initiativeAddLabel: payload('initiative', (context, { id, labelId }) => initiatives.addInitiativeLabel(context, id, labelId)),
  initiativeRemoveLabel: payload('initiative', (context, { id, labelId }) =>
    initiatives.removeInitiativeLabel(context, id, labelId),
  ),

  initiativeToProjectCreate: payload('initiativeToProject', (context, { input }) => initiatives.linkProject(context, input)),
  initiativeToProjectUpdate: payload('initiativeToProject', (context, { id, input }) =>
    initiatives.updateProjectLink(context, id, input),
  ),
  initiativeToProjectDelete: deleted((context, { id }) => initiatives.unlinkProject(context, id)),

  initiativeUpdateCreate: payload('initiativeUpdate', (context, { input }) => updates.createInitiativeUpdate(context, input)),
  initiativeUpdateUpdate: payload('initiativeUpdate', (context, { id, input }) =>
    updates.updateInitiativeUpdate(context, id, input),
  ),
  initiativeUpdateArchive: archived((context, { id }) => updates.archiveInitiativeUpdate(context, id)),
  initiativeUpdateUnarchive: archived((context, { id }) => updates.archiveInitiativeUpdate(context, id, false)),

  initiativeLabelCreate: payload('initiativeLabel', (context, { input }) =>
    labels.createLabel(context, 'initiativeLabels', input),
  ),
  initiativeLabelUpdate: payload('initiativeLabel', (context, { id, input }) =>
    labels.updateLabel(context, 'initiativeLabels', id, input),
  ),
  initiativeLabelDelete: deleted((context, { id }) => labels.deleteLabel(context, 'initiativeLabels', id)),
  initiativeLabelRetire: payload('initiativeLabel', (context, { id }) => labels.retireLabel(context, 'initiativeLabels', id)),
  initiativeLabelRestore: payload('initiativeLabel', (context, { id }) => labels.restoreLabel(context, 'initiativeLabels', id)),
};

export const planningMutations: Readonly<Record<string, RootResolver>> = {
  ...projectMutations,
  ...initiativeMutations,
  cycleCreate: payload('cycle', (context, { input }) => cycles.createCycle(context, input)),
  cycleUpdate: payload('cycle', (context, { id, input }) => cycles.updateCycle(context, id, input)),
  cycleArchive: archived((context, { id }) => cycles.archiveCycle(context, id)),
  cycleShiftAll: payload('cycle', (context, { input }) => cycles.shiftCycles(context, input.id, input.daysToShift as number)),
  cycleStartUpcomingCycleToday: payload('cycle', (context, { id }) => cycles.startCycleToday(context, id)),

  documentCreate: payload('document', (context, { input }) => documents.createDocument(context, input)),
  documentUpdate: payload('document', (context, { id, input }) => documents.updateDocument(context, id, input)),
  documentDelete: archived((context, { id }) => documents.deleteDocument(context, id)),
  documentUnarchive: archived((context, { id }) => documents.unarchiveDocument(context, id)),

  entityExternalLinkCreate: payload('entityExternalLink', (context, { input }) => initiatives.createExternalLink(context, input)),
  entityExternalLinkUpdate: payload('entityExternalLink', (context, { id, input }) =>
    initiatives.updateExternalLink(context, id, input),
  ),
  entityExternalLinkDelete: deleted((context, { id }) => initiatives.deleteExternalLink(context, id)),
};
