import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ME, type Served, serveGmail } from './served.ts';

// What Google's discovery document states of lengths and numbers, with the names of its schemas; the name of a label has the limit of Gmail's settings page.

let twin: Served;
beforeAll(async () => {
  twin = await serveGmail({
    messages: [{ id: 'a1', from: 'ben@example.org', subject: 'Hm', text: 'Hi' }],
    labels: Array.from({ length: 101 }, (_, at) => `L${at}`),
  });
});
afterAll(() => twin.close());

const labels = async (count: number): Promise<string[]> => {
  const { json } = await twin.send('GET', `${ME}/labels`);
  return json.labels
    .filter(({ type }: { type: string }) => type === 'user')
    .slice(0, count)
    .map(({ id }: { id: string }) => id);
};
const ids = (count: number): string[] => Array.from({ length: count }, () => 'a1');

type Request = (size: number) => Promise<[path: string, body: unknown]>;
const limits: [what: string, most: number, message: string, request: Request][] = [
  ['Label.name', 225, 'Invalid label name', async (size) => [`${ME}/labels`, { name: '😀'.repeat(size) }]],
  [
    'ModifyMessageRequest.addLabelIds',
    100,
    'Cannot add or remove more than 100 labels',
    async (size) => [`${ME}/messages/a1/modify`, { addLabelIds: await labels(size) }],
  ],
  [
    'ModifyMessageRequest.removeLabelIds',
    100,
    'Cannot add or remove more than 100 labels',
    async (size) => [`${ME}/messages/a1/modify`, { removeLabelIds: await labels(size) }],
  ],
  [
    'ModifyThreadRequest.addLabelIds',
    100,
    'Cannot add or remove more than 100 labels',
    async (size) => [`${ME}/threads/a1/modify`, { addLabelIds: await labels(size) }],
  ],
  [
    'BatchModifyMessagesRequest.ids',
    1000,
    'Number of ids cannot exceed 1000',
    async (size) => [`${ME}/messages/batchModify`, { ids: ids(size), addLabelIds: ['STARRED'] }],
  ],
];

describe('takes so many and refuses one more in', () => {
  test.each(limits)('%s: %i', async (_what, most, message, request) => {
    const send = async (size: number) => {
      const [path, body] = await request(size);
      return twin.send('POST', path, body);
    };
    expect((await send(most)).status).toBeLessThan(300);
    const refused = await send(most + 1);
    expect({ status: refused.status, message: refused.json.error.message }).toEqual({ status: 400, message });
  });

  /** `ImapSettings.maxFolderSize`: "Legal values are 0, 1000, 2000, 5000 or 10000." */
  test('ImapSettings.maxFolderSize', async () => {
    const put = async (maxFolderSize: number) =>
      (await twin.send('PUT', `${ME}/settings/imap`, { enabled: true, maxFolderSize })).status;
    expect(await put(10_000)).toBe(200);
    expect(await put(3000)).toBe(400);
  });
});
