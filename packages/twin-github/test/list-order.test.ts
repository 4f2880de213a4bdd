import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { github } from '../src/index.ts';
import { type Served, serveGithub } from './served.ts';

// In what order each list comes when nothing is asked of it. Names stand against the order in which things are made, so that no order is
// another's. Sources are the pages of the operations (https://docs.github.com/rest); where a page says nothing, what clients see of GitHub.

const at = (day: number): string => `2026-01-0${day}T00:00:00Z`;
/** In OpenSSH's format, and nobody's. */
const sshKey = (what: string): string => {
  const part = (text: string) => Buffer.concat([Buffer.from([0, 0, 0, text.length]), Buffer.from(text)]);
  return `ssh-ed25519 ${Buffer.concat([part('ssh-ed25519'), part(what.padEnd(32, what))]).toString('base64')}`;
};
const WORKFLOW = 'on: workflow_dispatch\njobs: { build: { steps: [{ run: make }] } }\n';
const seed = {
  viewer: 'zoe',
  users: [
    {
      ...{ login: 'zoe', following: ['mia', 'ada'], emails: ['zoe@z.example', 'zoe@a.example'] },
      keys: ['z', 'a'].map((title) => ({ title, key: sshKey(title) })),
    },
    { login: 'ada', following: ['zoe'] },
    { login: 'mia', following: ['zoe'] },
    { login: 'zeta', type: 'Organization', members: ['zoe', 'mia', 'ada'], teams: [{ name: 'West' }, { name: 'Core' }] },
    { login: 'acme', type: 'Organization', members: ['zoe'] },
  ],
  repositories: [
    {
      owner: 'zeta',
      name: 'web',
      created_at: at(1),
      collaborators: ['zoe', 'ada', 'mia'].map((login) => ({ login, permission: 'admin' })),
      labels: ['wontfix', 'bug', 'docs'],
      milestones: [{ title: 'never' }, { title: 'late', due_on: at(9) }, { title: 'soon', due_on: at(8) }],
      files: { 'z.txt': 'z\n', 'a.txt': 'a\n' },
      branches: [{ name: 'topic' }, { name: 'alpha', files: { 'z.txt': 'y\n', 'a.txt': 'b\n' } }],
      issues: [
        {
          number: 1,
          title: 'First',
          created_at: at(2),
          updated_at: at(9),
          labels: ['wontfix', 'bug'],
          assignees: ['zoe'],
          milestone: 'late',
          comments: [
            { user: 'mia', body: 'later', created_at: at(5) },
            { user: 'ada', body: 'earlier', created_at: at(4), reactions: ['rocket', 'eyes'] },
          ],
          reactions: ['heart', '+1'],
          sub_issues: [5, 2],
          blocked_by: [5],
        },
        { number: 2, title: 'Second', created_at: at(4), assignees: ['zoe'], milestone: 'late', labels: ['docs'] },
        {
          ...{ number: 5, title: 'Fifth', created_at: at(3), assignees: ['zoe'], blocked_by: [2] },
          comments: [{ body: 'Hm', created_at: at(6) }],
        },
      ],
      pull_requests: [
        {
          number: 3,
          title: 'Pull',
          head: 'alpha',
          user: 'ada',
          created_at: at(5),
          requested_reviewers: ['mia', 'zoe'],
          reviews: [
            {
              user: 'zoe',
              body: 'later',
              submitted_at: at(8),
              comments: [
                { path: 'z.txt', line: 1, body: 'z' },
                { path: 'a.txt', line: 1, body: 'a' },
              ],
            },
            { user: 'mia', body: 'earlier', submitted_at: at(7) },
          ],
        },
        { number: 4, title: 'Another', head: 'more', files: { 'm.txt': 'm\n' }, created_at: at(4) },
      ],
      tags: ['v1', 'v3', 'v2'],
      releases: [
        {
          tag_name: 'v1',
          assets: [
            { name: 'z.txt', content: 'z' },
            { name: 'a.txt', content: 'a' },
          ],
        },
        { tag_name: 'v3' },
      ],
      statuses: [{ context: 'z' }, { context: 'a' }],
      check_runs: [{ name: 'z' }, { name: 'a' }],
      stargazers: ['zoe', 'ada'],
      deploy_keys: ['y', 'b'].map((title) => ({ title, key: sshKey(title) })),
      autolinks: ['Z-', 'A-'].map((key_prefix) => ({ key_prefix, url_template: 'https://x.example/<num>' })),
      invitations: ['uma', 'bob'],
    },
    {
      owner: 'zeta',
      name: 'api',
      created_at: at(3),
      stargazers: ['zoe'],
      invitations: [],
      files: { 'README.md': '# api\n', '.github/workflows/z.yml': WORKFLOW },
      workflow_runs: ['z', 'a'].map((title) => ({
        ...{ workflow: 'z.yml', title, jobs: { z: 'success', a: 'success' } },
        artifacts: [`${title}z`, `${title}a`].map((name) => ({ name, files: { 'a.txt': name } })),
      })),
    },
    { owner: 'zeta', name: 'old', created_at: at(2) },
    { owner: 'zoe', name: 'zine' },
    { owner: 'zoe', name: 'blog' },
  ],
};

