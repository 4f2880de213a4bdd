import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { refusalOf, type Served, serveLinear } from './served.ts';
import { full } from './worlds.ts';

let twin: Served;
beforeEach(async () => {
  twin = await serveLinear(full);
});
afterEach(() => twin.close());

const idOf = async (collection: string, field: string, value: string): Promise<string> => {
  const state = (await twin.state()) as unknown as Record<string, Record<string, string>[]>;
  return state[collection]?.find((one) => one[field] === value)?.id as string;
};

/** Shapes as recorded from api.linear.app: https://linear.app/developers/graphql#handling-errors */
describe('a request that is not carried out answers 400:', () => {
  test.each<[string, string, Record<string, unknown> | undefined, RegExp]>([
    ['no GraphQL', '{ viewer { id', undefined, /^Syntax Error: Expected Name, found <EOF>/],
    ['a field that the schema lacks', '{ viewer { shoeSize } }', undefined, /^Cannot query field "shoeSize" on type "User"\.$/],
    [
      'a state string in a literal',
      'mutation { issueUpdate(id: "ENG-1", input: { state: "Done" }) { success } }',
      undefined,
      /^Field "state" is not defined by type "IssueUpdateInput"/,
    ],
    [
      'a state string in a variable',
      'mutation($input: IssueUpdateInput!) { issueUpdate(id: "ENG-1", input: $input) { success } }',
      { input: { state: 'Done' } },
      /^Variable "\$input" got invalid value { state: "Done" }; Field "state" is not defined by type "IssueUpdateInput"/,
    ],
    [
      'a missing variable',
      'query($id: String!) { issue(id: $id) { id } }',
      {},
      /^Variable "\$id" of required type "String!" was not provided/,
    ],
    [
      'a date that is none',
      'mutation { issueUpdate(id: "ENG-1", input: { dueDate: "soon" }) { success } }',
      undefined,
      /TimelessDate cannot represent an invalid date: "soon"/,
    ],
    [
      'a day that no calendar has',
      'mutation { issueUpdate(id: "ENG-1", input: { dueDate: "2030-02-31" }) { success } }',
      undefined,
      /TimelessDate cannot represent an invalid date: "2030-02-31"/,
    ],
    [
      'two operations without a name',
      'query A { viewer { id } } query B { viewer { id } }',
      undefined,
      /^Must provide operation name/,
    ],
  ])('%s', async (_what, query, variables, message) => {
    const before = await twin.state();
    const { status, data, errors } = await twin.ask(query, variables);
    expect([status, data]).toEqual([400, undefined]);
    expect(errors?.[0].message).toMatch(message);
    expect(errors?.[0].extensions).toEqual({
      http: { status: 400, headers: {} },
      code: 'GRAPHQL_VALIDATION_FAILED',
      type: 'graphql error',
      userError: true,
    });
    expect(await twin.state()).toEqual(before);
  });

  const endless = `{"query":"{ viewer { id } }","variables":{"a":${'['.repeat(5000)}${']'.repeat(5000)}}}`;
  test.each(['', 'no json', '[]', '{}', endless, '{"query": 1}', '{"query":"{viewer{id}}","variables":[]}'])(
    'the body %j',
    async (body) => {
      const headers = { authorization: twin.token, 'content-type': 'application/json' };
      const response = await fetch(`${twin.url}/graphql`, { method: 'POST', headers, body });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] });
    },
  );
});

describe('a caller without the key', () => {
  test.each([[{}], [{ authorization: 'lin_api_wrong' }], [{ authorization: 'Bearer wrong' }]])(
    'is refused with 401: %j',
    async (headers) => {
      const body = JSON.stringify({ query: '{ viewer { id } }' });
      const response = await fetch(`${twin.url}/graphql`, { method: 'POST', headers, body });
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({
        errors: [
          {
            message: 'Authentication required, not authenticated',
            extensions: {
              type: 'authentication error',
              code: 'AUTHENTICATION_ERROR',
              statusCode: 401,
              userError: true,
              userPresentableMessage: 'You need to authenticate to access this operation.',
              meta: {},
              http: { status: 401 },
            },
          },
        ],
      });
    },
  );

  test.each([(token: string) => token, (token: string) => `Bearer ${token}`])(
    'is known with it, bare and as a bearer',
    async (form) => {
      const body = JSON.stringify({ query: '{ viewer { displayName } }' });
      const response = await fetch(`${twin.url}/graphql`, { method: 'POST', headers: { authorization: form(twin.token) }, body });
      expect(await response.json()).toEqual({ data: { viewer: { displayName: 'ada' } } });
    },
  );
});

