import { collection } from '@svc/twin-kit';
import { type Entity, listed, scope } from './entity.ts';
import type { IssueLabel } from './issues.ts';

export const PROJECT_STATUS_TYPES = ['backlog', 'planned', 'started', 'paused', 'completed', 'canceled'] as const;

export interface ProjectStatus extends Entity {
  name: string;
  type: (typeof PROJECT_STATUS_TYPES)[number];
  color: string;
  description: string | null;
  position: number;
  indefinite: boolean;
}

/** `onTrack`, `atRisk` or `offTrack`. */
export type Health = string;

export interface Project extends Entity {
  name: string;
  /** The summary under the name. */
  description: string;
  /** The page in Markdown. */
  content: string | null;
  icon: string | null;
  color: string;
  slugId: string;
  statusId: string;
  creatorId: string | null;
  leadId: string | null;
  teamIds: string[];
  memberIds: string[];
  labelIds: string[];
  /** 0 none, 1 urgent, 2 high, 3 medium, 4 low. */
  priority: number;
  sortOrder: number;
  prioritySortOrder: number;
  startDate: string | null;
  startDateResolution: string | null;
  targetDate: string | null;
  targetDateResolution: string | null;
  startedAt: string | null;
  completedAt: string | null;
  canceledAt: string | null;
  health: Health | null;
  healthUpdatedAt: string | null;
  convertedFromIssueId: string | null;
  projectUpdateRemindersPausedUntilAt: string | null;
  updateReminderFrequency: number | null;
  updateReminderFrequencyInWeeks: number | null;
  updateRemindersDay: string | null;
  updateRemindersHour: number | null;
  frequencyResolution: string;
  trashed: boolean | null;
}

export interface ProjectMilestone extends Entity {
  projectId: string;
  name: string;
  description: string | null;
  targetDate: string | null;
  sortOrder: number;
}

export interface ProjectUpdate extends Entity {
  projectId: string;
  userId: string;
  body: string;
  health: Health;
  slugId: string;
  isDiffHidden: boolean;
  editedAt: string | null;
}

export interface ProjectRelation extends Entity {
  type: string;
  projectId: string;
  projectMilestoneId: string | null;
  anchorType: string;
  relatedProjectId: string;
  relatedProjectMilestoneId: string | null;
  relatedAnchorType: string;
  userId: string | null;
}

export interface Cycle extends Entity {
  teamId: string;
  number: number;
  name: string | null;
  description: string | null;
  startsAt: string;
  endsAt: string;
  completedAt: string | null;
}

export interface Document extends Entity {
  title: string;
  content: string | null;
  slugId: string;
  icon: string | null;
  color: string | null;
  creatorId: string | null;
  updatedById: string | null;
  ownerId: string | null;
  projectId: string | null;
  initiativeId: string | null;
  issueId: string | null;
  teamId: string | null;
  cycleId: string | null;
  parentDocumentId: string | null;
  subscriberIds: string[];
  sortOrder: number;
  hiddenAt: string | null;
  trashed: boolean | null;
}

export const INITIATIVE_STATUSES = ['Proposed', 'Planned', 'Active', 'Completed', 'Canceled'] as const;

export interface Initiative extends Entity {
  name: string;
  description: string | null;
  content: string | null;
  icon: string | null;
  color: string | null;
  slugId: string;
  status: (typeof INITIATIVE_STATUSES)[number];
  creatorId: string | null;
  ownerId: string | null;
  leadTeamId: string | null;
  parentInitiativeId: string | null;
  labelIds: string[];
  priority: number;
  sortOrder: number;
  prioritySortOrder: number;
  targetDate: string | null;
  targetDateResolution: string | null;
  startedAt: string | null;
  completedAt: string | null;
  canceledAt: string | null;
  health: Health | null;
  healthUpdatedAt: string | null;
  updateReminderFrequency: number | null;
  updateReminderFrequencyInWeeks: number | null;
  updateRemindersDay: string | null;
  updateRemindersHour: number | null;
  frequencyResolution: string;
  trashed: boolean | null;
}

