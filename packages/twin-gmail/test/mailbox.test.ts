import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { decoded, header, raw, refusal, type Served, serveGmail } from './served.ts';

const me = { userId: 'me' };
const seed = {
  emailAddress: 'ada@example.com',
  labels: ['Work', { id: 'Label_7', name: 'Work/Urgent', labelListVisibility: 'labelHide' }],
  messages: [
    { threadId: 'plan', from: 'ben@example.org', subject: 'Plan', text: 'One', unread: true },
    { threadId: 'plan', from: 'ada@example.com', to: 'ben@example.org', text: 'Two' },
    { from: 'cy@example.org', subject: 'Other', text: 'Three', labels: ['INBOX', 'Work'] },
  ],
  drafts: [{ id: 'r1', to: 'ben@example.org', subject: 'Begun', text: 'Not done' }],
};

let twin: Served;
beforeEach(async () => {
  twin = await serveGmail(seed);
});
afterEach(() => twin.close());

const threadOf = async (q: string): Promise<string> => (await twin.users.threads.list({ ...me, q })).data.threads?.[0]?.id ?? '';
const labelled = async (id: string) => (await twin.users.labels.get({ ...me, id })).data;

describe('threads', () => {
  test('are listed newest first with the snippet of their newest message', async () => {
    const { data } = await twin.users.threads.list({ ...me, labelIds: ['INBOX'] });
    expect(data.threads?.map(({ snippet }) => snippet)).toEqual(['Three', 'Two']);
    expect(data.resultSizeEstimate).toBe(2);
    const first = await twin.users.threads.list({ ...me, maxResults: 2 });
    const rest = await twin.users.threads.list({ ...me, maxResults: 2, pageToken: first.data.nextPageToken ?? '' });
    expect([...(first.data.threads ?? []), ...(rest.data.threads ?? [])].map(({ snippet }) => snippet)).toEqual([
      'Not done',
      'Three',
      'Two',
    ]);
  });

  test('of a declared conversation refer to each other by their headers', async () => {
    const { data } = await twin.users.threads.get({ ...me, id: await threadOf('subject:plan') });
    const [question, answer] = data.messages ?? [];
    expect(header(answer ?? {}, 'In-Reply-To')).toBe(header(question ?? {}, 'Message-ID'));
    expect(header(answer ?? {}, 'Subject')).toBe('Re: Plan');
  });

  // Reference of `Thread.historyId`: the last history record that modified the thread, which may have been a deletion.
  test('name the last history record that touched them, also where it took a message away', async () => {
    const { data } = await twin.users.threads.get({ ...me, id: await threadOf('subject:plan') });
    const [question, answer] = data.messages ?? [];
    expect(data.historyId).toBe(answer?.historyId);
    await twin.users.messages.delete({ ...me, id: question?.id ?? '' });
    const left = (await twin.users.threads.get({ ...me, id: data.id ?? '' })).data;
    expect(left.messages?.map(({ id }) => id)).toEqual([answer?.id]);
    expect(left.historyId).toBe((await twin.users.getProfile(me)).data.historyId);
    expect(Number(left.historyId)).toBeGreaterThan(Number(answer?.historyId));
  });

  test('change, go to the trash, come back and are deleted as a whole', async () => {
    const id = await threadOf('subject:plan');
    const { data } = await twin.users.threads.modify({ ...me, id, requestBody: { addLabelIds: ['Label_7'] } });
    expect(data.messages?.every(({ labelIds }) => labelIds?.includes('Label_7'))).toBe(true);
    await twin.users.threads.trash({ ...me, id });
    expect(await labelled('TRASH')).toMatchObject({ messagesTotal: 2, threadsTotal: 1 });
    expect(await threadOf('subject:plan')).toBe('');
    await twin.users.threads.untrash({ ...me, id });
    expect(await threadOf('subject:plan')).toBe(id);
    expect((await twin.users.threads.delete({ ...me, id })).status).toBe(204);
    expect(await refusal(twin.users.threads.get({ ...me, id }))).toMatchObject({ status: 404, reason: 'notFound' });
    expect((await twin.users.getProfile(me)).data).toMatchObject({ messagesTotal: 2, threadsTotal: 2 });
  });
});

