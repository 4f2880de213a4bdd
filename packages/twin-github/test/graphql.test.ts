import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { graphql } from '@octokit/graphql';
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { typeFields } from '../src/graphql/fields/index.ts';
import { readsOf } from '../src/graphql/graph.ts';
import { mutations } from '../src/graphql/roots/mutations.ts';
import { type Asked, askGithub } from './graphql.ts';
import { faultsOf } from './invariants.ts';

const SEED = {
  viewer: 'ada',
  users: [{ login: 'ada', name: 'Ada' }, { login: 'grace' }, { login: 'acme', type: 'Organization', members: ['ada'] }],
  repositories: [
    {
      ...{ owner: 'ada', name: 'engine', collaborators: [{ login: 'grace', permission: 'push' }] },
      files: { 'README.md': '# Engine\n', 'a.txt': 'one\ntwo\n' },
      labels: [
        { name: 'bug', color: 'ff0000' },
        { name: 'docs', color: '00ff00' },
      ],
      milestones: [{ title: 'First' }],
      issues: Array.from({ length: 7 }, (_, at) => ({
        title: `Issue ${at + 1}`,
        user: at % 2 === 0 ? 'ada' : 'grace',
        labels: at === 0 ? ['bug'] : [],
      })),
      pull_requests: [{ title: 'Mend', body: 'Fixes #1', head: 'mend', files: { 'a.txt': 'one\n2\n' }, user: 'grace' }],
    },
    {
      owner: 'grace',
      name: 'compiler',
      collaborators: [{ login: 'ada', permission: 'pull' }],
      files: { 'a.txt': 'a\n' },
      issues: [{ title: 'Theirs', user: 'grace' }],
    },
  ],
};

let twin: Asked;
beforeAll(async () => {
  twin = await askGithub(SEED);
});
afterAll(() => twin.close());

const REPOSITORY = 'repository(owner: "ada", name: "engine")';
const idOf = async (field: string): Promise<string> => {
  const { data, errors } = await twin.ask(`{ ${REPOSITORY} { ${field} } }`);
  if (errors) throw new Error(JSON.stringify(errors));
  return JSON.stringify(data).match(/"id":"([^"]+)"/)?.[1] as string;
};

test('the schema is not loaded before GraphQL is first used', async () => {
  const script = join(import.meta.dirname, 'processes/first-graphql.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  expect(JSON.parse(stdout)).toEqual({ before: false, after: true });
});

describe("GitHub's own client", () => {
  const client = () => graphql.defaults({ baseUrl: twin.url, headers: { authorization: `token ${twin.token}` } });

  test('reads', async () => {
    const answer = await client()(
      `query ($n: Int!) { viewer { login name } ${REPOSITORY} { issue(number: $n) { title author { login } } } }`,
      { n: 1 },
    );
    expect(answer).toEqual({
      viewer: { login: 'ada', name: 'Ada' },
      repository: { issue: { title: 'Issue 1', author: { login: 'ada' } } },
    });
  });

  test('throws what GitHub refuses, with what was answered besides', async () => {
    const refused = await client()(`{ viewer { login } nobody: user(login: "nobody") { id } }`).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      name: 'GraphqlResponseError',
      data: { viewer: { login: 'ada' }, nobody: null },
      errors: [{ type: 'NOT_FOUND', path: ['nobody'], message: "Could not resolve to a User with the login of 'nobody'." }],
    });
  });

  test('is told what is not modelled', async () => {
    const refused = await client()(`{ ${REPOSITORY} { packages(first: 1) { nodes { id } } } }`).catch((error: unknown) => error);
    expect(String(refused)).toContain("The GitHub twin doesn't model Repository.packages of its GraphQL API.");
  });

  test('a bad token is refused as by REST', async () => {
    const refused = await client()('{ viewer { login } }', { headers: { authorization: 'token nope' } }).catch(
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({ status: 401 });
  });
});

