import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LinearDocument } from '@linear/sdk';
import { type FieldNode, type OperationDefinitionNode, parse } from 'graphql';
import { mutations } from '../src/graphql/roots/mutations.ts';
import { type Served, serveLinear } from './served.ts';
import { full } from './worlds.ts';

/** The official client's request for each mutation, by the mutation's name. */
const requests = new Map(
  Object.values(LinearDocument as unknown as Record<string, unknown>)
    .map(String)
    .filter((text) => /^\s*mutation\b/.test(text))
    .map((text) => {
      const operation = parse(text).definitions.find((one) => one.kind === 'OperationDefinition') as OperationDefinitionNode;
      return [(operation.selectionSet.selections[0] as FieldNode).name.value, text] as const;
    }),
);

/** The client leaves this one out. */
requests.set(
  'projectReassignStatus',
  `mutation($originalProjectStatusId: String!, $newProjectStatusId: String!) {
    projectReassignStatus(originalProjectStatusId: $originalProjectStatusId, newProjectStatusId: $newProjectStatusId) { success }
  }`,
);

let twin: Served;
const called = new Set<string>();
// biome-ignore lint/suspicious/noExplicitAny: payloads of many shapes
type Payload = any;

/** Sends a mutation as the client does; it has to land. */
async function run(name: string, variables: Record<string, unknown>): Promise<Payload> {
  called.add(name);
  const { [name]: payload } = await twin.data(requests.get(name) as string, variables);
  expect(payload).toMatchObject({ success: true });
  return payload;
}
/** The changed record, read with the fields that a test looks at. */
async function changed(name: string, field: string, variables: Record<string, unknown>): Promise<Payload> {
  return (await run(name, variables))[field];
}
const read = async (type: string, id: string, fields: string): Promise<Payload> =>
  (await twin.data(`query($id: String!) { ${type}(id: $id) { ${fields} } }`, { id }))[type];
const gone = async (type: string, id: string): Promise<void> => {
  const { errors } = await twin.ask(`query($id: String!) { ${type}(id: $id) { id } }`, { id });
  expect(errors?.[0].message).toMatch(/^Entity not found/);
};
// biome-ignore lint/suspicious/noExplicitAny: records of many types
let world: Record<string, any[]>;
const named = (collection: string, field: string, value: unknown) => world[collection]?.find((one) => one[field] === value);

beforeAll(async () => {
  twin = await serveLinear(full);
  world = (await twin.state()) as never;
});
afterAll(() => twin.close());

