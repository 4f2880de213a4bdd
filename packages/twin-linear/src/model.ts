import type { Collection } from '@svc/twin-kit';
import type { Entity, LinearWorld } from './world.ts';

/** Collections whose records are nodes of Linear's graph. */
export type EntityCollection = {
  [N in keyof LinearWorld]: LinearWorld[N] extends Collection<infer T, infer _I> ? (T extends Entity ? N : never) : never;
}[keyof LinearWorld] &
  string;

/** A record as lists, filters and resolvers read it: its fields by name. */
// biome-ignore lint/suspicious/noExplicitAny: records of unrelated types pass through the same lists
export type AnyRecord = Readonly<Entity & Record<string, any>>;

/** The graph's name of each collection's records. */
export const typeOf: Readonly<Record<EntityCollection, string>> = {
  organization: 'Organization',
  users: 'User',
  teams: 'Team',
  teamMemberships: 'TeamMembership',
  workflowStates: 'WorkflowState',
  webhooks: 'Webhook',
  favorites: 'Favorite',
  issues: 'Issue',
  issueRelations: 'IssueRelation',
  issueHistory: 'IssueHistory',
  comments: 'Comment',
  issueLabels: 'IssueLabel',
  attachments: 'Attachment',
  reactions: 'Reaction',
  notifications: 'Notification',
  projectStatuses: 'ProjectStatus',
  projects: 'Project',
  projectMilestones: 'ProjectMilestone',
  projectUpdates: 'ProjectUpdate',
  projectLabels: 'ProjectLabel',
  projectRelations: 'ProjectRelation',
  cycles: 'Cycle',
  documents: 'Document',
  initiatives: 'Initiative',
  initiativeToProjects: 'InitiativeToProject',
  initiativeUpdates: 'InitiativeUpdate',
  initiativeLabels: 'InitiativeLabel',
  entityExternalLinks: 'EntityExternalLink',
};

/** A field that leads to one record: the collection and the field that holds its id. */
export type One = readonly [collection: EntityCollection, idField: string];
/** A field that leads to a list: by the scope of an index, or by a field that holds ids. */
export type Many =
  | { readonly collection: EntityCollection; readonly scope: string }
  | { readonly collection: EntityCollection; readonly ids: string };

export interface TypeModel {
  readonly one: Readonly<Record<string, One>>;
  readonly many: Readonly<Record<string, Many>>;
}

const by = (collection: EntityCollection, scope: string): Many => ({ collection, scope });
const held = (collection: EntityCollection, ids: string): Many => ({ collection, ids });