let twin: Served;
const made: Record<string, string> = {};
// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
const json = async (path: string): Promise<any> => (await twin.send('GET', path)).json;
beforeAll(async () => {
  twin = await serveGithub(seed);
  const send = async (method: string, path: string, body: unknown): Promise<void> => {
    const { status } = await twin.send(method, path, body);
    if (status >= 300) throw new Error(`${path}: ${status}`);
  };
  await send('PATCH', '/repos/zeta/web/issues/2', { title: 'Second, renamed' });
  await send('PATCH', '/repos/zeta/web/issues/2', { state: 'closed' });
  await send('PATCH', '/repos/zeta/web/issues/2', { state: 'open' });
  const { id } = await json('/repos/zeta/web/issues/2');
  await send('POST', '/repos/zeta/web/issues/1/dependencies/blocked_by', { issue_id: id });
  made.sha = (await json('/repos/zeta/web/git/ref/heads/main')).object.sha;
  for (const body of ['one', 'two']) await send('POST', `/repos/zeta/web/commits/${made.sha}/comments`, { body });
  await send('POST', '/repos/zeta/web/forks', {});
  await send('POST', '/repos/zeta/web/forks', { organization: 'acme', name: 'aaa' });
  for (const name of ['z', 'a']) {
    const annotation = { path: 'a.txt', start_line: 1, end_line: 1, annotation_level: 'notice', message: 'x', title: name };
    const [run] = (await json(`/repos/zeta/web/commits/${made.sha}/check-runs`)).check_runs;
    await send('PATCH', `/repos/zeta/web/check-runs/${run.id}`, {
      output: { title: 'x', summary: 'x', annotations: [annotation] },
    });
  }
  const again = { message: 'Another again', content: 'bQ==', branch: 'more' };
  await send('PUT', '/repos/zeta/web/contents/n.txt', again);
  [{ id: made.comment }] = await json('/repos/zeta/web/issues/1/comments');
  made.review = (await json('/repos/zeta/web/pulls/3/reviews')).find((one: { body: string }) => one.body === 'later').id;
  made.release = (await json('/repos/zeta/web/releases/tags/v1')).id;
  made.run = (await json(`/repos/zeta/web/commits/${made.sha}/check-runs`)).check_runs[0].id;
  made.suite = (await json(`/repos/zeta/web/commits/${made.sha}/check-suites`)).check_suites[0].id;
  made.org = (await json('/orgs/zeta')).id;
  for (const name of ['z', 'a']) {
    await send('POST', '/gists', { description: name, public: true, files: { [name]: { content: name } } });
    await send('POST', '/repos/zeta/web/deployments', {
      ref: 'main',
      description: name,
      required_contexts: [],
      auto_merge: false,
    });
    await send('POST', '/repos/zeta/web/hooks', { config: { url: `http://127.0.0.1:9/${name}` }, events: ['push'] });
  }
  [{ id: made.deployment }] = await json('/repos/zeta/web/deployments');
  [{ id: made.gist }] = await json('/gists');
  for (const name of ['z', 'a']) {
    await send('POST', `/repos/zeta/web/deployments/${made.deployment}/statuses`, { state: 'success', description: name });
    await send('POST', `/gists/${made.gist}/comments`, { body: name });
    await send(
      'PUT',
      `/gists/${(await json('/gists')).find((one: { description: string }) => one.description === name).id}/star`,
      undefined,
    );
  }
  await send('PUT', '/repos/zeta/api/contents/.github/workflows/a.yml', {
    message: 'Add a',
    content: Buffer.from(WORKFLOW).toString('base64'),
  });
  made.workflow = (await json('/repos/zeta/api/actions/runs')).workflow_runs[0].id;
  made.team = (await json('/orgs/zeta/teams/core')).id;
});
afterAll(() => twin.close());