describe("every mutation the twin models lands through the official client's request:", () => {
  test('issues', async () => {
    const team = named('teams', 'key', 'ENG');
    const bug = named('issueLabels', 'name', 'Bug');
    const { id } = await changed('issueCreate', 'issue', { input: { teamId: team.id, title: 'New', priority: 1 } });
    await run('issueUpdate', { id, input: { title: 'Newer' } });
    expect(await read('issue', id, 'title priorityLabel identifier')).toEqual({
      title: 'Newer',
      priorityLabel: 'Urgent',
      identifier: 'ENG-5',
    });
    await run('issueAddLabel', { id, labelId: bug.id });
    expect(await read('issue', id, 'labels { nodes { name } }')).toEqual({ labels: { nodes: [{ name: 'Bug' }] } });
    await run('issueRemoveLabel', { id, labelId: bug.id });
    const ben = named('users', 'displayName', 'ben');
    await run('issueSubscribe', { id, userId: ben.id });
    await run('issueUnsubscribe', { id, userEmail: 'BEN@acme.example' });
    await run('issueArchive', { id });
    expect(await read('issue', id, 'archivedAt')).toEqual({ archivedAt: expect.any(String) });
    await run('issueUnarchive', { id });
    await run('issueDelete', { id });
    expect(await read('issue', id, 'trashed')).toEqual({ trashed: true });
    const batch = await run('issueBatchCreate', {
      input: {
        issues: [
          { teamId: team.id, title: 'A' },
          { teamId: team.id, title: 'B' },
        ],
      },
    });
    expect(batch.issues).toHaveLength(2);
    await run('issueBatchUpdate', { ids: batch.issues.map((issue: { id: string }) => issue.id), input: { priority: 2 } });
  });

  test('relations, labels and attachments', async () => {
    const [one, other] = [named('issues', 'identifier', 'ENG-2'), named('issues', 'identifier', 'ENG-3')];
    const relation = await changed('issueRelationCreate', 'issueRelation', {
      input: { issueId: one.id, relatedIssueId: other.id, type: 'related' },
    });
    await run('issueRelationUpdate', { id: relation.id, input: { type: 'blocks' } });
    expect(await read('issueRelation', relation.id, 'type')).toEqual({ type: 'blocks' });
    await run('issueRelationDelete', { id: relation.id });
    await gone('issueRelation', relation.id);
    const label = await changed('issueLabelCreate', 'issueLabel', { input: { name: 'Docs', color: '#123456' } });
    await run('issueLabelUpdate', { id: label.id, input: { name: 'Documentation' } });
    await run('issueLabelRetire', { id: label.id });
    await run('issueLabelRestore', { id: label.id });
    await run('issueLabelDelete', { id: label.id });
    await gone('issueLabel', label.id);
    const attachment = await changed('attachmentCreate', 'attachment', {
      input: { issueId: one.id, title: 'Log', url: 'https://example.com/log' },
    });
    await run('attachmentUpdate', { id: attachment.id, input: { title: 'The log' } });
    await run('attachmentDelete', { id: attachment.id });
    const url = 'https://example.com/1';
    await run('attachmentLinkURL', { issueId: one.id, url });
    await run('attachmentLinkGitHubPR', { issueId: one.id, url: `${url}/pr` });
    await run('attachmentLinkGitHubIssue', { issueId: one.id, url: `${url}/issue` });
    await run('attachmentLinkGitLabMR', { issueId: one.id, url: `${url}/mr`, projectPathWithNamespace: 'a/b', number: 1 });
    await run('attachmentLinkSlack', { issueId: one.id, url: `${url}/slack` });
    await run('attachmentLinkDiscord', { issueId: one.id, url: `${url}/discord`, channelId: '1', messageId: '2' });
    expect(await read('issue', one.id, 'attachments { nodes { sourceType } }')).toMatchObject({
      attachments: { nodes: expect.any(Array) },
    });
  });

  test('comments and reactions', async () => {
    const issue = named('issues', 'identifier', 'ENG-2');
    const comment = await changed('commentCreate', 'comment', { input: { issueId: issue.id, body: 'Hello' } });
    await run('commentUpdate', { id: comment.id, input: { body: 'Hello there' } });
    expect(await read('comment', comment.id, 'body editedAt')).toEqual({ body: 'Hello there', editedAt: expect.any(String) });
    await run('commentResolve', { id: comment.id });
    await run('commentUnresolve', { id: comment.id });
    const reaction = await changed('reactionCreate', 'reaction', { input: { commentId: comment.id, emoji: '👍' } });
    await run('reactionDelete', { id: reaction.id });
    await run('commentDelete', { id: comment.id });
    await gone('comment', comment.id);
  });

  test('notifications', async () => {
    const [note] = world.notifications as [{ id: string; issueId: string }];
    const now = '2030-01-01T00:00:00.000Z';
    await run('notificationUpdate', { id: note.id, input: { readAt: now } });
    await run('notificationArchive', { id: note.id });
    await run('notificationUnarchive', { id: note.id });
    const input = { issueId: note.issueId };
    await run('notificationMarkReadAll', { input, readAt: now });
    await run('notificationMarkUnreadAll', { input });
    await run('notificationSnoozeAll', { input, snoozedUntilAt: now });
    await run('notificationUnsnoozeAll', { input, unsnoozedAt: now });
    await run('notificationArchiveAll', { input: { id: note.id } });
    expect(await read('notification', note.id, 'archivedAt readAt snoozedUntilAt')).toEqual({
      archivedAt: expect.any(String),
      readAt: null,
      snoozedUntilAt: null,
    });
  });

  test('projects', async () => {
    const team = named('teams', 'key', 'ENG');
    const [status] = world.projectStatuses as [{ id: string }];
    const done = named('projectStatuses', 'name', 'Completed');
    const project = await changed('projectCreate', 'project', { input: { name: 'Winter', teamIds: [team.id] } });
    await run('projectUpdate', { id: project.id, input: { statusId: done.id } });
    expect(await read('project', project.id, 'state completedAt')).toEqual({
      state: 'completed',
      completedAt: expect.any(String),
    });
    const label = await changed('projectLabelCreate', 'projectLabel', { input: { name: 'Big' } });
    await run('projectAddLabel', { id: project.id, labelId: label.id });
    await run('projectRemoveLabel', { id: project.id, labelId: label.id });
    await run('projectLabelUpdate', { id: label.id, input: { name: 'Bigger' } });
    await run('projectLabelRetire', { id: label.id });
    await run('projectLabelRestore', { id: label.id });
    await run('projectLabelDelete', { id: label.id });
    await run('projectArchive', { id: project.id });
    await run('projectUnarchive', { id: project.id });
    await run('projectDelete', { id: project.id });
    await run('projectReassignStatus', { originalProjectStatusId: done.id, newProjectStatusId: status.id });
    const fresh = await changed('projectStatusCreate', 'status', {
      input: { name: 'Dreaming', color: '#abcdef', type: 'backlog', position: 9 },
    });
    await run('projectStatusUpdate', { id: fresh.id, input: { name: 'Idea' } });
    await run('projectStatusArchive', { id: fresh.id });
    await run('projectStatusUnarchive', { id: fresh.id });
  });

  test('milestones, project updates and relations', async () => {
    const [one, other] = [named('projects', 'name', 'Spring release'), named('projects', 'name', 'Autumn release')];
    const milestone = await changed('projectMilestoneCreate', 'projectMilestone', { input: { projectId: one.id, name: 'RC' } });
    await run('projectMilestoneUpdate', { id: milestone.id, input: { targetDate: '2031-01-01' } });
    await run('projectMilestoneDelete', { id: milestone.id });
    await gone('projectMilestone', milestone.id);
    const update = await changed('projectUpdateCreate', 'projectUpdate', {
      input: { projectId: one.id, body: 'Hm', health: 'atRisk' },
    });
    expect(await read('project', one.id, 'health')).toEqual({ health: 'atRisk' });
    await run('projectUpdateUpdate', { id: update.id, input: { health: 'offTrack' } });
    await run('projectUpdateArchive', { id: update.id });
    await run('projectUpdateUnarchive', { id: update.id });
    await run('projectUpdateDelete', { id: update.id });
    const anchors = { anchorType: 'end', relatedAnchorType: 'start' };
    const relation = await changed('projectRelationCreate', 'projectRelation', {
      input: { projectId: one.id, relatedProjectId: other.id, type: 'dependency', ...anchors },
    });
    await run('projectRelationUpdate', { id: relation.id, input: { anchorType: 'start' } });
    await run('projectRelationDelete', { id: relation.id });
  });

  test('initiatives', async () => {
    const project = named('projects', 'name', 'Autumn release');
    const initiative = await changed('initiativeCreate', 'initiative', { input: { name: 'Win Asia' } });
    await run('initiativeUpdate', { id: initiative.id, input: { status: 'Active' } });
    expect(await read('initiative', initiative.id, 'status startedAt')).toEqual({
      status: 'Active',
      startedAt: expect.any(String),
    });
    const label = await changed('initiativeLabelCreate', 'initiativeLabel', { input: { name: 'Bold' } });
    await run('initiativeAddLabel', { id: initiative.id, labelId: label.id });
    await run('initiativeRemoveLabel', { id: initiative.id, labelId: label.id });
    await run('initiativeLabelUpdate', { id: label.id, input: { name: 'Bolder' } });
    await run('initiativeLabelRetire', { id: label.id });
    await run('initiativeLabelRestore', { id: label.id });
    await run('initiativeLabelDelete', { id: label.id });
    const link = await changed('initiativeToProjectCreate', 'initiativeToProject', {
      input: { initiativeId: initiative.id, projectId: project.id },
    });
    await run('initiativeToProjectUpdate', { id: link.id, input: { sortOrder: 2 } });
    await run('initiativeToProjectDelete', { id: link.id });
    const update = await changed('initiativeUpdateCreate', 'initiativeUpdate', {
      input: { initiativeId: initiative.id, body: 'Go' },
    });
    await run('initiativeUpdateUpdate', { id: update.id, input: { body: 'Going' } });
    await run('initiativeUpdateArchive', { id: update.id });
    await run('initiativeUpdateUnarchive', { id: update.id });
    await run('initiativeArchive', { id: initiative.id });
    await run('initiativeUnarchive', { id: initiative.id });
    const external = await changed('entityExternalLinkCreate', 'entityExternalLink', {
      input: { initiativeId: initiative.id, label: 'Wiki', url: 'https://example.com/wiki' },
    });
    await run('entityExternalLinkUpdate', { id: external.id, input: { label: 'The wiki' } });
    await run('entityExternalLinkDelete', { id: external.id });
    await run('initiativeDelete', { id: initiative.id });
    await gone('initiative', initiative.id);
  });

  test('cycles and documents', async () => {
    const team = named('teams', 'key', 'DES');
    const dates = { startsAt: '2031-01-01T00:00:00Z', endsAt: '2031-01-15T00:00:00Z' };
    const cycle = await changed('cycleCreate', 'cycle', { input: { teamId: team.id, ...dates } });
    await run('cycleUpdate', { id: cycle.id, input: { name: 'Sprint' } });
    await run('cycleShiftAll', { input: { id: cycle.id, daysToShift: 7 } });
    expect(await read('cycle', cycle.id, 'name startsAt isFuture')).toEqual({
      name: 'Sprint',
      startsAt: '2031-01-08T00:00:00.000Z',
      isFuture: true,
    });
    await run('cycleStartUpcomingCycleToday', { id: cycle.id });
    expect(await read('cycle', cycle.id, 'isActive')).toEqual({ isActive: true });
    await run('cycleArchive', { id: cycle.id });
    await run('teamCyclesDelete', { id: team.id });
    const project = named('projects', 'name', 'Autumn release');
    const document = await changed('documentCreate', 'document', { input: { title: 'Plan', projectId: project.id } });
    await run('documentUpdate', { id: document.id, input: { content: 'Text' } });
    await run('documentDelete', { id: document.id });
    await run('documentUnarchive', { id: document.id });
    expect(await read('document', document.id, 'content trashed')).toEqual({ content: 'Text', trashed: null });
  });

  test('the workspace', async () => {
    const ben = named('users', 'displayName', 'ben');
    await run('organizationUpdate', { input: { name: 'Acme Corp' } });
    await run('userUpdate', { id: ben.id, input: { title: 'Engineer' } });
    await run('userSuspend', { id: ben.id });
    await run('userUnsuspend', { id: ben.id });
    await run('userChangeRole', { id: ben.id, role: 'admin' });
    expect(await read('user', ben.id, 'title active admin')).toEqual({ title: 'Engineer', active: true, admin: true });
    const team = await changed('teamCreate', 'team', { input: { name: 'Support' } });
    expect(await read('team', team.id, 'key states { nodes { name } }')).toMatchObject({
      key: 'SUP',
      states: { nodes: { length: 6 } },
    });
    await run('teamUpdate', { id: team.id, input: { description: 'They help' } });
    const membership = await changed('teamMembershipCreate', 'teamMembership', { input: { teamId: team.id, userId: ben.id } });
    await run('teamMembershipUpdate', { id: membership.id, input: { owner: true } });
    await run('teamMembershipDelete', { id: membership.id });
    const state = await changed('workflowStateCreate', 'workflowState', {
      input: { teamId: team.id, name: 'Review', type: 'started', color: '#112233' },
    });
    await run('workflowStateUpdate', { id: state.id, input: { name: 'In Review' } });
    await run('workflowStateArchive', { id: state.id });
    await run('teamDelete', { id: team.id });
    await run('teamUnarchive', { id: team.id });
  });

  test('favorites and webhooks', async () => {
    const project = named('projects', 'name', 'Autumn release');
    const favorite = await changed('favoriteCreate', 'favorite', { input: { projectId: project.id } });
    await run('favoriteUpdate', { id: favorite.id, input: { sortOrder: 5 } });
    await run('favoriteDelete', { id: favorite.id });
    const webhook = await changed('webhookCreate', 'webhook', {
      input: { url: 'https://example.com/w', resourceTypes: ['Issue', 'Comment'], allPublicTeams: true },
    });
    await run('webhookUpdate', { id: webhook.id, input: { enabled: false } });
    const { secret } = await run('webhookRotateSecret', { id: webhook.id });
    expect(await read('webhook', webhook.id, 'enabled secret')).toEqual({ enabled: false, secret });
    await run('webhookDelete', { id: webhook.id });
  });

  test('and none is left out', () => {
    expect([...called].sort()).toEqual(Object.keys(mutations).sort());
    expect(called.size).toBeGreaterThanOrEqual(60);
  });
});
