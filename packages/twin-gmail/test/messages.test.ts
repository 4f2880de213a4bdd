import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { decoded, header, ME, raw, refusal, type Served, serveGmail } from './served.ts';

const me = { userId: 'me' };
const seed = {
  emailAddress: 'ada@example.com',
  displayName: 'Ada',
  labels: ['Work'],
  sendAs: [{ sendAsEmail: 'sales@example.com' }, { sendAsEmail: 'new@other.example', verificationStatus: 'pending' }],
  messages: [
    {
      from: 'Ben <ben@example.org>',
      subject: 'Plan',
      text: "First line\nIt's <b> & more",
      messageId: '<plan@example.org>',
      unread: true,
    },
    {
      from: 'Cy <cy@example.org>',
      subject: 'Report',
      text: 'See attachment',
      html: '<p>See <i>attachment</i></p>',
      attachments: [{ filename: 'r.csv', mimeType: 'text/csv', content: 'a,b\n1,2\n' }],
      labels: ['INBOX', 'Work'],
    },
    { from: 'ben@example.org', subject: 'Spam', text: 'Buy', labels: ['SPAM'] },
  ],
};

let twin: Served;
beforeEach(async () => {
  twin = await serveGmail(seed);
});
afterEach(() => twin.close());

const idOf = async (q: string): Promise<string> => {
  const { data } = await twin.users.messages.list({ ...me, q: `${q} in:anywhere` });
  return data.messages?.[0]?.id ?? '';
};
const send = (...lines: string[]) => twin.users.messages.send({ ...me, requestBody: { raw: raw(...lines) } });

describe('the default world', () => {
  test('is a mailbox of five messages with two unread threads', async () => {
    const fresh = await serveGmail();
    const profile = await fresh.users.getProfile(me);
    expect(profile.data).toMatchObject({ emailAddress: 'pat@example.com', messagesTotal: 5 });
    expect((await fresh.users.threads.list({ ...me, q: 'is:unread' })).data.threads).toHaveLength(2);
    expect((await fresh.users.labels.get({ ...me, id: 'UNREAD' })).data.threadsUnread).toBe(2);
    await fresh.close();
  });
});

