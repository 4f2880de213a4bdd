import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Json, type Served, serveSlack } from './served.ts';

let twin: Served;
let general: string;
let random: string;
beforeAll(async () => {
  twin = await serveSlack();
  [general, random] = [await twin.channel('general'), await twin.channel('random')];
});
afterAll(() => twin.close());

describe('a reply to what is not there is posted at top level, without a word (slack-go issue 1571)', () => {
  const deleted = async (replies: number): Promise<string> => {
    const { ts } = await twin.call('chat.postMessage', { channel: general, text: 'gone soon' });
    for (let n = 0; n < replies; n += 1) await twin.call('chat.postMessage', { channel: general, text: 'reply', thread_ts: ts });
    await twin.call('chat.delete', { channel: general, ts });
    return ts;
  };

  test.each<[string, () => Promise<string>]>([
    ['an unknown ts', async () => '1500000000.000100'],
    ['no timestamp at all', async () => 'abc'],
    ['a deleted message', () => deleted(0)],
    ['a deleted message with replies', () => deleted(1)],
  ])('%s', async (_what, tsOf) => {
    const thread_ts = await tsOf();
    const posted = await twin.call('chat.postMessage', { channel: general, text: 'late', thread_ts, reply_broadcast: true });
    expect(posted).toMatchObject({ ok: true, message: { text: 'late' } });
    expect(posted.message).not.toHaveProperty('thread_ts');
    const { messages } = await twin.call('conversations.history', { channel: general, limit: 1 });
    expect(messages[0].ts).toBe(posted.ts);
  });

  test.each<[string, (thread_ts: string) => Promise<Json>]>([
    [
      'a scheduled message',
      (thread_ts) =>
        twin.call('chat.scheduleMessage', {
          channel: general,
          text: 'x',
          post_at: Math.floor(Date.now() / 1000) + 600,
          thread_ts,
        }),
    ],
    [
      'an ephemeral message',
      async (thread_ts) =>
        twin.call('chat.postEphemeral', { channel: general, user: await twin.user('ben'), text: 'x', thread_ts }),
    ],
    ['a shared file', (thread_ts) => twin.web.filesUploadV2({ channel_id: general, thread_ts, filename: 'a.txt', content: 'x' })],
  ])('so is %s', async (_what, call) => {
    expect((await call('1500000000.000100')).ok).toBe(true);
  });
});

test('ids of a kind rise, so that lists in their order are in the order of creation', async () => {
  const { channels } = await twin.call('conversations.list');
  expect(channels.slice(0, 2).map(({ name }: Json) => name)).toEqual(['general', 'random']);
  const made: string[] = [];
  for (let n = 0; n < 20; n += 1) made.push((await twin.call('conversations.create', { name: `made-${n}` })).channel.id);
  expect(made).toEqual([...made].sort());
  expect([random < (made[0] as string), made.every((id) => /^C0[A-Z0-9]{9}$/.test(id))]).toEqual([true, true]);
  const listed = (await twin.call('conversations.list')).channels.map(({ name }: Json) => name);
  expect(listed).toEqual(['general', 'random', ...made.map((_, n) => `made-${n}`)]);
  const { members } = await twin.call('users.list');
  expect(members.map(({ name }: Json) => name)).toEqual(['ada', 'ben', 'assistant']);
});

test('a direct message tells its last message and what is unread; who writes has read (page of conversations.info)', async () => {
  const one = await serveSlack({
    viewer: 'me',
    users: [{ name: 'me', is_bot: true }, { name: 'ada' }],
    direct_messages: [
      {
        id: 'D0TALK',
        users: ['me', 'ada'],
        messages: [
          { user: 'ada', text: 'one' },
          { user: 'ada', text: 'two' },
        ],
      },
    ],
  });
  const info = async (): Promise<Json> => (await one.call('conversations.info', { channel: 'D0TALK' })).channel;
  expect(await info()).toMatchObject({
    latest: { text: 'two' },
    unread_count: 2,
    unread_count_display: 2,
    last_read: '0000000000.000000',
  });
  const { ts } = await one.call('chat.postMessage', { channel: 'D0TALK', text: 'three' });
  expect(await info()).toMatchObject({ latest: { text: 'three', ts }, unread_count: 0, unread_count_display: 0, last_read: ts });
  await one.close();
});