describe('drafts', () => {
  const content = (subject: string, from = 'ada@example.com') => ({
    raw: raw(`From: ${from}`, 'To: ben@example.org', `Subject: ${subject}`, '', 'x'),
  });

  test('are written, read, listed and searched', async () => {
    const { data } = await twin.users.drafts.create({ ...me, requestBody: { message: content('New') } });
    expect(data.message?.labelIds).toEqual(['DRAFT']);
    const read = await twin.users.drafts.get({ ...me, id: data.id ?? '', format: 'metadata' });
    expect(header(read.data.message ?? {}, 'Subject')).toBe('New');
    expect((await twin.users.drafts.list(me)).data.drafts?.map(({ id }) => id)).toEqual([data.id, 'r1']);
    expect((await twin.users.drafts.list({ ...me, q: 'begun' })).data.drafts?.map(({ id }) => id)).toEqual(['r1']);
  });

  // Reference of drafts.update and guide "Create drafts": the draft keeps its id, its message doesn't.
  test('keep their id and their thread when they are replaced', async () => {
    const before = await twin.users.drafts.get({ ...me, id: 'r1' });
    const { data } = await twin.users.drafts.update({ ...me, id: 'r1', requestBody: { message: content('Better') } });
    expect(data.id).toBe('r1');
    expect(data.message?.id).not.toBe(before.data.message?.id);
    expect(data.message?.threadId).toBe(before.data.message?.threadId);
    expect(await refusal(twin.users.messages.get({ ...me, id: before.data.message?.id ?? '' }))).toMatchObject({ status: 404 });
  });

  test('are gone once they are sent, and their message is among the sent', async () => {
    const { data } = await twin.users.drafts.send({ ...me, requestBody: { id: 'r1' } });
    expect(data.labelIds).toEqual(['SENT']);
    const sent = await twin.users.messages.get({ ...me, id: data.id ?? '' });
    expect(decoded(sent.data.payload?.body?.data)).toBe('Not done');
    expect((await twin.users.drafts.list(me)).data).toEqual({ resultSizeEstimate: 0 });
    expect(await refusal(twin.users.drafts.send({ ...me, requestBody: { id: 'r1' } }))).toMatchObject({ status: 404 });
  });

  test('are gone with their message when they are deleted', async () => {
    await twin.users.drafts.delete({ ...me, id: 'r1' });
    expect((await twin.users.getProfile(me)).data.messagesTotal).toBe(3);
  });

  test('of a stranger are refused, to be written and to be sent', async () => {
    const requestBody = { message: content('x', 'eve@example.org') };
    expect(await refusal(twin.users.drafts.create({ ...me, requestBody }))).toMatchObject({
      status: 400,
      reason: 'invalidArgument',
    });
    expect(await refusal(twin.users.drafts.send({ ...me, requestBody: { id: 'r1', ...requestBody } }))).toMatchObject({
      status: 400,
    });
    expect((await twin.users.drafts.list(me)).data.drafts).toHaveLength(1);
  });
});

describe('labels', () => {
  test("are Gmail's own first, then the user's, without counts in the list", async () => {
    const { data } = await twin.users.labels.list(me);
    expect(data.labels?.filter(({ type }) => type === 'user')).toEqual([
      { id: 'Label_8', name: 'Work', messageListVisibility: 'show', labelListVisibility: 'labelShow', type: 'user' },
      { id: 'Label_7', name: 'Work/Urgent', messageListVisibility: 'show', labelListVisibility: 'labelHide', type: 'user' },
    ]);
    expect(data.labels?.filter(({ type }) => type === 'system')).toHaveLength(14);
  });

  test('count their messages and threads, and those unread', async () => {
    expect(await labelled('INBOX')).toMatchObject({ messagesTotal: 2, messagesUnread: 1, threadsTotal: 2, threadsUnread: 1 });
  });

  test('are made, renamed, coloured, and go with everything they are on', async () => {
    const color = { textColor: '#ffffff', backgroundColor: '#16a766' };
    const { data } = await twin.users.labels.create({ ...me, requestBody: { name: 'New', color } });
    expect(data).toMatchObject({ name: 'New', type: 'user', color });
    const id = data.id ?? '';
    expect((await twin.users.labels.patch({ ...me, id, requestBody: { name: 'Newer' } })).data).toMatchObject({
      name: 'Newer',
      color,
    });
    expect((await twin.users.labels.update({ ...me, id, requestBody: { name: 'Newest' } })).data.color).toBeUndefined();
    await twin.users.labels.delete({ ...me, id: 'Label_8' });
    expect((await twin.users.messages.list({ ...me, q: 'other' })).data.messages).toHaveLength(1);
    expect(await refusal(twin.users.labels.get({ ...me, id: 'Label_8' }))).toMatchObject({ status: 404, reason: 'notFound' });
  });

  test.each([
    [{ name: 'work' }, 409, 'aborted', 'Label name exists or conflicts'],
    [{ name: 'Inbox' }, 400, 'invalidArgument', 'Invalid label name'],
    [{ name: ' ' }, 400, 'invalidArgument', 'Invalid label name'],
    [{ name: 'a//b' }, 400, 'invalidArgument', 'Invalid label name'],
    [
      { name: 'c', color: { textColor: '#123456', backgroundColor: '#ffffff' } },
      400,
      'invalidArgument',
      'Label color #123456 is not on the allowed color palette',
    ],
    [{ name: 'd', type: 'mine' }, 400, 'invalid', `Invalid value at 'label.type' (type.googleapis.com/gmail.v1.Enum), "mine"`],
  ])('are not made of %j', async (requestBody, status, reason, message) => {
    expect(await refusal(twin.users.labels.create({ ...me, requestBody }))).toEqual({ status, reason, message });
  });

  test("of Gmail's own can't be changed or deleted", async () => {
    expect(await refusal(twin.users.labels.patch({ ...me, id: 'INBOX', requestBody: { name: 'x' } }))).toMatchObject({
      status: 400,
    });
    expect(await refusal(twin.users.labels.delete({ ...me, id: 'INBOX' }))).toMatchObject({ status: 400 });
  });
});