describe('a message is read', () => {
  test('whole, with headers in their order, decoded bodies and parts numbered as Gmail does', async () => {
    const { data } = await twin.users.messages.get({ ...me, id: await idOf('subject:report') });
    expect(data.payload).toMatchObject({ partId: '', mimeType: 'multipart/mixed', filename: '', body: { size: 0 } });
    const [alternative, file] = data.payload?.parts ?? [];
    expect(alternative?.parts?.map(({ partId, mimeType }) => [partId, mimeType])).toEqual([
      ['0.0', 'text/plain'],
      ['0.1', 'text/html'],
    ]);
    expect(decoded(alternative?.parts?.[1]?.body?.data)).toBe('<p>See <i>attachment</i></p>');
    expect(file).toMatchObject({ partId: '1', filename: 'r.csv', mimeType: 'text/csv', body: { size: 8 } });
    expect(file?.body?.data).toBeUndefined();
  });

  test('by its headers alone, those that were asked for', async () => {
    const metadataHeaders = ['subject', 'From'];
    const { data } = await twin.users.messages.get({ ...me, id: await idOf('plan'), format: 'metadata', metadataHeaders });
    expect(data.payload?.headers).toEqual([
      { name: 'Subject', value: 'Plan' },
      { name: 'From', value: 'Ben <ben@example.org>' },
    ]);
    expect(data.payload?.parts).toBeUndefined();
  });

  test('without any of it in the minimal format, with an escaped snippet', async () => {
    const { data } = await twin.users.messages.get({ ...me, id: await idOf('plan'), format: 'minimal' });
    expect(data).toMatchObject({ labelIds: ['INBOX', 'UNREAD'], snippet: 'First line It&#39;s &lt;b&gt; &amp; more' });
    expect(data.payload).toBeUndefined();
  });

  test('byte for byte in the raw format', async () => {
    const bytes = Buffer.from([...Buffer.from('From: x@y.z\nSubject: odd\n\n'), 0, 255, 13, 13, 10, 128]);
    const { data } = await twin.users.messages.insert({ ...me, requestBody: { raw: bytes.toString('base64url') } });
    const read = await twin.users.messages.get({ ...me, id: data.id ?? '', format: 'raw' });
    expect(Buffer.from(read.data.raw ?? '', 'base64url')).toEqual(bytes);
    expect(read.data.sizeEstimate).toBe(bytes.length);
  });

  test('and its attachment by the id that it names', async () => {
    const id = await idOf('report');
    const { data } = await twin.users.messages.get({ ...me, id });
    const attachment = { ...me, messageId: id, id: data.payload?.parts?.[1]?.body?.attachmentId ?? '' };
    const read = await twin.users.messages.attachments.get(attachment);
    expect([read.data.size, decoded(read.data.data)]).toEqual([8, 'a,b\n1,2\n']);
    expect(await refusal(twin.users.messages.attachments.get({ ...attachment, id: 'x' }))).toMatchObject({ status: 400 });
  });

  // workspace_mcp issue 237
  test('and its attachment by an id that is another with each read; all of them lead to it', async () => {
    const id = await idOf('report');
    const idIn = (message: { payload?: { parts?: { body?: { attachmentId?: string | null } }[] } }): string =>
      message.payload?.parts?.[1]?.body?.attachmentId ?? '';
    const first = idIn((await twin.users.messages.get({ ...me, id })).data as object);
    const second = idIn((await twin.users.messages.get({ ...me, id })).data as object);
    const third = idIn((await twin.users.threads.get({ ...me, id })).data.messages?.[0] as object);
    expect(new Set([first, second, third]).size).toBe(3);
    for (const one of [first, second, third])
      expect((await twin.users.messages.attachments.get({ ...me, messageId: id, id: one })).data.size).toBe(8);
    const other = await idOf('plan');
    expect(await refusal(twin.users.messages.attachments.get({ ...me, messageId: other, id: first }))).toMatchObject({
      status: 400,
    });
  });

  // Reference of Google's error guide: 404 notFound, 400 invalidArgument.
  test.each([
    ['19b75c7ff8ffffff', 404, 'notFound'],
    ['no-such-id', 400, 'invalidArgument'],
  ])('not under the id %s', async (id, status, reason) => {
    expect(await refusal(twin.users.messages.get({ ...me, id }))).toMatchObject({ status, reason });
  });

  test('not in another mailbox', async () => {
    const refused = await refusal(twin.users.messages.list({ userId: 'ben@example.org' }));
    expect(refused).toEqual({ status: 403, reason: 'forbidden', message: 'Delegation denied for ada@example.com' });
    expect((await twin.users.messages.list({ userId: 'Ada@example.com' })).status).toBe(200);
  });
});

