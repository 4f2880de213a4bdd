import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { slack } from '../src/index.ts';
import type { Message, SlackState } from '../src/world.ts';
import { type Json, type Served, serveSlack } from './served.ts';

const CALLS = 5_000;
/** Calls between two looks at the whole world. */
const LOOK_EVERY = 500;

const seed = {
  users: [{ name: 'ada', is_admin: true }, { name: 'ben' }, { name: 'cleo', deleted: true }, { name: 'bot', is_bot: true }],
  channels: [
    { name: 'general', id: 'C0GENERAL', messages: [{ user: 'ada', text: 'one', replies: [{ text: 'two' }] }] },
    { name: 'quiet', id: 'C0QUIET', members: ['ada'] },
    { name: 'vault', id: 'C0VAULT', is_private: true },
  ],
  usergroups: [{ name: 'G', handle: 'g' }],
  files: [{ name: 'a.txt', content: 'a' }],
};

let twin: Served;
beforeAll(async () => {
  twin = await serveSlack(seed, { mode: 'logical' });
});
afterAll(() => twin.close());

/** Mulberry32: small, seeded, good enough to pick calls. */
function random(state: number): () => number {
  let next = state;
  return () => {
    next = (next + 0x6d2b79f5) | 0;
    let mixed = Math.imul(next ^ (next >>> 15), next | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const methods = slack.definition.operations
  .filter(({ method, path }) => method === 'POST' && !path.includes('{'))
  .map(({ path }) => path.slice(1));
const ARGUMENTS = [
  'channel',
  'channel_id',
  'ts',
  'timestamp',
  'thread_ts',
  'message_ts',
  'text',
  'user',
  'users',
  'name',
  'topic',
  'purpose',
  'limit',
  'cursor',
  'types',
  'blocks',
  'attachments',
  'view',
  'trigger_id',
  'view_id',
  'file',
  'files',
  'filename',
  'length',
  'query',
  'usergroup',
  'title',
  'type',
  'link',
  'emoji',
  'bookmark_id',
  'canvas_id',
  'changes',
  'criteria',
  'profile',
  'presence',
  'num_minutes',
  'post_at',
  'reminder',
  'time',
  'oldest',
  'latest',
  'email',
  'reply_broadcast',
  'return_im',
  'is_private',
  'markdown_text',
  'metadata',
  'scheduled_message_id',
  'user_id',
  'document_content',
  'access_level',
  'bot',
];
const STRANGE: unknown[] = [
  '',
  ' ',
  '\u0000',
  'x'.repeat(300),
  -1,
  1.5,
  1e21,
  true,
  {},
  [],
  [null],
  [[]],
  '{"a":',
  '[1,2]',
  '😀',
  '__proto__',
  'constructor',
];

/** A value that fits the argument's name, taken from the world where it names something. */
function fitting(name: string, state: Json, pick: <T>(list: readonly T[]) => T): unknown {
  const ids = (collection: string) => state[collection].map(({ id }: { id: string }) => id);
  const messages = state.messages as Message[];
  const values: Record<string, () => unknown> = {
    channel: () => pick(ids('channels')),
    channel_id: () => pick(ids('channels')),
    user: () => pick(ids('users')),
    user_id: () => pick(ids('users')),
    users: () => pick([pick(ids('users')), ids('users').slice(0, 2).join(',')]),
    usergroup: () => pick(ids('usergroups')),
    file: () => pick(ids('files')),
    name: () => pick(['eyes', 'thumbsup', 'new-channel', 'another', 'status_text']),
    limit: () => pick([1, 2, 100]),
    types: () => pick(['public_channel', 'im,mpim', 'all']),
    blocks: () => [{ type: 'divider' }],
    attachments: () => [{ text: 'a' }],
    trigger_id: () => `1.${pick([1, 2, 3, 4, 5])}.a`,
    type: () => 'link',
    link: () => 'https://a.test',
    view: () => ({ type: pick(['modal', 'home']), title: { type: 'plain_text', text: 'T' }, blocks: [] }),
    presence: () => pick(['auto', 'away']),
    num_minutes: () => 5,
    view_id: () => pick(ids('views')),
    bookmark_id: () => pick(ids('bookmarks')),
    canvas_id: () => pick(ids('canvases')),
    reminder: () => pick(ids('reminders')),
    scheduled_message_id: () => pick(ids('scheduled_messages')),
    files: () => [{ id: pick(ids('uploads')) }],
    filename: () => 'f.txt',
    length: () => 3,
    query: () => pick(['one', 'in:general two']),
    post_at: () => Date.parse('2026-01-01T00:20:00Z') / 1000,
    time: () => 'in 5 minutes',
    changes: () => [{ operation: 'insert_at_end', document_content: { markdown: 'm' } }],
    criteria: () => ({ contains_text: 'm' }),
    profile: () => ({ status_text: 'busy' }),
    document_content: () => ({ markdown: '# m' }),
    access_level: () => 'read',
    email: () => 'a@b.c',
    reply_broadcast: () => true,
    return_im: () => true,
    is_private: () => pick([true, false]),
    metadata: () => ({ event_type: 'e', event_payload: {} }),
  };
  const timestamp = ['ts', 'timestamp', 'thread_ts', 'message_ts', 'oldest', 'latest'].includes(name);
  if (timestamp) return pick(messages.map(({ ts }) => ts));
  return values[name]?.() ?? pick(['hello', 'a *b* <@U1> & c', 'https://x.test']);
}

function checkInvariants(state: SlackState): void {
  const keys = new Set(state.messages.map(({ channel_id, ts }) => `${channel_id}/${ts}`));
  expect(keys.size).toBe(state.messages.length);
  const channels = new Map(state.channels.map((channel) => [channel.id, channel]));
  const names = state.channels.flatMap(({ name }) => (name === '' ? [] : [name]));
  expect(new Set(names).size).toBe(names.length);
  for (const message of state.messages) {
    expect(channels.has(message.channel_id)).toBe(true);
    if (message.thread_ts === null) continue;
    expect(keys.has(`${message.channel_id}/${message.thread_ts}`)).toBe(true);
    if (message.thread_ts !== message.ts) continue;
    const replies = state.messages.filter(
      (one) => one.channel_id === message.channel_id && one.thread_ts === message.ts && one.ts !== message.ts,
    );
    expect([message.ts, message.reply_count, message.latest_reply]).toEqual([
      message.ts,
      replies.length,
      replies
        .map(({ ts }) => ts)
        .sort()
        .at(-1) ?? null,
    ]);
    expect([...message.reply_user_ids].sort()).toEqual([...new Set(replies.map(({ user_id }) => user_id))].sort());
  }
  for (const pin of state.pins) expect(keys.has(`${pin.channel_id}/${pin.ts}`)).toBe(true);
  for (const { user_ids, name } of state.messages.flatMap(({ reactions }) => reactions))
    expect([name, new Set(user_ids).size]).toEqual([name, Math.max(1, user_ids.length)]);
  for (const { channel_id, user_id } of state.memberships)
    expect([channels.has(channel_id), state.users.some(({ id }) => id === user_id)]).toEqual([true, true]);
}

test(`${CALLS} random calls: no fault, refusals change nothing, and the seed with the deltas is the state`, async () => {
  const next = random(20_260_101);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  let state = (await twin.state()) as Json;
  const statuses = new Map<boolean, number>();
  for (let count = 1; count <= CALLS; count += 1) {
    const chosen = pick(methods);
    const args: Record<string, unknown> = {};
    for (const name of ARGUMENTS) {
      const chance = next();
      if (chance < 0.6) args[name] = fitting(name, state, pick);
      else if (chance < 0.63) args[name] = pick(STRANGE);
    }
    const byForm = next() < 0.3;
    const texts = Object.entries(args).map(([name, value]): [string, string] => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]);
    const given = texts.filter(([name]) => args[name] !== undefined);
    const init = byForm
      ? { method: 'POST', body: new URLSearchParams(given) }
      : { method: 'POST', body: JSON.stringify(args), headers: { 'content-type': 'application/json' } };
    const response = await twin.send(`/${chosen}`, init);
    const answer = (await response.json()) as Json;
    expect([chosen, args, response.status, answer.error === 'fatal_error']).toEqual([chosen, args, 200, false]);
    statuses.set(answer.ok, (statuses.get(answer.ok) ?? 0) + 1);
    if (count % LOOK_EVERY === 0) {
      state = await twin.state();
      checkInvariants(state);
    }
  }
  // Both kinds of calls were made in numbers that mean something.
  expect(Math.min(...statuses.values())).toBeGreaterThan(CALLS / 10);
  const rows = await twin.events();
  for (const { response_body, state_mutation, state_delta, seq } of rows) {
    const { ok } = response_body as { ok: boolean };
    expect([seq, ok || !state_mutation, state_mutation === (state_delta !== null)]).toEqual([seq, true, true]);
  }
  expect(await twin.state(rows.length)).toEqual(await twin.state());
});

test('the same calls on the same seed give the same bytes under the logical clock', async () => {
  const run = async () => {
    const one = await serveSlack(seed, { mode: 'logical' });
    const { ts } = await one.call('chat.postMessage', { channel: 'C0GENERAL', text: 'hi @ada :tada:', link_names: true });
    await one.call('reactions.add', { channel: 'C0GENERAL', timestamp: ts, name: 'eyes' });
    await one.call('conversations.create', { name: 'fresh' });
    await one.call('chat.postMessage', { channel: 'nowhere', text: 'x' });
    await one.web.filesUploadV2({ channel_id: 'C0GENERAL', filename: 'a.txt', content: 'x' });
    const result = { state: await one.state(), rows: await one.events() };
    await one.close();
    const strip = (text: string) => text.replaceAll(one.url, '').replaceAll(/"latency_ms":[\d.]+/g, '');
    return strip(JSON.stringify({ ...result, rows: result.rows.map(({ request_headers: _headers, ...row }) => row) }));
  };
  expect(await run()).toBe(await run());
});