export interface InitiativeToProject extends Entity {
  initiativeId: string;
  projectId: string;
  sortOrder: string;
}

export interface InitiativeUpdate extends Entity {
  initiativeId: string;
  userId: string;
  body: string;
  health: Health;
  slugId: string;
  isDiffHidden: boolean;
  editedAt: string | null;
}

/** Labels of projects and of initiatives are like those of issues. */
export type ProjectLabel = IssueLabel;

export interface EntityExternalLink extends Entity {
  url: string;
  label: string;
  sortOrder: number;
  creatorId: string;
  projectId: string | null;
  initiativeId: string | null;
  teamId: string | null;
  cycleId: string | null;
}

const labels = () =>
  collection<ProjectLabel>()({
    key: (record) => record.id,
    indexes: {
      ...listed<ProjectLabel>((record) => [scope('parent', record.parentId)]),
      name: { group: (record) => record.name.toLowerCase() },
    },
  });

export const planningCollections = {
  projectStatuses: collection<ProjectStatus>()({
    key: (record) => record.id,
    indexes: { ...listed<ProjectStatus>(), position: { group: () => 'all', order: (record) => record.position } },
  }),
  projects: collection<Project>()({
    key: (record) => record.id,
    indexes: {
      ...listed<Project>((record) => [
        `status:${record.statusId}`,
        scope('lead', record.leadId),
        ...record.teamIds.map((id) => `team:${id}`),
        ...record.labelIds.map((id) => `label:${id}`),
      ]),
      slug: { group: (record) => record.slugId },
    },
  }),
  projectMilestones: collection<ProjectMilestone>()({
    key: (record) => record.id,
    indexes: listed<ProjectMilestone>((record) => [`project:${record.projectId}`]),
  }),
  projectUpdates: collection<ProjectUpdate>()({
    key: (record) => record.id,
    indexes: listed<ProjectUpdate>((record) => [`project:${record.projectId}`]),
  }),
  projectLabels: labels(),
  projectRelations: collection<ProjectRelation>()({
    key: (record) => record.id,
    indexes: listed<ProjectRelation>((record) => [`project:${record.projectId}`, `relatedProject:${record.relatedProjectId}`]),
  }),
  cycles: collection<Cycle>()({
    key: (record) => record.id,
    indexes: {
      ...listed<Cycle>((record) => [`team:${record.teamId}`]),
      start: {
        group: (record) => (record.archivedAt === null ? record.teamId : undefined),
        order: (record) => record.startsAt,
      },
    },
  }),
  documents: collection<Document>()({
    key: (record) => record.id,
    indexes: {
      ...listed<Document>((record) => [
        scope('project', record.projectId),
        scope('initiative', record.initiativeId),
        scope('issue', record.issueId),
        scope('team', record.teamId),
        scope('cycle', record.cycleId),
      ]),
      slug: { group: (record) => record.slugId },
    },
  }),
  initiatives: collection<Initiative>()({
    key: (record) => record.id,
    indexes: {
      ...listed<Initiative>((record) => [scope('parent', record.parentInitiativeId)]),
      slug: { group: (record) => record.slugId },
    },
  }),
  initiativeToProjects: collection<InitiativeToProject>()({
    key: (record) => record.id,
    indexes: listed<InitiativeToProject>((record) => [`initiative:${record.initiativeId}`, `project:${record.projectId}`]),
  }),
  initiativeUpdates: collection<InitiativeUpdate>()({
    key: (record) => record.id,
    indexes: listed<InitiativeUpdate>((record) => [`initiative:${record.initiativeId}`]),
  }),
  initiativeLabels: labels(),
  entityExternalLinks: collection<EntityExternalLink>()({
    key: (record) => record.id,
    indexes: listed<EntityExternalLink>((record) => [
      scope('project', record.projectId),
      scope('initiative', record.initiativeId),
    ]),
  }),
};
