import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Served, serveLinear } from './served.ts';
import { full } from './worlds.ts';

let twin: Served;
// biome-ignore lint/suspicious/noExplicitAny: records of many types
let world: Record<string, any[]>;
beforeEach(async () => {
  twin = await serveLinear(full);
  world = (await twin.state()) as never;
});
afterEach(() => twin.close());

const find = (collection: string, field: string, value: unknown) => world[collection]?.find((one) => one[field] === value);
const stateId = (name: string, team = 'ENG'): string =>
  world.workflowStates?.find((state) => state.name === name && state.teamId === find('teams', 'key', team).id)?.id;
const update = async (id: string, input: object, fields = 'id') =>
  (
    await twin.data(
      `mutation($id: String!, $input: IssueUpdateInput!) { issueUpdate(id: $id, input: $input) { issue { ${fields} } } }`,
      { id, input },
    )
  ).issueUpdate.issue;
const create = async (input: object, fields = 'identifier') =>
  (await twin.data(`mutation($input: IssueCreateInput!) { issueCreate(input: $input) { issue { ${fields} } } }`, { input }))
    .issueCreate.issue;
const read = async (id: string, fields: string) => (await twin.data(`{ issue(id: "${id}") { ${fields} } }`)).issue;

describe('the official client', () => {
  test('creates, reads, updates, comments on and archives an issue', async () => {
    const { client } = twin;
    const [team] = (await client.teams({ filter: { key: { eq: 'ENG' } } })).nodes;
    const created = await client.createIssue({ teamId: team?.id as string, title: 'From the client', priority: 1 });
    const issue = await created.issue;
    expect([created.success, issue?.identifier, issue?.priorityLabel, issue?.createdAt instanceof Date]).toEqual([
      true,
      'ENG-5',
      'Urgent',
      true,
    ]);
    expect((await issue?.state)?.name).toBe('Backlog');
    expect((await issue?.creator)?.displayName).toBe('ada');
    const done = (await team?.states())?.nodes.find((state) => state.name === 'Done');
    await issue?.update({ stateId: done?.id as string });
    await client.createComment({ issueId: issue?.id as string, body: 'Shipped' });
    const again = await client.issue('ENG-5');
    expect((await again.state)?.name).toBe('Done');
    expect((await again.comments()).nodes.map(({ body }) => body)).toEqual(['Shipped']);
    expect((await again.archive()).success).toBe(true);
    expect((await client.issue('ENG-5')).archivedAt).toBeInstanceOf(Date);
  });

  test('walks pages with its own helper', async () => {
    const first = await twin.client.issues({ first: 1 });
    await first.fetchNext();
    expect(first.nodes.map(({ identifier }) => identifier)).toEqual(['DES-1', 'ENG-3']);
  });
});

/** https://linear.app/docs/configuring-workflows and the descriptions of the schema's date fields. */
describe('a change of state', () => {
  test('dates the start, the end and the return', async () => {
    const dates = 'startedAt completedAt canceledAt';
    expect(await update('ENG-1', { stateId: stateId('In Progress') }, dates)).toEqual({
      startedAt: expect.any(String),
      completedAt: null,
      canceledAt: null,
    });
    const done = await update('ENG-1', { stateId: stateId('Done') }, dates);
    expect(done).toEqual({ startedAt: expect.any(String), completedAt: expect.any(String), canceledAt: null });
    expect(await update('ENG-1', { stateId: stateId('Canceled') }, dates)).toMatchObject({
      completedAt: null,
      canceledAt: expect.any(String),
    });
    expect(await update('ENG-1', { stateId: stateId('Todo') }, dates)).toEqual({
      startedAt: null,
      completedAt: null,
      canceledAt: null,
    });
  });

  test('is told by the history and the spans, newest first', async () => {
    await update('ENG-1', { stateId: stateId('Done'), assigneeId: null });
    const issue = await read(
      'ENG-1',
      'history { nodes { fromState { name } toState { name } fromAssignee { displayName } toAssigneeId actor { displayName } } } stateHistory { nodes { state { name } endedAt } }',
    );
    expect(issue.history.nodes).toEqual([
      {
        fromState: { name: 'Todo' },
        toState: { name: 'Done' },
        fromAssignee: { displayName: 'ben' },
        toAssigneeId: null,
        actor: { displayName: 'ada' },
      },
    ]);
    expect(issue.stateHistory.nodes).toEqual([
      { state: { name: 'Todo' }, endedAt: expect.any(String) },
      { state: { name: 'Done' }, endedAt: null },
    ]);
  });

  test('to a state of another team is refused', async () => {
    const { errors } = await twin.ask(
      `mutation { issueUpdate(id: "ENG-1", input: { stateId: "${stateId('Done', 'DES')}" }) { success } }`,
    );
    expect(errors?.[0].message).toBe('Discrepancy between issue team and state team');
  });

  test('that changes nothing is no write', async () => {
    await update('ENG-1', { stateId: stateId('Todo') });
    expect((await twin.rows()).at(-1)).toMatchObject({ status: 200, state_mutation: false, state_delta: null });
  });

  test('closes the parent where the team wants it', async () => {
    await twin.data('mutation { teamUpdate(id: "ENG", input: { autoCloseParentIssues: true }) { success } }');
    await update('ENG-2', { stateId: stateId('Done') });
    expect(await read('ENG-1', 'state { name }')).toEqual({ state: { name: 'Done' } });
  });
});