const web = '/repos/zeta/web';
const named = (name: string) => (one: Record<string, unknown>) => one[name];
const messageOf = (one: Record<string, unknown>) => (one.commit as { message: string }).message;
const inviteeOf = (one: Record<string, unknown>) => (one.invitee as { login: string }).login;
/** The first letter of what a key of this file is made of. */
const keyBytes = (one: Record<string, unknown>) =>
  Buffer.from(String(one.key).split(' ')[1] ?? '', 'base64')
    .toString('latin1')
    .at(-1);
const emailHost = (one: Record<string, unknown>) => String(one.email).split('@')[1];
type Row = [operation: string, path: () => string, key: (one: Record<string, unknown>) => unknown, expected: unknown[]];
const rows: Row[] = [
  // By what the pages say.
  ['orgs/list', () => '/organizations', named('login'), ['zeta', 'acme']],
  ['users/list', () => '/users', named('login'), ['zoe', 'ada', 'mia', 'zeta', 'acme', 'uma', 'bob']],
  [
    'repos/list-public',
    () => '/repositories',
    named('full_name'),
    ['zeta/web', 'zeta/api', 'zeta/old', 'zoe/zine', 'zoe/blog', 'zoe/web', 'acme/aaa'],
  ],
  ['repos/list-for-org', () => '/orgs/zeta/repos', named('name'), ['api', 'old', 'web']],
  ['repos/list-for-user', () => '/users/zoe/repos', named('name'), ['blog', 'web', 'zine']],
  [
    'repos/list-for-authenticated-user',
    () => '/user/repos',
    named('full_name'),
    ['acme/aaa', 'zeta/api', 'zeta/old', 'zeta/web', 'zoe/blog', 'zoe/web', 'zoe/zine'],
  ],
  ['issues/list-for-repo', () => `${web}/issues`, named('number'), [3, 4, 2, 5, 1]],
  ['issues/list', () => '/issues', named('number'), [2, 5, 1]],
  ['issues/list-for-authenticated-user', () => '/user/issues', named('number'), [2, 5, 1]],
  ['issues/list-comments', () => `${web}/issues/1/comments`, named('body'), ['earlier', 'later']],
  ['issues/list-comments-for-repo', () => `${web}/issues/comments`, named('body'), ['earlier', 'later', 'Hm']],
  ['issues/list-milestones', () => `${web}/milestones`, named('title'), ['soon', 'late', 'never']],
  ['pulls/list', () => `${web}/pulls`, named('number'), [3, 4]],
  ['pulls/list-review-comments', () => `${web}/pulls/3/comments`, named('body'), ['z', 'a']],
  ['pulls/list-review-comments-for-repo', () => `${web}/pulls/comments`, named('body'), ['z', 'a']],
  ['pulls/list-reviews', () => `${web}/pulls/3/reviews`, named('body'), ['earlier', 'later']],
  ['pulls/list-comments-for-review', () => `${web}/pulls/3/reviews/${made.review}/comments`, named('body'), ['z', 'a']],
  ['repos/list-commit-comments-for-repo', () => `${web}/comments`, named('body'), ['one', 'two']],
  ['repos/list-commit-statuses-for-ref', () => `${web}/commits/main/statuses`, named('context'), ['a', 'z']],
  ['repos/list-forks', () => `${web}/forks`, named('full_name'), ['acme/aaa', 'zoe/web']],
  ['activity/list-repos-starred-by-authenticated-user', () => '/user/starred', named('full_name'), ['zeta/api', 'zeta/web']],
  // By what clients see.
  ['activity/list-repos-starred-by-user', () => '/users/zoe/starred', named('full_name'), ['zeta/api', 'zeta/web']],
  ['activity/list-stargazers-for-repo', () => `${web}/stargazers`, named('login'), ['zoe', 'ada']],
  ['repos/list-branches', () => `${web}/branches`, named('name'), ['alpha', 'main', 'more', 'topic']],
  ['repos/list-tags', () => `${web}/tags`, named('name'), ['v3', 'v2', 'v1']],
  [
    'git/list-matching-refs',
    () => `${web}/git/matching-refs/heads/`,
    named('ref'),
    ['alpha', 'main', 'more', 'topic'].map((name) => `refs/heads/${name}`),
  ],
  ['issues/list-labels-on-issue', () => `${web}/issues/1/labels`, named('name'), ['wontfix', 'bug']],
  ['issues/list-labels-for-repo', () => `${web}/labels`, named('name'), ['bug', 'docs', 'wontfix']],
  ['issues/list-labels-for-milestone', () => `${web}/milestones/2/labels`, named('name'), ['wontfix', 'bug', 'docs']],
  ['issues/list-sub-issues', () => `${web}/issues/1/sub_issues`, named('number'), [5, 2]],
  ['issues/list-dependencies-blocked-by', () => `${web}/issues/1/dependencies/blocked_by`, named('number'), [5, 2]],
  ['issues/list-dependencies-blocking', () => `${web}/issues/2/dependencies/blocking`, named('number'), [5, 1]],
  ['issues/list-events', () => `${web}/issues/2/events`, named('event'), ['renamed', 'closed', 'reopened', 'blocking_added']],
  [
    'issues/list-events-for-timeline',
    () => `${web}/issues/2/timeline`,
    named('event'),
    ['renamed', 'closed', 'reopened', 'blocking_added'],
  ],
  [
    'issues/list-events-for-repo',
    () => `${web}/issues/events`,
    named('event'),
    ['blocking_added', 'blocked_by_added', 'reopened', 'closed', 'renamed'],
  ],
  ['pulls/list-files', () => `${web}/pulls/3/files`, named('filename'), ['a.txt', 'z.txt']],
  ['repos/list-comments-for-commit', () => `${web}/commits/main/comments`, named('body'), ['one', 'two']],
  ['repos/list-release-assets', () => `${web}/releases/${made.release}/assets`, named('name'), ['z.txt', 'a.txt']],
  ['teams/list', () => '/orgs/zeta/teams', named('slug'), ['core', 'west']],
  ['repos/list-commits', () => `${web}/commits?sha=alpha`, messageOf, ['Update alpha', 'Initial commit']],
  ['pulls/list-commits', () => `${web}/pulls/4/commits`, messageOf, ['Another', 'Another again']],
  ['repos/list-releases', () => `${web}/releases`, named('tag_name'), ['v3', 'v1']],
  ['repos/list-statuses', () => `${web}/statuses/${made.sha}`, named('context'), ['a', 'z']],
  [
    'repos/list-branches-for-head-commit',
    () => `${web}/commits/${made.sha}/branches-where-head`,
    named('name'),
    ['main', 'topic'],
  ],
  ['repos/list-pull-requests-associated-with-commit', () => `${web}/commits/${made.sha}/pulls`, named('number'), []],
  [
    'git/list-refs',
    () => `${web}/git/refs`,
    named('ref'),
    [
      ...['alpha', 'main', 'more', 'topic'].map((name) => `refs/heads/${name}`),
      ...['v1', 'v2', 'v3'].map((name) => `refs/tags/${name}`),
    ],
  ],
  ['repos/list-collaborators', () => `${web}/collaborators`, named('login'), ['zoe', 'ada', 'mia']],
  ['issues/list-assignees', () => `${web}/assignees`, named('login'), ['ada', 'mia', 'zoe']],
  ['orgs/list-members', () => '/orgs/zeta/members', named('login'), ['zoe', 'mia', 'ada']],
  ['orgs/list-public-members', () => '/orgs/zeta/public_members', named('login'), ['zoe', 'mia', 'ada']],
  ['teams/list-members-in-org', () => '/orgs/zeta/teams/core/members', named('login'), ['zoe', 'mia', 'ada']],
  [
    'teams/list-members-by-id',
    () => `/organizations/${made.org}/team/${made.team}/members`,
    named('login'),
    ['zoe', 'mia', 'ada'],
  ],
  ['orgs/list-for-user', () => '/users/zoe/orgs', named('login'), ['zeta', 'acme']],
  ['orgs/list-for-authenticated-user', () => '/user/orgs', named('login'), ['zeta', 'acme']],
  ['repos/list-invitations', () => `${web}/invitations`, inviteeOf, ['uma', 'bob']],
  ['checks/list-for-ref', () => `${web}/commits/${made.sha}/check-runs`, named('name'), ['a', 'z']],
  ['checks/list-for-suite', () => `${web}/check-suites/${made.suite}/check-runs`, named('name'), ['a', 'z']],
  ['checks/list-annotations', () => `${web}/check-runs/${made.run}/annotations`, named('title'), ['z', 'a']],
  ['reactions/list-for-issue', () => `${web}/issues/1/reactions`, named('content'), ['heart', '+1']],
  [
    'reactions/list-for-issue-comment',
    () => `${web}/issues/comments/${made.comment}/reactions`,
    named('content'),
    ['rocket', 'eyes'],
  ],
  ['search/issues-and-pull-requests', () => '/search/issues?q=repo:zeta/web+is:issue&sort=created', named('number'), [2, 5, 1]],
  // "sorted by most recently updated to least recently updated"
  ['gists/list-public', () => '/gists/public', named('description'), ['a', 'z']],
  ['gists/list', () => '/gists', named('description'), ['a', 'z']],
  ['gists/list-for-user', () => '/users/zoe/gists', named('description'), ['a', 'z']],
  ['gists/list-comments', () => `/gists/${made.gist}/comments`, named('body'), ['z', 'a']],
  ['repos/list-deployments', () => `${web}/deployments`, named('description'), ['a', 'z']],
  ['repos/list-deployment-statuses', () => `${web}/deployments/${made.deployment}/statuses`, named('description'), ['a', 'z']],
  ['repos/list-webhooks', () => `${web}/hooks`, (hook) => (hook.config as { url: string }).url.slice(-1), ['z', 'a']],
  ['actions/list-workflow-runs-for-repo', () => '/repos/zeta/api/actions/runs', named('display_title'), ['a', 'z']],
  ['actions/list-workflow-runs', () => '/repos/zeta/api/actions/workflows/z.yml/runs', named('display_title'), ['a', 'z']],
  [
    'actions/list-repo-workflows',
    () => '/repos/zeta/api/actions/workflows',
    named('path'),
    ['z', 'a'].map((name) => `.github/workflows/${name}.yml`),
  ],
  ['actions/list-jobs-for-workflow-run', () => `/repos/zeta/api/actions/runs/${made.workflow}/jobs`, named('name'), ['z', 'a']],
  [
    'actions/list-jobs-for-workflow-run-attempt',
    () => `/repos/zeta/api/actions/runs/${made.workflow}/attempts/1/jobs`,
    named('name'),
    ['z', 'a'],
  ],
  ['actions/list-artifacts-for-repo', () => '/repos/zeta/api/actions/artifacts', named('name'), ['aa', 'az', 'za', 'zz']],
  // "direction … Default: desc"
  [
    'actions/list-workflow-run-artifacts',
    () => `/repos/zeta/api/actions/runs/${made.workflow}/artifacts`,
    named('name'),
    ['aa', 'az'],
  ],
  // No page tells an order of these; GitHub gives them as they were made.
  ['users/list-followers-for-user', () => '/users/zoe/followers', named('login'), ['ada', 'mia']],
  ['users/list-following-for-user', () => '/users/zoe/following', named('login'), ['mia', 'ada']],
  ['users/list-followers-for-authenticated-user', () => '/user/followers', named('login'), ['ada', 'mia']],
  ['users/list-followed-by-authenticated-user', () => '/user/following', named('login'), ['mia', 'ada']],
  ['users/list-public-ssh-keys-for-authenticated-user', () => '/user/keys', named('title'), ['z', 'a']],
  ['users/list-public-keys-for-user', () => '/users/zoe/keys', keyBytes, ['z', 'a']],
  ['orgs/list-issue-types', () => '/orgs/zeta/issue-types', named('name'), ['Task', 'Bug', 'Feature']],
  ['repos/list-issue-types', () => `${web}/issue-types`, named('name'), ['Task', 'Bug', 'Feature']],
  ['repos/list-autolinks', () => `${web}/autolinks`, named('key_prefix'), ['Z-', 'A-']],
  ['repos/list-deploy-keys', () => `${web}/keys`, named('title'), ['y', 'b']],
  [
    'users/list-emails-for-authenticated-user',
    () => '/user/emails',
    emailHost,
    ['z.example', 'a.example', 'users.noreply.github.com'],
  ],
  ['issues/list-for-org', () => '/orgs/zeta/issues', named('number'), [2, 5, 1]],
  ['search/repos', () => '/search/repositories?q=user:zeta&sort=stars', named('name'), ['web', 'api', 'old']],
];

