import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { refusal, type Served, serveGithub } from './served.ts';

// Secrets and variables wherever GitHub has them: docs, REST: Actions, Codespaces and Dependabot, "secrets" and "variables".

const at = { owner: 'acme', repo: 'web' };
const SEED = {
  viewer: 'ada',
  users: [
    { login: 'ada' },
    {
      login: 'acme',
      type: 'Organization',
      members: [{ login: 'ada', role: 'admin' }],
      secrets: ['SHARED'],
      variables: { LEVEL: '1' },
    },
    { login: 'other', type: 'Organization', members: [{ login: 'ada', role: 'member' }] },
  ],
  repositories: [
    { owner: 'acme', name: 'web', environments: [{ name: 'live', secrets: ['KEY'], variables: { STAGE: 'live' } }] },
    { owner: 'acme', name: 'api', private: true },
    { owner: 'ada', name: 'own' },
  ],
};

let twin: Served;
beforeEach(async () => {
  twin = await serveGithub(SEED);
});
afterEach(() => twin.close());

const idOf = async (repo: string, owner = 'acme') => (await twin.octokit.rest.repos.get({ owner, repo })).data.id;
const encrypted_value = Buffer.alloc(52, 7).toString('base64');
const named = (answer: unknown, what: string): string[] =>
  ((answer as Record<string, { name: string }[]>)[what] ?? []).map(({ name }) => name);

/** Calls one place by paths, as they differ in nothing else. */
function placeAt(path: string, reach: object = {}) {
  const send = (method: string, below: string, body?: unknown) => twin.send(method, `${path}${below}`, body);
  return {
    send,
    keyId: async () => ((await send('GET', '/secrets/public-key')).json as { key_id: string }).key_id,
    async put(name: string, more: object = reach) {
      return (await send('PUT', `/secrets/${name}`, { encrypted_value, key_id: await this.keyId(), ...more })).status;
    },
    secrets: async () => named((await send('GET', '/secrets')).json, 'secrets'),
    variables: async () => named((await send('GET', '/variables')).json, 'variables'),
  };
}

const ENVIRONMENT = '/repos/acme/web/environments/live';
const PLACES: [path: string, reach: object][] = [
  ...['actions', 'codespaces', 'dependabot'].flatMap((app): [string, object][] => [
    [`/repos/acme/web/${app}`, {}],
    [`/orgs/acme/${app}`, { visibility: 'all' }],
  ]),
  [ENVIRONMENT, {}],
  ['/user/codespaces', {}],
];

describe('secrets of', () => {
  test.each(PLACES)('%s are sealed with a key of their own, replaced, listed and deleted', async (path, reach) => {
    const place = placeAt(path, reach);
    const before = await place.secrets();
    expect([await place.put('npm_token'), await place.put('NPM_TOKEN')]).toEqual([201, 204]);
    expect(await place.secrets()).toEqual([...before, 'NPM_TOKEN'].sort());
    expect((await place.send('GET', '/secrets/Npm_Token')).json).toMatchObject({ name: 'NPM_TOKEN' });
    const other = await placeAt('/repos/acme/api/actions').keyId();
    const wrong = { encrypted_value, key_id: other, ...reach };
    expect((await place.send('PUT', '/secrets/X', wrong)).status).toBe(422);
    expect(await place.put('1X')).toBe(422);
    expect((await place.send('DELETE', '/secrets/NPM_TOKEN')).status).toBe(204);
    expect((await place.send('DELETE', '/secrets/NPM_TOKEN')).status).toBe(404);
    expect(await place.secrets()).toEqual(before);
  });

  test('places with one name are others', async () => {
    for (const [path, reach] of PLACES) expect(await placeAt(path, reach).put('SAME')).toBe(201);
    for (const [path] of PLACES) expect(await placeAt(path).secrets()).toContain('SAME');
  });

  test('no call tells a value', async () => {
    await placeAt('/orgs/acme/actions', { visibility: 'all' }).put('T');
    expect(JSON.stringify(await twin.evidence('events'))).not.toContain(encrypted_value);
  });
});

