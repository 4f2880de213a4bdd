import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { refusal, type Served, serveGithub } from './served.ts';

const pull = (number: number, more: object = {}) => ({
  number,
  title: `Pull ${number}`,
  head: `b${number}`,
  user: 'ada',
  files: { [`${number}.txt`]: `${number}\n` },
  ...more,
});
const seed = {
  viewer: 'ben',
  users: [
    { login: 'ada' },
    { login: 'ben' },
    { login: 'cleo' },
    {
      login: 'acme',
      type: 'Organization',
      members: ['ada', 'ben', 'cleo'],
      teams: [
        { name: 'Core Team', members: ['ben'] },
        { name: 'Docs', members: ['cleo'] },
      ],
    },
  ],
  repositories: [
    {
      owner: 'acme',
      name: 'web',
      collaborators: [{ login: 'ada', permission: 'admin' }, { login: 'ben', permission: 'admin' }, 'cleo'],
      issues: [{ number: 1, title: 'Broken' }],
      pull_requests: [
        pull(2, { body: 'Fixes #1', created_at: '2026-01-01T00:00:00Z' }),
        pull(3, { requested_teams: ['docs', 'Core Team'] }),
        pull(4, { statuses: [{ state: 'failure' }] }),
        pull(5, { check_runs: [{ name: 'build', status: 'in_progress' }] }),
        pull(6, { check_runs: [{ name: 'build', conclusion: 'skipped' }], statuses: [{ state: 'success' }] }),
        pull(7),
      ],
    },
  ],
};

let twin: Served;
beforeAll(async () => {
  twin = await serveGithub(seed);
});
afterAll(() => twin.close());

const web = { owner: 'acme', repo: 'web' };
const events = async (issue_number: number) =>
  (await twin.octokit.rest.issues.listEventsForTimeline({ ...web, issue_number })).data.map((entry) => entry.event);