/** Lists of one object here, those whose order no source tells (best matches), and what is no list of objects. */
const others = [
  'actions/list-environment-secrets',
  'actions/list-environment-variables',
  'actions/list-org-secrets',
  'actions/list-org-variables',
  'users/list-public-emails-for-authenticated-user',
  'actions/list-repo-organization-secrets',
  'actions/list-repo-organization-variables',
  'actions/list-repo-secrets',
  'actions/list-repo-variables',
  'actions/list-selected-repos-for-org-secret',
  'actions/list-selected-repos-for-org-variable',
  'checks/list-suites-for-ref',
  'pulls/list-requested-reviewers',
  'reactions/list-for-commit-comment',
  'reactions/list-for-pull-request-review-comment',
  'reactions/list-for-release',
  'repos/list-contributors',
  'repos/list-invitations-for-authenticated-user',
  'repos/list-languages',
  'search/code',
  'search/commits',
  'search/labels',
  'search/topics',
  'search/users',
];

/** Lists whose order other tests hold, on worlds that have such things: list-order-places.test.ts, places.test.ts, people.test.ts, webhooks.test.ts, alerts.test.ts, repository-advisories.test.ts, actions-policies.test.ts, runner-groups.test.ts and, as an app, apps.test.ts. */
const elsewhere = [
  'actions/list-selected-repositories-enabled-github-actions-organization',
  'actions/list-repo-access-to-self-hosted-runner-group-in-org',
  'actions/list-self-hosted-runner-groups-for-org',
  'actions/list-self-hosted-runners-for-org',
  'actions/list-self-hosted-runners-in-group-for-org',
  'actions/list-self-hosted-runners-for-repo',
  'activity/list-events-for-authenticated-user',
  'activity/list-org-events-for-authenticated-user',
  'activity/list-public-events',
  'activity/list-public-events-for-repo-network',
  'activity/list-public-events-for-user',
  'activity/list-public-org-events',
  'activity/list-received-events-for-user',
  'activity/list-received-public-events-for-user',
  'activity/list-repo-events',
  'activity/list-notifications-for-authenticated-user',
  'activity/list-repo-notifications-for-authenticated-user',
  'activity/list-repos-watched-by-user',
  'activity/list-watched-repos-for-authenticated-user',
  'activity/list-watchers-for-repo',
  'apps/list-installations',
  'apps/list-repos-accessible-to-installation',
  'apps/list-webhook-deliveries',
  'codespaces/list-org-secrets',
  'codespaces/list-repo-secrets',
  'codespaces/list-repositories-for-secret-for-authenticated-user',
  'codespaces/list-secrets-for-authenticated-user',
  'codespaces/list-selected-repos-for-org-secret',
  'dependabot/list-org-secrets',
  'dependabot/list-repo-secrets',
  'dependabot/list-selected-repos-for-org-secret',
  'code-scanning/list-alert-instances',
  'code-scanning/list-alerts-for-repo',
  'dependabot/list-alerts-for-repo',
  'gists/list',
  'gists/list-comments',
  'gists/list-commits',
  'gists/list-for-user',
  'gists/list-forks',
  'gists/list-public',
  'gists/list-starred',
  'orgs/list-memberships-for-authenticated-user',
  'orgs/list-outside-collaborators',
  'orgs/list-webhook-deliveries',
  'orgs/list-webhooks',
  'repos/list-activities',
  'repos/list-deployment-branch-policies',
  'repos/list-deployment-statuses',
  'repos/list-deployments',
  'repos/list-teams',
  'repos/list-webhook-deliveries',
  'repos/list-webhooks',
  'secret-scanning/list-alerts-for-repo',
  'secret-scanning/list-locations-for-alert',
  'security-advisories/list-global-advisories',
  'security-advisories/list-org-repository-advisories',
  'security-advisories/list-repository-advisories',
  'teams/list-child-in-org',
  'teams/list-for-authenticated-user',
  'teams/list-repos-by-id',
  'teams/list-repos-in-org',
];

describe('comes in order:', () => {
  test.each(rows)('%s', async (_operation, path, key, expected) => {
    const body = await json(path());
    const list = Array.isArray(body) ? body : (Object.values(body).find(Array.isArray) as Record<string, unknown>[]);
    expect(list.map(key)).toEqual(expected);
  });
});

test('every list that answers more than one object has its order here', () => {
  const lists = github.definition.operations.map(({ id }) => id).filter((id) => /\/list/.test(id) || /^search\//.test(id));
  expect([...new Set([...rows.map(([id]) => id), ...others, ...elsewhere])].sort()).toEqual([...new Set(lists)].sort());
});
