import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { getNamedType, isNonNullType } from 'graphql';
import { READS, WRITES } from './random.ts';
import { type Served, serveLinear } from './served.ts';
import { full } from './worlds.ts';

// Every list of the schema's roots that the twin models, read to its end by the pages of Linear's own client:
// https://linear.app/developers/sdk-fetching-and-modifying-data#pagination

let twin: Served;
beforeAll(async () => {
  twin = await serveLinear(full);
  const [one, other] = ((await twin.state()) as unknown as Record<string, { id: string }[]>).projects ?? [];
  const input = {
    type: 'dependency',
    projectId: one?.id,
    anchorType: 'end',
    relatedProjectId: other?.id,
    relatedAnchorType: 'start',
  };
  await twin.data('mutation($input: ProjectRelationCreateInput!) { projectRelationCreate(input: $input) { success } }', {
    input,
  });
});
afterAll(() => twin.close());

interface Connection {
  nodes: { id: string }[];
  pageInfo: { hasNextPage: boolean };
  fetchNext(): Promise<Connection>;
}
type Lists = Record<string, ((variables: { first: number; includeArchived?: boolean }) => Promise<Connection>) | undefined>;

const connections = READS.filter(({ type, args, name }) => {
  const isList = getNamedType(type).name.endsWith('Connection');
  return isList && name !== 'issueSearch' && !args.some((arg) => isNonNullType(arg.type));
}).map(({ name }) => name);

async function whole(name: string, first: number): Promise<string[]> {
  const list = (twin.client as unknown as Lists)[name];
  if (!list) throw new Error(`the client has no ${name}`);
  const connection = await list.call(twin.client, { first });
  // The client adds each page to the nodes that it has.
  while (connection.pageInfo.hasNextPage) await connection.fetchNext();
  return connection.nodes.map(({ id }) => id);
}

describe('is read to its end by pages of one and of two, each entity once:', () => {
  test.each(connections)('%s', async (name) => {
    const all = await whole(name, 50);
    expect(all.length).toBeGreaterThan(0);
    expect(new Set(all).size).toBe(all.length);
    for (const size of [1, 2]) expect(await whole(name, size)).toEqual(all);
  });

  test('and there are enough of them', () => {
    process.stdout.write(`Linear: ${connections.length} lists, ${READS.length} queries, ${WRITES.length} mutations\n`);
    expect(connections.length).toBeGreaterThanOrEqual(20);
  });
});
