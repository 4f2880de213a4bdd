import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { refusal, type Served, serveGmail } from './served.ts';

// What the operators mean: https://support.google.com/mail/answer/7190
const me = { userId: 'me' };
let twin: Served;
let subjects: Map<string, string>;

beforeAll(async () => {
  twin = await serveGmail({
    emailAddress: 'ada@example.com',
    labels: ['Big Projects/Alpha One'],
    messages: [
      {
        from: '"Ben, Jr." <ben.lee@example.org>',
        cc: 'dora@example.net',
        subject: 'dinner movie',
        text: "Let's meet at the café. Don't be late, budget 500!",
        date: '2025-11-01T12:00:00Z',
        unread: true,
        messageId: '<one@example.org>',
      },
      {
        from: 'amy@shop.example',
        subject: 'invoice for august',
        text: 'see attached',
        date: '2025-12-30T12:00:00Z',
        labels: ['INBOX', 'Big Projects/Alpha One', 'CATEGORY_UPDATES', 'IMPORTANT'],
        starred: true,
        headers: { 'List-ID': 'Shop <news.shop.example>' },
        attachments: [{ filename: 'Invoice-8.PDF', content: 'x'.repeat(30_000) }],
      },
      { from: 'ada@example.com', to: 'amy@shop.example', subject: 'sent one', text: '東京の会議', date: '2025-12-31T12:00:00Z' },
      { from: 'spammer@example.biz', subject: 'junk', text: 'movie', labels: ['SPAM'], date: '2025-12-31T13:00:00Z' },
      { from: 'amy@shop.example', subject: 'binned', text: 'old', labels: ['TRASH'], date: '2025-12-31T14:00:00Z' },
    ],
    drafts: [{ to: 'ben.lee@example.org', subject: 'drafted', text: 'half done', date: '2025-12-31T15:00:00Z' }],
  });
  const state = await twin.state();
  subjects = new Map(state.messages?.map(({ id, subject }) => [id as string, (subject as string).split(' ')[0] as string]));
});
afterAll(() => twin.close());

const found = async (q: string): Promise<string> => {
  const { data } = await twin.users.messages.list({ ...me, q });
  return (data.messages ?? []).map(({ id }) => subjects.get(id ?? '')).join(' ');
};

describe('a search finds, newest first,', () => {
  test.each([
    ['', 'drafted sent invoice dinner'],
    ['movie', 'dinner'],
    ['MOVIE', 'dinner'],
    ['mov', ''],
    ['"be late"', 'dinner'],
    ['"late be"', ''],
    ["don't café", 'dinner'],
    ['会議', 'sent'],
    ['from:amy', 'invoice'],
    ['from:amy@shop.example', 'invoice'],
    ['from:shop.example', 'invoice'],
    ['from:"ben jr"', 'dinner'],
    ['from:me', 'drafted sent'],
    ['to:me', 'invoice dinner'],
    ['to:amy@shop.example', 'sent'],
    ['cc:dora', 'dinner'],
    ['subject:(dinner movie)', 'dinner'],
    ['subject:"movie dinner"', ''],
    ['from:(amy OR ben)', 'invoice dinner'],
    ['{from:amy from:ben}', 'invoice dinner'],
    ['from:amy OR from:ben is:unread', 'dinner'],
    ['from:amy AND subject:august', 'invoice'],
    ['-from:amy -in:drafts', 'sent dinner'],
    ['-(from:amy OR from:ben) in:inbox', ''],
    ['is:unread', 'dinner'],
    ['is:read in:inbox', 'invoice'],
    ['is:starred', 'invoice'],
    ['is:important', 'invoice'],
    ['in:sent', 'sent'],
    ['in:drafts', 'drafted'],
    ['in:trash', 'binned'],
    ['in:spam', 'junk'],
    ['in:anywhere from:amy', 'binned invoice'],
    ['label:big-projects-alpha-one', 'invoice'],
    ['label:"Big Projects/Alpha One"', 'invoice'],
    ['label:nothing', ''],
    ['category:updates', 'invoice'],
    // Google's help: Primary has what doesn't appear in other tabs.
    ['category:primary', 'dinner'],
    ['has:attachment', 'invoice'],
    ['has:userlabels', 'invoice'],
    ['has:nouserlabels in:inbox', 'dinner'],
    ['filename:pdf', 'invoice'],
    ['filename:invoice-8.pdf', 'invoice'],
    ['after:2025/12/30', 'drafted sent invoice'],
    ['before:2025-12-30', 'dinner'],
    ['after:1767182400', 'drafted sent'],
    ['older_than:1m', 'dinner'],
    ['newer_than:1d', 'drafted sent'],
    ['larger:20K', 'invoice'],
    ['smaller:20K in:inbox', 'dinner'],
    ['rfc822msgid:one@example.org', 'dinner'],
    ['rfc822msgid:<one@example.org>', 'dinner'],
    ['list:news.shop.example', 'invoice'],
    // Google's help: "Messages delivered to a certain email address"; Gmail writes Delivered-To into what it receives.
    ['deliveredto:ada@example.com in:inbox', 'invoice dinner'],
    ['deliveredto:ada@example.com in:sent', ''],
    ['deliveredto:someone@example.com', ''],
    ['unknown:operator', ''],
    ['budget:500', 'dinner'],
  ])('%s → %s', async (q, expected) => {
    expect(await found(q)).toBe(expected);
  });

  test('the same threads as messages', async () => {
    const { data } = await twin.users.threads.list({ ...me, q: 'from:(amy OR ben)' });
    expect(data.threads?.map(({ id }) => subjects.get(id ?? ''))).toEqual(['invoice', 'dinner']);
  });
});

