// Groups of self-hosted runners of an organisation: https://docs.github.com/rest/actions/self-hosted-runner-groups. Each answer is held against the schema of
// its operation. No runner can be registered, so that all groups are empty.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Served, serveGithub } from './served.ts';

const world = (viewer: string) => ({
  viewer,
  users: [
    ...['ada', 'ben', 'eve'].map((login) => ({ login })),
    { login: 'acme', type: 'Organization', members: [{ login: 'ada', role: 'admin' }, 'ben'] },
  ],
  repositories: [
    { owner: 'acme', name: 'web' },
    { owner: 'acme', name: 'vault', private: true },
    { owner: 'ada', name: 'own' },
  ],
});
let twin: Served;
beforeEach(async () => {
  twin = await serveGithub(world('ada'), { mode: 'logical', start: '2026-02-01T00:00:00Z' });
});
afterEach(() => twin.close());

const groups = '/orgs/acme/actions/runner-groups';
// Octokit's methods leave groups of runners out.
// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
const send = async (method: string, path: string, body?: object): Promise<any> => {
  const { status, json } = await twin.send(method, `${groups}${path}`, body);
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(json)}`);
  return json;
};
const statusOf = async (method: string, path: string, body?: object): Promise<number> =>
  (await twin.send(method, `${groups}${path}`, body)).status;
const idOf = async (owner: string, repo: string): Promise<number> => (await twin.octokit.rest.repos.get({ owner, repo })).data.id;
const create = (more: object) => send('POST', '', { name: 'Big', ...more });
const names = async (query = ''): Promise<string[]> =>
  (await send('GET', query)).runner_groups.map(({ name }: { name: string }) => name);

test('an organisation has one group by itself, which is changed and stays', async () => {
  const { total_count, runner_groups } = await send('GET', '');
  expect(total_count).toBe(1);
  expect(runner_groups[0]).toEqual({
    ...{ id: 1, name: 'Default', visibility: 'all', default: true, inherited: false, allows_public_repositories: false },
    ...{ restricted_to_workflows: false, selected_workflows: [], workflow_restrictions_read_only: false },
    runners_url: `${twin.url}${groups}/1/runners`,
  });
  const changed = await send('PATCH', '/1', { name: 'Usual', allows_public_repositories: true });
  expect(changed).toMatchObject({ id: 1, name: 'Usual', default: true, allows_public_repositories: true });
  expect(await send('GET', '/1')).toEqual(changed);
  expect(await statusOf('DELETE', '/1')).toBe(422);
  expect(await names()).toEqual(['Usual']);
});

test('a group is made, changed, listed as it was made, and deleted', async () => {
  const selected_workflows = ['acme/web/.github/workflows/a.yml@main'];
  const made = await create({ visibility: 'private', restricted_to_workflows: true, selected_workflows });
  expect(made).toMatchObject({ id: 2, name: 'Big', visibility: 'private', default: false, restricted_to_workflows: true });
  expect(made.selected_workflows).toEqual(selected_workflows);
  await create({ name: 'Aged' });
  expect(await names()).toEqual(['Default', 'Big', 'Aged']);
  expect(await names('?per_page=1&page=2')).toEqual(['Big']);
  expect(await send('GET', '/2/runners')).toEqual({ total_count: 0, runners: [] });
  expect(await send('PATCH', '/2', { name: 'Bigger' })).toMatchObject({ name: 'Bigger', visibility: 'private' });
  await send('DELETE', '/2');
  expect(await names()).toEqual(['Default', 'Aged']);
  expect(await statusOf('GET', '/2')).toBe(404);
});

test('a group selects repositories of its organisation, which leave it when they are gone', async () => {
  const [web, vault, own] = [await idOf('acme', 'web'), await idOf('acme', 'vault'), await idOf('ada', 'own')];
  const made = await create({ visibility: 'selected', selected_repository_ids: [web, web] });
  expect(made.selected_repositories_url).toBe(`${twin.url}${groups}/2/repositories`);
  const selected = async (): Promise<string[]> =>
    (await send('GET', '/2/repositories')).repositories.map(({ full_name }: { full_name: string }) => full_name);
  expect(await selected()).toEqual(['acme/web']);
  await send('PUT', `/2/repositories/${vault}`);
  expect(await selected()).toEqual(['acme/web', 'acme/vault']);
  await send('DELETE', `/2/repositories/${web}`);
  expect(await selected()).toEqual(['acme/vault']);
  await send('PUT', '/2/repositories', { selected_repository_ids: [web, vault] });
  expect(await statusOf('PUT', `/2/repositories/${own}`)).toBe(422);
  await twin.octokit.rest.repos.delete({ owner: 'acme', repo: 'web' });
  expect(await selected()).toEqual(['acme/vault']);
  // What isn't selected any more selects nothing.
  await send('PATCH', '/2', { name: 'Big', visibility: 'all' });
  expect(await statusOf('GET', '/2/repositories')).toBe(409);
  await send('PATCH', '/2', { name: 'Big', visibility: 'selected' });
  expect(await selected()).toEqual([]);
});

test('those are listed that a repository may use', async () => {
  await create({ name: 'Public', allows_public_repositories: true });
  await create({ name: 'Private', visibility: 'private', allows_public_repositories: true });
  await create({ name: 'Chosen', visibility: 'selected', selected_repository_ids: [await idOf('acme', 'vault')] });
  expect(await names('?visible_to_repository=web')).toEqual(['Public']);
  expect(await names('?visible_to_repository=vault')).toEqual(['Default', 'Public', 'Private', 'Chosen']);
  expect(await statusOf('GET', '?visible_to_repository=none')).toBe(404);
});

describe('is refused, and changes nothing:', () => {
  test.each<[string, string, string, object | undefined, number]>([
    ['a blank name', 'POST', '', { name: ' ' }, 422],
    ['a name that is taken', 'POST', '', { name: 'default' }, 422],
    ['no name', 'PATCH', '/1', {}, 422],
    ['an unknown visibility', 'POST', '', { name: 'x', visibility: 'some' }, 422],
    ["a repository of somebody else's", 'POST', '', { name: 'x', visibility: 'selected', selected_repository_ids: [1] }, 422],
    ['a runner that is not there', 'POST', '', { name: 'x', runners: [1] }, 422],
    ['a network that is not modelled', 'POST', '', { name: 'x', network_configuration_id: 'n' }, 501],
    ['repositories of a group for all', 'PUT', '/1/repositories', { selected_repository_ids: [] }, 409],
    ['a group that is not there', 'PATCH', '/9', { name: 'x' }, 404],
  ])('%s', async (_what, method, path, body, status) => {
    const before = await twin.evidence('state');
    expect(await statusOf(method, path, body)).toBe(status);
    expect(await twin.evidence('state')).toEqual(before);
  });

  test('whoever does not own the organisation', async () => {
    for (const viewer of ['ben', 'eve']) {
      const other = await serveGithub(world(viewer));
      try {
        const { status } = await other.send('GET', groups);
        expect([403, 404]).toContain(status);
        expect((await other.send('POST', groups, { name: 'x' })).status).toBe(status);
      } finally {
        await other.close();
      }
    }
  });
});
