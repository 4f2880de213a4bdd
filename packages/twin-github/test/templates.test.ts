// https://docs.github.com/repositories/creating-and-managing-repositories/creating-a-repository-from-a-template and
// https://docs.github.com/rest/repos/repos#create-a-repository-using-a-template; the words of refusals people met at lirantal/asciidoc-book-starter#7.
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { refusal, type Served, serveGithub } from './served.ts';

const seed = {
  viewer: 'ada',
  users: [
    ...['ada', 'ben'].map((login) => ({ login })),
    { login: 'acme', type: 'Organization', members: ['ada'] },
    { login: 'umbrella', type: 'Organization', members: ['ben'] },
  ],
  repositories: [
    {
      ...{ owner: 'ben', name: 'kit', is_template: true, default_branch: 'trunk', description: 'A kit', labels: ['odd'] },
      files: { 'README.md': '# Kit\n', 'src/a.js': 'let a = 1;\n' },
      branches: [{ name: 'more', files: { 'b.txt': 'b\n' } }],
      tags: ['v1'],
      issues: [{ title: 'One' }],
    },
    { owner: 'ben', name: 'plain', files: { 'a.txt': 'a\n' } },
    { owner: 'ben', name: 'hollow', is_template: true, files: [] },
    { owner: 'ben', name: 'secret', is_template: true, private: true, collaborators: [], files: { 'a.txt': 'a\n' } },
    { owner: 'ada', name: 'taken' },
  ],
};

let twin: Served;
beforeEach(async () => {
  twin = await serveGithub(seed);
});
afterEach(() => twin.close());

const repos = () => twin.octokit.rest.repos;
const kit = { template_owner: 'ben', template_repo: 'kit' };
const commitsOf = async (owner: string, repo: string, sha: string) =>
  (await repos().listCommits({ owner, repo, sha })).data.map(({ commit, author }) => [commit.message, author?.login]);
const branchesOf = async (owner: string, repo: string) =>
  (await repos().listBranches({ owner, repo })).data.map(({ name }) => name);

test('a repository is made with the files of a template, and nothing else of it', async () => {
  const { status, data } = await repos().createUsingTemplate({ ...kit, name: 'mine', description: 'Ours' });
  expect([status, data]).toMatchObject([
    201,
    {
      ...{ full_name: 'ada/mine', private: false, description: 'Ours', default_branch: 'trunk', is_template: false, fork: false },
      ...{ template_repository: { full_name: 'ben/kit' }, open_issues: 0 },
    },
  ]);
  const at = { owner: 'ada', repo: 'mine' };
  expect(await branchesOf('ada', 'mine')).toEqual(['trunk']);
  expect(await commitsOf('ada', 'mine', 'trunk')).toEqual([['Initial commit', 'ada']]);
  const { data: file } = await repos().getContent({ ...at, path: 'src/a.js', mediaType: { format: 'raw' } });
  expect(file).toBe('let a = 1;\n');
  expect((await repos().listTags(at)).data).toEqual([]);
  const { data: labels } = await twin.octokit.rest.issues.listLabelsForRepo(at);
  expect(labels.map(({ name }) => name)).toContain('bug');
});

test('all branches are copied where that is asked for, each as one commit', async () => {
  await repos().createUsingTemplate({ ...kit, owner: 'acme', name: 'ours', private: true, include_all_branches: true });
  expect(new Set(await branchesOf('acme', 'ours'))).toEqual(new Set(['more', 'trunk']));
  expect(await commitsOf('acme', 'ours', 'more')).toEqual([['Initial commit', 'ada']]);
  const { data } = await repos().get({ owner: 'acme', repo: 'ours' });
  expect(data).toMatchObject({ private: true, default_branch: 'trunk', permissions: { admin: true } });
});

// What gh sends for `repo create --template` (cli/cli, pkg/cmd/repo/create/http.go).
test('GraphQL makes the same', async () => {
  const ids = [
    (await repos().get({ owner: 'ben', repo: 'kit' })).data.node_id,
    (await twin.octokit.rest.users.getAuthenticated()).data.node_id,
  ];
  const query =
    'mutation ($input: CloneTemplateRepositoryInput!) { cloneTemplateRepository(input: $input) { repository { nameWithOwner templateRepository { nameWithOwner } } } }';
  const input = { name: 'mine', visibility: 'PRIVATE', repositoryId: ids[0], ownerId: ids[1], includeAllBranches: false };
  const { json } = await twin.send('POST', '/graphql', { query, variables: { input } });
  expect(json).toEqual({
    data: {
      cloneTemplateRepository: { repository: { nameWithOwner: 'ada/mine', templateRepository: { nameWithOwner: 'ben/kit' } } },
    },
  });
  expect((await repos().get({ owner: 'ada', repo: 'mine' })).data.private).toBe(true);
  const rows = (await twin.evidence('events')) as { tool: string; state_mutation: boolean }[];
  expect(rows.filter((row) => row.state_mutation).map(({ tool }) => tool)).toEqual(['create_repository_from_template']);
});

test.each([
  ['what is no template', { template_repo: 'plain', name: 'x' }, 422, 'Could not clone: ben/plain is not a template repository.'],
  ['an empty template', { template_repo: 'hollow', name: 'x' }, 422, 'Could not clone: ben/hollow is empty.'],
  ['a name that is taken', { name: 'taken' }, 422, 'Could not clone: Name already exists on this account'],
  ['a template that is hidden', { template_repo: 'secret', name: 'x' }, 404, undefined],
  ["somebody else's account", { owner: 'ben', name: 'x' }, 404, undefined],
  ['an organisation of others', { owner: 'umbrella', name: 'x' }, 403, undefined],
])('nothing is made of %s', async (_what, input, status, reason) => {
  const before = await twin.evidence('state');
  const refused = await refusal(repos().createUsingTemplate({ ...kit, ...input }));
  expect(refused.status).toBe(status);
  if (reason !== undefined) expect(refused.body.errors).toMatchObject([{ message: reason }]);
  expect(await twin.evidence('state')).toEqual(before);
});
