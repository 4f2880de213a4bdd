import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { gmail } from '../src/index.ts';
import { documentedMethods } from './conformity.ts';
import { type Served, serveGmail } from './served.ts';

// Every modelled method, called once by its name in Google's own client.

let twin: Served;
beforeAll(async () => {
  twin = await serveGmail();
});
afterAll(() => twin.close());

type Method = (params: object) => Promise<unknown>;
const operations = new Map(gmail.definition.operations.map((operation) => [operation.id, operation]));
const methods = documentedMethods.filter(({ id }) => operations.has(id));

test('each reaches the operation that has its name', async () => {
  for (const { id, path } of methods) {
    const parts = id.split('.').slice(2);
    // biome-ignore lint/suspicious/noExplicitAny: the client's methods stand in objects of many shapes
    const owner = parts.slice(0, -1).reduce((at: any, part) => at[part], twin.users);
    const params = Object.fromEntries(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, name === 'userId' ? 'me' : 'none']),
    );
    // What it needs isn't said: that it is refused for it shows that it was reached.
    await (owner[parts.at(-1) as string] as Method).call(owner, params).catch(() => undefined);
  }
  const rows = await twin.events();
  expect(rows.map(({ tool, fidelity }) => [tool, fidelity])).toEqual(
    methods.map(({ id }) => [operations.get(id)?.action ?? null, operations.get(id)?.fidelity]),
  );
  process.stdout.write(`Gmail: ${methods.length} methods called\n`);
});
