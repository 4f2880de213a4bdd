import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fateOf } from '@svc/twin-kit';
import { Octokit } from 'octokit';
import { documentedInputs } from '../src/generated/inputs.ts';
import { github } from '../src/index.ts';
import { type Served, serveGithub } from './served.ts';

const COUNT = 3;
const list = <T>(make: (at: number) => T): T[] => Array.from({ length: COUNT }, (_, at) => make(at));
const WORKFLOW = 'on: workflow_dispatch\njobs: { build: { steps: [{ run: make }] } }\n';
const seed = {
  viewer: 'ada',
  users: [
    { login: 'ada' },
    { login: 'ben' },
    { login: 'cleo' },
    {
      login: 'acme',
      type: 'Organization',
      members: [{ login: 'ada', role: 'admin' }, 'ben', 'cleo'],
      teams: list((at) => ({ name: `Team ${at}` })),
      secrets: list((at) => `S${at}`),
      variables: Object.fromEntries(list((at) => [`V${at}`, 'x'])),
    },
    ...list((at) => ({ login: `org${at}`, type: 'Organization' })),
  ],
  repositories: [
    {
      owner: 'acme',
      name: 'web',
      collaborators: [{ login: 'ada', permission: 'admin' }, 'ben', 'cleo'],
      milestones: list((at) => ({ title: `v${at}` })),
      topics: ['one', 'two', 'three'],
      files: {
        'README.md': '# web\n',
        ...Object.fromEntries(['ci.yml', 'b.yml', 'c.yml'].map((name) => [`.github/workflows/${name}`, WORKFLOW])),
      },
      workflow_runs: list(() => ({
        workflow: 'ci.yml',
        jobs: Object.fromEntries(list((at) => [`job${at}`, 'success'])),
        artifacts: list((at) => ({ name: `a${at}`, files: { 'a.txt': 'a' } })),
      })),
      secrets: list((at) => `S${at}`),
      variables: Object.fromEntries(list((at) => [`V${at}`, 'x'])),
      branches: list((at) => ({ name: `branch${at}`, files: { [`${at}.txt`]: 'x\n' } })),
      tags: list((at) => `v${at}`),
      releases: list((at) => ({ tag_name: `v${at}`, assets: list((which) => ({ name: `${which}.txt`, content: 'x' })) })),
      stargazers: ['ada', 'ben', 'cleo'],
      code_scanning_alerts: list(() => ({ rule: 'js/xss', path: 'a.js', branches: ['main', 'branch0', 'branch1'] })),
      secret_scanning_alerts: list(() => ({ secret_type: 'token', secret: 'x', path: 'README.md', issue: 1 })),
      dependabot_alerts: list(() => ({ advisory: 'GHSA-2222-3333-4442' })),
      issues: [
        {
          number: 1,
          title: 'One',
          body: 'x',
          labels: ['bug', 'question', 'wontfix'],
          sub_issues: [2, 3],
          blocked_by: [2, 3],
          comments: list((at) => ({ body: `c${at}` })),
          reactions: ['+1', 'heart', 'eyes'],
        },
        { number: 2, title: 'Two', assignees: ['ada'] },
        { number: 3, title: 'Three', assignees: ['ada'] },
      ],
      pull_requests: [
        {
          number: 4,
          title: 'Four',
          head: 'branch1',
          user: 'ben',
          reviews: list((at) => ({ user: 'cleo', body: `r${at}`, comments: [{ path: '1.txt', line: 1, body: `l${at}` }] })),
          statuses: list((at) => ({ context: `s${at}` })),
          check_runs: list((at) => ({ name: `run${at}` })),
        },
      ],
    },
    { owner: 'ada', name: 'tools' },
  ],
  advisories: list((at) => ({
    ...{ ghsa_id: `GHSA-2222-3333-444${at + 2}`, summary: `${at}` },
    vulnerabilities: [{ package: `p${at}` }],
  })),
};

