import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { documentedMethods } from './conformity.ts';
import { MODELLED } from './random.ts';
import { type Served, serveGmail } from './served.ts';

// Every list with pages that the twin models, read to its end as the guide says:
// https://developers.google.com/workspace/gmail/api/guides/list-messages

const seed = {
  emailAddress: 'ada@example.com',
  messages: Array.from({ length: 5 }, (_, at) => ({ from: 'ben@example.org', subject: `No ${at}`, text: 'x' })),
  drafts: Array.from({ length: 3 }, (_, at) => ({ to: 'ben@example.org', subject: `Begun ${at}`, text: 'x' })),
};

let twin: Served;
let start: string;
beforeAll(async () => {
  twin = await serveGmail(seed);
  start = (await twin.users.getProfile({ userId: 'me' })).data.historyId as string;
  const { data } = await twin.users.messages.list({ userId: 'me' });
  for (const { id } of data.messages ?? [])
    await twin.users.messages.modify({ userId: 'me', id: id as string, requestBody: { addLabelIds: ['STARRED'] } });
});
afterAll(() => twin.close());

interface Page {
  nextPageToken?: string | null;
}
type Reader = (paging: { maxResults: number; pageToken?: string }) => Promise<{ data: Page }>;
const me = { userId: 'me' };
/** By the method's id. */
const READERS: Readonly<Record<string, Reader>> = {
  'gmail.users.messages.list': (paging) => twin.users.messages.list({ ...me, ...paging }),
  'gmail.users.threads.list': (paging) => twin.users.threads.list({ ...me, ...paging }),
  'gmail.users.drafts.list': (paging) => twin.users.drafts.list({ ...me, ...paging }),
  'gmail.users.history.list': (paging) => twin.users.history.list({ ...me, startHistoryId: start, ...paging }),
};

async function whole(read: Reader, maxResults: number): Promise<string[]> {
  const ids: string[] = [];
  for (let pageToken: string | undefined = '' as string; pageToken !== undefined; ) {
    const { data }: { data: Page } = await read({ maxResults, ...(pageToken && { pageToken }) });
    const [entries = []] = Object.values(data).filter(Array.isArray) as { id: string }[][];
    ids.push(...entries.map(({ id }) => id));
    pageToken = data.nextPageToken ?? undefined;
  }
  return ids;
}

test('every list with pages is read', () => {
  const paged = documentedMethods.filter(({ parameters }) => parameters && 'pageToken' in parameters).map(({ id }) => id);
  const modelled = new Set(MODELLED.map(({ id }) => id));
  process.stdout.write(`Gmail: ${Object.keys(READERS).length} lists with pages, ${modelled.size} modelled methods\n`);
  expect(Object.keys(READERS).sort()).toEqual(paged.filter((id) => modelled.has(id)).sort());
});

describe('is read to its end by pages of one and of two, each entry once:', () => {
  test.each(Object.entries(READERS))('%s', async (_id, read) => {
    const all = await whole(read, 100);
    expect(all.length).toBeGreaterThan(2);
    expect(new Set(all).size).toBe(all.length);
    for (const size of [1, 2]) expect(await whole(read, size)).toEqual(all);
  });
});
