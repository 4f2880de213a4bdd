import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { refusal, type Served, serveGithub } from './served.ts';

const at = { owner: 'acme', repo: 'web' };
const seed = {
  viewer: 'ada',
  users: [{ login: 'ada' }, { login: 'ben' }, { login: 'cleo' }, { login: 'dora' }, { login: 'acme', type: 'Organization' }],
  repositories: [
    {
      owner: 'acme',
      name: 'web',
      collaborators: [{ login: 'ada', permission: 'admin' }, 'ben'],
      labels: [
        { name: 'bug', color: 'd73a4a' },
        { name: 'good first issue', color: '7057ff' },
      ],
      milestones: [{ title: 'v1', due_on: '2026-03-01T00:00:00Z' }, { title: 'v2' }],
      issues: [
        {
          number: 1,
          title: 'One',
          labels: ['bug'],
          milestone: 'v1',
          comments: [
            { user: 'ben', body: 'first', created_at: '2026-01-01T00:00:00Z' },
            { user: 'cleo', body: 'second', created_at: '2026-01-02T00:00:00Z' },
          ],
        },
        { number: 2, title: 'Two', locked: true },
      ],
    },
    {
      owner: 'ben',
      name: 'open',
      collaborators: [],
      issues: [{ title: 'Mine', locked: true, user: 'ben', comments: [{ user: 'ben', body: 'x' }] }],
    },
  ],
};

let twin: Served;
beforeEach(async () => {
  twin = await serveGithub(seed);
});
afterEach(() => twin.close());

describe('comments', () => {
  test('are written, read, changed and deleted, and counted by their issue', async () => {
    const { rest } = twin.octokit;
    const { data, headers } = await rest.issues.createComment({ ...at, issue_number: 1, body: 'third' });
    expect(headers.location).toBe(data.url);
    expect(data).toMatchObject({ body: 'third', user: { login: 'ada' }, issue_url: `${twin.url}/repos/acme/web/issues/1` });
    expect((await rest.issues.get({ ...at, issue_number: 1 })).data.comments).toBe(3);
    const target = { ...at, comment_id: data.id };
    expect((await rest.issues.getComment(target)).data).toEqual(data);
    expect((await rest.issues.updateComment({ ...target, body: 'changed' })).data.body).toBe('changed');
    expect((await rest.issues.deleteComment(target)).status).toBe(204);
    expect((await refusal(rest.issues.getComment(target))).status).toBe(404);
    expect((await rest.issues.get({ ...at, issue_number: 1 })).data.comments).toBe(2);
  });

  test('are listed oldest first, by issue and by repository, from a time on', async () => {
    const { rest } = twin.octokit;
    const bodies = async (list: Promise<{ data: { body?: string }[] }>) => (await list).data.map(({ body }) => body);
    expect(await bodies(rest.issues.listComments({ ...at, issue_number: 1 }))).toEqual(['first', 'second']);
    expect(await bodies(rest.issues.listComments({ ...at, issue_number: 1, since: '2026-01-01T12:00:00Z' }))).toEqual(['second']);
    expect(await bodies(rest.issues.listCommentsForRepo({ ...at }))).toEqual(['first', 'second']);
    expect(await bodies(rest.issues.listCommentsForRepo({ ...at, sort: 'created', direction: 'desc' }))).toEqual([
      'second',
      'first',
    ]);
  });

  test('without text are refused', async () => {
    const { json, status } = await twin.send('POST', '/repos/acme/web/issues/1/comments', {});
    expect([status, (json as { message: string }).message]).toEqual([422, 'Invalid request.\n\n"body" wasn\'t supplied.']);
    const { body } = await refusal(twin.octokit.rest.issues.createComment({ ...at, issue_number: 1, body: ' ' }));
    expect(body).toMatchObject({
      message: 'Validation Failed',
      errors: [{ resource: 'IssueComment', message: 'Body cannot be blank' }],
    });
  });

  test('on a locked issue are for those who may write', async () => {
    const { rest } = twin.octokit;
    expect((await rest.issues.createComment({ ...at, issue_number: 2, body: 'x' })).status).toBe(201);
    const { status, body } = await refusal(rest.issues.createComment({ owner: 'ben', repo: 'open', issue_number: 1, body: 'x' }));
    expect([status, body.message]).toEqual([403, 'Unable to create comment because issue is locked.']);
  });

  test('of others are not for everyone to change', async () => {
    const { data } = await twin.octokit.rest.issues.listComments({ owner: 'ben', repo: 'open', issue_number: 1 });
    const { status } = await twin.send('PATCH', `/repos/ben/open/issues/comments/${data[0]?.id}`, { body: 'mine now' });
    expect(status).toBe(403);
  });

  test('of another repository are not found under this one', async () => {
    const { data } = await twin.octokit.rest.issues.listComments({ owner: 'ben', repo: 'open', issue_number: 1 });
    expect((await refusal(twin.octokit.rest.issues.getComment({ ...at, comment_id: data[0]?.id ?? 0 }))).status).toBe(404);
  });
});

