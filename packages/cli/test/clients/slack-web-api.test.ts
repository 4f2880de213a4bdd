import { expect, test } from '@jest/globals';
import { WebClient } from '@slack/web-api';
import { shareOf } from '@svc/twin-kit/testing/share';
import { refusal, SILENT } from '@svc/twin-slack/testing/served';
import { atPlaces, everyPlace } from './place.ts';

const SEED = {
  users: [{ name: 'ada' }, { name: 'ben' }],
  channels: [
    {
      name: 'general',
      messages: [{ user: 'ada', text: 'Is the checkout down?', replies: [{ user: 'ben', text: 'It is' }] }],
    },
    { name: 'random' },
    ...Array.from({ length: 12 }, (_, index) => ({ name: `room-${index}` })),
  ],
};

atPlaces(shareOf(everyPlace, 1), 'slack', SEED, (place) => {
  // One attempt, no waiting: a test wants the first answer.
  const web = () => new WebClient(place.token, { slackApiUrl: `${place.url}/api/`, retryConfig: { retries: 0 }, logger: SILENT });
  const channel = async (name: string): Promise<string> =>
    (await place.state()).channels.find((one: { name: string }) => one.name === name).id;
  const user = async (name: string): Promise<string> =>
    (await place.state()).users.find((one: { name: string }) => one.name === name).id;

  test('@slack/web-api says who it is, and what is refused', async () => {
    expect(await web().auth.test()).toMatchObject({ ok: true, user_id: expect.stringMatching(/^U/) });
    expect(await refusal(web().chat.postMessage({ channel: 'C0NONE', text: 'x' }))).toBe('channel_not_found');
    expect(await refusal(web().chat.postMessage({ channel: await channel('random'), text: '' }))).toBe('no_text');
    expect(await refusal(web().apiCall('no.such.method'))).toBe('unknown_method');
  });

  test('@slack/web-api turns pages by cursors', async () => {
    const names: string[] = [];
    for await (const page of web().paginate('conversations.list', { limit: 5 })) {
      names.push(...(page as unknown as { channels: { name: string }[] }).channels.map(({ name }) => name));
    }
    expect(new Set(names).size).toBe(14);
    expect(names).toHaveLength(14);
    const first = await web().users.list({ limit: 1 });
    const next = await web().users.list({ limit: 1, cursor: first.response_metadata?.next_cursor ?? '' });
    expect(next.members?.[0]?.id).not.toBe(first.members?.[0]?.id);
    expect(await refusal(web().conversations.list({ cursor: 'nonsense' }))).toBe('invalid_cursor');
  });

  test('@slack/web-api posts, answers in the thread, changes and deletes', async () => {
    const room = await channel('random');
    const { ts = '', message } = await web().chat.postMessage({ channel: room, text: `Hello <@${await user('ben')}>` });
    expect(message?.blocks).toMatchObject([{ type: 'rich_text' }]);
    const reply = await web().chat.postMessage({ channel: room, thread_ts: ts, text: 'More', reply_broadcast: true });
    await web().chat.postMessage({ channel: room, thread_ts: ts, blocks: [{ type: 'divider' }], text: 'Blocks' });
    const thread = await web().conversations.replies({ channel: room, ts });
    expect(thread.messages?.map(({ thread_ts }) => thread_ts)).toEqual([ts, ts, ts]);
    expect((await web().chat.update({ channel: room, ts, text: 'Changed' })).text).toBe('Changed');
    const { permalink } = await web().chat.getPermalink({ channel: room, message_ts: reply.ts ?? '' });
    expect(permalink?.startsWith(new URL(place.url).origin)).toBe(true);
    await web().chat.delete({ channel: room, ts: reply.ts ?? '' });
    expect(await refusal(web().chat.update({ channel: room, ts: reply.ts ?? '', text: 'x' }))).toBe('message_not_found');
    await web().chat.postEphemeral({ channel: room, user: await user('ben'), text: 'psst' });
    const post_at = Math.floor(Date.now() / 1000) + 3600;
    const { scheduled_message_id = '' } = await web().chat.scheduleMessage({ channel: room, text: 'Later', post_at });
    await web().chat.deleteScheduledMessage({ channel: room, scheduled_message_id });
  });

  test('@slack/web-api reacts, pins and bookmarks', async () => {
    const room = await channel('random');
    const { ts = '' } = await web().chat.postMessage({ channel: room, text: 'React' });
    await web().reactions.add({ channel: room, timestamp: ts, name: 'eyes' });
    expect(await refusal(web().reactions.add({ channel: room, timestamp: ts, name: 'eyes' }))).toBe('already_reacted');
    await web().pins.add({ channel: room, timestamp: ts });
    const { messages = [] } = await web().conversations.history({ channel: room, latest: ts, inclusive: true, limit: 1 });
    expect(messages).toMatchObject([{ ts, reactions: [{ name: 'eyes', count: 1 }], pinned_to: [room] }]);
    const { bookmark } = await web().bookmarks.add({
      channel_id: room,
      title: 'Docs',
      type: 'link',
      link: 'https://example.com',
    });
    expect((await web().bookmarks.list({ channel_id: room })).bookmarks).toMatchObject([{ id: bookmark?.id, title: 'Docs' }]);
  });

  test('@slack/web-api makes channels and opens conversations', async () => {
    const { channel: made } = await web().conversations.create({ name: 'incident' });
    const id = made?.id ?? '';
    await web().conversations.invite({ channel: id, users: await user('ben') });
    await web().conversations.setTopic({ channel: id, topic: 'Down' });
    expect((await web().conversations.members({ channel: id })).members).toContain(await user('ben'));
    await web().conversations.archive({ channel: id });
    expect(await refusal(web().chat.postMessage({ channel: id, text: 'x' }))).toBe('is_archived');
    const { channel: direct } = await web().conversations.open({ users: await user('ada'), return_im: true });
    expect(direct).toMatchObject({ is_im: true });
    await web().chat.postMessage({ channel: direct?.id ?? '', text: 'Hi' });
    const { usergroup } = await web().usergroups.create({ name: 'On call', handle: 'oncall' });
    await web().usergroups.users.update({ usergroup: usergroup?.id ?? '', users: await user('ben') });
    expect((await web().usergroups.list({ include_users: true })).usergroups).toMatchObject([{ users: [await user('ben')] }]);
  });

  test('@slack/web-api uploads files in three steps, and reads them back', async () => {
    const room = await channel('random');
    const bytes = Buffer.from([0, 255, 13, 10, 1]);
    const uploaded = await web().filesUploadV2({
      channel_id: room,
      initial_comment: 'Two files',
      file_uploads: [
        { filename: 'report.csv', content: 'a,b\n1,2 & 3\n', title: 'Report' },
        { filename: 'bytes.png', file: bytes },
      ],
    });
    const files = (uploaded as unknown as { files: { files: { id: string; url_private: string }[] }[] }).files.flatMap(
      (one) => one.files,
    );
    expect(files).toHaveLength(2);
    const read = async (url = ''): Promise<Buffer> =>
      Buffer.from(await (await fetch(url, { headers: { authorization: `Bearer ${place.token}` } })).arrayBuffer());
    const infos = await Promise.all(files.map(({ id }) => web().files.info({ file: id })));
    expect(infos.map(({ file }) => [file?.name, file?.size, file?.channels])).toEqual([
      ['report.csv', 12, [room]],
      ['bytes.png', 5, [room]],
    ]);
    expect((await read(infos[0]?.file?.url_private)).toString()).toBe('a,b\n1,2 & 3\n');
    expect(await read(infos[1]?.file?.url_private_download)).toEqual(bytes);
    await web().files.delete({ file: files[0]?.id ?? '' });
    expect(await refusal(web().files.info({ file: files[0]?.id ?? '' }))).toBe('file_not_found');
  });

  // https://docs.slack.dev/messaging/working-with-files#upload_files: a plain POST of the bytes, without a token
  test('upload_url takes the bytes without a credential, which the address alone does not', async () => {
    const { upload_url = '', file_id = '' } = await web().files.getUploadURLExternal({ filename: 'plain.txt', length: 5 });
    const post = (url: string) => fetch(url, { method: 'POST', body: 'plain' });
    const unsigned = new URL(upload_url);
    unsigned.search = '';
    if (!place.addsBearer) {
      await post(unsigned.href);
      const complete = web().files.completeUploadExternal({ files: [{ id: file_id }] });
      expect(await refusal(complete)).toBe('file_not_found');
    }
    const opened = await post(upload_url);
    expect([opened.status, await opened.text()]).toEqual([200, 'OK - 5']);
    await web().files.completeUploadExternal({ files: [{ id: file_id, title: 'Plain' }] });
    expect((await web().files.info({ file: file_id })).file).toMatchObject({ title: 'Plain', size: 5 });
    const sent = (await place.rows()).filter(({ path }) => path.includes(`/upload/v1/${file_id}?`));
    expect(sent.map(({ path, request_headers }) => [path.replace(/.*\?/, ''), request_headers.authorization])).toEqual([
      ['svc_signature=[REDACTED]', place.addsBearer ? '[REDACTED]' : undefined],
    ]);
  });

  test('@slack/web-api opens views, and is refused what takes a token of a person', async () => {
    // The token is a bot's.
    expect(await refusal(web().search.messages({ query: 'checkout in:#general' }))).toBe('not_allowed_token_type');
    const view = { type: 'modal' as const, title: { type: 'plain_text' as const, text: 'Form' }, blocks: [] };
    const opened = await web().views.open({ trigger_id: '1.1.aa', view });
    expect((await web().views.update({ view_id: opened.view?.id ?? '', view })).view?.id).toBe(opened.view?.id);
  });
});