describe('variables of', () => {
  test.each(PLACES.filter(([path]) => /actions|environments/.test(path)))(
    '%s are made, changed, renamed and deleted',
    async (path, reach) => {
      const place = placeAt(path, reach);
      const before = await place.variables();
      expect((await place.send('POST', '/variables', { name: 'one', value: 'a', ...reach })).status).toBe(201);
      expect((await place.send('POST', '/variables', { name: 'ONE', value: 'a', ...reach })).status).toBe(409);
      expect((await place.send('PATCH', '/variables/ONE', { name: 'two', value: 'b' })).status).toBe(204);
      expect((await place.send('GET', '/variables/TWO')).json).toMatchObject({ name: 'TWO', value: 'b', ...reach });
      expect((await place.send('DELETE', '/variables/TWO')).status).toBe(204);
      expect(await place.variables()).toEqual(before);
    },
  );

  test('an environment, and of the repository that it is in', async () => {
    const { actions, repos } = twin.octokit.rest;
    const { data } = await actions.getEnvironmentVariable({ ...at, environment_name: 'live', name: 'STAGE' });
    expect(data).toMatchObject({ name: 'STAGE', value: 'live' });
    expect((await actions.listEnvironmentSecrets({ ...at, environment_name: 'live' })).data.secrets).toMatchObject([
      { name: 'KEY' },
    ]);
    expect((await actions.listRepoVariables(at)).data.total_count).toBe(0);
    expect((await refusal(actions.listEnvironmentSecrets({ ...at, environment_name: 'none' }))).status).toBe(404);
    await repos.deleteAnEnvironment({ ...at, environment_name: 'live' });
    await repos.createOrUpdateEnvironment({ ...at, environment_name: 'live' });
    expect((await actions.listEnvironmentSecrets({ ...at, environment_name: 'live' })).data.total_count).toBe(0);
  });
});

describe('an organisation', () => {
  test('shares with all, with private, or with selected repositories', async () => {
    const { actions } = twin.octokit.rest;
    const place = placeAt('/orgs/acme/actions');
    await place.put('OF_PRIVATE', { visibility: 'private' });
    await place.put('OF_SOME', { visibility: 'selected', selected_repository_ids: [await idOf('web')] });
    const shared = async (repo: string) =>
      (await actions.listRepoOrganizationSecrets({ owner: 'acme', repo })).data.secrets.map(({ name }) => name);
    expect([await shared('web'), await shared('api')]).toEqual([
      ['OF_SOME', 'SHARED'],
      ['OF_PRIVATE', 'SHARED'],
    ]);
    expect((await actions.listRepoOrganizationVariables(at)).data.variables).toMatchObject([{ name: 'LEVEL', value: '1' }]);
    expect((await actions.listRepoOrganizationSecrets({ owner: 'ada', repo: 'own' })).data.total_count).toBe(0);
  });

  test('selects repositories one by one, all at once, and none but its own', async () => {
    const { actions } = twin.octokit.rest;
    const target = { org: 'acme', secret_name: 'S' };
    await placeAt('/orgs/acme/actions').put('S', { visibility: 'selected' });
    const selected = async () =>
      (await actions.listSelectedReposForOrgSecret(target)).data.repositories.map(({ full_name }) => full_name);
    const [web, api, foreign] = [await idOf('web'), await idOf('api'), await idOf('own', 'ada')];
    await actions.addSelectedRepoToOrgSecret({ ...target, repository_id: web });
    await actions.addSelectedRepoToOrgSecret({ ...target, repository_id: api });
    expect(await selected()).toEqual(['acme/web', 'acme/api']);
    await actions.removeSelectedRepoFromOrgSecret({ ...target, repository_id: web });
    expect(await selected()).toEqual(['acme/api']);
    await actions.setSelectedReposForOrgSecret({ ...target, selected_repository_ids: [web] });
    expect(await selected()).toEqual(['acme/web']);
    expect((await refusal(actions.setSelectedReposForOrgSecret({ ...target, selected_repository_ids: [foreign] }))).status).toBe(
      422,
    );
    const shown = (await actions.getOrgSecret(target)).data;
    expect(shown.selected_repositories_url).toBe(`${twin.url}/orgs/acme/actions/secrets/S/repositories`);
    await twin.octokit.rest.repos.delete(at);
    expect(await selected()).toEqual([]);
  });

  test('has nothing selected for what all may have', async () => {
    const { actions } = twin.octokit.rest;
    const target = { org: 'acme', name: 'LEVEL' };
    const { status, body } = await refusal(actions.addSelectedRepoToOrgVariable({ ...target, repository_id: await idOf('web') }));
    expect([status, body.message]).toEqual([409, 'Visibility is not set to selected']);
    const wrong = { visibility: 'all', selected_repository_ids: [await idOf('web')] };
    expect(await placeAt('/orgs/acme/actions').put('W', wrong)).toBe(422);
    await actions.updateOrgVariable({ ...target, visibility: 'selected', selected_repository_ids: [await idOf('web')] });
    expect((await actions.listSelectedReposForOrgVariable(target)).data.total_count).toBe(1);
  });

  test('tells its owners alone', async () => {
    expect((await refusal(twin.octokit.rest.actions.listOrgSecrets({ org: 'other' }))).status).toBe(403);
  });
});
