import { collection } from '@svc/twin-kit';
import { type Entity, listed, scope } from './entity.ts';

export interface Organization extends Entity {
  name: string;
  urlKey: string;
  logoUrl: string | null;
  gitBranchFormat: string | null;
  roadmapEnabled: boolean;
  fiscalYearStartMonth: number;
  projectUpdateReminderFrequencyInWeeks: number | null;
  previousUrlKeys: string[];
}

/** Whose key opens the twin. */
export interface Viewer {
  key: 'viewer';
  userId: string;
}

export interface User extends Entity {
  name: string;
  displayName: string;
  email: string;
  avatarUrl: string | null;
  description: string | null;
  title: string | null;
  timezone: string | null;
  statusEmoji: string | null;
  statusLabel: string | null;
  statusUntilAt: string | null;
  active: boolean;
  admin: boolean;
  owner: boolean;
  guest: boolean;
  app: boolean;
  lastSeen: string | null;
}

export interface Team extends Entity {
  key: string;
  name: string;
  description: string | null;
  icon: string | null;
  color: string | null;
  private: boolean;
  parentId: string | null;
  timezone: string;
  cyclesEnabled: boolean;
  cycleDuration: number;
  cycleCooldownTime: number;
  cycleStartDay: number;
  upcomingCycleCount: number;
  cycleIssueAutoAssignStarted: boolean;
  cycleIssueAutoAssignCompleted: boolean;
  cycleLockToActive: boolean;
  triageEnabled: boolean;
  requirePriorityToLeaveTriage: boolean;
  issueEstimationType: string;
  issueEstimationAllowZero: boolean;
  issueEstimationExtended: boolean;
  defaultIssueEstimate: number;
  inheritIssueEstimation: boolean;
  groupIssueHistory: boolean;
  setIssueSortOrderOnStateChange: string;
  defaultIssueStateId: string | null;
  triageIssueStateId: string | null;
  markedAsDuplicateWorkflowStateId: string | null;
  autoArchivePeriod: number;
  autoClosePeriod: number | null;
  autoCloseStateId: string | null;
  autoCloseParentIssues: boolean | null;
  autoCloseChildIssues: boolean | null;
  retiredAt: string | null;
}

export interface TeamMembership extends Entity {
  teamId: string;
  userId: string;
  owner: boolean;
  sortOrder: number;
}

/** Types of workflow states, in the order of a board. */
export const STATE_TYPES = ['triage', 'backlog', 'unstarted', 'started', 'completed', 'canceled', 'duplicate'] as const;
export type StateType = (typeof STATE_TYPES)[number];

export interface WorkflowState extends Entity {
  teamId: string;
  name: string;
  type: StateType;
  color: string;
  description: string | null;
  position: number;
}

/** Outgoing webhooks as Linear lists them. */
export interface Webhook extends Entity {
  url: string;
  label: string | null;
  resourceTypes: string[];
  enabled: boolean;
  teamId: string | null;
  allPublicTeams: boolean;
  creatorId: string;
}

export interface Favorite extends Entity {
  ownerId: string;
  type: string;
  sortOrder: number;
  folderName: string | null;
  parentId: string | null;
  issueId: string | null;
  projectId: string | null;
  cycleId: string | null;
  documentId: string | null;
  initiativeId: string | null;
  labelId: string | null;
  userId: string | null;
  teamId: string | null;
  predefinedViewType: string | null;
  predefinedViewTeamId: string | null;
}

export const workspaceCollections = {
  organization: collection<Organization>()({ key: (record) => record.id, indexes: listed() }),
  viewer: collection<Viewer>()({ key: (record) => record.key }),
  users: collection<User>()({
    key: (record) => record.id,
    indexes: {
      ...listed<User>(),
      email: { group: (record) => record.email.toLowerCase() },
      displayName: { group: (record) => record.displayName.toLowerCase() },
    },
  }),
  teams: collection<Team>()({
    key: (record) => record.id,
    indexes: {
      ...listed<Team>((record) => [scope('parent', record.parentId)]),
      key: { group: (record) => record.key.toUpperCase() },
    },
  }),
  teamMemberships: collection<TeamMembership>()({
    key: (record) => record.id,
    indexes: {
      ...listed<TeamMembership>((record) => [`team:${record.teamId}`, `user:${record.userId}`]),
      pair: { group: (record) => `${record.teamId} ${record.userId}` },
    },
  }),
  workflowStates: collection<WorkflowState>()({
    key: (record) => record.id,
    indexes: {
      ...listed<WorkflowState>((record) => [`team:${record.teamId}`]),
      team: { group: (record) => record.teamId, order: (record) => record.position },
    },
  }),
  webhooks: collection<Webhook>()({
    key: (record) => record.id,
    indexes: listed<Webhook>((record) => [scope('team', record.teamId)]),
  }),
  /** Apart from the webhooks: a state or a tape is no place for what signs their deliveries. */
  webhookSecrets: collection<{ id: string; secret: string }>()({ key: ({ id }) => id, internal: true }),
  favorites: collection<Favorite>()({
    key: (record) => record.id,
    indexes: listed<Favorite>((record) => [`owner:${record.ownerId}`, scope('parent', record.parentId)]),
  }),
};