describe('a message is sent', () => {
  test('from the mailbox itself and is in its sent mail', async () => {
    const { data } = await send('From: Ada <ada@example.com>', 'To: ben@example.org', 'Subject: Hi', '', 'Hello');
    expect(data).toEqual({ id: data.id, threadId: data.id, labelIds: ['SENT'] });
    const read = await twin.users.messages.get({ ...me, id: data.id ?? '' });
    expect(header(read.data, 'Message-ID')).toMatch(/^<.+@mail\.gmail\.com>$/);
    expect(header(read.data, 'Date')).toBe('Thu, 1 Jan 2026 00:00:01 +0000');
    expect(decoded(read.data.payload?.body?.data)).toBe('Hello');
  });

  test('from a verified alias', async () => {
    expect((await send('From: sales@example.com', 'To: ben@example.org', '', 'x')).status).toBe(200);
  });

  test('with the default sender where it names none', async () => {
    const { data } = await send('To: ben@example.org', 'Subject: Hi', '', 'x');
    const read = await twin.users.messages.get({ ...me, id: data.id ?? '' });
    expect(header(read.data, 'From')).toBe('Ada <ada@example.com>');
  });

  test('with the name of the default sender on one line, whatever breaks are in it', async () => {
    const displayName = 'Ada\r\nBcc: eve@example.org';
    await twin.users.settings.sendAs.patch({ ...me, sendAsEmail: 'ada@example.com', requestBody: { displayName } });
    const { data } = await send('To: ben@example.org', 'Subject: Hi', '', 'x');
    const read = await twin.users.messages.get({ ...me, id: data.id ?? '' });
    expect(header(read.data, 'From')).toBe('"Ada Bcc: eve@example.org" <ada@example.com>');
    expect(header(read.data, 'Bcc')).toBeUndefined();
  });

  test.each([
    ['that begins with a line of white space', [' folded', 'To: ben@example.org', 'Subject: Hi', '', 'x']],
    ['that begins with its header', ['To: ben@example.org', 'Subject: Hi', '', 'x', '', 'y']],
  ])('and a message %s is kept byte for byte behind what it lacked', async (_case, lines) => {
    const { data } = await send(...lines);
    const whole = await twin.users.messages.get({ ...me, id: data.id ?? '', format: 'raw' });
    const added = /^From: Ada <ada@example.com>\r\nDate: .*\r\nMessage-ID: <.*>\r\n/;
    expect(decoded(whole.data.raw).replace(added, '')).toBe(lines.join('\r\n'));
    const [record] = (await twin.state()).messages?.filter(({ id }) => id === data.id) ?? [];
    expect(record).toMatchObject({ subject: 'Hi', to: [{ name: '', address: 'ben@example.org' }] });
    // What a message is indexed by is what it says when it is read.
    const read = await twin.users.messages.get({ ...me, id: data.id ?? '' });
    expect(header(read.data, 'Message-ID')).toContain(String(record?.messageId));
  });

  test('to its sender too, who finds it unread in the inbox', async () => {
    const { data } = await send('From: ada@example.com', 'To: ada@example.com', '', 'x');
    expect(data.labelIds).toEqual(['UNREAD', 'SENT', 'INBOX']);
  });

  test.each([
    ['a stranger', ['From: eve@example.org', 'To: ben@example.org', '', 'x'], /^Invalid From header: eve@example.org/],
    ['an alias that is not verified', ['From: new@other.example', 'To: ben@example.org', '', 'x'], /^Invalid From header/],
    ['two senders of whom one is a stranger', ['From: ada@example.com, eve@x.org', 'To: a@b.c', '', 'x'], /^Invalid From header/],
    ['a sender beside a stranger', ['From: me, eve@example.org', 'To: ben@example.org', '', 'x'], /^Invalid From header/],
    ['nobody to send it to', ['From: ada@example.com', '', 'x'], /^Recipient address required/],
    ['a recipient who is none', ['From: ada@example.com', 'To: ben', '', 'x'], /^Invalid To header/],
  ])('not with %s: 400, and nothing changes', async (_case, lines, message) => {
    const before = await twin.state();
    const refused = await refusal(send(...lines));
    expect(refused).toMatchObject({ status: 400, reason: 'invalidArgument', message: expect.stringMatching(message) });
    expect(await twin.state()).toEqual(before);
  });

  // google_workspace_mcp issue 1075, simstudioai/sim issue 7651: a sender without an address claims nothing.
  test.each(['me', 'Pat Rivera', '"Pat, Rivera"', '', '<>', 'undisclosed-recipients:;'])(
    'with the default sender where From is %j',
    async (from) => {
      const { data } = await send(`From: ${from}`, 'To: ben@example.org', 'Subject: Hi', '', 'x');
      const { data: read } = await twin.users.messages.get({ ...me, id: data.id ?? '' });
      expect(header(read, 'From')).toBe('Ada <ada@example.com>');
      expect((read.payload?.headers ?? []).filter(({ name }) => name?.toLowerCase() === 'from')).toHaveLength(1);
      const message = { raw: raw(`From: ${from}`, 'To: ben@example.org', '', 'x') };
      const draft = await twin.users.drafts.create({ ...me, requestBody: { message } });
      const { data: kept } = await twin.users.messages.get({ ...me, id: draft.data.message?.id ?? '' });
      expect(header(kept, 'From')).toBe('Ada <ada@example.com>');
    },
  );

  // FlowCrypt issue 4273
  test.each(['Message-ID', 'Message-Id', 'MESSAGE-ID'])("under Gmail's own id, whatever %s it brings", async (name) => {
    const lines = ['To: ben@example.org', `${name}:`, ' <mine@example.com>', 'Subject: Hi', '', 'x'];
    const { data } = await send(...lines);
    const { data: read } = await twin.users.messages.get({ ...me, id: data.id ?? '' });
    expect(header(read, 'Message-ID')).toMatch(/^<CAD\w+@mail\.gmail\.com>$/);
    expect([header(read, 'Subject'), header(read, 'To')]).toEqual(['Hi', 'ben@example.org']);
    expect(Buffer.from(read.payload?.body?.data ?? '', 'base64').toString()).toBe('x');
    const inserted = await twin.users.messages.insert({ ...me, requestBody: { raw: raw(...lines) } });
    const { data: kept } = await twin.users.messages.get({ ...me, id: inserted.data.id ?? '' });
    expect(header(kept, name)).toBe('<mine@example.com>');
  });

  // gmcli PR 10, googleworkspace/cli issues 266 and 404: bytes that aren't an encoded word are read as Latin-1.
  test.each([
    ['Subject', 'Relatório de Comissões', 'RelatÃ³rio de ComissÃµes'],
    ['To', 'José <ben@example.org>', 'JosÃ© <ben@example.org>'],
    ['Subject', '=?UTF-8?Q?Relat=C3=B3rio?=', 'Relatório'],
  ])('with %s %j read as %j', async (name, written, read) => {
    const lines = [...(name === 'To' ? [] : ['To: ben@example.org']), `${name}: ${written}`, '', 'Olá'];
    const { data } = await send(...lines);
    const { data: sent } = await twin.users.messages.get({ ...me, id: data.id ?? '' });
    expect(header(sent, name)).toBe(read);
    expect(Buffer.from(sent.payload?.body?.data ?? '', 'base64').toString()).toBe('Olá');
    const draft = await twin.users.drafts.create({ ...me, requestBody: { message: { raw: raw(...lines) } } });
    const { data: kept } = await twin.users.messages.get({ ...me, id: draft.data.message?.id ?? '' });
    expect(header(kept, name)).toBe(read);
  });

  test('not without its bytes', async () => {
    const refused = await refusal(twin.users.messages.send({ ...me, requestBody: {} }));
    expect(refused).toMatchObject({ status: 400, message: expect.stringContaining("'raw' RFC822 payload message string") });
  });
});

