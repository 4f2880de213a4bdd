import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LinearDocument } from '@linear/sdk';
import { buildSchema, type OperationDefinitionNode, parse, type VariableDefinitionNode, validate } from 'graphql';
import { schemaText } from '../src/generated/schema.ts';
import { type Served, serveLinear } from './served.ts';
import { full } from './worlds.ts';

/** Every request that the official client can send. */
const documents = Object.entries(LinearDocument as unknown as Record<string, unknown>)
  .filter(([name, text]) => name.endsWith('Document') && /^\s*(query|mutation|subscription)\b/.test(String(text)))
  .map(([name, text]) => ({ name, text: String(text), document: parse(String(text)) }));
const operationOf = ({ document }: (typeof documents)[number]): OperationDefinitionNode =>
  document.definitions.find((one) => one.kind === 'OperationDefinition') as OperationDefinitionNode;

describe('the schema', () => {
  const schema = buildSchema(schemaText);

  test('knows every request of the official client', () => {
    expect(documents.length).toBeGreaterThan(600);
    const faults = documents.flatMap(({ name, document }) =>
      validate(schema, document).map(({ message }) => `${name}: ${message}`),
    );
    expect(faults).toEqual([]);
  });
});

/** Where the records are that a query asks for by id. */
const COLLECTIONS: Readonly<Record<string, string>> = {
  user: 'users',
  team: 'teams',
  teamMembership: 'teamMemberships',
  workflowState: 'workflowStates',
  issue: 'issues',
  issueRelation: 'issueRelations',
  issueLabel: 'issueLabels',
  comment: 'comments',
  attachment: 'attachments',
  attachmentIssue: 'attachments',
  project: 'projects',
  projectStatus: 'projectStatuses',
  projectStatusProjectCount: 'projectStatuses',
  projectMilestone: 'projectMilestones',
  projectUpdate: 'projectUpdates',
  projectLabel: 'projectLabels',
  cycle: 'cycles',
  document: 'documents',
  initiative: 'initiatives',
  initiativeToProject: 'initiativeToProjects',
  initiativeUpdate: 'initiativeUpdates',
  initiativeLabel: 'initiativeLabels',
  entityExternalLink: 'entityExternalLinks',
  favorite: 'favorites',
  webhook: 'webhooks',
  notification: 'notifications',
};
const GIVEN: Readonly<Record<string, string>> = {
  term: 'login',
  query: 'login',
  url: 'https://example.com/trace',
  branchName: 'ben/eng-1-login-fails',
  urlKey: 'acme',
};

describe('a read of the official client', () => {
  let twin: Served;
  const queries = documents.filter((one) => operationOf(one).operation === 'query');
  const asked = new Map<string, { answered: number; faults: string[] }>();

  beforeAll(async () => {
    twin = await serveLinear(full);
    const state = (await twin.state()) as unknown as Record<string, { id: string }[]>;
    for (const one of queries) {
      // Linear serves it no more, and neither does the twin.
      if (one.name === 'IssueSearchDocument') continue;
      const operation = operationOf(one);
      const root = (operation.selectionSet.selections[0] as { name: { value: string } }).name.value;
      const variables = Object.fromEntries(
        (operation.variableDefinitions ?? [])
          .filter(
            (definition: VariableDefinitionNode) =>
              definition.type.kind === 'NonNullType' || definition.variable.name.value === 'id',
          )
          .map(({ variable: { name } }) => [
            name.value,
            name.value === 'id' ? state[COLLECTIONS[root] ?? '']?.[0]?.id : GIVEN[name.value],
          ]),
      );
      const answer = await twin.ask(one.text, variables);
      // What isn't modelled says so; the set of what is stands in the test below.
      if (answer.status === 501 || (COLLECTIONS[root] === undefined && 'id' in variables)) continue;
      const seen = asked.get(root) ?? { answered: 0, faults: [] };
      asked.set(root, seen);
      seen.answered += 1;
      if (answer.errors) seen.faults.push(`${one.name}: ${JSON.stringify(answer.errors)}`);
    }
  });
  afterAll(() => twin.close());

  test('gives no GraphQL error, lists and relations included', () => {
    expect([...asked].flatMap(([, { faults }]) => faults)).toEqual([]);
  });

  test('has at least 50 queries and the relations of every family to read', () => {
    expect(asked.size).toBeGreaterThanOrEqual(50);
    for (const root of Object.keys(COLLECTIONS).filter((name) => name !== 'projectStatusProjectCount')) {
      expect([root, asked.get(root)?.answered ?? 0]).toEqual([root, expect.any(Number)]);
      expect(asked.has(root) || root === 'attachmentIssue').toBe(true);
    }
    expect(asked.get('issue')?.answered).toBeGreaterThan(15);
  });
});
