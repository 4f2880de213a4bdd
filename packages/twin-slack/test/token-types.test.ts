import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { slack } from '../src/index.ts';
import { type Served, serveSlack } from './served.ts';

/** Methods whose page has scopes of user tokens only: "Scopes" of https://docs.slack.dev/reference/methods/<method>. */
const USERS_ONLY = [
  'dnd.endDnd',
  'dnd.endSnooze',
  'dnd.setSnooze',
  'files.sharedPublicURL',
  'reminders.add',
  'reminders.complete',
  'reminders.delete',
  'reminders.info',
  'reminders.list',
  'search.all',
  'search.files',
  'search.messages',
  'stars.add',
  'stars.list',
  'stars.remove',
  'users.identity',
  'users.profile.set',
];
const methods = [...new Set(slack.definition.operations.map(({ path }) => path.slice(1)))].filter((name) => name.includes('.'));

let bot: Served;
let person: Served;
beforeAll(async () => {
  [bot, person] = await Promise.all([
    serveSlack(),
    serveSlack({ viewer: 'ada', users: [{ name: 'ada' }], channels: [{ name: 'general' }] }),
  ]);
});
afterAll(() => Promise.all([bot.close(), person.close()]));

describe("a bot's token is refused by the methods that take user tokens only, whatever is sent", () => {
  test.each(methods)('%s', async (name) => {
    const { error } = await bot.call(name);
    if (USERS_ONLY.includes(name)) expect(error).toBe('not_allowed_token_type');
    else expect(error).not.toBe('not_allowed_token_type');
  });
});

test("a person's token is taken by every method", async () => {
  const refused: string[] = [];
  for (const name of methods) if ((await person.call(name)).error === 'not_allowed_token_type') refused.push(name);
  expect(refused).toEqual([]);
});

test("the MCP server's tools act for whoever the token speaks for: its searches work for bots too", async () => {
  const client = await bot.mcp();
  const found = await client.callTool({ name: 'slack_search_public', arguments: { query: 'checkout' } });
  expect(found.isError ?? false).toBe(false);
});
