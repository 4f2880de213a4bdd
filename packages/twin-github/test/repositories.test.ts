import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { refusal, type Served, serveGithub } from './served.ts';

// Every answer here goes through the harness, which holds it against GitHub's published description.
let twin: Served;
beforeAll(async () => {
  twin = await serveGithub({
    users: [
      { login: 'ada', name: 'Ada', email: 'ada@example.com' },
      { login: 'grace' },
      { login: 'acme', type: 'Organization' },
      { login: 'closed', type: 'Organization', members: ['grace'] },
    ],
    repositories: [
      {
        owner: 'ada',
        name: 'engine',
        description: 'Analytical',
        topics: ['cards'],
        files: { 'README.md': '# engine\n', 'src/a.ts': 'export const a = 1;\n', 'src/b.py': 'b = 1\n' },
        collaborators: [{ login: 'grace', permission: 'triage' }],
      },
      { owner: 'acme', name: 'web', private: true },
      { owner: 'acme', name: 'hidden', private: true, collaborators: [] },
      { owner: 'acme', name: 'readable', collaborators: [] },
      { owner: 'ada', name: 'empty', files: [] },
    ],
  });
});
afterAll(() => twin.close());

const engine = { owner: 'ada', repo: 'engine' };

describe('reading repositories', () => {
  test('by name, whatever the case of the letters', async () => {
    const { data } = await twin.octokit.rest.repos.get({ owner: 'ADA', repo: 'Engine' });
    expect(data).toMatchObject({
      full_name: 'ada/engine',
      description: 'Analytical',
      default_branch: 'main',
      language: 'TypeScript',
      open_issues_count: 0,
      permissions: { admin: true, push: true, pull: true },
    });
    expect(data.url).toBe(`${twin.url}/repos/ada/engine`);
  });

  test('the viewer sees what they own or work on', async () => {
    const { data } = await twin.octokit.rest.repos.listForAuthenticatedUser();
    expect(data.map(({ full_name }) => full_name)).toEqual(['acme/readable', 'acme/web', 'ada/empty', 'ada/engine']);
    const owned = await twin.octokit.rest.repos.listForAuthenticatedUser({
      affiliation: 'owner',
      sort: 'full_name',
      direction: 'desc',
    });
    expect(owned.data.map(({ full_name }) => full_name)).toEqual(['ada/engine', 'ada/empty']);
  });

  test('lists of an organisation and of a user leave out what the viewer may not see', async () => {
    const { data } = await twin.octokit.rest.repos.listForOrg({ org: 'acme' });
    expect(data.map(({ name }) => name).sort()).toEqual(['readable', 'web']);
    const ofUser = await twin.octokit.rest.repos.listForUser({ username: 'ada' });
    expect(ofUser.data.map(({ name }) => name)).toEqual(['empty', 'engine']);
  });

  test('a page of a list links to the others below the address of the call', async () => {
    const { headers } = await twin.octokit.rest.repos.listForAuthenticatedUser({ per_page: 1, page: 2 });
    const at = (page: number) => `<${twin.url}/user/repos?per_page=1&page=${page}>`;
    expect(headers.link).toBe(`${at(1)}; rel="prev", ${at(3)}; rel="next", ${at(4)}; rel="last", ${at(1)}; rel="first"`);
  });

  test('topics, languages, contributors and tags', async () => {
    expect((await twin.octokit.rest.repos.getAllTopics(engine)).data).toEqual({ names: ['cards'] });
    expect((await twin.octokit.rest.repos.listLanguages(engine)).data).toEqual({ TypeScript: 20, Python: 6 });
    const { data } = await twin.octokit.rest.repos.listContributors(engine);
    expect(data.map(({ login, contributions }) => [login, contributions])).toEqual([['ada', 1]]);
    expect((await twin.octokit.rest.repos.listTags(engine)).data).toEqual([]);
  });

  test.each(['hidden', 'nothing'])(
    'a private repository of others is not found, like one that is not there: %s',
    async (repo) => {
      const { status, body } = await refusal(twin.octokit.rest.repos.get({ owner: 'acme', repo }));
      expect(status).toBe(404);
      expect(body).toEqual({
        message: 'Not Found',
        documentation_url: 'https://docs.github.com/rest/repos/repos#get-a-repository',
        status: '404',
      });
    },
  );
});

describe('conditional reads', () => {
  // docs: REST, "Best practices", conditional requests
  test('what the caller has is 304 without a body, what changed is 200', async () => {
    const first = await twin.send('GET', '/repos/acme/web');
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[0-9a-f]+"$/);
    const read = () =>
      fetch(`${twin.url}/repos/acme/web`, { headers: { authorization: `token ${twin.token}`, 'if-none-match': etag } });
    const same = await read();
    expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', etag]);
    await twin.send('PATCH', '/repos/acme/web', { description: 'changed' });
    expect((await read()).status).toBe(200);
  });
});

