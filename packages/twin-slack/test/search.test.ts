import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Json, type Served, serveSlack } from './served.ts';

// Slack's search help: https://slack.com/help/articles/202528808; dates and modifiers as people write them there.
const at = (iso: string): string => `${Date.parse(iso) / 1000}.000100`;
const says = (text: string, more: object = {}) => ({ user: 'ada', text, ...more });
const world = {
  viewer: 'me',
  users: [{ name: 'me' }, { name: 'ada' }],
  files: [
    { name: 'plan.pdf', content: 'x', user: 'ada' },
    { name: 'notes.txt', content: 'the plan', user: 'me' },
  ],
  channels: [
    {
      name: 'general',
      messages: [
        says('a b stands here', { ts: at('2026-01-05T12:00:00Z') }),
        says('c stands here', { ts: at('2026-01-20T12:00:00Z') }),
        says('c and d', { ts: at('2026-02-10T12:00:00Z') }),
        says('b a, the other way', { ts: at('2026-03-01T12:00:00Z') }),
        says('checkout is broken', { ts: at('2026-03-09T12:00:00Z'), pinned: true, files: ['plan.pdf'] }),
      ],
    },
  ],
};

let twin: Served;
beforeAll(async () => {
  twin = await serveSlack(world, { mode: 'logical', start: '2026-03-11T10:00:00Z' });
});
afterAll(() => twin.close());

const search = (query: string): Promise<Json> => twin.call('search.messages', { query, sort: 'timestamp', sort_dir: 'asc' });
const texts = async (query: string): Promise<string[]> => (await search(query)).messages.matches.map(({ text }: Json) => text);

describe('words, phrases and operators', () => {
  test.each<[string, string[]]>([
    ['"a b" OR c -d', ['a b stands here', 'c stands here']],
    ['"a b" OR c', ['a b stands here', 'c stands here', 'c and d']],
    ['c AND d', ['c and d']],
    ['c NOT d', ['c stands here']],
    ['c d OR here', ['c stands here', 'c and d']],
    ['"a b"', ['a b stands here']],
    ['check*', ['checkout is broken']],
    ['check', []],
    ['stand', ['a b stands here', 'c stands here']],
    ['out', []],
    ['or', []],
  ])('%s', async (query, found) => {
    expect(await texts(query)).toEqual(found);
  });
});

describe('dates', () => {
  test.each<[string, number]>([
    ['on:2026-01-05', 1],
    ['on:01/05/2026', 1],
    ['before:2026-01-20', 1],
    ['after:2026-02-28', 2],
    ['during:january', 2],
    ['during:jan', 2],
    ['during:2026-02', 1],
    ['during:2026', 5],
    ['during:"last month"', 1],
    ['during:"this month"', 2],
    ['during:"this week"', 1],
    ['during:"last year"', 0],
    ['after:yesterday', 0],
  ])('%s', async (query, count) => {
    expect((await search(query)).messages.total).toBe(count);
  });
});

describe('a modifier that the twin does not know is refused, not passed over', () => {
  test.each(['has:emojis', 'is:dm', 'before:soon', 'during:sometime', 'from:@ada OR from:@me', 'a OR in:general'])(
    '%s',
    async (query) => {
      expect(await search(query)).toMatchObject({ ok: false, error: 'not_implemented' });
      expect((await twin.events()).at(-1)).toMatchObject({ fidelity: 'unsupported' });
    },
  );
});

test('files are found by their type, which no message has, and messages by theirs', async () => {
  const found = await twin.call('search.all', { query: 'type:pdfs' });
  expect([found.messages.total, found.files.matches.map(({ name }: Json) => name)]).toEqual([0, ['plan.pdf']]);
  const pinned = await twin.call('search.all', { query: 'has:pin' });
  expect([pinned.messages.total, pinned.files.total]).toEqual([1, 0]);
});

test.each([
  ['content_types', 'pages'],
  ['sort', 'best'],
  ['after', 'yesterday'],
  ['before', 'x'],
])('the search tool refuses %s: %s', async (name, value) => {
  const client = await twin.mcp();
  const answer = await client.callTool({ name: 'slack_search_public', arguments: { query: 'c', [name]: value } });
  expect(answer.isError).toBe(true);
});

describe('several modifiers of one kind', () => {
  const many = {
    viewer: 'me',
    users: [{ name: 'me' }, { name: 'ada' }, { name: 'ben' }],
    channels: [
      { name: 'one', messages: [says('first', { replies: [{ user: 'ben', text: 'answer' }] }), { user: 'ben', text: 'second' }] },
      { name: 'two', messages: [says('third'), { user: 'me', text: 'fourth' }] },
      { name: 'three', messages: [{ user: 'me', text: 'fifth' }] },
    ],
    direct_messages: [{ users: ['me', 'ben'], messages: [{ user: 'me', text: 'sixth' }] }],
  };
  let workspace: Served;
  beforeAll(async () => {
    workspace = await serveSlack(many, { mode: 'logical', start: '2026-03-11T10:00:00Z' });
  });
  afterAll(() => workspace.close());
  const found = async (query: string): Promise<string[]> => {
    const { messages } = await workspace.call('search.messages', { query, count: 100 });
    return messages.matches.map(({ text }: Json) => text).sort();
  };

  // As people use Slack's search: "multiple `in:` modifiers will filter results to a set of channels", and terms of one kind "OR together".
  test.each<[string, string[]]>([
    ['in:one in:two', ['answer', 'first', 'fourth', 'second', 'third']],
    ['from:@ada from:@ben', ['answer', 'first', 'second', 'third']],
    ['in:one in:two from:@ada', ['first', 'third']],
    ['-in:one -in:two', ['fifth', 'sixth']],
    ['-from:@ada -from:me', ['answer', 'second']],
    ['in:one -from:@ada', ['answer', 'second']],
  ])('%s', async (query, texts) => {
    expect(await found(query)).toEqual(texts);
  });

  // Slack's search help, "with:": threads and direct messages with a person
  test.each<[string, string[]]>([
    ['with:@ben', ['answer', 'first', 'sixth']],
    ['with:@ada', ['answer', 'first']],
    ['with:@ben with:@ada', ['answer', 'first']],
    ['with:@ben -in:one', ['sixth']],
  ])('%s', async (query, texts) => {
    expect(await found(query)).toEqual(texts);
  });

  test('a walk by cursor counts what there is, not what a page shows', async () => {
    const { messages } = await workspace.call('search.messages', { query: 'from:@ben', count: 1, cursor: '*' });
    expect(messages).toMatchObject({ total: 2, pagination: { total_count: 2, page_count: 2, per_page: 1 } });
    const { next_cursor: cursor } = messages.paging;
    const next = await workspace.call('search.messages', { query: 'from:@ben', count: 1, cursor });
    expect(next.messages.matches[0].text).not.toBe(messages.matches[0].text);
  });
});