let twin: Served;
/** The client as it is out of the box: throttled, and sending again what failed. */
let client: Octokit;
beforeAll(async () => {
  twin = await serveGithub(seed);
  await twin.octokit.rest.repos.createCommitComment({ owner: 'acme', repo: 'web', commit_sha: 'branch1', body: 'x' });
  const { repos, gists } = twin.octokit.rest;
  const at = { owner: 'acme', repo: 'web' };
  const { data: deployment } = await repos.createDeployment({ ...at, ref: 'main', required_contexts: [], auto_merge: false });
  const { data: gist } = await gists.create({ files: { 'a.txt': { content: 'a' } } });
  await repos.createOrUpdateEnvironment({
    ...at,
    environment_name: 'live',
    deployment_branch_policy: { protected_branches: false, custom_branch_policies: true },
  });
  await keepSettings();
  const hook = { name: 'web', config: { url: 'http://127.0.0.1:9/hook' } };
  const { data: own } = await repos.createWebhook({ ...at, ...hook });
  const { data: theirs } = await twin.octokit.rest.orgs.createWebhook({ org: 'acme', ...hook });
  Object.assign(known, { hook_id: own.id, org_hook_id: theirs.id });
  Object.assign(known, { deployment_id: (deployment as { id: number }).id, gist_id: gist.id, environment_name: 'live' });
  client = new Octokit({ auth: twin.token, baseUrl: twin.url, throttle: { enabled: false } });
});
afterAll(() => twin.close());

/** Secrets and variables in all the other places that they may stand in, selected ones. */
async function keepSettings(): Promise<void> {
  const { rest } = twin.octokit;
  const { data: repository } = await rest.repos.get({ owner: 'acme', repo: 'web' });
  const places = ['dependabot', 'codespaces'].flatMap((app) => [`/repos/acme/web/${app}`, `/orgs/acme/${app}`]);
  const group = { name: 'Big', visibility: 'selected', selected_repository_ids: [repository.id] };
  const { json: made } = await twin.send('POST', '/orgs/acme/actions/runner-groups', group);
  Object.assign(known, { runner_group_id: (made as { id: number }).id });
  // A list of the selected is a conflict where none are to be, which the client asks for again and again.
  await twin.send('PUT', '/orgs/acme/actions/permissions', { enabled_repositories: 'selected' });
  await twin.send('PUT', '/orgs/acme/actions/permissions/repositories', { selected_repository_ids: [repository.id] });
  for (const place of [...places, '/orgs/acme/actions', '/repos/acme/web/environments/live', '/user/codespaces']) {
    const selected = { visibility: 'selected', selected_repository_ids: [repository.id] };
    const { json: key } = await twin.send('GET', `${place}/secrets/public-key`);
    const sealed = { encrypted_value: Buffer.alloc(52, 7).toString('base64'), key_id: (key as { key_id: string }).key_id };
    await twin.send('PUT', `${place}/secrets/S0`, { ...sealed, ...(!place.startsWith('/repos') && selected) });
    if (/actions|environments/.test(place))
      await twin.send('POST', `${place}/variables`, { name: 'VX', value: 'x', ...(!place.startsWith('/repos') && selected) });
  }
}

const known: Record<string, string | number> = {
  alert_number: 1,
  owner: 'acme',
  repo: 'web',
  org: 'acme',
  username: 'ada',
  issue_number: 1,
  pull_number: 4,
  team_slug: 'team-0',
  milestone_number: 1,
  release_id: 14_000_001,
  ref: 'branch1',
  commit_sha: 'branch1',
  branch: 'main',
  comment_id: 7_000_001,
  review_id: 9_000_001,
  check_run_id: 13_000_001,
  check_suite_id: 12_000_001,
  tree_sha: 'main',
  org_id: 1004,
  team_id: 90_001,
  workflow_id: 'ci.yml',
  run_id: 29_000_001,
  attempt_number: 1,
  secret_name: 'S0',
  name: 'VX',
};
const IN_QUERY: Readonly<Record<string, object>> = {
  '/search/issues': { q: 'is:open' },
  '/search/repositories': { q: 'web' },
  '/search/users': { q: 'e' },
  '/search/topics': { q: 'e' },
  '/search/code': { q: 'x' },
  '/search/commits': { q: 'repo:acme/web' },
};