describe('what the API does not have', () => {
  test('answers 404 for other paths and for GET', async () => {
    for (const path of ['/graphql', '/rest', '/']) {
      expect((await fetch(twin.url + path, { headers: { authorization: twin.token } })).status).toBe(404);
    }
  });

  test.each([
    ['{ agentSessions { nodes { id } } }', 'query agentSessions', 'list_agent_sessions'],
    ['mutation { logout(reason: "x") { success } }', 'mutation logout', 'logout'],
    ['{ viewer { id } ...More } fragment More on Query { releases { nodes { id } } }', 'query releases', 'get_viewer'],
  ])('answers 501 for %s and says so on the tape', async (query, what, tool) => {
    const { status, errors } = await twin.ask(query);
    expect(status).toBe(501);
    expect(errors?.[0].message).toBe(`The Linear twin doesn't model ${what}. Nothing was read or changed.`);
    expect((await twin.rows()).at(-1)).toMatchObject({ tool, fidelity: 'unsupported', state_mutation: false, state_delta: null });
  });

  test('answers 501 for input fields that are not modelled, and changes nothing', async () => {
    const before = await twin.state();
    const { status, errors } = await twin.ask(
      'mutation { issueUpdate(id: "ENG-1", input: { title: "x", releaseIds: ["r"] }) { success } }',
    );
    expect([status, errors?.[0].message]).toEqual([501, expect.stringContaining('IssueUpdateInput.releaseIds')]);
    expect(await twin.state()).toEqual(before);
  });
});

describe('a refusal in the product answers 200 with errors:', () => {
  test.each<[string, string, { message: string; code: string; presentable: string }]>([
    [
      'an unknown issue',
      '{ issue(id: "ENG-99") { id } }',
      { message: 'Entity not found: Issue', code: 'INPUT_ERROR', presentable: 'Could not find referenced Issue.' },
    ],
    [
      'a state that is no UUID',
      'mutation { issueUpdate(id: "ENG-1", input: { stateId: "Done" }) { success } }',
      { message: 'Argument Validation Error', code: 'INVALID_INPUT', presentable: 'stateId must be a UUID.' },
    ],
    [
      'an empty title',
      'mutation { issueUpdate(id: "ENG-1", input: { title: " " }) { success } }',
      { message: 'Argument Validation Error', code: 'INVALID_INPUT', presentable: 'title should not be empty.' },
    ],
    [
      'an empty comment',
      'mutation { commentCreate(input: { issueId: "ENG-1", body: "" }) { success } }',
      { message: 'Argument Validation Error', code: 'INVALID_INPUT', presentable: 'body should not be empty.' },
    ],
    [
      'a priority of 5',
      'mutation { issueUpdate(id: "ENG-1", input: { priority: 5 }) { success } }',
      { message: 'Argument Validation Error', code: 'INVALID_INPUT', presentable: 'priority must not be greater than 4.' },
    ],
    [
      'a sub-issue as parent',
      'mutation { issueUpdate(id: "ENG-1", input: { parentId: "ENG-2" }) { success } }',
      {
        message: 'Circular parent relation',
        code: 'INPUT_ERROR',
        presentable: "An issue can't be a sub-issue of itself or of its sub-issues.",
      },
    ],
    [
      'a page of 251',
      '{ issues(first: 251) { nodes { id } } }',
      { message: 'Argument Validation Error', code: 'INVALID_INPUT', presentable: 'first must not be greater than 250.' },
    ],
    [
      'a cursor of nothing',
      '{ issues(after: "x") { nodes { id } } }',
      {
        message: 'Argument Validation Error',
        code: 'INVALID_INPUT',
        presentable: 'after must be the cursor of a node of this list.',
      },
    ],
  ])('%s', async (_what, query, refusal) => {
    const before = await twin.state();
    expect(refusalOf(await twin.ask(query))).toEqual({ status: 200, ...refusal });
    expect(await twin.state()).toEqual(before);
    expect((await twin.rows()).at(-1)).toMatchObject({
      status: 200,
      state_mutation: false,
      state_delta: null,
      fidelity: 'semantic',
    });
  });

  test('names the field it happened at', async () => {
    const { errors, data } = await twin.ask('{ viewer { displayName } missing: issue(id: "ENG-99") { id } }');
    expect(errors).toMatchObject([{ path: ['missing'], locations: [{ line: 1, column: 26 }] }]);
    expect(data).toBeNull();
  });

  test('undoes the mutation that failed, keeps those before it and leaves out those after it', async () => {
    const teamId = await idOf('teams', 'key', 'ENG');
    const issues = [
      { teamId, title: 'One' },
      { teamId, title: '' },
    ];
    const before = (await twin.state()) as unknown as { issues: unknown[] };
    const answer = await twin.ask(
      `mutation($issues: [IssueCreateInput!]!) {
        one: commentCreate(input: { issueId: "ENG-1", body: "kept" }) { success }
        two: issueBatchCreate(input: { issues: $issues }) { success }
        three: commentCreate(input: { issueId: "ENG-1", body: "never" }) { success }
      }`,
      { issues },
    );
    expect(answer).toMatchObject({ status: 200, data: null, errors: [{ path: ['two'] }] });
    const [row] = (await twin.rows()).slice(-1);
    expect(row?.state_delta?.map(({ collection }) => collection)).toEqual(['comments', 'notifications']);
    const after = (await twin.state()) as unknown as { issues: unknown[]; comments: { body: string }[] };
    expect(after.issues).toEqual(before.issues);
    expect(after.comments.at(-1)?.body).toBe('kept');
  });
});

