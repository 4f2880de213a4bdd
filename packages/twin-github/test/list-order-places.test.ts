import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Served, serveGithub } from './served.ts';

// In what order lists of places, people and what they are told come when nothing is asked of them; list-order.test.ts has the others and says
// how the names are chosen. Of notifications GitHub says "sorted by most recently updated", of a gist's commits and a webhook's deliveries clients
// see the last first, of stars too; the others come as they were made (https://docs.github.com/rest).

const at = (day: number): string => `2026-01-0${day}T00:00:00Z`;
const repository = (name: string, more: object = {}) => ({
  owner: 'zeta',
  name,
  watchers: ['mia', 'zoe', 'ada'],
  issues: [
    { number: 1, title: 'One' },
    { number: 2, title: 'Two' },
  ],
  ...more,
});
const seed = {
  viewer: 'zoe',
  users: [
    ...['zoe', 'mia', 'ada', 'uma', 'bob'].map((login) => ({ login })),
    {
      login: 'zeta',
      type: 'Organization',
      members: [{ login: 'zoe', role: 'admin' }],
      teams: [{ name: 'West' }, { name: 'Core' }],
    },
    { login: 'acme', type: 'Organization', members: [{ login: 'zoe', role: 'admin' }] },
  ],
  repositories: [
    repository('web', {
      teams: ['Core', 'West'],
      collaborators: [
        { login: 'zoe', permission: 'admin' },
        { login: 'uma', permission: 'push' },
        { login: 'bob', permission: 'push' },
      ],
      environments: ['live'],
      notifications: [
        { number: 1, updated_at: at(2) },
        { number: 2, updated_at: at(4) },
      ],
    }),
    repository('api', { teams: ['West'], notifications: [{ number: 1, updated_at: at(3) }] }),
  ],
};

let twin: Served;
const made: Record<string, string> = {};
// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
const send = async (method: string, path: string, body?: unknown): Promise<any> => {
  const { status, json } = await twin.send(method, path, body);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`);
  return json;
};
const web = '/repos/zeta/web';

beforeAll(async () => {
  twin = await serveGithub(seed);
  const gists: string[] = [];
  const deployment_branch_policy = { protected_branches: false, custom_branch_policies: true };
  await send('PUT', `${web}/environments/live`, { deployment_branch_policy });
  for (const name of ['z', 'a']) {
    gists.push((await send('POST', '/gists', { public: true, description: name, files: { 'x.txt': { content: name } } })).id);
    await send('PUT', `/gists/${gists.at(-1)}/star`);
    await send('POST', `${web}/environments/live/deployment-branch-policies`, { name: `${name}/*` });
    await send('POST', '/orgs/zeta/hooks', { name: 'web', config: { url: `http://127.0.0.1:9/${name}` }, events: ['push'] });
  }
  const [gist] = gists;
  await send('PATCH', `/gists/${gist}`, { files: { 'x.txt': { content: 'once more' } } });
  [{ id: made.orgHook }] = await send('GET', '/orgs/zeta/hooks');
  const hook = await send('POST', `${web}/hooks`, { config: { url: 'http://127.0.0.1:9/h' }, events: ['push'] });
  for (const path of [`/orgs/zeta/hooks/${made.orgHook}`, `${web}/hooks/${hook.id}`]) await send('POST', `${path}/pings`);
  Object.assign(made, { gist, hook: hook.id, org: (await send('GET', '/orgs/zeta')).id });
  made.west = (await send('GET', '/orgs/zeta/teams/west')).id;
});
afterAll(() => twin.close());

const named = (name: string) => (one: Record<string, unknown>) => one[name];
const title = (one: Record<string, unknown>) => (one.subject as { title: string }).title;
const numbers = (one: Record<string, unknown>) => Number(one.id);
type Row = [operation: string, path: () => string, key: (one: Record<string, unknown>) => unknown, expected: unknown[]];

const rows: Row[] = [
  ['activity/list-notifications-for-authenticated-user', () => '/notifications', title, ['Two', 'One', 'One']],
  ['activity/list-repo-notifications-for-authenticated-user', () => `${web}/notifications`, title, ['Two', 'One']],
  ['activity/list-watchers-for-repo', () => `${web}/subscribers`, named('login'), ['mia', 'zoe', 'ada']],
  ['activity/list-watched-repos-for-authenticated-user', () => '/user/subscriptions', named('name'), ['web', 'api']],
  ['activity/list-repos-watched-by-user', () => '/users/mia/subscriptions', named('name'), ['web', 'api']],
  ['gists/list-starred', () => '/gists/starred', named('description'), ['a', 'z']],
  [
    'gists/list-commits',
    () => `/gists/${made.gist}/commits`,
    (one) => (one.change_status as { deletions: number }).deletions > 0,
    [true, false],
  ],
  [
    'orgs/list-memberships-for-authenticated-user',
    () => '/user/memberships/orgs',
    (one) => (one.organization as { login: string }).login,
    ['zeta', 'acme'],
  ],
  ['orgs/list-outside-collaborators', () => '/orgs/zeta/outside_collaborators', named('login'), ['uma', 'bob']],
  ['orgs/list-webhooks', () => '/orgs/zeta/hooks', (one) => (one.config as { url: string }).url.slice(-1), ['z', 'a']],
  ['repos/list-teams', () => `${web}/teams`, named('slug'), ['west', 'core']],
  ['teams/list-for-authenticated-user', () => '/user/teams', named('slug'), ['west', 'core']],
  ['teams/list-repos-in-org', () => '/orgs/zeta/teams/west/repos', named('name'), ['web', 'api']],
  ['teams/list-repos-by-id', () => `/organizations/${made.org}/team/${made.west}/repos`, named('name'), ['web', 'api']],
  [
    'repos/list-deployment-branch-policies',
    () => `${web}/environments/live/deployment-branch-policies`,
    named('name'),
    ['z/*', 'a/*'],
  ],
];

describe('comes in order:', () => {
  test.each(rows)('%s', async (_operation, path, key, expected) => {
    const body = await send('GET', path());
    const list = Array.isArray(body) ? body : (Object.values(body).find(Array.isArray) as Record<string, unknown>[]);
    expect(list.map(key)).toEqual(expected);
  });

  test.each([
    ['repos/list-webhook-deliveries', () => `${web}/hooks/${made.hook}/deliveries`],
    ['orgs/list-webhook-deliveries', () => `/orgs/zeta/hooks/${made.orgHook}/deliveries`],
  ])('%s, the last first', async (_operation, path) => {
    const ids = (await send('GET', path())).map(numbers);
    expect(ids.length).toBeGreaterThan(1);
    expect(ids).toEqual(ids.toSorted((one: number, other: number) => other - one));
  });

  // A gist has one fork of an account's at most, and teams of the twin have no others inside.
  test.each([
    ['gists/list-forks', () => `/gists/${made.gist}/forks`],
    ['teams/list-child-in-org', () => '/orgs/zeta/teams/west/teams'],
  ])('%s of none is empty', async (_operation, path) => {
    expect(await send('GET', path())).toEqual([]);
  });
});