describe('an issue', () => {
  test('goes on top of its column and gets the next number of its team', async () => {
    const teamId = find('teams', 'key', 'DES').id;
    const [one, other] = [
      await create({ teamId, title: 'A' }, 'identifier sortOrder'),
      await create({ teamId, title: 'B' }, 'identifier sortOrder'),
    ];
    expect([one.identifier, other.identifier, other.sortOrder < one.sortOrder]).toEqual(['DES-2', 'DES-3', true]);
  });

  test('is named on its branch and address', async () => {
    const { branchName, url } = await read('ENG-1', 'branchName url');
    expect([branchName, url]).toEqual(['ada/eng-1-login-fails', `${twin.url}/acme/issue/ENG-1/login-fails`]);
  });

  test('moves to another team with a new number and is found by both', async () => {
    const teamId = find('teams', 'key', 'DES').id;
    const moved = await update(
      'ENG-1',
      { teamId },
      'identifier previousIdentifiers state { name } labels { nodes { name } } cycle { id }',
    );
    expect(moved).toEqual({
      identifier: 'DES-2',
      previousIdentifiers: ['ENG-1'],
      state: { name: 'Todo' },
      labels: { nodes: [{ name: 'API' }, { name: 'Bug' }] },
      cycle: null,
    });
    expect(await read('ENG-1', 'identifier')).toEqual({ identifier: 'DES-2' });
  });

  test('follows its team to a new key', async () => {
    await twin.data('mutation { teamUpdate(id: "DES", input: { key: "ART" }) { success } }');
    expect([await read('ART-1', 'identifier'), await read('DES-1', 'identifier')]).toEqual([
      { identifier: 'ART-1' },
      { identifier: 'ART-1' },
    ]);
  });

  test.each<[string, () => object, string]>([
    [
      'two labels of one group',
      () => ({ addedLabelIds: [find('issueLabels', 'name', 'App').id] }),
      'LabelIds not exclusive child labels',
    ],
    ['a group itself', () => ({ labelIds: [find('issueLabels', 'name', 'Area').id] }), 'LabelIds contains group label'],
    ["another team's label", () => ({ labelIds: [find('issueLabels', 'name', 'Pixel').id] }), 'LabelIds for incorrect team'],
    [
      'a milestone without its project',
      () => ({ projectId: null, projectMilestoneId: find('projectMilestones', 'name', 'Beta').id }),
      'Discrepancy between issue project and milestone',
    ],
    ['an assignee of nowhere', () => ({ assigneeId: '00000000-0000-4000-8000-000000000000' }), 'Entity not found: User'],
  ])('does not take %s', async (_what, input, message) => {
    const { errors } = await twin.ask(
      'mutation($input: IssueUpdateInput!) { issueUpdate(id: "ENG-1", input: $input) { success } }',
      { input: input() },
    );
    expect(errors?.[0].message).toBe(message);
  });

  test('marked as a duplicate is canceled with it', async () => {
    const [issueId, relatedIssueId] = [find('issues', 'identifier', 'ENG-3').id, find('issues', 'identifier', 'ENG-1').id];
    await twin.client.createIssueRelation({ issueId, relatedIssueId, type: 'duplicate' as never });
    expect(await read('ENG-3', 'state { type } canceledAt')).toEqual({
      state: { type: 'duplicate' },
      canceledAt: expect.any(String),
    });
    expect((await read('ENG-1', 'inverseRelations { nodes { type issue { identifier } } }')).inverseRelations.nodes).toEqual([
      { type: 'duplicate', issue: { identifier: 'ENG-3' } },
    ]);
  });

  test('deleted for good takes along what hangs on it', async () => {
    await twin.data('mutation { issueDelete(id: "ENG-1", permanentlyDelete: true) { success } }');
    const after = (await twin.state()) as unknown as Record<string, { issueId?: string }[]>;
    const { id } = find('issues', 'identifier', 'ENG-1');
    for (const name of ['comments', 'attachments', 'issueRelations', 'issueHistory', 'notifications', 'favorites']) {
      expect([name, after[name]?.filter((one) => one.issueId === id)]).toEqual([name, []]);
    }
    expect(await read('ENG-2', 'parent { id }')).toEqual({ parent: null });
  });

  test('tells its assignee and subscribers, never the one who acts', async () => {
    await update('ENG-3', { assigneeId: find('users', 'displayName', 'ben').id });
    await twin.data('mutation { commentCreate(input: { issueId: "ENG-3", body: "Yours" }) { success } }');
    const { notifications } = (await twin.state()) as unknown as { notifications: { type: string; userId: string }[] };
    const fresh = notifications.slice(world.notifications?.length);
    expect(fresh.map(({ type }) => type)).toEqual(['issueAssignedToYou', 'issueNewComment']);
    expect(new Set(fresh.map(({ userId }) => userId))).toEqual(new Set([find('users', 'displayName', 'ben').id]));
  });
});