describe('what the owner writes joins the thread it asks for, and no other:', () => {
  const answer = (subject: string, reference: string, threadId?: string) =>
    twin.users.messages.send({
      ...me,
      requestBody: {
        ...(threadId && { threadId }),
        raw: raw(
          'From: ada@example.com',
          'To: ben@example.org',
          `Subject: ${subject}`,
          ...(reference ? [`In-Reply-To: ${reference}`] : []),
          '',
          'x',
        ),
      },
    });

  // Gmail-MCP-Server issues 91 and 97, googleapis-nodejs issue 1938: the sender's mailbox goes by the id and the subject.
  test.each([
    ['its reference', 'RE: Plan', '<plan@example.org>'],
    ['no reference', 'Re: Plan', ''],
    ['another reference', 'Fwd: plan', '<other@example.org>'],
    ['the bare subject', 'Plan', ''],
  ])('a reply with the id, the subject and %s', async (_case, subject, reference) => {
    const id = await idOf('plan');
    expect((await answer(subject, reference, id)).data.threadId).toBe(id);
    expect((await twin.users.threads.get({ ...me, id })).data.messages).toHaveLength(2);
  });

  // workspace_mcp issue 889, lieer issue 131
  test.each([
    ['another subject', 'Other', '<plan@example.org>', true],
    ['no id, whatever it refers to', 'Re: Plan', '<plan@example.org>', false],
  ])('not a reply with %s', async (_case, subject, reference, asks) => {
    const id = await idOf('plan');
    const { data } = await answer(subject, reference, asks ? id : undefined);
    expect(data.threadId).toBe(data.id);
  });

  test('a draft alike; mail that comes in goes by its headers', async () => {
    const id = await idOf('plan');
    const lines = ['To: ben@example.org', 'Subject: Re: Plan', 'References: <plan@example.org>', '', 'x'];
    const draft = (threadId?: string) =>
      twin.users.drafts.create({ ...me, requestBody: { message: { raw: raw(...lines), ...(threadId && { threadId }) } } });
    expect((await draft(id)).data.message?.threadId).toBe(id);
    expect((await draft()).data.message?.threadId).not.toBe(id);
    const incoming = { ...me, requestBody: { raw: raw('From: ben@example.org', ...lines) } };
    expect((await twin.users.messages.import(incoming)).data.threadId).toBe(id);
    expect((await twin.users.messages.insert(incoming)).data.threadId).toBe(id);
  });

  test('a thread that is not there is 404, and what is no id 400', async () => {
    expect(await refusal(answer('Re: Plan', '<plan@example.org>', '1234567890abcdef'))).toMatchObject({ status: 404 });
    expect(await refusal(answer('Re: Plan', '<plan@example.org>', 'plan'))).toMatchObject({
      status: 400,
      message: 'Invalid thread_id value',
    });
  });
});