describe('labels', () => {
  test('of a repository are made, changed and deleted', async () => {
    const { rest } = twin.octokit;
    const made = await rest.issues.createLabel({ ...at, name: 'needs triage', color: 'BADA55', description: 'Look at it' });
    expect(made.data).toMatchObject({ name: 'needs triage', color: 'bada55', default: false });
    expect(made.data.url).toBe(`${twin.url}/repos/acme/web/labels/needs%20triage`);
    expect((await rest.issues.getLabel({ ...at, name: 'needs triage' })).data).toEqual(made.data);
    const changed = await rest.issues.updateLabel({ ...at, name: 'bug', new_name: 'defect', color: '000000' });
    expect(changed.data).toMatchObject({ name: 'defect', color: '000000' });
    const { data: issue } = await rest.issues.get({ ...at, issue_number: 1 });
    expect(issue.labels).toMatchObject([{ name: 'defect' }]);
    await rest.issues.deleteLabel({ ...at, name: 'defect' });
    expect((await rest.issues.get({ ...at, issue_number: 1 })).data.labels).toEqual([]);
    const { data } = await rest.issues.listLabelsForRepo(at);
    expect(data.map(({ name }) => name)).toEqual(['good first issue', 'needs triage']);
  });

  // recorded: npm @octokit/fixtures, scenario errors
  test.each<[string, Record<string, string>, object]>([
    ['a colour that is none', { name: 'foo', color: 'invalid' }, { resource: 'Label', code: 'invalid', field: 'color' }],
    ['a name that is taken', { name: 'BUG', color: '000000' }, { resource: 'Label', code: 'already_exists', field: 'name' }],
  ])('with %s are refused', async (_name, label, error) => {
    const { status, body } = await refusal(twin.octokit.rest.issues.createLabel({ ...at, name: '', ...label }));
    expect(status).toBe(422);
    expect(body).toMatchObject({
      message: 'Validation Failed',
      errors: [error],
      documentation_url: 'https://docs.github.com/rest/issues/labels#create-a-label',
    });
  });

  test('are put on an issue, replaced and taken off', async () => {
    const { rest } = twin.octokit;
    const target = { ...at, issue_number: 1 };
    const names = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name);
    expect(names(await rest.issues.addLabels({ ...target, labels: ['Foo', 'bug'] }))).toEqual(['bug', 'Foo']);
    expect(names(await rest.issues.listLabelsOnIssue(target))).toEqual(['bug', 'Foo']);
    expect(names(await rest.issues.removeLabel({ ...target, name: 'bug' }))).toEqual(['Foo']);
    const { status, body } = await refusal(rest.issues.removeLabel({ ...target, name: 'bug' }));
    expect([status, body.message]).toEqual([404, 'Label does not exist']);
    expect(names(await rest.issues.setLabels({ ...target, labels: ['good first issue'] }))).toEqual(['good first issue']);
    expect((await rest.issues.removeAllLabels(target)).status).toBe(204);
    expect(names(await rest.issues.listLabelsOnIssue(target))).toEqual([]);
  });

  test('may come as a bare list', async () => {
    const { status, json } = await twin.send('POST', '/repos/acme/web/issues/2/labels', ['bug']);
    expect([status, json]).toMatchObject([200, [{ name: 'bug' }]]);
  });
});