describe('history', () => {
  test('tells what happened after an id, oldest first, by type and label', async () => {
    const startHistoryId = (await twin.users.getProfile(me)).data.historyId ?? '';
    const [id, other] = ((await twin.users.messages.list({ ...me, labelIds: ['INBOX'] })).data.messages ?? []).map(
      (one) => one.id ?? '',
    );
    await twin.users.messages.modify({
      ...me,
      id: id ?? '',
      requestBody: { addLabelIds: ['STARRED'], removeLabelIds: ['INBOX'] },
    });
    await twin.users.messages.delete({ ...me, id: other ?? '' });
    const { data } = await twin.users.history.list({ ...me, startHistoryId });
    expect(data.history).toMatchObject([
      { labelsAdded: [{ message: { id }, labelIds: ['STARRED'] }], labelsRemoved: [{ labelIds: ['INBOX'] }] },
      { messagesDeleted: [{ message: { id: other } }] },
    ]);
    expect(data.historyId).toBe(String(Number(startHistoryId) + 2));
    const deleted = await twin.users.history.list({ ...me, startHistoryId, historyTypes: ['messageDeleted'] });
    expect(deleted.data.history).toHaveLength(1);
    expect((await twin.users.history.list({ ...me, startHistoryId, labelId: 'STARRED' })).data.history).toHaveLength(1);
    const page = await twin.users.history.list({ ...me, startHistoryId, maxResults: 1 });
    const next = await twin.users.history.list({
      ...me,
      startHistoryId,
      maxResults: 1,
      pageToken: page.data.nextPageToken ?? '',
    });
    expect(next.data).toMatchObject({ history: [{ messagesDeleted: [{}] }] });
    expect(next.data.nextPageToken).toBeUndefined();
  });

  // Reference of history.list: an id that is out of date, or invalid, is 404.
  test.each([['1'], ['99999999']])('is 404 from %s', async (startHistoryId) => {
    expect(await refusal(twin.users.history.list({ ...me, startHistoryId }))).toMatchObject({ status: 404, reason: 'notFound' });
  });

  test('without a start is refused', async () => {
    expect(await refusal(twin.users.history.list(me))).toMatchObject({ status: 400 });
  });

  test('has nothing of a change that changes nothing', async () => {
    const { historyId } = (await twin.users.getProfile(me)).data;
    const id = (await twin.users.messages.list({ ...me, q: 'other' })).data.messages?.[0]?.id ?? '';
    await twin.users.messages.modify({ ...me, id, requestBody: { addLabelIds: ['INBOX'] } });
    expect((await twin.users.getProfile(me)).data.historyId).toBe(historyId);
    expect((await twin.events()).at(-2)).toMatchObject({ tool: 'modify_message', status: 200, state_mutation: false });
  });
});

test('a watch is answered in shape, with a week to go', async () => {
  const { data } = await twin.users.watch({ ...me, requestBody: { topicName: 'projects/p/topics/t', labelIds: ['INBOX'] } });
  expect(Number(data.expiration)).toBe(Date.parse('2026-01-08T00:00:01Z'));
  expect((await twin.users.stop(me)).status).toBe(204);
  expect((await twin.events()).at(-2)).toMatchObject({ tool: 'watch', fidelity: 'shape', state_mutation: false });
});