describe('introspection', () => {
  test('shows the schema of the official client', async () => {
    const { __schema } = await twin.data('{ __schema { queryType { name } types { name } } }');
    expect(__schema.types.length).toBeGreaterThan(1300);
    expect((await twin.rows()).at(-1)?.tool).toBe('introspect');
  });
});

describe('the tape', () => {
  test.each([
    ['{ viewer { id } }', 'get_viewer', false],
    ['{ issues { nodes { id } } }', 'list_issues', false],
    ['{ issue(id: "ENG-1") { id } }', 'get_issue', false],
    ['{ searchIssues(term: "login") { nodes { id } } }', 'search_issues', false],
    ['{ archivedTeams { id } }', 'list_archived_teams', false],
    ['mutation { issueUpdate(id: "ENG-1", input: { title: "x" }) { success } }', 'update_issue', true],
    ['mutation { issueArchive(id: "ENG-1") { success } }', 'archive_issue', true],
    ['mutation { commentCreate(input: { issueId: "ENG-1", body: "x" }) { success } }', 'create_comment', true],
    ['mutation { attachmentLinkURL(issueId: "ENG-1", url: "https://example.com/u") { success } }', 'link_attachment_url', true],
  ])('stamps %s as %s', async (query, tool, state_mutation) => {
    await twin.data(query);
    expect((await twin.rows()).at(-1)).toMatchObject({
      method: 'POST',
      path: '/s/standalone/graphql',
      tool,
      state_mutation,
      fidelity: 'semantic',
    });
  });

  test('holds no secret of a webhook', async () => {
    const team = await idOf('teams', 'key', 'ENG');
    await twin.data('mutation($input: WebhookCreateInput!) { webhookCreate(input: $input) { webhook { secret } } }', {
      input: { url: 'https://example.com/h', resourceTypes: ['Issue'], teamId: team, secret: 'a-very-secret-secret' },
    });
    const [row] = (await twin.rows()).slice(-1);
    expect(JSON.stringify([row, await twin.state()])).not.toContain('a-very-secret-secret');
    expect(JSON.stringify(row)).not.toContain(twin.token);
  });
});