describe('teams are asked for a review', () => {
  test('by slug, and are listed', async () => {
    const { data } = await twin.octokit.rest.pulls.requestReviewers({
      ...web,
      pull_number: 2,
      reviewers: ['cleo'],
      team_reviewers: ['core-team'],
    });
    expect([data.requested_reviewers?.map(({ login }) => login), data.requested_teams?.map(({ slug }) => slug)]).toEqual([
      ['cleo'],
      ['core-team'],
    ]);
    const listed = await twin.octokit.rest.pulls.listRequestedReviewers({ ...web, pull_number: 2 });
    expect([listed.data.users.map(({ login }) => login), listed.data.teams.map(({ slug }) => slug)]).toEqual([
      ['cleo'],
      ['core-team'],
    ]);
  });

  // freifunkMUC/wg-access-server#335, shufo/auto-assign-reviewer-by-files#213
  test.each([
    [{ team_reviewers: ['nobody'] }, 'teams'],
    [{ reviewers: ['cleo'], team_reviewers: ['nobody'] }, 'users or teams'],
  ])('%j are refused where one is no collaborator', async (asked, who) => {
    const { status, body } = await refusal(twin.octokit.rest.pulls.requestReviewers({ ...web, pull_number: 2, ...asked }));
    expect([status, body.message]).toEqual([
      422,
      `Reviews may only be requested from collaborators. One or more of the ${who} you specified is not a collaborator of the acme/web repository.`,
    ]);
  });

  test('by an MCP tool, as ORG/slug', async () => {
    const response = await fetch(`${twin.url}/mcp/call`, {
      method: 'POST',
      headers: { authorization: `Bearer ${twin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'update_pull_request',
        arguments: { owner: 'acme', repo: 'web', pullNumber: '7', reviewers: ['acme/docs', 'cleo'] },
      }),
    });
    const [{ text }] = ((await response.json()) as { content: [{ text: string }] }).content;
    expect(JSON.parse(text)).toMatchObject({ requested_reviewers: [{ login: 'cleo' }], requested_teams: [{ slug: 'docs' }] });
  });

  test('and taken back', async () => {
    const { data } = await twin.octokit.rest.pulls.removeRequestedReviewers({
      ...web,
      pull_number: 7,
      reviewers: [],
      team_reviewers: ['docs'],
    });
    expect([data.requested_reviewers?.length, data.requested_teams]).toEqual([1, []]);
  });

  test('until a member answers', async () => {
    const before = await twin.octokit.rest.pulls.get({ ...web, pull_number: 3 });
    expect(before.data.requested_teams?.map(({ slug }) => slug)).toEqual(['docs', 'core-team']);
    await twin.octokit.rest.pulls.createReview({ ...web, pull_number: 3, event: 'APPROVE' });
    const after = await twin.octokit.rest.pulls.get({ ...web, pull_number: 3 });
    expect(after.data.requested_teams?.map(({ slug }) => slug)).toEqual(['docs']);
  });
});

// JSONbored/loopover#5734; GraphQL: MergeStateStatus
test.each([
  [4, 'unstable'],
  [5, 'unstable'],
  [6, 'clean'],
  [7, 'clean'],
])('pull request %i is %s by what its head was found to be', async (pull_number, state) => {
  expect((await twin.octokit.rest.pulls.get({ ...web, pull_number })).data.mergeable_state).toBe(state);
});

// PyGithub/PyGithub#1566, x-motemen/git-pr-release#48
test('a head without its owner filters nothing', async () => {
  const numbers = async (head: string) => (await twin.octokit.rest.pulls.list({ ...web, head })).data.map(({ number }) => number);
  expect(await numbers('b2')).toHaveLength(6);
  expect(await numbers('acme:b2')).toEqual([2]);
});

describe('a timeline', () => {
  // octokit/octokit.rb#1444
  test('of a pull request tells of commits, requests and reviews', async () => {
    expect(await events(2)).toEqual(['committed', 'review_requested', 'review_requested']);
    await twin.octokit.rest.pulls.createReview({
      ...web,
      pull_number: 2,
      event: 'COMMENT',
      body: 'Hm',
      comments: [{ path: '2.txt', line: 1, body: 'Why?' }],
    });
    const { data } = await twin.octokit.rest.issues.listEventsForTimeline({ ...web, issue_number: 2 });
    expect(data.map(({ event }) => event)).toEqual([
      'committed',
      'review_requested',
      'review_requested',
      'reviewed',
      'line-commented',
    ]);
    expect(data.find(({ event }) => event === 'reviewed')).toMatchObject({ state: 'commented', body: 'Hm' });
    expect(data.filter(({ event }) => event === 'review_requested')).toMatchObject([
      { review_requester: { login: 'ben' }, requested_reviewer: { login: 'cleo' } },
      { review_requester: { login: 'ben' }, requested_team: { slug: 'core-team' } },
    ]);
  });

  test('of an issue tells where it is named', async () => {
    const { data } = await twin.octokit.rest.issues.listEventsForTimeline({ ...web, issue_number: 1 });
    expect(data).toMatchObject([
      {
        event: 'cross-referenced',
        actor: { login: 'ada' },
        source: { type: 'issue', issue: { number: 2, repository: { full_name: 'acme/web' } } },
      },
    ]);
  });

  test('leaves out what is excluded', async () => {
    const { data } = await twin.octokit.request('GET /repos/{owner}/{repo}/issues/{issue_number}/timeline', {
      ...web,
      issue_number: 2,
      exclude: 'committed,reviewed',
    });
    expect(data.map(({ event }: { event?: string }) => event)).not.toContain('committed');
  });

  test('of a merged pull request ends with its branch', async () => {
    await twin.octokit.rest.pulls.merge({ ...web, pull_number: 6 });
    await twin.octokit.rest.git.deleteRef({ ...web, ref: 'heads/b6' });
    expect(await events(6)).toEqual(['committed', 'merged', 'closed', 'head_ref_deleted']);
  });

  test('tells of a dismissed review', async () => {
    const { data } = await twin.octokit.rest.pulls.createReview({ ...web, pull_number: 4, event: 'APPROVE' });
    await twin.octokit.rest.pulls.dismissReview({ ...web, pull_number: 4, review_id: data.id, message: 'Not yet' });
    const { data: told } = await twin.octokit.rest.issues.listEvents({ ...web, issue_number: 4 });
    expect(told.at(-1)).toMatchObject({
      event: 'review_dismissed',
      dismissed_review: { state: 'approved', review_id: data.id, dismissal_message: 'Not yet' },
    });
  });
});

// PyGithub/PyGithub#256, dotnet/arcade-services#4597
describe('an open pull request', () => {
  test('names the commit of a test merge', async () => {
    const { data } = await twin.octokit.rest.pulls.get({ ...web, pull_number: 7 });
    const [listed] = (await twin.octokit.rest.pulls.list({ ...web, head: 'acme:b7' })).data;
    expect([data.merge_commit_sha, listed?.merge_commit_sha]).toEqual([
      expect.stringMatching(/^[0-9a-f]{40}$/),
      data.merge_commit_sha,
    ]);
  });

  test('is not known to be mergeable at once where the seed says so', async () => {
    const slow = await serveGithub({ ...seed, mergeability_delay_seconds: 3 }, { mode: 'logical' });
    try {
      const look = async () => {
        const { data } = await slow.octokit.rest.pulls.get({ ...web, pull_number: 7 });
        return [data.mergeable, data.mergeable_state, data.merge_commit_sha === null];
      };
      expect(await look()).toEqual([null, 'unknown', true]);
      for (const body of ['a', 'b', 'c', 'd']) await slow.octokit.rest.issues.createComment({ ...web, issue_number: 7, body });
      expect(await look()).toEqual([true, 'clean', false]);
    } finally {
      await slow.close();
    }
  });
});