/** Operations whose query has pages. */
const paged = github.definition.operations.filter(({ method, query, path, page }) => {
  if (method !== 'GET' || !query || page || path.includes('*}')) return false;
  // Those of an app, which apps.test.ts reads page by page as one.
  if (/^\/(?:app|installation)\//.test(path)) return false;
  const probe = query.safeParse({ per_page: '1' });
  return probe.success && (probe.data as { per_page?: number }).per_page === 1;
});

// octokit/octokit.js#1258: of an answer with counts the client takes the first other key for the list.
describe("octokit's paginate reaches the end of", () => {
  test.each(paged.map(({ path }) => path))('%s', async (path) => {
    const params = {
      ...known,
      ...IN_QUERY[path],
      ...(path.startsWith('/orgs/{org}/hooks') && { hook_id: known.org_hook_id }),
      ...(path.includes('/search/labels') && {
        q: 'b',
        repository_id: (await twin.octokit.rest.repos.get({ owner: 'acme', repo: 'web' })).data.id,
      }),
    };
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
    const comment = path.includes('/pulls/comments/') ? 10_000_001 : path.includes('{repo}/comments/') ? 17_000_001 : 7_000_001;
    const given = { ...Object.fromEntries(names.map((name) => [name, known[name]])), ...params, comment_id: comment };
    const whole = await client.paginate(`GET ${path}`, { ...given, per_page: 100 });
    const pieces = await client.paginate(`GET ${path}`, { ...given, per_page: 1 });
    expect(Array.isArray(whole)).toBe(true);
    const isObject = path.endsWith('/status') || path.endsWith('/topics');
    if (!isObject) expect(pieces).toHaveLength(whole.length);
  });

  test('what there is more than one of', () => {
    expect(paged.length).toBeGreaterThan(45);
  });
});

describe('what is not modelled comes back at once to the client that repeats failed calls:', () => {
  test.each([
    ['an operation', 'GET /repos/{owner}/{repo}/pages', {}],
    ['a parameter', 'GET /repos/{owner}/{repo}/issues', { issue_field_values: '1:High' }],
    ['a field of GraphQL', 'POST /graphql', { query: '{ viewer { sponsors(first: 1) { totalCount } } }' }],
  ])('%s', async (_what, route, params) => {
    const rows = async () => (await twin.evidence('events')) as { fidelity: string }[];
    const before = (await rows()).length;
    const failed = await client
      .request(route, { owner: 'acme', repo: 'web', ...params })
      .catch((error: Error & { status: number }) => error);
    expect(failed).toMatchObject({ status: 400, message: expect.stringContaining("The GitHub twin doesn't model") });
    expect((await rows()).slice(before)).toMatchObject([{ fidelity: 'unsupported' }]);
  });
});

// GitHub's description: every input of every modelled operation.
test('no documented input is taken and dropped: it is read, or refused by name, or ignored and named on the tape', async () => {
  const fates = github.definition.operations.flatMap(({ id, method, path, inputs }) =>
    inputs ? inputs.documented().map((name: string) => ({ id, method, path, name, fate: fateOf(inputs.reads, name) })) : [],
  );
  expect(fates.length).toBeGreaterThan(450);
  const undeclared = github.definition.operations.filter(({ id, inputs }) => documentedInputs[id] !== undefined && !inputs);
  expect(undeclared).toEqual([]);
  for (const { method, path, name, fate } of fates.filter((one) => one.fate !== 'read')) {
    const target = path.replaceAll(/\{(\w+)\*?\}/g, (_all: string, param: string) => String(known[param] ?? 'main'));
    // What else the operation requires is given, so that nothing is refused before.
    const body = {
      name: 'x',
      title: 'x',
      head: 'branch0',
      base: 'main',
      tag_name: 'v9',
      message: 'x',
      tree: 'y',
      head_sha: 'y',
      enforcement: 'active',
      ...nested(name),
    };
    const query = `q=x&${name}=x`;
    const { status, json } = await twin.send(
      method,
      method === 'GET' ? `${target}?${query}` : target,
      method === 'GET' ? undefined : body,
    );
    if (fate === 'refused')
      expect([status, json]).toMatchObject([
        501,
        { message: expect.stringMatching(`doesn't model the input ${name.split('.')[0]}(?:\\.\\w+)*\\. Nothing`) },
      ]);
    else expect(((await twin.evidence('events')) as { ignored?: string[] }[]).at(-1)?.ignored).toContain(name);
  }
});

/** `output.images` as an object. */
const nested = (path: string): object => {
  const whole = path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), 'x') as { rules?: object };
  // The rules of a ruleset are a list, each of a type.
  return whole.rules === undefined ? whole : { rules: [{ type: 'creation', ...whole.rules }] };
};