describe('ids are those of REST', () => {
  test.each([
    ['/user', 'User'],
    ['/orgs/acme', 'Organization'],
    ['/repos/ada/engine', 'Repository'],
    ['/repos/ada/engine/issues/1', 'Issue'],
    ['/repos/ada/engine/issues/8', 'PullRequest'],
    ['/repos/ada/engine/pulls/8', 'PullRequest'],
    ['/repos/ada/engine/labels/bug', 'Label'],
    ['/repos/ada/engine/milestones/1', 'Milestone'],
    ['/repos/ada/engine/commits/main', 'Commit'],
    ['/repos/ada/engine/git/ref/heads/main', 'Ref'],
  ])('%s is a %s', async (path, type) => {
    const { node_id } = await twin.rest('GET', path);
    const { data } = await twin.ask('query ($id: ID!) { node(id: $id) { __typename id } }', { id: node_id });
    expect(data.node).toEqual({ __typename: type, id: node_id });
  });

  test.each(['', 'nothing', 'I_', 'I_kwDOAABOIc4ATEt_', 'MDQ6VXNlcjE=', 'U_kgDP/////w'])('%j names nothing', async (id) => {
    const { data, errors } = await twin.ask('query ($id: ID!) { node(id: $id) { id } }', { id });
    expect(data).toEqual({ node: null });
    expect(errors).toMatchObject([{ type: 'NOT_FOUND', message: `Could not resolve to a node with the global id of '${id}'` }]);
  });
});

