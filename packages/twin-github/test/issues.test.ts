import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { refusal, type Served, serveGithub } from './served.ts';

const at = { owner: 'acme', repo: 'web' };

const seed = {
  viewer: 'ada',
  users: [{ login: 'ada' }, { login: 'ben' }, { login: 'cleo' }, { login: 'acme', type: 'Organization' }],
  repositories: [
    {
      owner: 'acme',
      name: 'web',
      collaborators: [{ login: 'ada', permission: 'admin' }, 'ben'],
      milestones: [{ title: 'v1', due_on: '2026-03-01T00:00:00Z' }],
      issues: [
        {
          number: 1,
          title: 'Login fails',
          labels: ['bug'],
          assignees: ['ben'],
          user: 'cleo',
          created_at: '2026-01-01T00:00:00Z',
        },
        { number: 2, title: 'Add dark mode', labels: ['enhancement'], milestone: 'v1', created_at: '2026-01-02T00:00:00Z' },
        {
          number: 3,
          title: 'Typo',
          state: 'closed',
          labels: ['bug', 'documentation'],
          created_at: '2026-01-03T00:00:00Z',
          comments: [{ user: 'ben', body: 'Fixed, thanks @cleo' }],
        },
      ],
      pull_requests: [
        { number: 4, title: 'Fix login', head: 'fix-login', files: { 'a.txt': 'a' }, created_at: '2026-01-04T00:00:00Z' },
      ],
    },
    { owner: 'acme', name: 'no-issues', has_issues: false },
    { owner: 'ben', name: 'secret', private: true, collaborators: [] },
    { owner: 'ben', name: 'open', collaborators: [], issues: [{ title: 'Mine', user: 'ben' }] },
  ],
};

let twin: Served;
beforeAll(async () => {
  twin = await serveGithub(seed);
});
afterAll(() => twin.close());

const numbers = async (filter: Record<string, unknown>): Promise<number[]> => {
  const { data } = await twin.octokit.rest.issues.listForRepo({ ...at, ...filter });
  return data.map((issue) => issue.number);
};

// docs: REST, "List repository issues"
describe('a list of issues', () => {
  test.each<[string, Record<string, unknown>, number[]]>([
    ['nothing: open ones, pull requests among them, newest first', {}, [4, 2, 1]],
    ['every state', { state: 'all' }, [4, 3, 2, 1]],
    ['closed', { state: 'closed' }, [3]],
    ['ascending', { direction: 'asc' }, [1, 2, 4]],
    ['a label', { labels: 'bug', state: 'all' }, [3, 1]],
    ['two labels', { labels: 'bug,documentation', state: 'all' }, [3]],
    ['a label that is not there', { labels: 'nope' }, []],
    ['an assignee', { assignee: 'ben' }, [1]],
    ['no assignee', { assignee: 'none' }, [4, 2]],
    ['any assignee', { assignee: '*' }, [1]],
    ['a creator', { creator: 'cleo' }, [1]],
    ['a creator and a label', { creator: 'cleo', labels: 'bug' }, [1]],
    ['someone mentioned', { mentioned: 'cleo', state: 'all' }, [3]],
    ['a milestone', { milestone: '1' }, [2]],
    ['no milestone', { milestone: 'none' }, [4, 1]],
    ['any milestone', { milestone: '*' }, [2]],
    ['a time', { since: '2026-01-02T12:00:00Z', state: 'all' }, [4, 3]],
    ['comments, most first', { sort: 'comments', state: 'all' }, [3, 4, 2, 1]],
  ])('filtered by %s', async (_name, filter, expected) => {
    expect(await numbers(filter)).toEqual(expected);
  });

  test('marks pull requests, and them only', async () => {
    const { data } = await twin.octokit.rest.issues.listForRepo({ ...at, state: 'all' });
    expect(data.filter((issue) => issue.pull_request).map((issue) => issue.number)).toEqual([4]);
    expect(data.find((issue) => issue.number === 4)?.pull_request?.url).toBe(`${twin.url}/repos/acme/web/pulls/4`);
  });

  test.each([
    ['an unknown assignee', { assignee: 'nobody' }, 'assignee'],
    ['an unknown milestone', { milestone: '99' }, 'milestone'],
    ['a milestone that is no number', { milestone: 'soon' }, 'milestone'],
    ['an unknown state', { state: 'ajar' }, 'state'],
  ])('with %s is refused', async (_name, filter, field) => {
    const { status, body } = await refusal(numbers(filter));
    expect(status).toBe(422);
    expect(body).toMatchObject({ message: 'Validation Failed', errors: [{ resource: 'Issue', code: 'invalid', field }] });
  });

  test('of a repository that the viewer may not see is not found', async () => {
    const { status, body } = await refusal(twin.octokit.rest.issues.listForRepo({ owner: 'ben', repo: 'secret' }));
    expect(status).toBe(404);
    expect(body).toMatchObject({
      message: 'Not Found',
      documentation_url: 'https://docs.github.com/rest/issues/issues#list-repository-issues',
      status: '404',
    });
  });

  test('assigned to the viewer names its repository', async () => {
    const { data } = await twin.octokit.rest.issues.list({ filter: 'all', state: 'all' });
    expect(data.map((issue) => issue.repository?.full_name)).toEqual(expect.arrayContaining(['acme/web', 'ben/open']));
    const { data: created } = await twin.octokit.rest.issues.listForAuthenticatedUser({ filter: 'created', state: 'all' });
    expect(created.every((issue) => issue.user?.login === 'ada')).toBe(true);
  });
});