describe('making and changing repositories', () => {
  test('a new one has the default labels, a README if asked for, and can be changed and deleted', async () => {
    const { data } = await twin.octokit.rest.repos.createForAuthenticatedUser({
      name: 'my new repo',
      auto_init: true,
      private: true,
    });
    expect(data).toMatchObject({ full_name: 'ada/my-new-repo', private: true, visibility: 'private' });
    const own = { owner: 'ada', repo: 'my-new-repo' };
    expect((await twin.octokit.rest.issues.listLabelsForRepo(own)).data).toHaveLength(9);
    expect((await twin.octokit.rest.repos.listCommits(own)).data.map(({ commit }) => commit.message)).toEqual(['Initial commit']);
    const renamed = await twin.octokit.rest.repos.update({ ...own, name: 'renamed', description: 'd', has_wiki: false });
    expect(renamed.data).toMatchObject({ full_name: 'ada/renamed', description: 'd', has_wiki: false });
    await twin.octokit.rest.repos.replaceAllTopics({ owner: 'ada', repo: 'renamed', names: ['a', 'B'] });
    expect((await twin.octokit.rest.repos.getAllTopics({ owner: 'ada', repo: 'renamed' })).data.names).toEqual(['a', 'b']);
    await twin.octokit.rest.repos.delete({ owner: 'ada', repo: 'renamed' });
    expect((await refusal(twin.octokit.rest.repos.get({ owner: 'ada', repo: 'renamed' }))).status).toBe(404);
    expect(JSON.stringify(await twin.evidence('state'))).not.toContain('renamed');
  });

  test('in an organisation that the viewer belongs to', async () => {
    const { data } = await twin.octokit.rest.repos.createInOrg({ org: 'acme', name: 'tools' });
    expect(data.full_name).toBe('acme/tools');
    const { status } = await refusal(twin.octokit.rest.repos.createInOrg({ org: 'closed', name: 'tools' }));
    expect(status).toBe(403);
  });

  test('a taken name is 422 already there', async () => {
    const { status, body } = await refusal(twin.octokit.rest.repos.createForAuthenticatedUser({ name: 'Engine' }));
    expect(status).toBe(422);
    expect(body).toMatchObject({
      message: 'Repository creation failed.',
      errors: [{ resource: 'Repository', code: 'custom', field: 'name', message: 'name already exists on this account' }],
    });
  });

  test('without admin rights is 403 and changes nothing', async () => {
    const before = await twin.evidence('state');
    const target = { owner: 'acme', repo: 'readable' };
    for (const call of [
      twin.octokit.rest.repos.update({ ...target, description: 'x' }),
      twin.octokit.rest.repos.delete(target),
    ]) {
      expect(await refusal(call)).toMatchObject({ status: 403, body: { message: 'Must have admin rights to Repository.' } });
    }
    expect(await twin.evidence('state')).toEqual(before);
  });
});

describe('collaborators', () => {
  test('are the owner and whoever was let in, with their roles', async () => {
    const { data } = await twin.octokit.rest.repos.listCollaborators(engine);
    expect(data.map(({ login, role_name }) => [login, role_name])).toEqual([
      ['ada', 'admin'],
      ['grace', 'triage'],
    ]);
    const permission = await twin.octokit.rest.repos.getCollaboratorPermissionLevel({ ...engine, username: 'grace' });
    expect(permission.data).toMatchObject({ permission: 'read', role_name: 'triage' });
    expect((await twin.octokit.rest.repos.checkCollaborator({ ...engine, username: 'grace' })).status).toBe(204);
  });

  test('someone else is not found', async () => {
    expect((await refusal(twin.octokit.rest.repos.checkCollaborator({ ...engine, username: 'acme' }))).status).toBe(404);
  });
});

describe('answers in general', () => {
  test('an operation that is documented and not modelled is a loud 501 in the envelope', async () => {
    const { status, json } = await twin.send('GET', '/repos/ada/engine/pages');
    expect(status).toBe(501);
    expect(json).toMatchObject({ message: expect.stringContaining('GET /repos/{owner}/{repo}/pages'), status: '501' });
  });

  test.each(['/dependency-graph/compare/main...fix', '/dependency-graph/compare/main...fix%2Fdeep'])(
    'so is one below a path that takes slashes: %s',
    async (path) => {
      expect((await twin.send('GET', `/repos/ada/engine${path}`)).status).toBe(501);
      const events = (await twin.evidence('events')) as { fidelity: string }[];
      expect(events.at(-1)?.fidelity).toBe('unsupported');
    },
  );

  test('an unknown path is 404, a wrong token 401, a broken body 400', async () => {
    const unknown = await twin.send('GET', '/no/such/path');
    expect([unknown.status, unknown.json]).toEqual([
      404,
      { message: 'Not Found', documentation_url: 'https://docs.github.com/rest', status: '404' },
    ]);
    const wrong = await fetch(`${twin.url}/user`, { headers: { authorization: 'Bearer nope' } });
    expect([wrong.status, await wrong.json()]).toEqual([
      401,
      { message: 'Bad credentials', documentation_url: 'https://docs.github.com/rest', status: '401' },
    ]);
    const broken = await twin.send('POST', '/user/repos', '{"name":');
    expect([broken.status, broken.json]).toMatchObject([400, { message: 'Problems parsing JSON' }]);
  });

  test('carry the headers of api.github.com', async () => {
    const { headers } = await twin.send('GET', '/repos/ada/engine');
    expect(headers.get('x-github-media-type')).toBe('github.v3; format=json');
    expect(headers.get('x-ratelimit-limit')).toBe('5000');
    expect(headers.get('x-github-request-id')).toMatch(/^[0-9A-F:]+$/);
    expect(headers.get('cache-control')).toBe('private, max-age=60, s-maxage=60');
  });

  test('the surface stands under /api/v3 too', async () => {
    const response = await fetch(`${twin.url}/api/v3/repos/ada/engine`, { headers: { authorization: `token ${twin.token}` } });
    expect([response.status, ((await response.json()) as { full_name: string }).full_name]).toEqual([200, 'ada/engine']);
  });
});
