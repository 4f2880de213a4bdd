import { Readable } from 'node:stream';
import { gmail } from '@googleapis/gmail';
import { expect, test } from '@jest/globals';
import { decoded, header, raw, refusal } from '@svc/twin-gmail/testing/served';
import { shareOf } from '@svc/twin-kit/testing/share';
import { OAuth2Client } from 'google-auth-library';
import { atPlaces, everyPlace } from './place.ts';
import { gmailWorld } from './seeds.ts';

const me = { userId: 'me' };
atPlaces(shareOf(everyPlace, 1), 'gmail', gmailWorld, (place) => {
  const { users } = gmail({ version: 'v1', auth: new OAuth2Client() });
  /** The address goes into each call: one for the whole client would lose its path. */
  const at = () => {
    const auth = new OAuth2Client();
    auth.setCredentials({ access_token: place.token });
    return { rootUrl: `${place.url}/`, auth, retry: false };
  };
  const idOf = async (q: string): Promise<string> => {
    const { data } = await users.messages.list({ ...me, q: `${q} in:anywhere` }, at());
    return data.messages?.[0]?.id ?? '';
  };

  test('@googleapis/gmail turns the pages of a mailbox', async () => {
    expect((await users.getProfile(me, at())).data).toMatchObject({ emailAddress: 'ada@example.com', messagesTotal: 25 });
    const ids: string[] = [];
    let pageToken: string | undefined;
    do {
      const { data } = await users.messages.list({ ...me, maxResults: 10, ...(pageToken && { pageToken }) }, at());
      ids.push(...(data.messages ?? []).map(({ id }) => id ?? ''));
      pageToken = data.nextPageToken ?? undefined;
    } while (pageToken);
    expect([ids.length, new Set(ids).size]).toEqual([25, 25]);
    expect((await users.messages.list({ ...me, q: 'from:news subject:"News 7"' }, at())).data.messages).toHaveLength(1);
  });

  test('@googleapis/gmail reads a message, its headers and its attachment', async () => {
    const id = await idOf('subject:report');
    const { data } = await users.messages.get({ ...me, id }, at());
    expect(header(data, 'From')).toBe('cy@example.org');
    const part = data.payload?.parts?.find(({ filename }) => filename === 'r.csv');
    const attachmentId = part?.body?.attachmentId ?? '';
    const read = await users.messages.attachments.get({ ...me, messageId: id, id: attachmentId }, at());
    expect(decoded(read.data.data)).toBe('a,b\n1,2\n');
    const minimal = await users.messages.get({ ...me, id, format: 'minimal', fields: 'id,labelIds' }, at());
    expect(minimal.data).toEqual({ id, labelIds: ['INBOX'] });
    expect(await refusal(users.messages.get({ ...me, id: 'ffff' }, at()))).toMatchObject({ status: 404, reason: 'notFound' });
  });

  test('@googleapis/gmail answers in a thread, as nobody else', async () => {
    const plan = await users.messages.get({ ...me, id: await idOf('subject:plan') }, at());
    const threadId = plan.data.threadId ?? '';
    const answer = [
      'To: ben@example.org',
      'Subject: Re: Plan',
      'In-Reply-To: <plan@example.org>',
      'References: <plan@example.org>',
    ];
    const sent = await users.messages.send({ ...me, requestBody: { threadId, raw: raw(...answer, '', 'Yes') } }, at());
    expect(sent.data).toMatchObject({ threadId, labelIds: ['SENT'] });
    const thread = await users.threads.get({ ...me, id: threadId }, at());
    expect(thread.data.messages?.map(({ snippet }) => snippet)).toEqual(['At ten?', 'Yes']);
    await users.threads.modify({ ...me, id: threadId, requestBody: { removeLabelIds: ['UNREAD'] } }, at());
    expect((await users.threads.list({ ...me, q: 'is:unread' }, at())).data.threads).toBeUndefined();
    const forged = raw('From: eve@example.net', 'To: ben@example.org', 'Subject: Hi', '', 'x');
    expect(await refusal(users.messages.send({ ...me, requestBody: { raw: forged } }, at()))).toMatchObject({ status: 400 });
  });

  test('@googleapis/gmail drafts, changes and sends', async () => {
    const message = (text: string) => ({ message: { raw: raw('To: ben@example.org', 'Subject: Draft', '', text) } });
    const { data: draft } = await users.drafts.create({ ...me, requestBody: message('One') }, at());
    const id = draft.id ?? '';
    await users.drafts.update({ ...me, id, requestBody: message('Two') }, at());
    expect((await users.drafts.list(me, at())).data.drafts).toMatchObject([{ id }]);
    const { data: sent } = await users.drafts.send({ ...me, requestBody: { id } }, at());
    expect((await users.messages.get({ ...me, id: sent.id ?? '' }, at())).data).toMatchObject({
      snippet: 'Two',
      labelIds: ['SENT'],
    });
    expect(await refusal(users.drafts.get({ ...me, id }, at()))).toMatchObject({ status: 404 });
  });

  test('@googleapis/gmail uploads a message with its JSON in one call, and gets its bytes back', async () => {
    const letter = 'From: ben@example.org\r\nTo: ada@example.com\r\nSubject: Up\r\n\r\nHéllo\r\n--x\r\n';
    const media = { mimeType: 'message/rfc822', body: Readable.from([letter]) };
    const { data } = await users.messages.insert({ ...me, requestBody: { labelIds: ['INBOX', 'UNREAD'] }, media }, at());
    expect(data.labelIds).toEqual(expect.arrayContaining(['INBOX', 'UNREAD']));
    const back = await users.messages.get({ ...me, id: data.id ?? '', format: 'raw' }, at());
    expect(decoded(back.data.raw)).toBe(letter);
    const imported = await users.messages.import({ ...me, media: { mimeType: 'message/rfc822', body: letter } }, at());
    expect(imported.data.id).not.toBe(data.id);
    expect((await place.rows()).map(({ path }) => path.replace(/\?.*/, ''))).toEqual(
      expect.arrayContaining([expect.stringMatching(/\/upload\/gmail\/v1\/users\/me\/messages$/)]),
    );
  });

  // https://developers.google.com/workspace/gmail/api/guides/uploads#resumable: the address is all that the upload needs
  test('a resumable upload goes on at its address without a credential, which is not on the tape', async () => {
    const letter = 'From: ben@example.org\r\nTo: ada@example.com\r\nSubject: Resumed\r\n\r\nText\r\n';
    const start = await fetch(`${place.url}/resumable/upload/gmail/v1/users/me/messages?uploadType=resumable`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${place.token}`,
        'content-type': 'application/json',
        'x-upload-content-type': 'message/rfc822',
      },
      body: '{"labelIds":["INBOX"]}',
    });
    const location = start.headers.get('location') ?? '';
    const done = await fetch(location, { method: 'PUT', body: letter });
    expect([done.status, await done.json()]).toEqual([200, expect.objectContaining({ labelIds: ['INBOX'] })]);
    const signature = new URL(location).searchParams.get('svc_signature') ?? '';
    expect(signature).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(await place.rows())).not.toContain(signature);
  });

  test('@googleapis/gmail labels, batches and follows the history', async () => {
    const startHistoryId = (await users.getProfile(me, at())).data.historyId ?? '';
    const { data: label } = await users.labels.create({ ...me, requestBody: { name: 'Projects/Engine' } }, at());
    const ids = await Promise.all(['subject:"News 1"', 'subject:"News 2"'].map(idOf));
    await users.messages.batchModify({ ...me, requestBody: { ids, addLabelIds: [label.id ?? ''] } }, at());
    expect((await users.labels.get({ ...me, id: label.id ?? '' }, at())).data).toMatchObject({ messagesTotal: 2 });
    await users.messages.trash({ ...me, id: ids[0] ?? '' }, at());
    await users.messages.batchDelete({ ...me, requestBody: { ids: [ids[1] ?? ''] } }, at());
    const { data } = await users.history.list({ ...me, startHistoryId }, at());
    const kinds = new Set(data.history?.flatMap((record) => Object.keys(record).filter((key) => !/^(id|messages)$/.test(key))));
    expect(kinds).toEqual(new Set(['labelsAdded', 'labelsRemoved', 'messagesDeleted']));
    expect(await refusal(users.history.list({ ...me, startHistoryId: '1' }, at()))).toMatchObject({ status: 404 });
    expect(await refusal(users.labels.create({ ...me, requestBody: { name: 'Work' } }, at()))).toMatchObject({ status: 409 });
    await users.labels.delete({ ...me, id: label.id ?? '' }, at());
  });

  test('@googleapis/gmail keeps settings: filters, aliases, vacation', async () => {
    const { settings } = users;
    const filter = { criteria: { from: 'shop@example.net' }, action: { addLabelIds: ['STARRED'] } };
    const { data: made } = await settings.filters.create({ ...me, requestBody: filter }, at());
    expect((await settings.filters.list(me, at())).data.filter).toMatchObject([{ id: made.id, ...filter }]);
    const alias = { sendAsEmail: 'team@example.com', displayName: 'Team' };
    await settings.sendAs.create({ ...me, requestBody: alias }, at());
    expect((await settings.sendAs.list(me, at())).data.sendAs).toHaveLength(2);
    const vacation = { enableAutoReply: true, responseSubject: 'Away', responseBodyPlainText: 'Back soon' };
    await settings.updateVacation({ ...me, requestBody: vacation }, at());
    expect((await settings.getVacation(me, at())).data).toMatchObject(vacation);
  });

  test("@googleapis/gmail is told loudly of what the twin doesn't model", async () => {
    const refused = await refusal(users.settings.cse.identities.list(me, at()));
    // 400, as it would send again what comes back with 501.
    expect(refused).toMatchObject({ status: 400, message: expect.stringContaining('/settings/cse/identities') });
  });
});
