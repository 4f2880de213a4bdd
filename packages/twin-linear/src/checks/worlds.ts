import { compareWorlds, type Difference, quoted } from '@svc/twin-kit';
import { collections, type Issue, type LinearCollections, type LinearState } from '../world.ts';

type Named = { name: string };
const ENTITY = ['updatedAt'] as const;
const called = <T extends Named>(what: string) => ({ what, name: ({ name }: T) => quoted(name), ignore: ENTITY as never });

const onIssue = (state: LinearState, id: string | null): string =>
  id === null ? '' : `on ${state.issues.find((one) => one.id === id)?.identifier ?? id}`;

/** What Linear writes when something is written; it says nothing that doesn't stand elsewhere. */
const FOLLOWS = { bookkeeping: 'Linear writes it down when something else changes' };

/** Everything in a workspace, as people call it. */
export const world = compareWorlds<LinearCollections>(collections, {
  organization: called('the workspace'),
  viewer: { bookkeeping: 'whose key opens the twin' },
  users: { what: 'user', name: ({ displayName }) => quoted(displayName), ignore: ['updatedAt', 'lastSeen'] },
  teams: called('team'),
  teamMemberships: {
    what: 'membership',
    name: ({ userId, teamId }, state) =>
      `of ${quoted(state.users.find(({ id }) => id === userId)?.displayName ?? userId)} in ${state.teams.find(({ id }) => id === teamId)?.key ?? teamId}`,
    ignore: ENTITY,
  },
  workflowStates: called('workflow state'),
  webhooks: { what: 'webhook', name: ({ url }) => quoted(url), ignore: ENTITY },
  webhookSecrets: { bookkeeping: 'no part of a state' },
  favorites: { what: 'favorite', name: ({ type }) => type, ignore: ENTITY },
  issues: { what: 'issue', name: ({ identifier, title }) => `${identifier} ${quoted(title)}`, ignore: ENTITY },
  issueRelations: {
    what: 'relation',
    name: ({ type, issueId, relatedIssueId }, state) => `${type} ${onIssue(state, issueId)} ${onIssue(state, relatedIssueId)}`,
    ignore: ENTITY,
  },
  issueHistory: FOLLOWS,
  comments: {
    what: 'comment',
    name: ({ issueId, body }, state) => `${onIssue(state, issueId)} ${quoted(body)}`.trim(),
    ignore: ENTITY,
  },
  issueLabels: { what: 'label', name: ({ name }) => quoted(name), ignore: ['updatedAt', 'lastAppliedAt'] },
  attachments: {
    what: 'attachment',
    name: ({ issueId, url }, state) => `${onIssue(state, issueId)} ${quoted(url)}`,
    ignore: ENTITY,
  },
  reactions: { what: 'reaction', name: ({ emoji }) => emoji, ignore: ENTITY },
  notifications: { what: 'notification', name: ({ type }) => type, ignore: ENTITY },
  projectStatuses: called('project status'),
  projects: { what: 'project', name: ({ name }) => quoted(name), ignore: ENTITY },
  projectMilestones: called('milestone'),
  projectUpdates: { what: 'project update', name: ({ body }) => quoted(body), ignore: ENTITY },
  projectLabels: { what: 'project label', name: ({ name }) => quoted(name), ignore: ['updatedAt', 'lastAppliedAt'] },
  projectRelations: { what: 'project relation', name: ({ type }) => type, ignore: ENTITY },
  cycles: { what: 'cycle', name: ({ number, name }) => name ?? String(number), ignore: ENTITY },
  documents: { what: 'document', name: ({ title }) => quoted(title), ignore: ENTITY },
  initiatives: called('initiative'),
  initiativeToProjects: { what: 'place of a project in an initiative', name: ({ projectId }) => projectId, ignore: ENTITY },
  initiativeUpdates: { what: 'initiative update', name: ({ body }) => quoted(body), ignore: ENTITY },
  initiativeLabels: { what: 'initiative label', name: ({ name }) => quoted(name), ignore: ['updatedAt', 'lastAppliedAt'] },
  entityExternalLinks: { what: 'link', name: ({ url }) => quoted(url), ignore: ENTITY },
});

/** Notifications come and go with what they tell of; only what becomes of one that stays was done to it. */
export const isAftermath = ({ collection, before, after }: Difference): boolean =>
  collection === 'notifications' && (before === null || after === null);

/** The issue that a record belongs to: itself, or where it hangs. */
export function issueOf(
  { collection, before, after }: Difference,
  { seed, final }: { seed: LinearState; final: LinearState },
): string[] {
  const record = (after ?? before) as Partial<Record<'id' | 'issueId' | 'relatedIssueId' | 'commentId', string | null>>;
  if (collection === 'issues') return [record.id as string];
  if (collection === 'issueRelations') return [record.issueId as string, record.relatedIssueId as string];
  if (record.issueId) return [record.issueId];
  const on = [...final.comments, ...seed.comments].find(({ id }) => id === record.commentId)?.issueId;
  return on ? [on] : [];
}

type Field = keyof Issue & string;

/** The fields of an issue as people call them, with what follows from a change of each. */
export const FIELDS: Readonly<Record<string, { own: readonly Field[]; follow: readonly Field[] }>> = {
  title: { own: ['title'], follow: [] },
  description: { own: ['description'], follow: [] },
  state: {
    own: ['stateId'],
    follow: ['startedAt', 'completedAt', 'canceledAt', 'startedTriageAt', 'triagedAt', 'autoClosedAt', 'sortOrder'],
  },
  assignee: { own: ['assigneeId'], follow: ['subscriberIds'] },
  priority: { own: ['priority'], follow: ['prioritySortOrder'] },
  estimate: { own: ['estimate'], follow: [] },
  'due date': { own: ['dueDate'], follow: [] },
  labels: { own: ['labelIds'], follow: [] },
  parent: { own: ['parentId'], follow: ['subIssueSortOrder'] },
  project: { own: ['projectId'], follow: ['projectMilestoneId', 'addedToProjectAt'] },
  milestone: { own: ['projectMilestoneId'], follow: [] },
  cycle: { own: ['cycleId'], follow: ['addedToCycleAt'] },
  subscribers: { own: ['subscriberIds'], follow: [] },
};
