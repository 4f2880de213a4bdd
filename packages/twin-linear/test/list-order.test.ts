import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type GraphQLField, getNamedType, isObjectType, isRequiredArgument } from 'graphql';
import { linearSchema } from '../src/graphql/execute.ts';
import { type Served, serveLinear } from './served.ts';
import { full } from './worlds.ts';

// "By default results are ordered by creation date. To get most recently updated resources, you can alternatively order by updatedAt"
// (https://linear.app/developers/pagination). Newest first either way, and so is what is made in one moment.

let twin: Served;
beforeAll(async () => {
  twin = await serveLinear({
    ...full,
    // The first is the newest, and the last was changed last.
    issues: [...full.issues, { title: 'Old', createdAt: '2020-01-02T00:00:00Z', updatedAt: '2099-01-01T00:00:00Z' }],
  });
  for (const name of ['first', 'second'])
    await twin.data(`mutation { issueLabelCreate(input: { name: "${name}" }) { success } }`);
});
afterAll(() => twin.close());

/** Fields of Query that answer a list of dated things, and ask for nothing. */
const lists = Object.values(linearSchema().getQueryType()?.getFields() ?? {}).flatMap((field) => {
  const node = nodeOf(field);
  return node?.createdAt && node.updatedAt && !field.args.some(isRequiredArgument) ? [field.name] : [];
});

function nodeOf(field: GraphQLField<unknown, unknown>) {
  const type = getNamedType(field.type);
  const nodes = isObjectType(type) && type.name.endsWith('Connection') ? type.getFields().nodes : undefined;
  const node = nodes && getNamedType(nodes.type);
  return node && 'getFields' in node ? (node.getFields() as Record<string, unknown>) : undefined;
}

interface Node {
  id: string;
  createdAt: string;
  updatedAt: string;
}

/** Undefined for a list that the twin doesn't model. */
async function nodesOf(list: string, args: string): Promise<Node[] | undefined> {
  const { data, errors } = await twin.ask(`{ ${list}(first: 250${args}) { nodes { id createdAt updatedAt } } }`);
  return errors ? undefined : data[list].nodes;
}

const modelled = [
  'administrableTeams',
  'attachments',
  'comments',
  'cycles',
  'documents',
  'favorites',
  'initiativeLabels',
  'initiativeToProjects',
  'initiativeUpdates',
  'initiatives',
  'issueLabels',
  'issueRelations',
  'issues',
  'notifications',
  'projectLabels',
  'projectMilestones',
  'projectStatuses',
  'projectUpdates',
  'projects',
  'teamMemberships',
  'teams',
  'users',
  'webhooks',
  'workflowStates',
];

describe('comes newest first, by either date:', () => {
  test.each(modelled)('%s', async (list) => {
    expect(lists).toContain(list);
    for (const [field, args] of [
      ['createdAt', ''],
      ['createdAt', ', orderBy: createdAt'],
      ['updatedAt', ', orderBy: updatedAt'],
    ] as const) {
      const nodes = (await nodesOf(list, args)) ?? [];
      expect(nodes.length).toBeGreaterThan(0);
      expect(nodes).toEqual(nodes.toSorted((one, other) => other[field].localeCompare(one[field])));
    }
  });

  test('of what is made in one moment, the last made', async () => {
    const { issueLabels } = await twin.data('{ issueLabels(first: 2) { nodes { name } } }');
    expect(issueLabels.nodes).toEqual([{ name: 'second' }, { name: 'first' }]);
  });

  test('a list from its end is the same list', async () => {
    const whole = (await nodesOf('issues', '')) ?? [];
    const { issues } = await twin.data('{ issues(last: 2) { nodes { id } } }');
    expect(issues.nodes.map(({ id }: Node) => id)).toEqual(whole.slice(-2).map(({ id }) => id));
  });
});

test('every list that the twin models is here', async () => {
  const answered = await Promise.all(lists.map(async (list) => ((await nodesOf(list, ''))?.length ? list : undefined)));
  expect(answered.filter((list) => list !== undefined).sort()).toEqual([...modelled].sort());
});