describe('connections', () => {
  const page = async (args: string) => {
    const { data, errors } = await twin.ask(
      `{ ${REPOSITORY} { issues(${args}) { totalCount nodes { number } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`,
    );
    return errors ? errors : data.repository.issues;
  };
  const numbers = ({ nodes }: { nodes: { number: number }[] }) => nodes.map(({ number }) => number);

  test('go forwards and backwards', async () => {
    const first = await page('first: 3');
    expect(first).toMatchObject({ totalCount: 7, pageInfo: { hasNextPage: true, hasPreviousPage: false } });
    const second = await page(`first: 3, after: "${first.pageInfo.endCursor}"`);
    const third = await page(`first: 3, after: "${second.pageInfo.endCursor}"`);
    expect([first, second, third].map(numbers)).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
    expect(third.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    expect(numbers(await page('last: 2'))).toEqual([6, 7]);
    expect(numbers(await page(`last: 2, before: "${second.pageInfo.startCursor}"`))).toEqual([2, 3]);
  });

  test('are ordered and filtered', async () => {
    expect(numbers(await page('first: 2, orderBy: { field: CREATED_AT, direction: DESC }'))).toEqual([7, 6]);
    expect(numbers(await page('first: 9, filterBy: { createdBy: "grace" }'))).toEqual([2, 4, 6]);
    expect(numbers(await page('first: 9, labels: ["BUG", "none"]'))).toEqual([1]);
    expect(numbers(await page('first: 9, states: [CLOSED]'))).toEqual([]);
  });

  // docs: "Rate limits and query limits for the GraphQL API", and what gh prints of them.
  test.each([
    [
      '',
      'MISSING_PAGINATION_BOUNDARIES',
      'You must provide a `first` or `last` value to properly paginate the `issues` connection.',
    ],
    [
      'first: 101',
      'EXCESSIVE_PAGINATION',
      'Requesting 101 records on the `issues` connection exceeds the `first` limit of 100 records.',
    ],
    [
      'first: 1, last: 1',
      'MISSING_PAGINATION_BOUNDARIES',
      'Passing both `first` and `last` to paginate the `issues` connection is not supported.',
    ],
    ['first: 1, after: "nope"', 'INVALID_CURSOR_ARGUMENTS', '`nope` does not appear to be a valid cursor.'],
  ])('with (%s) are refused', async (args, type, message) => {
    const inner = args === '' ? 'states: [OPEN]' : args;
    expect(await page(inner)).toMatchObject([{ type, message }]);
  });

  test('of more than 500,000 nodes are refused, before anything is read', async () => {
    const { data, errors } = await twin.ask(
      `{ ${REPOSITORY} { issues(first: 100) { nodes { comments(first: 100) { nodes { reactions(first: 100) { totalCount nodes { id } } } } } } } }`,
    );
    expect(data).toBeUndefined();
    expect(errors).toMatchObject([
      {
        type: 'MAX_NODE_LIMIT_EXCEEDED',
        message:
          'By the time this query traverses to the reactions connection, it is requesting up to 1,010,100 possible nodes which exceeds the maximum limit of 500,000.',
      },
    ]);
  });

  test('count without bounds, and cost what GitHub says they cost', async () => {
    const { data } = await twin.ask(
      `{ ${REPOSITORY} { issues { totalCount } pullRequests(first: 100) { nodes { id } } } rateLimit { cost limit nodeCount } }`,
    );
    expect(data.repository.issues).toEqual({ totalCount: 7 });
    expect(data.rateLimit).toEqual({ cost: 1, limit: 5000, nodeCount: 100 });
  });
});

describe('documents that the schema refuses are answered 200 in the words of GitHub', () => {
  test.each([
    [
      '{ viewer { logi } }',
      "Field 'logi' doesn't exist on type 'User'",
      { code: 'undefinedField', typeName: 'User', fieldName: 'logi' },
    ],
    [
      '{ repository(owner: "a") { id } }',
      "Field 'repository' is missing required arguments: name",
      { code: 'missingRequiredArguments', className: 'Field', name: 'repository', arguments: 'name' },
    ],
    [
      '{ viewer(x: 1) { id } }',
      "Field 'viewer' doesn't accept argument 'x'",
      { code: 'argumentNotAccepted', name: 'viewer', typeName: 'Field', argumentName: 'x' },
    ],
    [
      '{ viewer }',
      "Field must have selections (field 'viewer' returns User but has no selections. Did you mean 'viewer { ... }'?)",
      { code: 'selectionMismatch', nodeName: "field 'viewer'", typeName: 'User' },
    ],
  ])('%s', async (query, message, extensions) => {
    const { status, data, errors } = await twin.ask(query);
    expect([status, data]).toEqual([200, undefined]);
    expect(errors).toMatchObject([{ message, extensions }]);
  });

  test('fields of types that exclude each other may have different shapes', async () => {
    const { errors } = await twin.ask(
      `{ ${REPOSITORY} { issueOrPullRequest(number: 8) { ... on Issue { state } ... on PullRequest { state } } } }`,
    );
    expect(errors).toBeUndefined();
  });
});

describe('mutations', () => {
  test('refuse what the viewer may not do, in the words of GitHub', async () => {
    const { data } = await twin.ask('{ repository(owner: "grace", name: "compiler") { issue(number: 1) { id } } }');
    const { data: done, errors } = await twin.ask(
      'mutation ($id: ID!) { closeIssue(input: { issueId: $id }) { issue { id } } }',
      { id: data.repository.issue.id },
    );
    expect(done).toEqual({ closeIssue: null });
    expect(errors).toMatchObject([
      { type: 'FORBIDDEN', path: ['closeIssue'], message: 'ada does not have the correct permissions to execute `CloseIssue`' },
    ]);
  });

  test('are undone alone, and the tape names each', async () => {
    const repositoryId = await idOf('id');
    const { data, errors } = await twin.ask(
      `mutation ($r: ID!) {
        one: createLabel(input: { repositoryId: $r, name: "new", color: "aaaaaa" }) { label { name } }
        two: createLabel(input: { repositoryId: $r, name: "bug", color: "aaaaaa" }) { label { name } }
        three: createIssue(input: { repositoryId: $r, title: "Third", clientMutationId: "c" }) { clientMutationId issue { number } }
      }`,
      { r: repositoryId },
    );
    expect(data).toEqual({ one: { label: { name: 'new' } }, two: null, three: { clientMutationId: 'c', issue: { number: 9 } } });
    expect(errors).toMatchObject([{ type: 'UNPROCESSABLE', path: ['two'], message: 'Name has already been taken' }]);
    const row = (await twin.rows()).at(-1);
    expect(row).toMatchObject({ tool: 'create_label', fidelity: 'semantic', state_mutation: true });
    expect(row?.actions?.map(({ tool, refused }) => [tool, refused ?? false])).toEqual([
      ['create_label', false],
      ['create_label', true],
      ['create_issue', false],
    ]);
  });

  test('a pull request goes from its branch to its merge', async () => {
    const own = await askGithub(SEED);
    const ask = async (query: string, input: object) => {
      const { data, errors } = await own.ask(query, { input });
      if (errors) throw new Error(JSON.stringify(errors));
      return data;
    };
    const { data } = await own.ask(`{ ${REPOSITORY} { id defaultBranchRef { target { oid } } } }`);
    const { id: repositoryId, defaultBranchRef } = data.repository;
    const { oid } = defaultBranchRef.target;
    await ask('mutation ($input: CreateRefInput!) { createRef(input: $input) { ref { name } } }', {
      repositoryId,
      name: 'refs/heads/feat',
      oid,
    });
    const commit =
      'mutation ($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { commit { oid additions } ref { name } } }';
    const branch = { repositoryNameWithOwner: 'ada/engine', branchName: 'feat' };
    const fileChanges = {
      additions: [{ path: 'b/new.txt', contents: Buffer.from('new\n').toString('base64') }],
      deletions: [{ path: 'a.txt' }],
    };
    const made = await ask(commit, {
      branch,
      message: { headline: 'Add', body: 'Closes #2' },
      fileChanges,
      expectedHeadOid: oid,
    });
    expect(made.createCommitOnBranch).toMatchObject({ commit: { additions: 1 }, ref: { name: 'feat' } });
    const stale = await own.ask(commit, {
      input: { branch, message: { headline: 'Again' }, fileChanges: {}, expectedHeadOid: oid },
    });
    expect(stale.errors).toMatchObject([{ type: 'STALE_DATA' }]);
    const created = await ask(
      'mutation ($input: CreatePullRequestInput!) { createPullRequest(input: $input) { pullRequest { id number isDraft } } }',
      {
        ...{ repositoryId, headRefName: 'feat', baseRefName: 'main', title: 'Feat', draft: true },
      },
    );
    const { id } = created.createPullRequest.pullRequest;
    const ready = await ask(
      'mutation ($input: MarkPullRequestReadyForReviewInput!) { markPullRequestReadyForReview(input: $input) { pullRequest { isDraft mergeable mergeStateStatus } } }',
      { pullRequestId: id },
    );
    expect(ready.markPullRequestReadyForReview.pullRequest).toEqual({
      isDraft: false,
      mergeable: 'MERGEABLE',
      mergeStateStatus: 'CLEAN',
    });
    const merged = await ask(
      'mutation ($input: MergePullRequestInput!) { mergePullRequest(input: $input) { pullRequest { state merged mergedBy { login } mergeCommit { oid } } } }',
      { pullRequestId: id, mergeMethod: 'SQUASH' },
    );
    expect(merged.mergePullRequest.pullRequest).toMatchObject({ state: 'MERGED', merged: true, mergedBy: { login: 'ada' } });
    const again = await own.ask('mutation ($id: ID!) { mergePullRequest(input: { pullRequestId: $id }) { clientMutationId } }', {
      id,
    });
    expect(again.errors).toMatchObject([{ type: 'UNPROCESSABLE', message: 'Pull Request is not mergeable' }]);
    expect((await own.rest('GET', '/repos/ada/engine/issues/2')).state).toBe('closed');
    expect(faultsOf(await own.state())).toEqual([]);
    await own.close();
  });

  test('createPullRequest says what is wrong with its ends', async () => {
    const repositoryId = await idOf('id');
    const { errors } = await twin.ask(
      'mutation ($r: ID!) { createPullRequest(input: { repositoryId: $r, headRefName: "none", baseRefName: "main", title: "t" }) { clientMutationId } }',
      { r: repositoryId },
    );
    expect(errors).toMatchObject([
      { type: 'UNPROCESSABLE', message: "Head sha can't be blank, No commits between main and none, Head ref must be a branch" },
    ]);
  });

  test('a review with threads is begun, submitted and settled', async () => {
    const pullRequestId = await idOf('pullRequest(number: 8) { id }');
    const begun = await twin.ask(
      'mutation ($id: ID!) { addPullRequestReview(input: { pullRequestId: $id }) { pullRequestReview { id state } } }',
      { id: pullRequestId },
    );
    expect(begun.data.addPullRequestReview.pullRequestReview.state).toBe('PENDING');
    const thread = await twin.ask(
      'mutation ($id: ID!) { addPullRequestReviewThread(input: { pullRequestId: $id, path: "a.txt", line: 2, body: "Why?" }) { thread { id isResolved comments(first: 1) { nodes { body state } } } } }',
      { id: pullRequestId },
    );
    expect(thread.data.addPullRequestReviewThread.thread.comments.nodes).toEqual([{ body: 'Why?', state: 'PENDING' }]);
    await twin.ask(
      'mutation ($id: ID!) { submitPullRequestReview(input: { pullRequestId: $id, event: REQUEST_CHANGES, body: "No" }) { clientMutationId } }',
      { id: pullRequestId },
    );
    const { id } = thread.data.addPullRequestReviewThread.thread;
    const settled = await twin.ask(
      'mutation ($id: ID!) { resolveReviewThread(input: { threadId: $id }) { thread { isResolved } } }',
      { id },
    );
    expect(settled.data.resolveReviewThread.thread.isResolved).toBe(true);
    const { data } = await twin.ask(
      `{ ${REPOSITORY} { pullRequest(number: 8) { reviewDecision latestReviews(first: 5) { nodes { state author { login } } } } } }`,
    );
    expect(data.repository.pullRequest).toEqual({
      reviewDecision: 'CHANGES_REQUESTED',
      latestReviews: { nodes: [{ state: 'CHANGES_REQUESTED', author: { login: 'ada' } }] },
    });
  });
});

/** A value of an input type that asks for something. */
function sample(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return sample(type.ofType);
  if (isListType(type)) return [sample(type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type))
    return Object.fromEntries(Object.values(type.getFields()).map(({ name, type: inner }) => [name, sample(inner)]));
  return { Boolean: true, Int: 1, Float: 1 }[type.name] ?? 'x';
}

describe('no documented input is dropped without a word', () => {
  test.each(Object.keys(mutations))('%s', async (name) => {
    const { githubSchema } = await import('../src/graphql/execute.ts');
    const field = githubSchema().getMutationType()?.getFields()[name];
    const input = getNamedType(field?.args[0]?.type) as GraphQLInputObjectType;
    const required = Object.values(input.getFields()).filter(({ type }) => isNonNullType(type));
    const base = Object.fromEntries(required.map(({ name: one, type }) => [one, sample(type)]));
    const reads = new Set(['clientMutationId', ...(mutations[name]?.reads ?? [])]);
    for (const { name: one, type } of Object.values(input.getFields()).filter((each) => !reads.has(each.name))) {
      const { status, errors } = await twin.ask(
        `mutation ($input: ${input.name}!) { ${name}(input: $input) { clientMutationId } }`,
        {
          input: { ...base, [one]: sample(type) },
        },
      );
      expect([one, status]).toEqual([one, 501]);
      expect(errors?.[0]?.message).toContain(`${name}(input.${one})`);
    }
  });

  test('nor an argument of a field', async () => {
    const { githubSchema } = await import('../src/graphql/execute.ts');
    const repository = githubSchema().getType('Repository');
    const fields = repository && 'getFields' in repository ? Object.values(repository.getFields()) : [];
    let refused = 0;
    for (const { name, args } of fields) {
      const spec = typeFields.Repository?.[name];
      if (!spec || !('args' in (fields[0] as object))) continue;
      const reads = readsOf(spec as never);
      for (const { name: argument, type } of args as { name: string; type: GraphQLInputType }[]) {
        if (reads.some((read) => read.split('.')[0] === argument)) continue;
        const { status } = await twin.ask(`query ($v: ${type}) { ${REPOSITORY} { ${name}(${argument}: $v) { __typename } } }`, {
          v: sample(type),
        });
        expect([name, argument, status]).toEqual([name, argument, 501]);
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(0);
    const { errors } = await twin.ask(
      `{ ${REPOSITORY} { issues(first: 1, filterBy: { viewerSubscribed: true }) { totalCount } } }`,
    );
    expect(errors?.[0]?.message).toContain('Repository.issues(filterBy.viewerSubscribed)');
  });
});

test('the same deeds make equal worlds by REST and by GraphQL', async () => {
  const [one, other] = [await askGithub(SEED), await askGithub(SEED)];
  const web = '/repos/ada/engine';
  const ask = async (query: string, input: object) => {
    const { data, errors } = await other.ask(query, { input });
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  const ids = await other.ask(
    `{ viewer { id } ${REPOSITORY} { id label(name: "docs") { id } milestone(number: 1) { id } issue(number: 3) { id } pullRequest(number: 8) { id } } }`,
  );
  const { viewer, repository } = ids.data;
  await one.rest('POST', `${web}/issues`, { title: 'New', body: 'b', labels: ['docs'], assignees: ['ada'], milestone: 1 });
  await ask('mutation ($input: CreateIssueInput!) { createIssue(input: $input) { issue { id } } }', {
    ...{
      repositoryId: repository.id,
      title: 'New',
      body: 'b',
      labelIds: [repository.label.id],
      assigneeIds: [viewer.id],
      milestoneId: repository.milestone.id,
    },
  });
  await one.rest('POST', `${web}/issues/3/comments`, { body: 'Hello' });
  await ask('mutation ($input: AddCommentInput!) { addComment(input: $input) { subject { id } } }', {
    subjectId: repository.issue.id,
    body: 'Hello',
  });
  await one.rest('PATCH', `${web}/issues/3`, { state: 'closed', state_reason: 'not_planned' });
  await ask('mutation ($input: CloseIssueInput!) { closeIssue(input: $input) { issue { id } } }', {
    issueId: repository.issue.id,
    stateReason: 'NOT_PLANNED',
  });
  await one.rest('PUT', `${web}/issues/3/lock`, { lock_reason: 'spam' });
  await ask('mutation ($input: LockLockableInput!) { lockLockable(input: $input) { actor { login } } }', {
    lockableId: repository.issue.id,
    lockReason: 'SPAM',
  });
  await one.rest('POST', `${web}/pulls/8/reviews`, { event: 'APPROVE', body: 'Fine' });
  await ask('mutation ($input: AddPullRequestReviewInput!) { addPullRequestReview(input: $input) { clientMutationId } }', {
    pullRequestId: repository.pullRequest.id,
    event: 'APPROVE',
    body: 'Fine',
  });
  await one.rest('PUT', `${web}/pulls/8/merge`, { merge_method: 'squash' });
  await ask('mutation ($input: MergePullRequestInput!) { mergePullRequest(input: $input) { clientMutationId } }', {
    pullRequestId: repository.pullRequest.id,
    mergeMethod: 'SQUASH',
  });
  await one.rest('PUT', `/user/starred/grace/compiler`);
  const compiler = await other.ask('{ repository(owner: "grace", name: "compiler") { id } }');
  await ask('mutation ($input: AddStarInput!) { addStar(input: $input) { starrable { viewerHasStarred } } }', {
    starrableId: compiler.data.repository.id,
  });
  expect(await other.state()).toEqual(await one.state());
  const tools = async (asked: Asked) =>
    (await asked.rows()).filter(({ state_mutation }) => state_mutation).map(({ tool }) => tool);
  expect(await tools(other)).toEqual(await tools(one));
  await Promise.all([one.close(), other.close()]);
});

test('nothing of a document that asks for what is not modelled is carried out', async () => {
  const repositoryId = await idOf('id');
  const before = await twin.state();
  const { status } = await twin.ask(
    'mutation ($r: ID!) { createLabel(input: { repositoryId: $r, name: "half", color: "aaaaaa" }) { label { id } } cancelSponsorship(input: { sponsorLogin: "x" }) { clientMutationId } }',
    { r: repositoryId },
  );
  expect(status).toBe(501);
  expect(await twin.state()).toEqual(before);
  expect((await twin.rows()).at(-1)).toMatchObject({ fidelity: 'unsupported', state_mutation: false });
});

test('fragments that spread each other do not hold the twin up', async () => {
  const fragments = Array.from(
    { length: 30 },
    (_, at) =>
      `fragment F${at} on Repository { owner { ... on User { repositories(first: 1) { nodes { ...F${at + 1} ...F${at + 1} } } } } }`,
  );
  const { errors } = await twin.ask(`{ ${REPOSITORY} { ...F0 } } ${fragments.join(' ')} fragment F30 on Repository { id }`);
  expect(errors).toMatchObject([{ type: 'MAX_NODE_LIMIT_EXCEEDED' }]);
});