/** The edges of Linear's graph that the twin models. Lists, filters and resolvers all read them here. */
export const model: Readonly<Record<string, TypeModel>> = {
  Organization: { one: {}, many: { users: by('users', '*'), teams: by('teams', '*') } },
  User: {
    one: {},
    many: {
      assignedIssues: by('issues', 'assignee'),
      createdIssues: by('issues', 'creator'),
      delegatedIssues: by('issues', 'delegate'),
      teamMemberships: by('teamMemberships', 'user'),
    },
  },
  Team: {
    one: {
      parent: ['teams', 'parentId'],
      defaultIssueState: ['workflowStates', 'defaultIssueStateId'],
      triageIssueState: ['workflowStates', 'triageIssueStateId'],
      markedAsDuplicateWorkflowState: ['workflowStates', 'markedAsDuplicateWorkflowStateId'],
    },
    many: {
      issues: by('issues', 'team'),
      states: by('workflowStates', 'team'),
      labels: by('issueLabels', 'team'),
      cycles: by('cycles', 'team'),
      projects: by('projects', 'team'),
      memberships: by('teamMemberships', 'team'),
      webhooks: by('webhooks', 'team'),
    },
  },
  TeamMembership: { one: { team: ['teams', 'teamId'], user: ['users', 'userId'] }, many: {} },
  WorkflowState: { one: { team: ['teams', 'teamId'] }, many: { issues: by('issues', 'state') } },
  Webhook: { one: { team: ['teams', 'teamId'], creator: ['users', 'creatorId'] }, many: {} },
  Favorite: {
    one: {
      owner: ['users', 'ownerId'],
      parent: ['favorites', 'parentId'],
      issue: ['issues', 'issueId'],
      project: ['projects', 'projectId'],
      cycle: ['cycles', 'cycleId'],
      document: ['documents', 'documentId'],
      initiative: ['initiatives', 'initiativeId'],
      label: ['issueLabels', 'labelId'],
      user: ['users', 'userId'],
      team: ['teams', 'teamId'],
      predefinedViewTeam: ['teams', 'predefinedViewTeamId'],
    },
    many: { children: by('favorites', 'parent') },
  },
  Issue: {
    one: {
      team: ['teams', 'teamId'],
      state: ['workflowStates', 'stateId'],
      creator: ['users', 'creatorId'],
      assignee: ['users', 'assigneeId'],
      delegate: ['users', 'delegateId'],
      parent: ['issues', 'parentId'],
      project: ['projects', 'projectId'],
      projectMilestone: ['projectMilestones', 'projectMilestoneId'],
      cycle: ['cycles', 'cycleId'],
      snoozedBy: ['users', 'snoozedById'],
    },
    many: {
      children: by('issues', 'parent'),
      comments: by('comments', 'issue'),
      attachments: by('attachments', 'issue'),
      documents: by('documents', 'issue'),
      relations: by('issueRelations', 'issue'),
      inverseRelations: by('issueRelations', 'relatedIssue'),
      history: by('issueHistory', 'issue'),
      labels: held('issueLabels', 'labelIds'),
      subscribers: held('users', 'subscriberIds'),
    },
  },
  IssueRelation: { one: { issue: ['issues', 'issueId'], relatedIssue: ['issues', 'relatedIssueId'] }, many: {} },
  IssueHistory: {
    one: {
      issue: ['issues', 'issueId'],
      actor: ['users', 'actorId'],
      fromAssignee: ['users', 'fromAssigneeId'],
      toAssignee: ['users', 'toAssigneeId'],
      fromState: ['workflowStates', 'fromStateId'],
      toState: ['workflowStates', 'toStateId'],
      fromTeam: ['teams', 'fromTeamId'],
      toTeam: ['teams', 'toTeamId'],
      fromParent: ['issues', 'fromParentId'],
      toParent: ['issues', 'toParentId'],
      fromProject: ['projects', 'fromProjectId'],
      toProject: ['projects', 'toProjectId'],
      fromCycle: ['cycles', 'fromCycleId'],
      toCycle: ['cycles', 'toCycleId'],
      attachment: ['attachments', 'attachmentId'],
    },
    many: {},
  },
  Comment: {
    one: {
      user: ['users', 'userId'],
      issue: ['issues', 'issueId'],
      project: ['projects', 'projectId'],
      projectUpdate: ['projectUpdates', 'projectUpdateId'],
      initiative: ['initiatives', 'initiativeId'],
      initiativeUpdate: ['initiativeUpdates', 'initiativeUpdateId'],
      parent: ['comments', 'parentId'],
      resolvingUser: ['users', 'resolvingUserId'],
      resolvingComment: ['comments', 'resolvingCommentId'],
    },
    many: { children: by('comments', 'parent') },
  },
  IssueLabel: {
    one: {
      team: ['teams', 'teamId'],
      parent: ['issueLabels', 'parentId'],
      creator: ['users', 'creatorId'],
      retiredBy: ['users', 'retiredById'],
    },
    many: { issues: by('issues', 'label'), children: by('issueLabels', 'parent') },
  },
  Attachment: { one: { issue: ['issues', 'issueId'], creator: ['users', 'creatorId'] }, many: {} },
  Reaction: {
    one: {
      user: ['users', 'userId'],
      issue: ['issues', 'issueId'],
      comment: ['comments', 'commentId'],
      projectUpdate: ['projectUpdates', 'projectUpdateId'],
      initiativeUpdate: ['initiativeUpdates', 'initiativeUpdateId'],
    },
    many: {},
  },
  Notification: {
    one: {
      user: ['users', 'userId'],
      actor: ['users', 'actorId'],
      issue: ['issues', 'issueId'],
      comment: ['comments', 'commentId'],
      parentComment: ['comments', 'parentCommentId'],
    },
    many: {},
  },
  ProjectStatus: { one: {}, many: {} },
  Project: {
    one: {
      status: ['projectStatuses', 'statusId'],
      creator: ['users', 'creatorId'],
      lead: ['users', 'leadId'],
      convertedFromIssue: ['issues', 'convertedFromIssueId'],
    },
    many: {
      issues: by('issues', 'project'),
      comments: by('comments', 'project'),
      documents: by('documents', 'project'),
      projectMilestones: by('projectMilestones', 'project'),
      projectUpdates: by('projectUpdates', 'project'),
      initiativeToProjects: by('initiativeToProjects', 'project'),
      externalLinks: by('entityExternalLinks', 'project'),
      relations: by('projectRelations', 'project'),
      inverseRelations: by('projectRelations', 'relatedProject'),
      teams: held('teams', 'teamIds'),
      members: held('users', 'memberIds'),
      labels: held('projectLabels', 'labelIds'),
    },
  },
  ProjectMilestone: { one: { project: ['projects', 'projectId'] }, many: { issues: by('issues', 'projectMilestone') } },
  ProjectUpdate: {
    one: { project: ['projects', 'projectId'], user: ['users', 'userId'] },
    many: { comments: by('comments', 'projectUpdate') },
  },
  ProjectLabel: {
    one: { parent: ['projectLabels', 'parentId'], creator: ['users', 'creatorId'], retiredBy: ['users', 'retiredById'] },
    many: { projects: by('projects', 'label'), children: by('projectLabels', 'parent') },
  },
  ProjectRelation: {
    one: {
      project: ['projects', 'projectId'],
      relatedProject: ['projects', 'relatedProjectId'],
      projectMilestone: ['projectMilestones', 'projectMilestoneId'],
      relatedProjectMilestone: ['projectMilestones', 'relatedProjectMilestoneId'],
      user: ['users', 'userId'],
    },
    many: {},
  },
  Cycle: { one: { team: ['teams', 'teamId'] }, many: { issues: by('issues', 'cycle'), documents: by('documents', 'cycle') } },
  Document: {
    one: {
      creator: ['users', 'creatorId'],
      updatedBy: ['users', 'updatedById'],
      owner: ['users', 'ownerId'],
      project: ['projects', 'projectId'],
      initiative: ['initiatives', 'initiativeId'],
      issue: ['issues', 'issueId'],
      team: ['teams', 'teamId'],
      cycle: ['cycles', 'cycleId'],
      parentDocument: ['documents', 'parentDocumentId'],
    },
    many: { comments: by('comments', 'document'), subscribers: held('users', 'subscriberIds') },
  },
  Initiative: {
    one: {
      creator: ['users', 'creatorId'],
      owner: ['users', 'ownerId'],
      leadTeam: ['teams', 'leadTeamId'],
      parentInitiative: ['initiatives', 'parentInitiativeId'],
    },
    many: {
      documents: by('documents', 'initiative'),
      initiativeUpdates: by('initiativeUpdates', 'initiative'),
      links: by('entityExternalLinks', 'initiative'),
      subInitiatives: by('initiatives', 'parent'),
      labels: held('initiativeLabels', 'labelIds'),
    },
  },
  InitiativeToProject: {
    one: { initiative: ['initiatives', 'initiativeId'], project: ['projects', 'projectId'] },
    many: {},
  },
  InitiativeUpdate: {
    one: { initiative: ['initiatives', 'initiativeId'], user: ['users', 'userId'] },
    many: { comments: by('comments', 'initiativeUpdate') },
  },
  InitiativeLabel: {
    one: { parent: ['initiativeLabels', 'parentId'], creator: ['users', 'creatorId'], retiredBy: ['users', 'retiredById'] },
    many: { children: by('initiativeLabels', 'parent') },
  },
  EntityExternalLink: {
    one: { creator: ['users', 'creatorId'], project: ['projects', 'projectId'], initiative: ['initiatives', 'initiativeId'] },
    many: {},
  },
};