describe('a content type is warned of as Slack does (pages of the methods, "Warnings")', () => {
  const send = async (type: string, body: string): Promise<Json> =>
    (await twin.send('/api/auth.test', { method: 'POST', body, headers: { 'content-type': type } })).json();

  test.each([
    ['JSON without a charset', 'application/json', '{}', 'missing_charset'],
    ['a form with a charset', 'application/x-www-form-urlencoded; charset=utf-8', 'a=b', 'superfluous_charset'],
    ['JSON with a charset', 'application/json; charset=utf-8', '{}', undefined],
    ['a form', 'application/x-www-form-urlencoded', 'a=b', undefined],
  ])('%s', async (_what, type, body, warning) => {
    const answer = await send(type, body);
    expect(answer.ok).toBe(true);
    expect([answer.warning, answer.response_metadata?.warnings]).toEqual([warning, warning && [warning]]);
  });

  test('a refusal too, beside what it says otherwise', async () => {
    const init = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
    expect(await (await twin.send('/api/conversations.info', init)).json()).toEqual({
      ok: false,
      error: 'invalid_arguments',
      warning: 'missing_charset',
      response_metadata: { messages: ['[ERROR] missing required field: channel'], warnings: ['missing_charset'] },
    });
  });
});

test('however often a channel is named, an upload is shared there once', async () => {
  const { file_id, upload_url } = await twin.call('files.getUploadURLExternal', { filename: 'a.txt', length: 1 });
  await fetch(upload_url, { method: 'POST', body: 'a' });
  const done = await twin.call('files.completeUploadExternal', {
    files: [{ id: file_id }, { id: file_id }],
    channel_id: random,
    channels: `${random},${random},#random`,
  });
  expect(done.files).toHaveLength(1);
  const { messages } = await twin.call('conversations.history', { channel: random });
  expect(messages.filter(({ files }: Json) => files?.[0].id === file_id)).toHaveLength(1);
});

// Slack scans and shares an upload after the call that completes it: slackapi/bolt-js#2115, slackapi/node-slack-sdk#2040, and as recorded
// in slack-ruby/slack-ruby-client, spec/fixtures/slack/web/files_upload_v2_with_all_options.yml.
test('the answer that completes an upload does not tell its shares yet, and files.info does', async () => {
  const { file_id, upload_url } = await twin.call('files.getUploadURLExternal', { filename: 'b.txt', length: 1 });
  await fetch(upload_url, { method: 'POST', body: 'b' });
  const done = await twin.call('files.completeUploadExternal', {
    files: [{ id: file_id }],
    channel_id: random,
    initial_comment: 'Here',
  });
  expect(done.files[0]).toMatchObject({
    id: file_id,
    mimetype: '',
    filetype: '',
    pretty_type: '',
    mode: 'hosted',
    size: 1,
    is_public: false,
    username: '',
    media_display_type: 'unknown',
    shares: {},
    channels: [],
    has_more_shares: false,
    file_access: 'visible',
  });
  expect(done.files[0]).not.toHaveProperty('preview');
  const { messages } = await twin.call('conversations.history', { channel: random, limit: 1 });
  const { file } = await twin.call('files.info', { file: file_id });
  expect(file).toMatchObject({ mimetype: 'text/plain', is_public: true, channels: [random], preview: 'b', username: '' });
  expect(file.shares.public[random][0].ts).toBe(messages[0].ts);
});

// A handle is "unique among channels, users and User Groups": https://docs.slack.dev/reference/methods/usergroups.create
test('a channel does not take the handle of a group', async () => {
  await twin.call('usergroups.create', { name: 'Night shift', handle: 'night' });
  expect(await twin.call('conversations.create', { name: 'night' })).toMatchObject({ ok: false, error: 'name_taken' });
});

// Slack's help on naming channels: archive, archived, archives, all, channel, … can't be used.
test.each(['here', 'everyone', 'channel', 'slackbot', 'today'])('%s is no name of a channel', async (name) => {
  const twin = await serveSlack({
    viewer: 'ada',
    users: [{ name: 'ada', is_admin: true }],
    channels: [{ name: 'general' }, { name: 'ops' }],
  });
  try {
    expect(await twin.call('conversations.create', { name })).toMatchObject({ ok: false, error: 'name_taken' });
    const renamed = await twin.call('conversations.rename', { channel: await twin.channel('ops'), name });
    expect(renamed).toMatchObject({ ok: false, error: 'name_taken' });
  } finally {
    await twin.close();
  }
});