describe('documented inputs that are not modelled are refused by name:', () => {
  test.each<[string, string, object | undefined]>([
    ['POST', '/user/repos', { name: 'x', license_template: 'mit' }],
    ['POST', '/orgs/acme/repos', { name: 'x', team_id: 3 }],
    ['PATCH', '/repos/acme/web', { squash_merge_commit_title: 'PR_TITLE' }],
    ['POST', '/repos/acme/web/issues', { title: 'x', issue_field_values: [{ field_id: 1 }] }],
    ['PATCH', '/repos/acme/web/issues/1', { issue_field_values: [{ field_id: 1 }] }],
    ['POST', '/repos/acme/web/pulls', { title: 'x', head: 'branch0', base: 'main', head_repo: 'web' }],
    ['POST', '/repos/acme/web/releases', { tag_name: 'v9', discussion_category_name: 'News' }],
    ['POST', '/repos/acme/web/git/commits', { message: 'x', tree: 'y', signature: 'z' }],
    ['POST', '/repos/acme/web/check-runs', { name: 'x', head_sha: 'y', actions: [{ label: 'l' }] }],
    ['GET', '/search/issues?q=x&search_type=semantic', undefined],
    ['GET', '/orgs/acme/members?filter=2fa_disabled', undefined],
  ])('%s %s %j', async (method, path, body) => {
    const { status, json } = await twin.send(method, path, body);
    expect([status, (json as { message: string }).message]).toEqual([501, expect.stringMatching(/doesn't model/)]);
  });

  test('null asks for nothing', async () => {
    const { status } = await twin.send('PATCH', '/repos/acme/web/issues/2', { type: null, issue_field_values: null });
    expect(status).toBe(200);
  });
});

// docs: "Getting started with the REST API", media types; XAMPPRocky/octocrab#832
describe('the forms of a body', () => {
  const read = async (path: string, accept: string) => {
    const response = await fetch(twin.url + path, { headers: { authorization: `Bearer ${twin.token}`, accept } });
    return (await response.json()) as Record<string, unknown> & Record<string, unknown>[];
  };
  beforeAll(async () => {
    await twin.send('PATCH', '/repos/acme/web/issues/1', { body: '# Hm\n\nSome **bold** & `code`\n\n- a\n- b' });
  });
  const html =
    '<h1 dir="auto">Hm</h1>\n<p dir="auto">Some <strong>bold</strong> &amp; <code>code</code></p>\n<ul dir="auto">\n<li>a</li>\n<li>b</li>\n</ul>';

  test.each(['/repos/acme/web/issues/1', '/repos/acme/web/issues?labels=bug'])('of %s', async (path) => {
    const one = async (form: string) => [await read(path, `application/vnd.github.${form}+json`)].flat()[0];
    expect(await one('full')).toMatchObject({
      body: expect.any(String),
      body_html: html,
      body_text: expect.stringContaining('Some bold & code'),
    });
    const shown = await one('html');
    expect([shown?.body, shown?.body_html, shown?.body_text]).toEqual([undefined, html, undefined]);
    const text = await one('text');
    expect([text?.body, text?.body_html, typeof text?.body_text]).toEqual([undefined, undefined, 'string']);
    const raw = await one('raw');
    expect([typeof raw?.body, raw?.body_html]).toEqual(['string', undefined]);
  });

  test.each([
    '/issues/1/comments',
    '/issues/comments/7000001',
    '/pulls/4',
    '/pulls/4/reviews',
    '/pulls/4/comments',
    '/pulls/comments/10000001',
    '/releases',
  ])('of %s', async (path) => {
    for (const type of ['vnd.github.full+json', 'vnd.github-commitcomment.full+json']) {
      const [first] = [await read(`/repos/acme/web${path}`, `application/${type}`)].flat();
      if (first?.body !== undefined) expect(first).toHaveProperty('body_html');
    }
  });

  test('of a file', async () => {
    const response = await fetch(`${twin.url}/repos/acme/web/readme`, {
      headers: { authorization: `Bearer ${twin.token}`, accept: 'application/vnd.github.html+json' },
    });
    expect([response.headers.get('content-type'), await response.text()]).toEqual([
      'application/vnd.github.html; charset=utf-8',
      expect.stringContaining('<h1 dir="auto">web</h1>'),
    ]);
  });
});

// docs: "Get repository content"
describe('contents', () => {
  const contents = async (path: string) => (await twin.octokit.rest.repos.getContent({ owner: 'ada', repo: 'tools', path })).data;
  beforeAll(async () => {
    const tools = { owner: 'ada', repo: 'tools' };
    const { data: main } = await twin.octokit.rest.repos.getBranch({ ...tools, branch: 'main' });
    const blob = (path: string, content: string, mode: '100644' | '120000' = '100644') =>
      ({ path, mode, type: 'blob', content }) as const;
    const { data: tree } = await twin.octokit.rest.git.createTree({
      ...tools,
      tree: [
        blob('docs/real.txt', 'real\n'),
        blob('docs/link.txt', 'real.txt', '120000'),
        blob('docs/astray', '../nowhere', '120000'),
        blob('.gitmodules', '[submodule "lib"]\n\tpath = lib\n\turl = https://github.com/acme/web.git\n'),
        { path: 'lib', mode: '160000', type: 'commit', sha: main.commit.sha },
      ],
    });
    const { data: commit } = await twin.octokit.rest.git.createCommit({
      ...tools,
      message: 'x',
      tree: tree.sha,
      parents: [main.commit.sha],
    });
    await twin.octokit.rest.git.updateRef({ ...tools, ref: 'heads/main', sha: commit.sha });
  });

  test('of a link to a file are the file', async () => {
    expect(await contents('docs/link.txt')).toMatchObject({
      type: 'file',
      content: `${Buffer.from('real\n').toString('base64')}\n`,
    });
    expect(await contents('docs/astray')).toMatchObject({ type: 'symlink', target: '../nowhere' });
  });

  test('of a submodule say where it comes from, and a list calls it a file', async () => {
    expect(await contents('lib')).toMatchObject({
      type: 'submodule',
      submodule_git_url: 'https://github.com/acme/web.git',
      git_url: expect.stringContaining('/repos/acme/web/git/trees/'),
    });
    const listed = (await contents('')) as unknown as { name: string; type: string }[];
    expect(listed.find(({ name }) => name === 'lib')?.type).toBe('file');
  });
});

// github-mcp-server: its tools' own arguments
test.each([
  ['issue_write', { method: 'create', owner: 'acme', repo: 'web', title: 'x', issue_fields: [{}] }, 'issue_fields'],
  ['list_issues', { owner: 'acme', repo: 'web', field_filters: [{}] }, 'field_filters'],
])('the tool %s refuses %j by name', async (name, given, argument) => {
  const response = await fetch(`${twin.url}/mcp/call`, {
    method: 'POST',
    headers: { authorization: `Bearer ${twin.token}` },
    body: JSON.stringify({ name, arguments: given }),
  });
  expect(await response.json()).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining(`doesn't model ${argument} of ${name}`) }],
  });
  expect(((await twin.evidence('events')) as { fidelity: string }[]).at(-1)?.fidelity).toBe('unsupported');
});

