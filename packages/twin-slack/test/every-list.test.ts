import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { slack } from '../src/index.ts';
import { type Served, serveSlack } from './served.ts';

// Every list with a cursor that the twin models, read to its end by the pages of Slack's own client.

const PEOPLE = ['ada', 'ben', 'cleo', 'dan'];
const seed = {
  viewer: 'ada',
  users: PEOPLE.map((name) => ({ name })),
  channels: ['general', 'one', 'two'].map((name, at) => ({
    name,
    id: `C0${at}CHANNEL`,
    messages: [
      {
        ...{ user: 'ada', text: 'First', files: ['a.txt'], reactions: [{ name: 'eyes', users: ['ada'] }] },
        replies: ['a', 'b', 'c'].map((text) => ({ text })),
      },
      { user: 'ada', text: 'Second', reactions: [{ name: 'eyes', users: ['ada'] }] },
      { user: 'ada', text: 'Third' },
    ],
  })),
  files: ['a.txt', 'b.txt', 'c.txt'].map((name) => ({ name, content: 'x' })),
};

let twin: Served;
let args: Record<string, unknown>;
beforeAll(async () => {
  twin = await serveSlack(seed);
  const { messages, users, files } = await twin.state();
  const first = messages.find(({ text }: { text: string }) => text === 'First');
  for (const { channel_id: channel, ts: timestamp } of messages.slice(0, 3)) await twin.call('stars.add', { channel, timestamp });
  for (const minutes of [20, 30, 40])
    await twin.call('chat.scheduleMessage', {
      channel: first.channel_id,
      text: 'Later',
      post_at: Math.floor(Date.now() / 1000) + minutes * 60,
    });
  args = { channel: first.channel_id, ts: first.ts, user: users[0].id, query: 'First', file: files[0].id, types: undefined };
});
afterAll(() => twin.close());

const lists = slack.definition.operations.filter(
  ({ method, mutates, page, inputs }) => method === 'POST' && !mutates && !page && inputs?.reads.cursor === true,
);
/** Lists of which a seed's workspace has one entry. */
const SHORT = new Set(['auth.teams.list', 'team.externalTeams.list']);

/** The entries of a page: its only list. */
const entriesOf = (page: object): string[] => {
  const lists = Object.values(page).filter(Array.isArray);
  const nested = Object.values(page).flatMap((value) =>
    typeof value === 'object' && value !== null ? Object.values(value).filter(Array.isArray) : [],
  );
  return (lists[0] ?? nested[0] ?? []).map((entry: unknown) => JSON.stringify(entry));
};

async function whole(method: string, limit: number, known: readonly string[]): Promise<string[]> {
  const given = Object.fromEntries(Object.entries(args).filter(([name]) => known.includes(name)));
  const entries: string[] = [];
  for await (const page of twin.web.paginate(method, { ...given, limit })) entries.push(...entriesOf(page));
  return entries;
}

describe('is read to its end by pages of one and of two, each entry once:', () => {
  test.each(lists.map(({ path, inputs }) => [path.slice(1), Object.keys(inputs?.reads ?? {})] as const))(
    '%s',
    async (method, known) => {
      const all = await whole(method, 100, known);
      if (!SHORT.has(method)) expect(all.length).toBeGreaterThan(1);
      expect(new Set(all).size).toBe(all.length);
      for (const limit of [1, 2]) expect(await whole(method, limit, known)).toEqual(all);
    },
  );

  test('and there are enough of them', () => {
    process.stdout.write(`Slack: ${lists.length} lists with a cursor\n`);
    expect(lists.length).toBeGreaterThanOrEqual(8);
  });
});