describe('labels of a message', () => {
  test('come and go together, and the trash takes it out of the inbox', async () => {
    const id = await idOf('plan');
    const change = { addLabelIds: ['STARRED', 'Label_1'], removeLabelIds: ['UNREAD'] };
    expect((await twin.users.messages.modify({ ...me, id, requestBody: change })).data.labelIds).toEqual([
      'INBOX',
      'STARRED',
      'Label_1',
    ]);
    expect((await twin.users.messages.trash({ ...me, id })).data.labelIds).toEqual(['STARRED', 'Label_1', 'TRASH']);
    expect((await twin.users.messages.list({ ...me, labelIds: ['Label_1'] })).data.messages).toHaveLength(1);
    expect((await twin.users.messages.list({ ...me, labelIds: ['TRASH', 'Label_1'] })).data.messages).toEqual([
      { id, threadId: id },
    ]);
    expect((await twin.users.messages.untrash({ ...me, id })).data.labelIds).toEqual(['STARRED', 'Label_1']);
  });

  test.each([
    [{ addLabelIds: ['Label_99'] }, 'labelId not found'],
    [{ removeLabelIds: ['Nope'] }, 'labelId not found'],
    [{ addLabelIds: ['SENT'] }, 'Invalid label: SENT'],
    [{ removeLabelIds: ['DRAFT'] }, 'Invalid label: DRAFT'],
    [{}, 'No label add or removes specified'],
  ])('are not changed by %j', async (requestBody, message) => {
    const before = await twin.state();
    const refused = await refusal(twin.users.messages.modify({ ...me, id: await idOf('plan'), requestBody }));
    expect(refused).toEqual({ status: 400, reason: 'invalidArgument', message });
    expect(await twin.state()).toEqual(before);
  });

  // scholar-alert-digest issue 75, x4nth055/pythoncode-tutorials issue 102
  test.each(['batchModify', 'batchDelete'] as const)('of 1,000 messages at most in one %s', async (name) => {
    const ids = Array.from({ length: 1000 }, (_, at) => (at + 1).toString(16));
    const call = (list: string[]) =>
      name === 'batchDelete'
        ? twin.users.messages.batchDelete({ ...me, requestBody: { ids: list } })
        : twin.users.messages.batchModify({ ...me, requestBody: { ids: list, addLabelIds: ['STARRED'] } });
    expect((await call(ids)).status).toBe(204);
    expect(await refusal(call([...ids, 'fff']))).toEqual({
      status: 400,
      reason: 'invalidArgument',
      message: 'Number of ids cannot exceed 1000',
    });
  });

  test('of many messages are not changed by a label that is not there', async () => {
    const requestBody = { ids: [await idOf('plan')], addLabelIds: ['Nope'] };
    expect(await refusal(twin.users.messages.batchModify({ ...me, requestBody }))).toMatchObject({
      message: 'labelId not found',
    });
  });

  test('of many messages change in one call, which answers nothing', async () => {
    const ids = [await idOf('plan'), await idOf('report')];
    expect((await twin.users.messages.batchModify({ ...me, requestBody: { ids, removeLabelIds: ['INBOX'] } })).status).toBe(204);
    expect((await twin.users.messages.list({ ...me, labelIds: ['INBOX'] })).data).toEqual({ resultSizeEstimate: 0 });
    await twin.users.messages.batchDelete({ ...me, requestBody: { ids: [...ids, '19b75c7ff8ffffff'] } });
    expect((await twin.users.getProfile(me)).data.messagesTotal).toBe(1);
  });
});

