import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ME, type Served, serveGmail } from './served.ts';

const seed = {
  emailAddress: 'ada@example.com',
  displayName: 'Ada',
  labels: ['Work'],
  messages: [
    {
      threadId: '00000000000000aa',
      from: 'Ben <ben@example.org>',
      subject: 'Plan',
      text: 'One',
      unread: true,
      messageId: '<plan@example.org>',
    },
    { threadId: '00000000000000aa', from: 'ada@example.com', to: 'ben@example.org', text: 'Two' },
    {
      id: '00000000000000bb',
      from: 'cy@example.org',
      subject: 'File',
      text: 'Three',
      html: '<i>3</i>',
      attachments: [{ filename: 'a.txt', content: 'x' }],
    },
  ],
  drafts: [{ id: 'r1', to: 'ben@example.org', subject: 'Begun', text: 'Not done' }],
};
const threadId = '00000000000000aa';
const messageId = '00000000000000bb';

interface ToolText {
  content: { type: string; text: string }[];
  isError?: boolean;
}

let twin: Served;
let client: Client;
beforeEach(async () => {
  twin = await serveGmail(seed);
  client = new Client({ name: 'test', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${twin.token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${twin.url}/mcp`), { requestInit }));
});
afterEach(async () => {
  await client.close();
  await twin.close();
});

const call = async (name: string, args: Record<string, unknown> = {}): Promise<ToolText> =>
  (await client.callTool({ name, arguments: args })) as unknown as ToolText;
// biome-ignore lint/suspicious/noExplicitAny: tools answer JSON of many shapes
const value = async (name: string, args: Record<string, unknown> = {}): Promise<any> => {
  const result = await call(name, args);
  expect([name, result.isError ?? false, result.content[0]?.text]).toEqual([name, false, expect.any(String)]);
  return JSON.parse(result.content[0]?.text ?? 'null');
};

// Names and inputs of Google's server: its tools/list, captured in August 2026.
const TOOLS: Record<string, { properties: string[]; required: string[] }> = {
  create_draft: {
    properties: ['attachments', 'bcc', 'body', 'cc', 'htmlBody', 'replyToMessageId', 'subject', 'to'],
    required: [],
  },
  // https://developers.google.com/workspace/gmail/api/reference/mcp/tools_list/get_draft and /update_draft
  get_draft: { properties: ['draftId', 'messageFormat'], required: ['draftId'] },
  update_draft: {
    properties: ['attachments', 'bcc', 'body', 'cc', 'draftId', 'htmlBody', 'subject', 'to'],
    required: ['draftId'],
  },
  list_drafts: { properties: ['pageSize', 'pageToken', 'query', 'view'], required: [] },
  get_thread: { properties: ['messageFormat', 'threadId'], required: ['threadId'] },
  get_message: { properties: ['messageFormat', 'messageId'], required: ['messageId'] },
  search_threads: { properties: ['includeTrash', 'pageSize', 'pageToken', 'query', 'view'], required: [] },
  label_thread: { properties: ['labelIds', 'threadId'], required: ['labelIds', 'threadId'] },
  unlabel_thread: { properties: ['labelIds', 'threadId'], required: ['labelIds', 'threadId'] },
  apply_sensitive_thread_label: { properties: ['labelOption', 'threadId'], required: ['labelOption', 'threadId'] },
  list_labels: { properties: [], required: [] },
  label_message: { properties: ['labelIds', 'messageId'], required: ['labelIds', 'messageId'] },
  unlabel_message: { properties: ['labelIds', 'messageId'], required: ['labelIds', 'messageId'] },
  apply_sensitive_message_label: { properties: ['labelOption', 'messageId'], required: ['labelOption', 'messageId'] },
  create_label: { properties: ['autoCreateParentLabels', 'color', 'displayName'], required: ['displayName'] },
};

test("the tools are those of Google's server, with its inputs", async () => {
  const { tools } = await client.listTools();
  const listed = Object.fromEntries(
    tools.map(({ name, inputSchema: { properties = {}, required = [] } }) => [
      name,
      { properties: Object.keys(properties).sort(), required: [...required].sort() },
    ]),
  );
  expect(listed).toEqual(TOOLS);
});

describe('a tool answers', () => {
  test('a message in as much detail as it was asked for', async () => {
    const full = await value('get_message', { messageId });
    expect(full).toMatchObject({
      id: messageId,
      sender: 'cy@example.org',
      toRecipients: ['ada@example.com'],
      subject: 'File',
      plaintextBody: 'Three',
      htmlBody: '<i>3</i>',
      labelIds: ['INBOX'],
      attachments: [{ id: full.attachmentIds[0], filename: 'a.txt', mimeType: 'text/plain' }],
    });
    const { json } = await twin.send('GET', `${ME}/messages/${messageId}/attachments/${full.attachmentIds[0]}`);
    expect(json.size).toBe(1);
    expect(Object.keys(await value('get_message', { messageId, messageFormat: 'METADATA_ONLY' }))).not.toContain('subject');
    expect(Object.keys(await value('get_message', { messageId, messageFormat: 'MINIMAL' }))).not.toContain('plaintextBody');
  });

  test('a message as plain text, and as it travels', async () => {
    const plain = await value('get_message', { messageId, messageFormat: 'PLAIN_TEXT' });
    expect(plain).toMatchObject({ subject: 'File', plaintextBody: 'Three' });
    expect(plain).not.toHaveProperty('htmlBody');
    const { raw } = await value('get_message', { messageId, messageFormat: 'RAW' });
    expect(Buffer.from(raw, 'base64').toString()).toMatch(/^MIME-Version: 1\.0[\s\S]*Subject: File/);
    const thread = await value('get_thread', { threadId: messageId, messageFormat: 'PLAIN_TEXT' });
    expect(thread.messages[0]).not.toHaveProperty('htmlBody');
  });

  test('a draft, as plain text unless said otherwise', async () => {
    expect(await value('get_draft', { draftId: 'r1' })).toMatchObject({
      id: 'r1',
      subject: 'Begun',
      toRecipients: ['ben@example.org'],
      plaintextBody: 'Not done',
      labelIds: ['DRAFT'],
    });
    expect(await value('get_draft', { draftId: 'r1', messageFormat: 'METADATA_ONLY' })).not.toHaveProperty('subject');
    expect((await call('get_draft', { draftId: 'r9' })).isError).toBe(true);
  });

  test('a draft that was changed in what was given, and in nothing else', async () => {
    const attachments = [{ filename: 'a.txt', content: 'eA==' }];
    const made = await value('create_draft', {
      replyToMessageId: threadId,
      cc: ['cy@example.org'],
      body: 'Plain',
      htmlBody: '<b>Rich</b>',
      attachments,
    });
    const read = async () => value('get_draft', { draftId: made.id, messageFormat: 'FULL_CONTENT' });
    expect(await value('update_draft', { draftId: made.id, subject: 'Re: plan', to: [], bcc: ['dan@example.org'] })).toEqual({
      id: made.id,
      threadId,
    });
    expect(await read()).toMatchObject({
      threadId,
      subject: 'Re: plan',
      toRecipients: ['ben@example.org'],
      ccRecipients: ['cy@example.org'],
      bccRecipients: ['dan@example.org'],
      plaintextBody: 'Plain',
      htmlBody: '<b>Rich</b>',
      attachments: [],
    });
    await value('update_draft', { draftId: made.id, body: 'Only plain', attachments });
    const plain = await read();
    expect(plain).toMatchObject({ plaintextBody: 'Only plain', attachments: [{ filename: 'a.txt' }] });
    expect(plain).not.toHaveProperty('htmlBody');
    const { json } = await twin.send('GET', `${ME}/drafts/${made.id}?format=metadata`);
    const headers = Object.fromEntries(
      json.message.payload.headers.map((one: { name: string; value: string }) => [one.name, one.value]),
    );
    expect(headers).toMatchObject({ 'In-Reply-To': '<plan@example.org>', References: '<plan@example.org>' });
  });

  test('threads page by page, and a count as text', async () => {
    const first = await value('search_threads', { pageSize: 1 });
    expect(first).toMatchObject({ resultCountEstimate: '3', threads: [{ messages: [{ subject: 'Begun' }] }] });
    const second = await value('search_threads', {
      pageSize: 1,
      pageToken: first.nextPageToken,
      view: 'THREAD_VIEW_METADATA_ONLY',
    });
    expect(second.threads).toMatchObject([{ id: messageId }]);
    expect(second.threads[0].messages[0].subject).toBeUndefined();
  });

  test('an answer to a message in its thread', async () => {
    const draft = await value('create_draft', { replyToMessageId: threadId, body: 'Fine', htmlBody: '<b>Fine</b>' });
    expect(draft).toMatchObject({
      threadId,
      subject: 'Re: Plan',
      toRecipients: ['ben@example.org'],
      plaintextBody: 'Fine',
      htmlBody: '<b>Fine</b>',
    });
    const { json } = await twin.send('GET', `${ME}/drafts/${draft.id}?format=metadata`);
    const headers = Object.fromEntries(
      json.message.payload.headers.map((one: { name: string; value: string }) => [one.name, one.value]),
    );
    expect(headers).toMatchObject({
      From: 'Ada <ada@example.com>',
      'In-Reply-To': '<plan@example.org>',
      References: '<plan@example.org>',
    });
    expect((await value('list_drafts', { view: 'DRAFT_VIEW_FULL', query: 'fine' })).drafts).toMatchObject([
      { id: draft.id, subject: 'Re: Plan' },
    ]);
  });

  test('a nested label with the labels above it', async () => {
    expect(await value('create_label', { displayName: 'A/B/C' })).toMatchObject({ name: 'A/B/C', messagesTotal: 0 });
    expect((await value('list_labels')).labels.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['A', 'A/B']),
    );
  });

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['get_message', { messageId: 'zz' }, /Invalid id value/],
    ['get_thread', { threadId: '1' }, /Requested entity was not found/],
    ['label_thread', { threadId, labelIds: ['Label_9'] }, /labelId not found/],
    ['apply_sensitive_thread_label', { threadId, labelOption: 'LABEL_OPTION_UNSPECIFIED' }, /labelOption/],
    ['create_draft', { to: ['Ben <ben@example.org>'] }, /Invalid to address/],
    ['create_draft', { attachments: [{ content: '***' }] }, /not base64/],
    ['create_label', { displayName: 'Work' }, /Label name exists or conflicts/],
    ['create_label', {}, /displayName/],
    ['search_threads', { pageToken: '!' }, /Invalid pageToken/],
  ])('%s %j with an error and changes nothing', async (name, args, message) => {
    const before = await twin.state();
    const result = await call(name, args);
    expect(result.isError).toBe(true);
    expect(result.content[0]?.text).toMatch(message);
    expect(await twin.state()).toEqual(before);
  });
});