describe('half a surrogate pair', () => {
  test('is never kept, by REST or by a tool', async () => {
    await twin.send('POST', '/repos/acme/web/issues', '{"title":"x\\ud800","body":"\\udc00y \\ud83d\\ude00"}');
    await fetch(`${twin.url}/mcp/call`, {
      method: 'POST',
      headers: { authorization: `Bearer ${twin.token}` },
      body: '{"name":"add_issue_comment","arguments":{"owner":"acme","repo":"web","issue_number":"1","body":"z\\ud83d"}}',
    });
    const state = JSON.stringify(await twin.evidence('state'));
    expect(state).not.toMatch(/\\ud[89a-f]/i);
    expect(state).toContain('x\ufffd');
    expect(state).toContain('\ufffdy 😀');
    expect(state).toContain('z\ufffd');
  });
});

// Recorded in npm @octokit/fixtures (get-repository, get-organization, git-refs, release-assets): `last-modified` of single resources, of no
// list. https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api, "Use conditional requests if appropriate"
describe('a single resource tells when it changed last', () => {
  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(twin.url + path, { headers: { authorization: `Bearer ${twin.token}`, ...headers } });

  test.each(['', '/issues/1'])('%s does', async (path) => {
    const answer = await get(`/repos/acme/web${path}`);
    const { updated_at } = (await answer.json()) as { updated_at: string };
    expect(answer.headers.get('last-modified')).toBe(new Date(updated_at).toUTCString());
  });

  test('a ref does, a list does not', async () => {
    const has = async (path: string) => (await get(`/repos/acme/web${path}`)).headers.has('last-modified');
    expect([await has('/git/ref/heads/main'), await has('/labels')]).toEqual([true, false]);
  });

  test.each<[string, Record<string, string>, number]>([
    ['since then: not modified', { 'if-modified-since': 'SAME' }, 304],
    ['since later: not modified', { 'if-modified-since': 'Fri, 31 Dec 2100 00:00:00 GMT' }, 304],
    ['since before: sent', { 'if-modified-since': 'Fri, 31 Dec 1999 00:00:00 GMT' }, 200],
    ['a date that is none: sent', { 'if-modified-since': 'yesterday' }, 200],
    ['beside a tag, which decides (RFC 9110, 13.1.3)', { 'if-modified-since': 'SAME', 'if-none-match': '"other"' }, 200],
  ])('%s', async (_what, headers, status) => {
    const changed = (await get('/repos/acme/web/issues/1')).headers.get('last-modified') ?? '';
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value === 'SAME' ? changed : value]));
    const answer = await get('/repos/acme/web/issues/1', sent);
    expect([answer.status, answer.headers.get('last-modified'), (await answer.text()) === '']).toEqual([
      status,
      changed,
      status === 304,
    ]);
  });
});