describe('an issue', () => {
  test('is created with labels, assignees and a milestone, and can be read', async () => {
    const { data, headers } = await twin.octokit.rest.issues.create({
      ...at,
      title: 'New one',
      body: 'Text',
      labels: ['bug', 'made-up'],
      assignees: ['ben'],
      milestone: 1,
    });
    expect(headers.location).toBe(`${twin.url}/repos/acme/web/issues/${data.number}`);
    expect(data).toMatchObject({
      state: 'open',
      title: 'New one',
      body: 'Text',
      user: { login: 'ada' },
      labels: [{ name: 'bug' }, { name: 'made-up', color: 'ededed' }],
      assignees: [{ login: 'ben' }],
      milestone: { title: 'v1' },
      author_association: 'MEMBER',
    });
    const read = await twin.octokit.rest.issues.get({ ...at, issue_number: data.number });
    expect(read.data).toEqual(data);
  });

  test('is closed with a reason and opened again', async () => {
    const { data } = await twin.octokit.rest.issues.create({ ...at, title: 'To close' });
    const target = { ...at, issue_number: data.number };
    const closed = await twin.octokit.rest.issues.update({ ...target, state: 'closed', state_reason: 'not_planned' });
    expect(closed.data).toMatchObject({ state: 'closed', state_reason: 'not_planned', closed_by: { login: 'ada' } });
    expect(closed.data.closed_at).not.toBeNull();
    const opened = await twin.octokit.rest.issues.update({ ...target, state: 'open' });
    expect(opened.data).toMatchObject({ state: 'open', state_reason: 'reopened', closed_at: null, closed_by: null });
    const events = await twin.octokit.rest.issues.listEvents(target);
    expect(events.data.map((event) => event.event)).toEqual(['closed', 'reopened']);
  });

  test('keeps what a change does not name, and writes down what it does', async () => {
    const { data } = await twin.octokit.rest.issues.create({
      ...at,
      title: 'Before',
      body: 'Kept',
      labels: ['bug'],
      milestone: 1,
    });
    const target = { ...at, issue_number: data.number };
    const changed = await twin.octokit.rest.issues.update({
      ...target,
      title: 'After',
      labels: ['question'],
      assignees: ['ada'],
      milestone: null,
    });
    expect(changed.data).toMatchObject({ title: 'After', body: 'Kept', milestone: null, labels: [{ name: 'question' }] });
    const timeline = await twin.octokit.rest.issues.listEventsForTimeline(target);
    expect(timeline.data.map((event) => event.event)).toEqual([
      'labeled',
      'milestoned',
      'renamed',
      'unlabeled',
      'labeled',
      'assigned',
      'demilestoned',
    ]);
  });

  test('is locked and unlocked', async () => {
    const target = { ...at, issue_number: 2 };
    await twin.octokit.rest.issues.lock({ ...target, lock_reason: 'too heated' });
    expect((await twin.octokit.rest.issues.get(target)).data).toMatchObject({ locked: true, active_lock_reason: 'too heated' });
    await twin.octokit.rest.issues.unlock(target);
    expect((await twin.octokit.rest.issues.get(target)).data).toMatchObject({ locked: false, active_lock_reason: null });
  });

  test('that is unknown is not found', async () => {
    const { status, body } = await refusal(twin.octokit.rest.issues.get({ ...at, issue_number: 999 }));
    expect([status, body.message]).toEqual([404, 'Not Found']);
  });

  test('cannot be made where issues are switched off', async () => {
    const { status, body } = await refusal(twin.octokit.rest.issues.create({ owner: 'acme', repo: 'no-issues', title: 'x' }));
    expect([status, body.message]).toEqual([410, 'Issues are disabled for this repo']);
  });

  test('of someone without access loses its labels, as on GitHub', async () => {
    const { data } = await twin.octokit.rest.issues.create({ owner: 'ben', repo: 'open', title: 'Hi', labels: ['bug'] });
    expect(data.labels).toEqual([]);
    const { status } = await refusal(
      twin.octokit.rest.issues.update({ owner: 'ben', repo: 'open', issue_number: 1, state: 'closed' }),
    );
    expect(status).toBe(403);
  });
});

