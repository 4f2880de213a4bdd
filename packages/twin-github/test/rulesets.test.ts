import { afterEach, describe, expect, test } from '@jest/globals';
import { Git, remoteOf } from './git-http/git.ts';
import { refusal, type Served, serveGithub } from './served.ts';

// https://docs.github.com/rest/repos/rules

const web = { owner: 'acme', repo: 'web' };

const seedOf = (more: object, viewer = 'ada') => ({
  viewer,
  users: [
    ...['ada', 'ben'].map((login) => ({ login, email: `${login}@example.com` })),
    { login: 'acme', type: 'Organization', members: [{ login: 'ada', role: 'admin' }, 'ben'] },
  ],
  repositories: [
    {
      owner: 'acme',
      name: 'web',
      collaborators: [
        { login: 'ada', permission: 'admin' },
        { login: 'ben', permission: 'push' },
      ],
      files: { 'a.txt': 'one\n' },
      branches: [{ name: 'side', files: { 'side.txt': 's\n' } }],
      tags: ['v1'],
      pull_requests: [{ number: 1, title: 'Fix', user: 'ben', head: 'fix', files: { 'a.txt': 'two\n' } }],
      ...more,
    },
  ],
});

let twin: Served;
const start = async (more: object = {}, viewer = 'ada') => {
  twin = await serveGithub(seedOf(more, viewer));
  return twin.octokit.rest;
};
afterEach(() => twin.close());

const pullRule = {
  type: 'pull_request' as const,
  parameters: {
    dismiss_stale_reviews_on_push: false,
    require_code_owner_review: false,
    require_last_push_approval: false,
    required_approving_review_count: 1,
    required_review_thread_resolution: false,
  },
};

describe('rulesets', () => {
  test('of a repository are made, read, changed and taken away', async () => {
    const rest = await start();
    const { data: made } = await rest.repos.createRepoRuleset({
      ...web,
      name: 'Main',
      enforcement: 'active',
      conditions: { ref_name: { include: ['~DEFAULT_BRANCH'], exclude: [] } },
      rules: [pullRule, { type: 'deletion' }],
      bypass_actors: [{ actor_id: 5, actor_type: 'RepositoryRole', bypass_mode: 'pull_request' }],
    });
    expect(made).toMatchObject({ source_type: 'Repository', source: 'acme/web', current_user_can_bypass: 'pull_requests_only' });
    expect((await rest.repos.getRepoRulesets(web)).data.map(({ name }) => name)).toEqual(['Main']);
    expect((await rest.repos.getRepoRuleset({ ...web, ruleset_id: made.id })).data).toEqual(made);
    const rules = await rest.repos.getBranchRules({ ...web, branch: 'main' });
    expect(rules.data.map(({ type }) => type)).toEqual(['pull_request', 'deletion']);
    expect((await rest.repos.getBranchRules({ ...web, branch: 'side' })).data).toEqual([]);
    await rest.repos.updateRepoRuleset({ ...web, ruleset_id: made.id, enforcement: 'disabled' });
    expect((await rest.repos.getBranchRules({ ...web, branch: 'main' })).data).toEqual([]);
    const again = await refusal(rest.repos.createRepoRuleset({ ...web, name: 'main', enforcement: 'active' }));
    expect(again).toMatchObject({ status: 422, body: { errors: [{ message: 'Name must be unique' }] } });
    await rest.repos.deleteRepoRuleset({ ...web, ruleset_id: made.id });
    expect((await refusal(rest.repos.getRepoRuleset({ ...web, ruleset_id: made.id }))).status).toBe(404);
  });

  test('of an organisation hold for the repositories that they name', async () => {
    const rest = await start();
    const { data: made } = await rest.repos.createOrgRuleset({
      org: 'acme',
      name: 'All',
      enforcement: 'active',
      conditions: { ref_name: { include: ['refs/heads/ma*'], exclude: [] }, repository_name: { include: ['w*'], exclude: [] } },
      rules: [pullRule],
    });
    expect((await rest.repos.getOrgRulesets({ org: 'acme' })).data).toHaveLength(1);
    expect((await rest.repos.getOrgRuleset({ org: 'acme', ruleset_id: made.id })).data).toMatchObject({ source: 'acme' });
    const { data: rules } = await rest.repos.getBranchRules({ ...web, branch: 'main' });
    expect(rules).toMatchObject([{ type: 'pull_request', ruleset_source_type: 'Organization', ruleset_source: 'acme' }]);
    await rest.repos.updateOrgRuleset({ org: 'acme', ruleset_id: made.id, name: 'Every' });
    await rest.repos.deleteOrgRuleset({ org: 'acme', ruleset_id: made.id });
    expect((await rest.repos.getBranchRules({ ...web, branch: 'main' })).data).toEqual([]);
  });

  test('are for administrators to change', async () => {
    const rest = await start({}, 'ben');
    expect((await refusal(rest.repos.createRepoRuleset({ ...web, name: 'Main', enforcement: 'active' }))).status).toBe(403);
    expect((await refusal(rest.repos.createOrgRuleset({ org: 'acme', name: 'Main', enforcement: 'active' }))).status).toBe(403);
  });

  test.each(['required_signatures', 'workflows'])('that are not modelled are refused by name: %s', async (type) => {
    const rest = await start();
    const { status, json } = await twin.send('POST', '/repos/acme/web/rulesets', {
      name: 'x',
      enforcement: 'active',
      rules: [{ type }],
    });
    expect([status, (json as { message: string }).message]).toEqual([501, expect.stringContaining(`rules of type ${type}`)]);
    expect((await rest.repos.getRepoRulesets(web)).data).toEqual([]);
  });

  test('say why a merge and a write are refused', async () => {
    const rest = await start({ rulesets: [{ name: 'Main', rules: ['pull_request'] }] });
    const words =
      'Repository rule violations found\n\nAt least 1 approving review is required by reviewers with write access.\n\n';
    expect(await refusal(rest.pulls.merge({ ...web, pull_number: 1 }))).toMatchObject({ status: 405, body: { message: words } });
    const put = rest.repos.createOrUpdateFileContents({ ...web, path: 'b.txt', message: 'Put', content: 'YQ==' });
    expect(await refusal(put)).toMatchObject({
      status: 409,
      body: {
        message: 'Repository rule violations found\n\nChanges must be made through a pull request.\n\n',
        metadata: {},
      },
    });
  });

  test('keep tags, names and messages', async () => {
    const rest = await start({
      rulesets: [
        { name: 'Tags', target: 'tag', include: ['refs/tags/v*'], rules: ['creation', 'update', 'deletion'] },
        {
          name: 'Names',
          include: ['~ALL'],
          rules: [
            { type: 'branch_name_pattern', parameters: { operator: 'starts_with', pattern: 'feature/' } },
            { type: 'commit_message_pattern', parameters: { operator: 'contains', pattern: 'JIRA-' } },
          ],
        },
      ],
    });
    const { object } = (await rest.git.getRef({ ...web, ref: 'heads/main' })).data;
    const made = (ref: string) => rest.git.createRef({ ...web, ref, sha: object.sha });
    expect((await refusal(made('refs/tags/v2'))).body.message).toBe('Reference update failed');
    expect((await refusal(rest.git.deleteRef({ ...web, ref: 'tags/v1' }))).body.message).toContain('Cannot delete this tag');
    expect((await refusal(made('refs/heads/other'))).body.message).toContain(
      'Branch name must start with a matching pattern: feature/',
    );
    expect((await made('refs/heads/feature/x')).status).toBe(201);
    const put = (message: string) => rest.repos.createOrUpdateFileContents({ ...web, path: 'b.txt', message, content: 'YQ==' });
    expect((await refusal(put('Put'))).body.message).toContain('Commit message must contain a matching pattern: JIRA-');
    expect((await put('JIRA-1: put')).status).toBe(201);
  });
});

