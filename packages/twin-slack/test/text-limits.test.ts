import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Json, type Served, serveSlack } from './served.ts';

// The limits that the methods' pages state, each with its error; those of blocks are in block-limits.test.ts. A surrogate pair is one character.

let twin: Served;
let person: Served;
let general: string;
let own: string;
beforeAll(async () => {
  twin = await serveSlack();
  person = await serveSlack({ viewer: 'ada', users: [{ name: 'ada' }], channels: [{ name: 'general', members: ['ada'] }] });
  general = await twin.channel('general');
  own = (await twin.call('chat.postMessage', { channel: general, text: 'Mine' })).ts;
});
afterAll(async () => {
  await twin.close();
  await person.close();
});

let made = 0;
const next = (): number => {
  made += 1;
  return made;
};
/** Seconds between scheduled messages: only so many may be sent in five minutes. */
const APART_S = 600;
const later = 4_000_000;
const now = (): number => Math.floor(Number(own));

/** A call that has a text of so many characters in one field. */
type Request = (text: string) => [method: string, args: Json];
const limits: [what: string, most: number, code: string, request: Request][] = [
  ['chat.update text', 4000, 'msg_too_long', (text) => ['chat.update', { channel: general, ts: own, text }]],
  ['chat.postEphemeral text', 40_000, 'msg_too_long', (text) => ['chat.postEphemeral', { channel: general, user: 'ME', text }]],
  ['chat.meMessage text', 40_000, 'msg_too_long', (text) => ['chat.meMessage', { channel: general, text }]],
  [
    'chat.scheduleMessage text',
    40_000,
    'msg_too_long',
    (text) => ['chat.scheduleMessage', { channel: general, post_at: now() + later + next() * APART_S, text }],
  ],
  ['conversations.setTopic topic', 250, 'too_long', (topic) => ['conversations.setTopic', { channel: general, topic }]],
  ['conversations.setPurpose purpose', 250, 'too_long', (purpose) => ['conversations.setPurpose', { channel: general, purpose }]],
  [
    'files.getUploadURLExternal alt_txt',
    1000,
    'alt_txt_too_large',
    (alt_txt) => ['files.getUploadURLExternal', { filename: 'a.png', length: 3, alt_txt }],
  ],
  ['usergroups.create name', 255, 'name_too_long', (name) => ['usergroups.create', { name, handle: `handle-${next()}` }]],
  [
    'usergroups.create description',
    140,
    'description_too_long',
    (description) => ['usergroups.create', { name: `Group ${next()}`, handle: `group-${made}`, description }],
  ],
];

describe('takes so many characters and refuses one more in', () => {
  test.each(limits)('%s: %i', async (_what, most, code, request) => {
    const { user_id: me } = await twin.call('auth.test');
    const send = async (text: string): Promise<Json> => {
      const [method, args] = request(text);
      return twin.call(method, args.user === 'ME' ? { ...args, user: me } : args);
    };
    expect(await send('😀'.repeat(most))).toMatchObject({ ok: true });
    expect(await send('😀'.repeat(most + 1))).toMatchObject({ ok: false, error: code });
  });

  test('users.profile.set status_text: 100', async () => {
    const set = (length: number) => person.call('users.profile.set', { profile: { status_text: '😀'.repeat(length) } });
    expect(await set(100)).toMatchObject({ ok: true });
    expect(await set(101)).toMatchObject({ ok: false, error: 'too_long' });
  });

  test.each(['conversations.create', 'conversations.rename'])('%s name: 80', async (method) => {
    const { channel } = await person.call('conversations.create', { name: `room-${next()}` });
    const set = (name: string) => person.call(method, { ...(method.endsWith('rename') && { channel: channel.id }), name });
    expect(await set(String(made).padEnd(80, 'x'))).toMatchObject({ ok: true });
    expect(await set('x'.repeat(81))).toMatchObject({ ok: false, error: 'invalid_name_maxlength' });
  });

  /** "Messages with text of more than 40,000 characters are truncated" (page of chat.postMessage). */
  test('chat.postMessage text: 40,000, cut', async () => {
    const { message } = await twin.call('chat.postMessage', { channel: general, text: '😀'.repeat(40_001) });
    expect([...message.text]).toHaveLength(40_000);
  });

  test('chat.postMessage metadata: 8 KB', async () => {
    const send = (length: number) =>
      twin.call('chat.postMessage', {
        channel: general,
        text: 'x',
        metadata: { event_type: 'a', event_payload: { b: 'x'.repeat(length) } },
      });
    const rest = Buffer.byteLength(JSON.stringify({ event_type: 'a', event_payload: { b: '' } }));
    expect(await send(8192 - rest)).toMatchObject({ ok: true });
    expect(await send(8193 - rest)).toMatchObject({ ok: false, error: 'metadata_too_large' });
  });

  test.each([
    ['title', 24, (text: string) => ({ title: { type: 'plain_text', text } })],
    ['private_metadata', 3000, (private_metadata: string) => ({ private_metadata })],
    ['callback_id', 255, (callback_id: string) => ({ callback_id })],
    ['external_id', 255, (external_id: string) => ({ external_id })],
  ] as const)('views.open %s: %i', async (_what, most, part) => {
    const open = (text: string) =>
      twin.call('views.open', {
        trigger_id: `12345.98765.abcd2358f${next().toString(16).padStart(3, '0')}`,
        view: { type: 'modal', title: { type: 'plain_text', text: 'x' }, blocks: [], ...part(text) },
      });
    expect(await open('x'.repeat(most))).toMatchObject({ ok: true });
    expect((await open('x'.repeat(most + 1))).response_metadata.messages[0]).toMatch(`must be less than ${most + 1} characters`);
  });
});