describe('milestones', () => {
  test('are made, changed, listed and deleted', async () => {
    const { rest } = twin.octokit;
    const made = await rest.issues.createMilestone({ ...at, title: 'v3', due_on: '2026-02-01T08:00:00Z' });
    expect(made.data).toMatchObject({
      number: 3,
      title: 'v3',
      state: 'open',
      due_on: '2026-02-01T08:00:00Z',
      creator: { login: 'ada' },
    });
    const listed = await rest.issues.listMilestones(at);
    expect(listed.data.map(({ title }) => title)).toEqual(['v3', 'v1', 'v2']);
    expect(listed.data.find(({ title }) => title === 'v1')).toMatchObject({ open_issues: 1, closed_issues: 0 });
    const closed = await rest.issues.updateMilestone({ ...at, milestone_number: 1, state: 'closed' });
    expect(closed.data.closed_at).not.toBeNull();
    expect((await rest.issues.listMilestones({ ...at, state: 'closed' })).data).toHaveLength(1);
    expect((await rest.issues.listLabelsForMilestone({ ...at, milestone_number: 1 })).data).toMatchObject([{ name: 'bug' }]);
    await rest.issues.deleteMilestone({ ...at, milestone_number: 1 });
    expect((await refusal(rest.issues.getMilestone({ ...at, milestone_number: 1 }))).status).toBe(404);
    expect((await rest.issues.get({ ...at, issue_number: 1 })).data.milestone).toBeNull();
  });

  test('count their issues again once one is closed', async () => {
    const { rest } = twin.octokit;
    const first = await rest.issues.get({ ...at, issue_number: 1 });
    expect(first.data.milestone).toMatchObject({ open_issues: 1, closed_issues: 0 });
    await rest.issues.update({ ...at, issue_number: 2, milestone: 1, state: 'closed' });
    const again = await rest.issues.listForRepo(at);
    expect(again.data[0]?.milestone).toMatchObject({ open_issues: 1, closed_issues: 1 });
  });

  test('with a title that is taken are refused', async () => {
    const { status, body } = await refusal(twin.octokit.rest.issues.createMilestone({ ...at, title: 'v1' }));
    expect(status).toBe(422);
    expect(body).toMatchObject({ errors: [{ resource: 'Milestone', code: 'already_exists', field: 'title' }] });
  });
});

describe('assignees', () => {
  test('are those who have access', async () => {
    const { rest } = twin.octokit;
    expect((await rest.issues.listAssignees(at)).data.map(({ login }) => login)).toEqual(['ada', 'ben']);
    expect((await rest.issues.checkUserCanBeAssigned({ ...at, assignee: 'ben' })).status).toBe(204);
    expect((await refusal(rest.issues.checkUserCanBeAssigned({ ...at, assignee: 'cleo' }))).status).toBe(404);
  });

  test('are added and removed; those without access are passed over', async () => {
    const { rest } = twin.octokit;
    const target = { ...at, issue_number: 1 };
    const added = await rest.issues.addAssignees({ ...target, assignees: ['ben', 'dora'] });
    expect(added.data.assignees?.map(({ login }) => login)).toEqual(['ben']);
    expect(added.data.assignee?.login).toBe('ben');
    const removed = await rest.issues.removeAssignees({ ...target, assignees: ['ben'] });
    expect(removed.data).toMatchObject({ assignee: null, assignees: [] });
  });
});

test('history over a repository names its issues, newest first', async () => {
  const { rest } = twin.octokit;
  await rest.issues.update({ ...at, issue_number: 1, state: 'closed' });
  await rest.issues.update({ ...at, issue_number: 2, title: 'Second' });
  const { data } = await rest.issues.listEventsForRepo(at);
  expect(data.map(({ event, issue }) => [event, issue?.number])).toEqual([
    ['renamed', 2],
    ['closed', 1],
  ]);
  expect((await rest.issues.getEvent({ ...at, event_id: data[0]?.id ?? 0 })).data.rename).toEqual({ from: 'Two', to: 'Second' });
});

test.each<[string, string, unknown]>([
  ['an issue', '/repos/acme/web/issues/1', { title: 'One', labels: ['bug'], state: 'open' }],
  ['a label', '/repos/acme/web/labels/bug', { color: 'D73A4A' }],
  ['a milestone', '/repos/acme/web/milestones/1', { title: 'v1' }],
])('%s changed to what it is already counts as no write', async (_name, path, body) => {
  const before = await twin.evidence('state');
  expect((await twin.send('PATCH', path, body)).status).toBe(200);
  expect(await twin.evidence('state')).toEqual(before);
  const rows = (await twin.evidence('events')) as { state_mutation: boolean }[];
  expect(rows.at(-1)?.state_mutation).toBe(false);
});