describe('a push', () => {
  let git: Git;
  afterEach(() => git.remove());
  const pushed = async (more: object, viewer = 'ada') => {
    await start(more, viewer);
    git = await Git.inNewFolder();
    await git.does('clone', '-q', remoteOf(twin.url, twin.token, 'acme/web.git'), 'web');
    const web = git.in('web');
    await web.does('commit', '-q', '--allow-empty', '-m', 'More');
    return web.tries('push', 'origin', 'main');
  };
  const lines = (err: string) => err.split('\n').map((line) => line.trimEnd());

  test('to a protected branch is told what GitHub tells', async () => {
    const { code, err } = await pushed({ branch_protections: [{ required_pull_request_reviews: {} }] });
    expect(code).toBe(1);
    expect(lines(err)).toEqual(
      expect.arrayContaining([
        'remote: error: GH006: Protected branch update failed for refs/heads/main.',
        'remote: - Changes must be made through a pull request.',
        ' ! [remote rejected] main -> main (protected branch hook declined)',
      ]),
    );
  });

  test('against a ruleset too', async () => {
    const { code, err } = await pushed({ rulesets: [{ name: 'Main', rules: ['pull_request'] }] });
    expect(code).toBe(1);
    expect(lines(err)).toEqual(
      expect.arrayContaining([
        'remote: error: GH013: Repository rule violations found for refs/heads/main.',
        `remote: Review all repository rules at ${twin.url}/acme/web/rules?ref=refs%2Fheads%2Fmain`,
        'remote: - Changes must be made through a pull request.',
        ' ! [remote rejected] main -> main (push declined due to repository rule violations)',
      ]),
    );
  });

  test('of who passes over the rules says so', async () => {
    const { code, err } = await pushed({ branch_protections: [{ enforce_admins: false, required_pull_request_reviews: {} }] });
    expect(code).toBe(0);
    expect(lines(err)).toEqual(
      expect.arrayContaining([
        'remote: Bypassed rule violations for refs/heads/main:',
        'remote: - Changes must be made through a pull request.',
      ]),
    );
  });
});
