import { cutText } from '@svc/twin-kit';
import { found } from '../../lists/derived.ts';
import { pageOf, sequenceOf } from '../../lists/page.ts';
import type { AnyRecord } from '../../model.ts';
import { allIn, type LinearWorld, liveIn } from '../../world.ts';
import type { Fields, Graph } from '../graph.ts';
import { cut, editorDocument, priorityLabel, reactionData, reactionsOf, slugOf } from './text.ts';

/** Characters of a title that a branch name takes over. */
const BRANCH_TITLE = 60;

export const issueUrl = (graph: Graph, issue: AnyRecord): string =>
  graph.url(`issue/${issue.identifier}/${slugOf(issue.title) || '-'}`);

/** `user/eng-12-title`, the format that workspaces begin with. */
export function branchName(graph: Graph, issue: AnyRecord): string {
  const user = graph.world.users.get(graph.viewerId);
  const title = cut(slugOf(issue.title), BRANCH_TITLE);
  const owner = slugOf(user?.displayName ?? '');
  return `${owner && `${owner}/`}${issue.identifier.toLowerCase()}${title && `-${title}`}`;
}

const plainFields: Fields = {
  url: (issue, _args, graph) => issueUrl(graph, issue),
  branchName: (issue, _args, graph) => branchName(graph, issue),
  priorityLabel: ({ priority }) => priorityLabel(priority),
  boardOrder: () => 0,
  customerTicketCount: () => 0,
  reactions: ({ id }, _args, { world }) => reactionsOf(world, `issue:${id}`),
  reactionData: ({ id }, _args, { world }) => reactionData(reactionsOf(world, `issue:${id}`)),
  sharedAccess: () => ({
    disallowedIssueFields: [],
    isShared: false,
    sharedWithCount: 0,
    sharedWithUsers: [],
    viewerHasOnlySharedAccess: false,
  }),
  stateHistory: (issue, args, { world }) => pageOf(sequenceOf(stateSpans(world, issue)), args),
  favorite: ({ id }, _args, graph) => favoriteOf(graph, 'issueId', id),
  syncedWith: () => null,
};

/**
 * An issue's stays in workflow states, oldest first, as its history tells of them. The first goes by the issue's id, each
 * other by that of the change it began with.
 */
function stateSpans(world: LinearWorld, { id, createdAt, stateId }: AnyRecord): readonly AnyRecord[] {
  const moves: readonly AnyRecord[] = world.issueHistory.by.creation
    .page(allIn(`issue:${id}`))
    .filter((change) => change.toStateId !== undefined);
  const spans = [
    { id, startedAt: createdAt, stateId: moves[0] ? moves[0].fromStateId : stateId },
    ...moves.map((move) => ({ id: move.id, startedAt: move.createdAt, stateId: move.toStateId })),
  ];
  return spans.map((span, at) => ({ ...span, endedAt: spans[at + 1]?.startedAt ?? null })) as unknown as readonly AnyRecord[];
}

/** The caller's favourite of a thing. */
export function favoriteOf({ world, viewerId }: Graph, field: string, id: string): AnyRecord | null {
  const mine: readonly AnyRecord[] = world.favorites.by.creation.page(liveIn(`owner:${viewerId}`));
  return mine.find((favorite) => favorite[field] === id) ?? null;
}

export const issueFields = plainFields;
export const issueSearchResultFields: Fields = { ...plainFields, metadata: () => ({}) };

export const issueStateSpanFields: Fields = {
  state: ({ stateId }, _args, { world }) => world.workflowStates.get(stateId) ?? null,
};

export const issueHistoryFields: Fields = {
  actors: ({ actorId }, _args, { world }) => (actorId === null ? null : found([actorId], (id) => world.users.get(id))),
  addedLabels: ({ addedLabelIds }, _args, { world }) => addedLabelIds && found(addedLabelIds, (id) => world.issueLabels.get(id)),
  removedLabels: ({ removedLabelIds }, _args, { world }) =>
    removedLabelIds && found(removedLabelIds, (id) => world.issueLabels.get(id)),
  descriptionUpdatedBy: ({ updatedDescription, actorId }, _args, { world }) =>
    updatedDescription ? found([actorId], (id) => world.users.get(id)) : null,
};

function commentUrl(graph: Graph, comment: AnyRecord): string {
  const { world } = graph;
  const anchor = `#comment-${comment.id.slice(0, 8)}`;
  const issue = comment.issueId === null ? undefined : world.issues.get(comment.issueId);
  if (issue) return issueUrl(graph, issue) + anchor;
  const project = comment.projectId === null ? undefined : world.projects.get(comment.projectId);
  if (project) return graph.url(`project/${slugOf(project.name)}-${project.slugId}`) + anchor;
  return graph.url(`comment/${comment.id}`) + anchor;
}

export const commentFields: Fields = {
  url: (comment, _args, graph) => commentUrl(graph, comment),
  bodyData: ({ body }) => editorDocument(body),
  reactions: ({ id }, _args, { world }) => reactionsOf(world, `comment:${id}`),
  reactionData: ({ id }, _args, { world }) => reactionData(reactionsOf(world, `comment:${id}`)),
  documentContent: ({ documentContentId }, _args, { world }) => {
    const document = documentContentId === null ? undefined : world.documents.get(documentContentId);
    return document ? documentContent(document) : null;
  },
};

/** A document's content has the document's id. */
export const documentContent = (document: AnyRecord): unknown => ({
  id: document.id,
  content: document.content,
  createdAt: document.createdAt,
  updatedAt: document.updatedAt,
  document,
});

export const labelFields: Fields = { organization: (_record, _args, graph) => graph.organization };

const NOTIFICATION_TITLES: Readonly<Record<string, string>> = {
  issueAssignedToYou: 'assigned the issue to you',
  issueNewComment: 'commented on the issue',
  issueStatusChanged: 'changed the status of the issue',
  issueMention: 'mentioned you in the issue',
};

export const notificationFields: Fields = {
  team: ({ issueId }, _args, { world }) => world.teams.get(world.issues.get(issueId)?.teamId ?? ''),
  title: ({ issueId }, _args, { world }) => world.issues.get(issueId)?.title ?? '',
  subtitle: ({ actorId, type }, _args, { world }) => {
    const actor = actorId === null ? 'Linear' : (world.users.get(actorId)?.displayName ?? '');
    return `${actor} ${NOTIFICATION_TITLES[type] ?? type}`;
  },
  url: ({ issueId }, _args, graph) => {
    const issue = graph.world.issues.get(issueId);
    return issue ? issueUrl(graph, issue) : graph.url('inbox');
  },
  inboxUrl: ({ id }, _args, graph) => graph.url(`inbox/${id}`),
  actorAvatarColor: () => '#5e6ad2',
  actorInitials: ({ actorId }, _args, { world }) => cutText(world.users.get(actorId ?? '')?.displayName ?? '', 2) || null,
  actorInactive: ({ actorId }, _args, { world }) => world.users.get(actorId ?? '')?.active === false,
  groupingKey: ({ issueId }) => issueId,
  groupingPriority: () => 0,
  isLinearActor: () => false,
  issueStatusType: ({ issueId }, _args, { world }) =>
    world.workflowStates.get(world.issues.get(issueId)?.stateId ?? '')?.type ?? null,
  subscriptions: () => null,
};