// Days begin at midnight in the Pacific zone: https://developers.google.com/workspace/gmail/api/guides/filtering
describe('a day is one of the Pacific zone, in every form that a date has:', () => {
  let days: Served;
  beforeAll(async () => {
    const at = (date: string) => ({ from: 'a@b.c', subject: date, text: 'x', date });
    const dates = [
      '2025-12-25T07:59:59Z',
      '2025-12-25T08:00:00Z',
      '2025-07-04T06:59:59Z',
      '2025-07-04T07:00:00Z',
      '2025-03-09T07:59:59Z',
      '2025-03-09T08:00:00Z',
    ];
    days = await serveGmail({ emailAddress: 'ada@example.com', messages: dates.map(at) });
  });
  afterAll(() => days.close());

  test.each([
    ['after:2025/12/25', 1],
    ['newer:2025/12/25', 1],
    ['after:12/25/2025', 1],
    ['after:2025-12-25', 1],
    ['before:2025/12/25', 5],
    ['older:12/25/2025', 5],
    ['after:2025/7/4 before:2025/7/5', 1],
    ['after:2025/03/09 before:2025/03/10', 1],
    ['after:1766649600', 1],
    ['before:1766649600', 5],
  ])('%s', async (q, count) => {
    expect((await days.users.messages.list({ ...me, q })).data.messages ?? []).toHaveLength(count);
  });
});

// https://support.google.com/mail/answer/7190, "Find emails with words near each other"
describe('words near each other:', () => {
  let near: Served;
  beforeAll(async () => {
    const says = (text: string) => ({ from: 'a@b.c', subject: text, text: 'See https://docs.google.com/document/d/1' });
    near = await serveGmail({
      emailAddress: 'ada@example.com',
      messages: [says('quick brown fox'), says('fox so very very quick'), says('quick and very slow was the fox')],
    });
  });
  afterAll(() => near.close());

  test.each([
    ['quick AROUND 2 fox', 1],
    ['quick AROUND 4 fox', 2],
    ['quick AROUND 10 fox', 3],
    ['"quick AROUND 4 fox"', 1],
    ['fox AROUND 1 quick', 0],
    ['quick AROUND 2 "brown fox"', 1],
    ['(quick AROUND 2 fox) OR slow', 2],
    ['-quick AROUND 2 fox', undefined],
    ['quick AROUND fox', undefined],
    ['AROUND 3 fox', undefined],
    ['has:document', 3],
    ['has:drive', 3],
    ['has:youtube', 0],
    ['has:green-star', 0],
    ['is:muted', 0],
  ])('%s: %s', async (q, count) => {
    const list = near.users.messages.list({ ...me, q });
    if (count === undefined) expect(await refusal(list)).toMatchObject({ reason: 'notImplemented' });
    else expect((await list).data.messages ?? []).toHaveLength(count);
  });
});

describe('what the twin cannot look for is refused, and not an empty list:', () => {
  test.each([
    'after:x',
    'before:2025/13/01',
    'older:31/31/2025',
    'newer:2025/02/30',
    'older_than:9z',
    'larger:big',
    'smaller:x',
    'size:1G',
    'category:reservations',
    'has:horns',
  ])('%s', async (q) => {
    expect(await refusal(twin.users.messages.list({ ...me, q }))).toMatchObject({ reason: 'notImplemented' });
    expect((await twin.events()).at(-1)).toMatchObject({ fidelity: 'unsupported' });
    const filter = { ...me, requestBody: { criteria: { query: q }, action: { addLabelIds: ['STARRED'] } } };
    expect(await refusal(twin.users.settings.filters.create(filter))).toMatchObject({ reason: 'notImplemented' });
  });
});

describe('whatever is written is some search:', () => {
  test.each(['(', ')', '"', '-', 'OR', 'from:', '((((', '{} ()', '-(', 'a OR', 'from:()', `${'('.repeat(500)}a`])(
    '%s',
    async (q) => {
      expect((await twin.users.messages.list({ ...me, q })).status).toBe(200);
    },
  );
});

test('a state that nothing is in is not one that nobody knows', async () => {
  for (const q of ['is:muted', 'is:snoozed'])
    expect((await twin.users.messages.list({ ...me, q })).data.messages).toBeUndefined();
  expect(await refusal(twin.users.messages.list({ ...me, q: 'is:unraed' }))).toMatchObject({ reason: 'notImplemented' });
});

// "Passing a name where an id is required causes the 400 error": pytroubles.com, of users.messages.list
test.each(['messages', 'threads'] as const)('%s of a label are asked for by its id', async (kind) => {
  const label = (await twin.users.labels.list(me)).data.labels?.find(({ type }) => type === 'user');
  const list = (labelIds: string[]) => (kind === 'messages' ? twin.users.messages : twin.users.threads).list({ ...me, labelIds });
  expect((await list([label?.id ?? ''])).data.resultSizeEstimate).toBe(1);
  for (const labelIds of [[label?.name ?? ''], ['INBOX', 'inbox']])
    expect(await refusal(list(labelIds))).toMatchObject({
      status: 400,
      reason: 'invalidArgument',
      message: `Invalid label: ${labelIds.at(-1)}`,
    });
});
