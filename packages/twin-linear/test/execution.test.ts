import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildSchema, executeSync, type GraphQLSchema, getIntrospectionQuery, parse } from 'graphql';
import { schemaText } from '../src/generated/schema.ts';
import { type Served, serveLinear } from './served.ts';
import { full } from './worlds.ts';

/** What the documents below ask for, in full: graphql-js answers them from it as the twin should from its world. */
const EVERYTHING = `{
  viewer { __typename id name displayName email active createdAt }
  issues(first: 3, orderBy: updatedAt) {
    __typename
    nodes {
      __typename id identifier title number priority estimate createdAt dueDate labelIds
      state { __typename id name type position }
      assignee { __typename id name displayName }
      labels { nodes { __typename id name isGroup } }
    }
    pageInfo { hasNextPage endCursor }
  }
  notifications { nodes { __typename id type createdAt ... on IssueNotification { issueId issue { __typename id title } } } }
  issuePriorityValues { priority label }
}`;

let twin: Served;
let schema: GraphQLSchema;
let rootValue: unknown;
beforeAll(async () => {
  twin = await serveLinear(full);
  schema = buildSchema(schemaText);
  rootValue = await twin.data(EVERYTHING);
});
afterAll(() => twin.close());

/** What graphql-js makes of a document. */
const reference = (query: string, variableValues: Record<string, unknown> = {}) =>
  executeSync({ schema, document: parse(query), rootValue, variableValues });

const PERSON = 'fragment Person on User { id name ...Name } fragment Name on User { displayName }';