describe('a comment', () => {
  const comment = async (input: object) =>
    twin.ask('mutation($input: CommentCreateInput!) { commentCreate(input: $input) { comment { id parent { body } url } } }', {
      input,
    });

  test('answers into its thread, one level deep', async () => {
    const [reply] = (world.comments ?? []).filter(({ body }) => body === 'Looking');
    const { data } = await comment({ parentId: reply.id, body: 'Found it' });
    expect(data.commentCreate.comment).toMatchObject({
      parent: { body: 'Me too' },
      url: expect.stringContaining('/issue/ENG-1/login-fails#comment-'),
    });
    const { issue } = await twin.data(
      '{ issue(id: "ENG-1") { comments(filter: { parent: { null: true } }) { nodes { body children { nodes { body } } } } } }',
    );
    expect(issue.comments.nodes.find(({ body }: { body: string }) => body === 'Me too').children.nodes).toHaveLength(2);
  });

  test('of somebody else is not changed', async () => {
    const { id } = find('comments', 'body', 'Me too');
    const { errors } = await twin.ask(`mutation { commentUpdate(id: "${id}", input: { body: "x" }) { success } }`);
    expect(errors?.[0].extensions).toMatchObject({
      type: 'forbidden',
      userPresentableMessage: 'You can only change your own comments.',
    });
  });

  test('needs exactly one subject', async () => {
    expect((await comment({ body: 'x' })).errors?.[0].message).toBe('No comment subject');
    const both = { body: 'x', issueId: 'ENG-1', projectId: find('projects', 'name', 'Spring release').id };
    expect((await comment(both)).errors?.[0].message).toBe('Ambiguous comment subject');
  });

  test('shows its reactions', async () => {
    const { id } = find('comments', 'body', 'Me too');
    const { comment: shown } = await twin.data(
      `{ comment(id: "${id}") { reactions { emoji user { displayName } } reactionData } }`,
    );
    expect(shown.reactions).toEqual([{ emoji: '👍', user: { displayName: 'ada' } }]);
    expect(shown.reactionData).toEqual([
      { emoji: '👍', reactions: [expect.objectContaining({ userId: find('users', 'displayName', 'ada').id })] },
    ]);
  });
});

describe('an attachment', () => {
  test('with a known URL changes the one that is there', async () => {
    const before = find('attachments', 'title', 'Trace');
    const { attachmentCreate } = await twin.data(
      'mutation { attachmentCreate(input: { issueId: "ENG-1", title: "New trace", url: "https://example.com/trace" }) { attachment { id title } } }',
    );
    expect(attachmentCreate.attachment).toEqual({ id: before.id, title: 'New trace' });
  });
});

describe('a project', () => {
  test('counts its progress by its issues', async () => {
    const { id } = find('projects', 'name', 'Spring release');
    await update('ENG-1', { stateId: stateId('Done') });
    const { project } = await twin.data(
      `{ project(id: "${id}") { progress scope lastUpdate { body } projectMilestones { nodes { name progress status } } } }`,
    );
    expect([project.progress, project.scope, project.lastUpdate.body]).toEqual([0.5, 2, 'All well']);
    expect(project.projectMilestones.nodes).toContainEqual({ name: 'Alpha', progress: 1, status: 'done' });
  });

  test('keeps the teams whose issues it holds', async () => {
    const { id } = find('projects', 'name', 'Spring release');
    const { errors } = await twin.ask(
      `mutation { projectUpdate(id: "${id}", input: { teamIds: ["${find('teams', 'key', 'DES').id}"] }) { success } }`,
    );
    expect(errors?.[0].message).toBe('Team has issues in project');
  });
});
