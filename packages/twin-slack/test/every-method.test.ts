import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { slack } from '../src/index.ts';
import { type Served, serveSlack } from './served.ts';

// Every modelled method, called once by its name in Slack's own client.

let twin: Served;
beforeAll(async () => {
  twin = await serveSlack();
});
afterAll(() => twin.close());

type Method = (args: object) => Promise<unknown>;
const methods = slack.definition.operations.filter(({ id, method, page }) => method === 'POST' && !page && id.includes('.'));
test('each reaches the operation that has its name', async () => {
  const nameless: string[] = [];
  for (const { path } of methods) {
    const name = path.slice(1);
    const parts = name.split('.');
    // biome-ignore lint/suspicious/noExplicitAny: the client's methods stand in objects of many shapes
    const owner = parts.slice(0, -1).reduce((at: any, part) => at?.[part], twin.web);
    const method = owner?.[parts.at(-1) as string] as Method | undefined;
    if (!method) nameless.push(name);
    // What it needs isn't said: that it is refused for it shows that it was reached.
    await (method ? method.call(owner, {}) : twin.web.apiCall(name, {})).catch(() => undefined);
  }
  const rows = await twin.events();
  const reached = rows.map(({ path, fidelity }) => [path.replace(/^.*\/api\//, ''), fidelity]);
  expect(reached).toEqual(methods.map(({ path, fidelity }) => [path.slice(1), fidelity]));
  // The client leaves it to `apiCall`.
  expect(nameless).toEqual(['users.setActive']);
  process.stdout.write(`Slack: ${methods.length} methods called\n`);
});