describe('a document is answered as graphql-js answers it, with its fields in the same order:', () => {
  test.each<[string, string, Record<string, unknown>?]>([
    ['fields by other names', '{ me: viewer { n: name name } viewer { id } }'],
    ['one field asked for in parts', '{ viewer { name } x: viewer { id } viewer { id name email } }'],
    [
      'fragments in fragments',
      `{ viewer { email ...Person ...Name } issues(first: 3, orderBy: updatedAt) { nodes { assignee { ...Person } } } } ${PERSON}`,
    ],
    ['fragments without a type', '{ ... { viewer { ... { name } ... on User { id } } } }'],
    [
      'fragments of the root',
      'query { ...Root issuePriorityValues { label priority } } fragment Root on Query { viewer { __typename } }',
    ],
    [
      'an interface',
      `{ notifications { nodes {
        ... on Node { id } type ... on IssueNotification { issue { title } } ... on ProjectNotification { project { id } } kind: __typename
      } } }`,
    ],
    [
      'lists of numbers, texts and nothing',
      '{ issues(first: 3, orderBy: updatedAt) { nodes { labelIds estimate dueDate priority labels { nodes { isGroup } } } } }',
    ],
    ['no items', '{ notifications { nodes { id } } issuePriorityValues { label @skip(if: true) priority } }'],
    [
      'directives',
      '{ viewer { id @include(if: false) name @skip(if: false) @include(if: true) ... @skip(if: true) { email } } }',
    ],
    [
      'the schema',
      getIntrospectionQuery({ inputValueDeprecation: true, oneOf: true, specifiedByUrl: true, schemaDescription: true }),
    ],
    [
      'a type by its name',
      '{ __type(name: "Issue") { name kind fields { name type { kind ofType { name } } } } none: __type(name: "Nothing") { name } }',
    ],
  ])('%s', async (_what, query) => {
    const { data, errors } = reference(query);
    expect(errors).toBeUndefined();
    expect(JSON.stringify(await twin.data(query))).toBe(JSON.stringify(data));
  });

  const chosen = `query($yes: Boolean!, $no: Boolean = false, $first: Int = 3) {
    viewer { id @include(if: $yes) ...Person @skip(if: $no) }
    issues(first: $first, orderBy: updatedAt) @include(if: $yes) { nodes { id ... @include(if: $no) { title } } }
  } ${PERSON}`;
  test.each([
    { yes: true },
    { yes: false },
    { yes: true, no: true },
    { yes: false, no: true, first: 1 },
    { yes: true, no: false, first: 3 },
  ])('fields chosen by variables: %j', async (variables) => {
    expect(JSON.stringify(await twin.data(chosen, variables))).toBe(JSON.stringify(reference(chosen, variables).data));
  });

  test('one of two operations, though the other has more variables', async () => {
    const two = `query A { viewer { id } } query B($yes: Boolean!) { viewer { ...Chosen } }
      fragment Chosen on User { name @include(if: $yes) ...Name } fragment Name on User { displayName @skip(if: $yes) }`;
    const post = async (body: object) => {
      const headers = { authorization: twin.token, 'content-type': 'application/json' };
      return (
        await fetch(`${twin.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query: two, ...body }) })
      ).json();
    };
    for (const operation of [
      { operationName: 'A' },
      ...[true, false].map((yes) => ({ operationName: 'B', variables: { yes } })),
    ]) {
      const { operationName, variables } = { variables: {}, ...operation };
      const expected = executeSync({ schema, document: parse(two), rootValue, operationName, variableValues: variables });
      expect(await post(operation)).toEqual(JSON.parse(JSON.stringify(expected)));
    }
  });
});

const CREATE = 'mutation($input: IssueCreateInput!) { issueCreate(input: $input) { success } }';
const BATCH = 'mutation($input: [IssueCreateInput!]!) { issueBatchCreate(input: { issues: $input }) { success } }';
const LIST =
  'query($filter: IssueFilter, $order: PaginationOrderBy, $first: Int) { issues(filter: $filter, orderBy: $order, first: $first) { nodes { id } } }';

describe("variables that don't fit are refused in the words of graphql-js:", () => {
  test.each<[string, Record<string, unknown>]>([
    [CREATE, {}],
    [CREATE, { input: null }],
    [CREATE, { input: [] }],
    [CREATE, { input: 'text' }],
    [CREATE, { input: { title: 'No team' } }],
    [CREATE, { input: { teamId: 1.5, title: ['a'] } }],
    [CREATE, { input: { teamId: 't', titel: 'x', stateName: 'Todo' } }],
    [CREATE, { input: { teamId: 't', labelIds: ['a', null, 3] } }],
    [BATCH, { input: [{ teamId: 't' }, null, { title: 'x' }, { teamId: 't', constructor: 1 }] }],
    [LIST, { filter: { and: [{ title: { eq: 3 } }, { state: { kind: {} } }] } }],
    [LIST, { filter: { createdAt: { gt: 'soon' }, id: { in: 'one', nin: [[]] } } }],
    [LIST, { order: 'newest', first: 'ten' }],
    [LIST, { first: 1.5 }],
    [LIST, { first: true, filter: 0 }],
  ])('%s with %j', async (query, variables) => {
    const before = await twin.state();
    const answer = await twin.ask(query, variables);
    const { errors } = reference(query, variables);
    // The schema's own scalars say what they take; graphql-js by itself takes anything there.
    const scalar = /DateComparator|DateTimeOrDuration/;
    expect([answer.status, answer.data]).toEqual([400, undefined]);
    const told = answer.errors?.filter(({ message }) => !scalar.test(message));
    expect(told?.map(({ message, locations }) => ({ message, locations }))).toEqual(
      errors?.map(({ message, locations }) => ({ message, locations })),
    );
    expect(await twin.state()).toEqual(before);
  });

  test('null where a variable stands for what has to be there', async () => {
    const query = 'query($id: String = "ENG-1") { issue(id: $id) { identifier } }';
    expect(await twin.data(query)).toEqual({ issue: { identifier: 'ENG-1' } });
    expect(await twin.ask(query, { id: null })).toMatchObject({
      status: 200,
      data: null,
      errors: [
        {
          message: reference(query, { id: null }).errors?.[0]?.message,
          path: ['issue'],
          extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
        },
      ],
    });
  });

  test('null where a directive asks for yes or no', async () => {
    const query = 'query($yes: Boolean = true) { viewer { id @include(if: $yes) } }';
    expect(await twin.ask(query, { yes: null })).toMatchObject({
      status: 400,
      data: undefined,
      errors: [{ message: reference(query, { yes: null }).errors?.[0]?.message }],
    });
  });
});

describe('input', () => {
  test('is taken in the order of the schema, whatever the order it came in', async () => {
    const input = { teamId: 'none', title: 'x', displayIconUrl: 'https://example.com/i.png', createAsUser: 'eve' };
    for (const given of [input, Object.fromEntries(Object.entries(input).toReversed())]) {
      expect(await twin.ask(CREATE, { input: given })).toMatchObject({
        status: 501,
        errors: [{ message: expect.stringContaining('IssueCreateInput.createAsUser') }],
      });
    }
  });

  test('of one item stands for a list, and durations count from now', async () => {
    const query =
      'query($in: IssueFilter!, $since: DateTimeOrDuration) { issues(filter: { and: [$in, { createdAt: { lte: $since } }] }) { nodes { identifier } } }';
    const filter = { number: { in: 1 } };
    const { issues } = await twin.data(query, { in: filter, since: 'P1D' });
    expect(issues.nodes.map(({ identifier }: { identifier: string }) => identifier)).toContain('ENG-1');
    expect((await twin.data(query, { in: filter, since: '-P100Y' })).issues.nodes).toEqual([]);
  });
});

describe('a failure', () => {
  test('takes the nearest field that may be null, and the rest is answered', async () => {
    const of = (size: number) =>
      `{ issues(first: 1, filter: { number: { eq: 3 } }) { nodes { title at: project { name issues(first: ${size}) { nodes { id } } } } } }`;
    expect((await twin.data(of(1))).issues.nodes).toMatchObject([{ title: 'Dark mode', at: { name: 'Spring release' } }]);
    const { status, data, errors } = await twin.ask(of(251));
    expect([status, data]).toEqual([200, { issues: { nodes: [{ title: 'Dark mode', at: null }] } }]);
    expect(errors).toMatchObject([
      { path: ['issues', 'nodes', 0, 'at', 'issues'], locations: [{ line: 1, column: of(251).lastIndexOf('issues') + 1 }] },
    ]);
  });
});