describe('a message that comes in', () => {
  const incoming = {
    raw: raw('From: shop@example.org', 'Date: Mon, 3 Nov 2025 10:00:00 +0100', 'Subject: Order', '', 'Thanks'),
    labelIds: ['INBOX'],
  };

  // Reference of insert and import: receivedTime is the default of the one, dateHeader of the other.
  test('is dated by when it was inserted, or by its own date when it is imported', async () => {
    const inserted = await twin.users.messages.insert({ ...me, requestBody: incoming });
    const imported = await twin.users.messages.import({ ...me, requestBody: incoming });
    const dateOf = async (id: string | null | undefined) =>
      Number((await twin.users.messages.get({ ...me, id: id ?? '' })).data.internalDate);
    expect(await dateOf(inserted.data.id)).toBe(Date.parse('2026-01-01T00:00:01Z'));
    expect(await dateOf(imported.data.id)).toBe(Date.parse('2025-11-03T09:00:00Z'));
  });

  test('meets the filters when it is imported, not when it is inserted', async () => {
    await twin.users.settings.filters.create({
      ...me,
      requestBody: { criteria: { from: 'shop@example.org' }, action: { addLabelIds: ['Label_1'], removeLabelIds: ['INBOX'] } },
    });
    expect((await twin.users.messages.insert({ ...me, requestBody: incoming })).data.labelIds).toEqual(['INBOX']);
    expect((await twin.users.messages.import({ ...me, requestBody: incoming })).data.labelIds).toEqual(['Label_1']);
  });
});

describe('a list of messages', () => {
  test('is newest first and leaves out spam and trash unless they are asked for', async () => {
    const { data } = await twin.users.messages.list(me);
    expect(data.messages?.map(({ id }) => id)).toEqual([await idOf('report'), await idOf('plan')]);
    expect((await twin.users.messages.list({ ...me, includeSpamTrash: true })).data.messages).toHaveLength(3);
  });

  test('goes on where the page before ended, although what that showed is gone', async () => {
    const first = await twin.users.messages.list({ ...me, maxResults: 1 });
    expect(first.data).toMatchObject({ messages: [{ id: await idOf('report') }], resultSizeEstimate: 2 });
    await twin.users.messages.delete({ ...me, id: first.data.messages?.[0]?.id ?? '' });
    const second = await twin.users.messages.list({ ...me, maxResults: 1, pageToken: first.data.nextPageToken ?? '' });
    expect(second.data.messages).toEqual([{ id: await idOf('plan'), threadId: await idOf('plan') }]);
    expect(second.data.nextPageToken).toBeUndefined();
  });

  test('has the fields that were asked for', async () => {
    const { data } = await twin.users.messages.list({ ...me, fields: 'messages/id' });
    expect(data).toEqual({ messages: [{ id: await idOf('report') }, { id: await idOf('plan') }] });
    const refused = await refusal(twin.users.messages.list({ ...me, fields: 'messages/nothing' }));
    expect(refused).toEqual({ status: 400, reason: 'invalidParameter', message: 'Invalid field selection nothing' });
  });

  test.each([
    ['maxResults=many', /^Invalid value at 'max_results' \(TYPE_UINT32\), "many"$/],
    ['pageToken=%25', /^Invalid pageToken$/],
    ['order=asc', /Unknown name "order": Cannot bind query parameter/],
  ])('is refused with ?%s', async (query, message) => {
    const { status, json } = await twin.send('GET', `${ME}/messages?${query}`);
    expect([status, json.error.message]).toEqual([400, expect.stringMatching(message)]);
  });
});
