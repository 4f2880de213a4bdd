import { generateKeyPairSync, sign } from 'node:crypto';
import { type DirectCall, type PlainWorld, testCrawl } from '@svc/twin-kit/testing';
import { github } from '../src/index.ts';

/** In OpenSSH's format, and nobody's. */
const KEYS = [
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExhbXBzIGFyZSBsaXQgaW4gdGhlIGhvdXNlIG9mIGFk',
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExhbXBzIGFyZSBsaXQgaW4gdGhlIGhvdXNlIG9mIGJl',
] as const;
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** What an app asks for itself, it asks with a JSON web token. */
function asApp(path: string): DirectCall['headers'] {
  if (!/^\/app\b|\/installation$/.test(path)) return undefined;
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'RS256' })}.${part({ iss: 4242, iat: 1, exp: 600 })}`;
  const signature = sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url');
  return { authorization: `Bearer ${text}.${signature}` };
}

const advisories = [{ ghsa_id: 'GHSA-2222-3333-4444', summary: 'Slow', vulnerabilities: [{ package: 'slow' }] }];
const alerted = {
  code_scanning_alerts: [{ rule: 'js/xss', path: 'src/a.ts' }],
  secret_scanning_alerts: [{ secret_type: 'token', secret: 'one', path: 'src/a.ts', issue: 1 }],
  dependabot_alerts: [{ advisory: 'GHSA-2222-3333-4444' }],
  security_advisories: [{ summary: 'Leak', severity: 'high' }],
};

const seed = {
  viewer: 'ada',
  users: [
    { login: 'ada', following: ['ben'], keys: [KEYS[0]], emails: ['ada@example.com'] },
    { login: 'ben', following: ['ada'] },
    {
      login: 'acme',
      type: 'Organization',
      members: [{ login: 'ada', role: 'admin' }, 'ben'],
      teams: [{ name: 'Core', members: ['ben'] }],
      secrets: ['actions', 'codespaces', 'dependabot'].map((app) => ({ name: 'TOKEN', app, repositories: ['web'] })),
      variables: { STAGE: { value: 'test', repositories: ['web'] } },
    },
  ],
  repositories: [
    {
      owner: 'acme',
      name: 'web',
      collaborators: [{ login: 'ada', permission: 'admin' }, 'ben'],
      labels: ['area/ui', 'bug'],
      milestones: [{ title: 'v1' }],
      topics: ['web'],
      stargazers: ['ben'],
      watchers: ['ada'],
      environments: [{ name: 'live', secrets: ['TOKEN'], variables: { STAGE: 'test' } }],
      notifications: [{ number: 1 }],
      branch_protections: [{ required_pull_request_reviews: {}, required_status_checks: { contexts: ['ci'] }, restrictions: {} }],
      teams: ['Core'],
      rulesets: [{ name: 'Side', include: ['refs/heads/none'], rules: ['deletion'] }],
      branches: [{ name: 'feature/x', files: { 'x.txt': 'x\n' } }],
      files: {
        'README.md': '# web\n',
        'src/a.ts': 'one\n',
        '.github/workflows/ci.yml': 'name: CI\non: push\njobs: { build: { runs-on: ubuntu-latest, steps: [{ run: make }] } }\n',
      },
      workflow_runs: [{ workflow: 'ci.yml', artifacts: [{ name: 'out', files: { 'a.txt': 'a\n' } }] }],
      secrets: ['TOKEN', ...['codespaces', 'dependabot'].map((app) => ({ name: 'TOKEN', app }))],
      deploy_keys: [{ key: KEYS[1] }],
      variables: { STAGE: 'test' },
      issues: [
        {
          ...{
            number: 1,
            title: 'One',
            labels: ['area/ui'],
            milestone: 'v1',
            assignees: ['ada'],
            sub_issues: [3],
            blocked_by: [3],
          },
          comments: [{ body: 'Hm', reactions: ['+1'] }],
          reactions: ['+1'],
        },
        { number: 3, title: 'Three' },
      ],
      pull_requests: [
        {
          ...{ number: 2, title: 'Two', head: 'feature/x', user: 'ben', requested_teams: ['core'] },
          reviews: [{ user: 'ada', state: 'APPROVED', comments: [{ path: 'x.txt', line: 1, body: 'Why?' }] }],
          check_runs: [{ name: 'build' }],
          statuses: [{}],
        },
      ],
      ...alerted,
      tags: ['v1'],
      releases: [{ tag_name: 'v1', assets: [{ name: 'a.txt', content: 'a' }] }],
    },
  ],
  apps: [{ slug: 'helper', id: 4242, key: publicKey.export({ type: 'spki', format: 'pem' }), installations: ['acme', 'ben'] }],
  advisories,
  gists: [{ owner: 'ben', public: true, files: { 'a.txt': 'a' }, starred: true }],
};

const repo = '/repos/acme/web';
const idOf = (world: PlainWorld, collection: string): string => String(world[collection]?.[0]?.id);
const shaOf = (world: PlainWorld, collection: string): string => String(world[collection]?.[0]?.sha);

/** What a template's `number` and `sha` stand for, its place says. */
function numberFor(address: string, world: PlainWorld): string {
  if (address.includes('/issues/comments')) return idOf(world, 'comments');
  if (address.includes('/issues/events')) return idOf(world, 'issue_events');
  if (address.includes('/pulls/comments')) return idOf(world, 'review_comments');
  if (address.includes('/comments')) return idOf(world, 'commit_comments');
  return address.includes('/pulls') ? '2' : '1';
}
function shaFor(address: string, world: PlainWorld): string {
  if (address.includes('/git/refs')) return 'heads/main';
  const kind = /\/git\/(blobs|trees|tags)/.exec(address)?.[1];
  return shaOf(world, kind ?? 'commits');
}

/** A value for a part of a path: what it names is there. */
function fill(name: string, world: PlainWorld, address = ''): string | undefined {
  // Of whoever a template names the gists are asked, not one of them.
  if (name === 'gist_id' && address !== '') return undefined;
  const values: Readonly<Record<string, () => string>> = {
    owner: () => 'acme',
    org: () => 'acme',
    repo: () => 'web',
    username: () => 'ben',
    user: () => (address.includes('{repo}') ? 'acme' : 'ben'),
    category: () => 'general',
    app_slug: () => 'github-actions',
    target_user: () => 'ada',
    autolink_id: () => idOf(world, 'autolinks'),
    cache_id: () => idOf(world, 'actions_caches'),
    alert_number: () => '1',
    ghsa_id: () => String(world[address.includes('/repos/') ? 'repository_advisories' : 'advisories']?.[0]?.ghsa_id),
    key_id: () => idOf(world, address.includes('/repos/') ? 'deploy_keys' : 'public_keys'),
    other_user: () => 'ada',
    assignee: () => 'ada',
    collaborator: () => 'ben',
    team_slug: () => 'core',
    issue_number: () => '1',
    pull_number: () => '2',
    milestone_number: () => '1',
    number: () => numberFor(address, world),
    query: () => 'web',
    archive_format: () => (address.includes('/artifacts/') ? 'zip' : 'tarball'),
    workflow_id: () => 'ci.yml',
    run_id: () => idOf(world, 'workflow_runs'),
    job_id: () => idOf(world, 'workflow_jobs'),
    artifact_id: () => idOf(world, 'artifacts'),
    suite_id: () => String(world.workflow_runs?.[0]?.suite_id),
    attempt_number: () => '1',
    attempt: () => '1',
    secret_name: () => 'TOKEN',
    repository_id: () => idOf(world, 'repositories'),
    path: () => 'README.md',
    dir: () => 'src',
    branch: () => 'main',
    base: () => 'main',
    head: () => 'feature%2Fx',
    basehead: () => 'main...feature%2Fx',
    ref: () => 'main',
    sha: () => shaFor(address, world),
    commit_sha: () => shaOf(world, 'commits'),
    tree_sha: () => shaOf(world, 'trees'),
    file_sha: () => shaOf(world, 'blobs'),
    tag_sha: () => shaOf(world, 'tags'),
    tag: () => 'v1',
    name: () => (address.includes('/variables/') ? 'STAGE' : 'bug'),
    installation_id: () => idOf(world, 'installations'),
    review_id: () => idOf(world, 'reviews'),
    release_id: () => idOf(world, 'releases'),
    asset_id: () => idOf(world, 'release_assets'),
    event_id: () => idOf(world, 'issue_events'),
    check_run_id: () => idOf(world, 'check_runs'),
    check_suite_id: () => idOf(world, 'check_suites'),
    team_id: () => idOf(world, 'teams'),
    gist_id: () => idOf(world, 'gists'),
    ruleset_id: () => idOf(world, 'rulesets'),
    environment_name: () => 'live',
    thread_id: () => idOf(world, 'notifications'),
    org_id: () => String(world.users?.find(({ login }) => login === 'acme')?.id),
    id: () => idOf(world, address.includes('releases') ? 'releases' : 'comments'),
  };
  return values[name]?.();
}

function read(path: string, world: PlainWorld): DirectCall {
  const comments = path.includes('/pulls/') ? 'review_comments' : path.includes('/issues/') ? 'comments' : 'commit_comments';
  const filled = path
    .replace('{comment_id}', idOf(world, comments))
    .replace('/commits/{ref}', '/commits/main')
    .replace('/statuses/{ref}', '/statuses/main')
    .replace('/raw/{ref}', '/raw/main')
    .replace('/commits/{ref*}', '/commits/main')
    .replace(/\/git\/(ref|refs|matching-refs)\/\{ref\*\}/, '/git/$1/heads/main')
    .replace('/download/{tag}/{name}', '/download/v1/a.txt')
    .replaceAll(/\{(\w+)\*?\}/g, (_all, name: string) => fill(name, world, path) ?? '1');
  const query = path.startsWith('/search/')
    ? `?q=${path.includes('issues') ? 'is:open' : 'web'}&repository_id=${idOf(world, 'repositories')}`
    : '';
  const headers = asApp(path);
  return {
    method: 'GET',
    path: filled + (path === '/search/labels' ? query : query.replace(/&.*/, '')),
    ...(headers && { headers }),
  };
}

testCrawl(github, {
  seed,
  writes: (world) => [
    { method: 'POST', path: `${repo}/commits/${shaOf(world, 'commits')}/comments`, body: { body: 'x' } },
    {
      ...{ method: 'POST', path: `${repo}/git/tags` },
      body: { tag: 'v2', message: 'Two', object: shaOf(world, 'commits'), type: 'commit' },
    },
    { method: 'POST', path: `${repo}/issues/1/comments`, body: { body: 'See README' } },
    { method: 'PUT', path: `${repo}/issues/3/lock` },
    { method: 'PUT', path: `${repo}/contents/new.txt`, body: { message: 'New', content: 'eA==' } },
  ],
  reads: (world) => [
    ...github.definition.operations
      .filter(({ method, page }) => method === 'GET' && !page)
      .flatMap(({ path }) => {
        const whole = read(path, world);
        // The same in pages of one, whose headers lead to the others, and with texts beside bodies.
        const more = { ...whole, path: `${whole.path}${whole.path.includes('?') ? '&' : '?'}per_page=1` };
        return [whole, more, { ...whole, headers: { ...whole.headers, accept: 'application/vnd.github.full+json' } }];
      }),
  ],
  tools: () => [
    ['issue_read', { method: 'get', owner: 'acme', repo: 'web', issue_number: 1 }],
    ['pull_request_read', { method: 'get', owner: 'acme', repo: 'web', pullNumber: 2 }],
    ['list_issues', { owner: 'acme', repo: 'web' }],
    ['list_pull_requests', { owner: 'acme', repo: 'web' }],
    ['get_file_contents', { owner: 'acme', repo: 'web', path: 'README.md' }],
    ['issue_write', { method: 'create', owner: 'acme', repo: 'web', title: 'By tool' }],
    ['search_issues', { query: 'is:open' }],
    ['list_commits', { owner: 'acme', repo: 'web' }],
    ['get_me', {}],
  ],
  fill,
  elsewhere: { 'docs.github.com': 'GitHub’s documentation', 'api.github.com': 'what a node id is made of' },
  lands: 0.9,
  without: [
    // An app follows them with its own credentials: apps.test.ts.
    /^\/(?:app|installation)\//,
    // Addresses that take other methods than GET, name what the vendor took down, or say by 404 that something isn't so.
    /\/(?:downloads|hub|authorizations|merges|branches\/main\/protection)/,
    /\/users\/helper%5Bbot%5D\/following\/ada$/,
    /\/actions\/runs\/\d+\/(?:cancel|rerun)$/,
    /\/issues\/\d+\/labels\/|\/starred\/acme\/web$|\/users\/(?:ada|acme|github)\/following\/ada$/,
  ],
});