// Wording: public reports of GitHub's answers, e.g. magit/forge issue 748
describe('a refused issue', () => {
  const path = '/repos/acme/web/issues';
  test.each<[string, unknown, string]>([
    ['without a title', {}, 'Invalid request.\n\n"title" wasn\'t supplied.'],
    ['with a title that is a list', { title: ['a'] }, 'Invalid request.\n\nFor \'properties/title\', ["a"] is not a string.'],
    [
      'with labels that are no list',
      { title: 'a', labels: 3 },
      "Invalid request.\n\nFor 'properties/labels', 3 is not an array.",
    ],
    [
      'with an assignee that is a number',
      { title: 'a', assignees: [7] },
      "Invalid request.\n\nFor 'properties/assignees/0', 7 is not a string.",
    ],
  ])('%s', async (_name, body, message) => {
    const { status, json } = await twin.send('POST', path, body);
    expect(status).toBe(422);
    expect(json).toMatchObject({ message, documentation_url: 'https://docs.github.com/rest/issues/issues#create-an-issue' });
  });

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['with a blank title', { title: ' ' }, { resource: 'Issue', code: 'missing_field', field: 'title' }],
    ['with a title of 257 characters', { title: 'x'.repeat(257) }, { resource: 'Issue', code: 'custom', field: 'title' }],
    [
      'with an unknown milestone',
      { title: 'a', milestone: 99 },
      { value: 99, resource: 'Issue', code: 'invalid', field: 'milestone' },
    ],
    [
      'with an assignee without access',
      { title: 'a', assignees: ['cleo'] },
      { value: 'cleo', code: 'invalid', field: 'assignees' },
    ],
  ])('%s', async (_name, body, error) => {
    const { status, json } = await twin.send('POST', path, body);
    expect(status).toBe(422);
    expect(json).toMatchObject({ message: 'Validation Failed', errors: [error] });
  });

  test('that is not JSON', async () => {
    const { status, json } = await twin.send('POST', path, '{"title":');
    expect([status, (json as { message: string }).message]).toEqual([400, 'Problems parsing JSON']);
  });

  test('leaves nothing behind', async () => {
    const before = await twin.evidence('state');
    await twin.send('POST', path, { title: 'a', labels: ['never-made'], milestone: 99 });
    expect(await twin.evidence('state')).toEqual(before);
    const rows = (await twin.evidence('events')) as { state_mutation: boolean; state_delta: unknown; tool: string }[];
    expect(rows.at(-1)).toMatchObject({ state_mutation: false, state_delta: null, tool: 'create_issue' });
  });
});

// docs: REST, "Using pagination in the REST API"
test('pages of issues are followed to the end by their links', async () => {
  const many = await serveGithub({
    users: [{ login: 'ada' }],
    repositories: [{ owner: 'ada', name: 'big', issues: Array.from({ length: 65 }, (_, at) => ({ title: `Issue ${at + 1}` })) }],
  });
  try {
    const all = await many.octokit.paginate(many.octokit.rest.issues.listForRepo, { owner: 'ada', repo: 'big', per_page: 10 });
    expect(all.map((issue) => issue.number)).toEqual(Array.from({ length: 65 }, (_, at) => 65 - at));
    const { headers } = await many.octokit.rest.issues.listForRepo({ owner: 'ada', repo: 'big', per_page: 10, page: 2 });
    expect(headers.link).toContain('page=7>; rel="last"');
    expect(headers.link).toContain('page=1>; rel="prev"');
    expect(headers.link).toContain(`<${many.url}/repos/ada/big/issues?`);
  } finally {
    await many.close();
  }
});
