import { describe, expect, test } from '@jest/globals';
import { fateOf } from '@svc/twin-kit';
import { InputTrials, type TrialFate } from '@svc/twin-kit/testing';
import { documentedArguments } from '../src/generated/arguments.ts';
import { slack } from '../src/index.ts';
import type { Json } from './served.ts';

// Every argument on the page of every modelled method: none is taken and dropped.

type Args = Record<string, unknown>;

const seed = {
  team: { id: 'T0TEAM' },
  viewer: 'me',
  users: [
    { name: 'me', id: 'U0ME', is_admin: true, email: 'me@acme.test' },
    { name: 'ada', id: 'U0ADA', email: 'ada@acme.test' },
    { name: 'ben', id: 'U0BEN' },
    { name: 'app', id: 'U0APP', is_bot: true },
  ],
  channels: [
    {
      name: 'general',
      id: 'C0GENERAL',
      messages: [
        {
          user: 'ada',
          text: 'Hello c',
          files: ['c.png'],
          ts: '1700000000.000100',
          pinned: true,
          reactions: [{ name: 'eyes', users: ['me', 'ada'] }],
        },
        {
          user: 'me',
          text: 'Mine c',
          ts: '1700000010.000100',
          replies: [
            { user: 'me', text: 'Reply', ts: '1700000020.000100' },
            { user: 'ada', text: 'And', ts: '1700000030.000100' },
          ],
          reactions: [{ name: 'eyes', users: ['me'] }],
        },
      ],
      bookmarks: [{ title: 'Docs', link: 'https://example.com/' }],
    },
    { name: 'other', id: 'C0OTHER', members: ['ada', 'me', 'ben'] },
    { name: 'attic', id: 'C0ATTIC', is_archived: true },
    { name: 'vault', id: 'C0VAULT', is_private: true, members: ['me', 'ada'] },
  ],
  direct_messages: [
    { id: 'D0ADA', users: ['me', 'ada'] },
    { id: 'G0ALL', users: ['me', 'ada', 'ben'] },
  ],
  files: [
    { name: 'c.txt', content: 'c', user: 'me' },
    { name: 'c.png', content_base64: 'AAAA', user: 'ada' },
  ],
  emoji: [{ name: 'shipit' }],
  usergroups: [{ name: 'On call', handle: 'oncall', users: ['ada'] }],
  canvases: [{ title: 'Plan', content: '# One\n\nTwo', user: 'me' }],
};

const trials = new InputTrials(slack, seed);
const land = (method: string, body: Args): Json => {
  const answer = trials.land({ operation: method, body }) as Json;
  expect([method, answer.ok, answer.error]).toEqual([method, true, undefined]);
  return answer;
};
const NOW = Date.UTC(2026, 0, 1) / 1000;
const view = { type: 'modal', title: { type: 'plain_text', text: 'T' }, blocks: [] };
const home = { type: 'home', blocks: [] };
land('chat.postMessage', { channel: 'C0GENERAL', text: 'With metadata', metadata: { event_type: 'x', event_payload: {} } });
const scheduled = ['C0GENERAL', 'C0OTHER'].map(
  (channel, at) => land('chat.scheduleMessage', { channel, text: 'Later', post_at: NOW + 1000 * (at + 1) }).scheduled_message_id,
);
const reminder = land('reminders.add', { text: 'Tea', time: 'tomorrow' }).reminder.id;
land('stars.add', { channel: 'C0GENERAL' });
land('stars.add', { channel: 'C0OTHER' });
const opened = land('views.open', { trigger_id: '1.1.aa', view: { ...view, external_id: 'ext' } }).view;
land('views.publish', { user_id: 'U0ME', view: home });
const bookmark = land('bookmarks.list', { channel_id: 'C0GENERAL' }).bookmarks[0].id;
const document_content = { type: 'markdown', markdown: '# One' };
const canvas = land('canvases.create', { title: 'Other', document_content }).canvas_id;
const section = land('canvases.sections.lookup', { canvas_id: canvas, criteria: { section_types: ['h1'] } }).sections[0].id;
const group = land('usergroups.list', {}).usergroups[0].id;
const off = land('usergroups.create', { name: 'Off', handle: 'off' }).usergroup.id;
land('usergroups.users.update', { usergroup: off, users: 'U0BEN' });
land('usergroups.disable', { usergroup: off });
land('users.profile.set', { profile: { fields: { Xf1: { value: 'x', alt: '' } } } });
land('chat.postMessage', {
  channel: 'C0GENERAL',
  thread_ts: '1700000010.000100',
  text: 'x',
  metadata: { event_type: 'x', event_payload: {} },
});
const file = land('files.list', { user: 'U0ME' }).files[0].id;
const upload = land('files.getUploadURLExternal', { filename: 'a.txt', length: 1 }).file_id;
trials.land({ operation: 'files/upload', params: { file_id: upload }, body: 'x' });
land('canvases.access.set', { canvas_id: canvas, access_level: 'read', user_ids: ['U0ADA'] });
land('dnd.setSnooze', { num_minutes: 5 });
const { bot_id: bot } = land('users.info', { user: 'U0APP' }).user.profile;

const GENERAL = { channel: 'C0GENERAL' };
const said = { ...GENERAL, text: 'Hi @ada <https://a.test>' };
const own = { ...GENERAL, ts: '1700000010.000100' };
const item = { ...GENERAL, timestamp: '1700000010.000100' };
const nextCursor = (method: string, args: Args): string => land(method, args).response_metadata.next_cursor;

/** A call that succeeds, for methods that need arguments. */
const base: Record<string, Args> = {
  'bookmarks.add': { channel_id: 'C0GENERAL', title: 'T', type: 'link', link: 'https://a.test/' },
  'bookmarks.edit': { channel_id: 'C0GENERAL', bookmark_id: bookmark, title: 'T' },
  'bookmarks.list': { channel_id: 'C0GENERAL' },
  'bookmarks.remove': { channel_id: 'C0GENERAL', bookmark_id: bookmark },
  'bots.info': { bot },
  'canvases.access.delete': { canvas_id: canvas, user_ids: ['U0ADA'] },
  'canvases.access.set': { canvas_id: canvas, access_level: 'write', user_ids: ['U0ADA'] },
  'canvases.delete': { canvas_id: canvas },
  'canvases.edit': { canvas_id: canvas, changes: [{ operation: 'delete', section_id: section }] },
  'canvases.sections.lookup': { canvas_id: canvas, criteria: { section_types: ['h1'] } },
  'chat.delete': own,
  'chat.deleteScheduledMessage': { ...GENERAL, scheduled_message_id: scheduled[0] },
  'chat.getPermalink': { ...GENERAL, message_ts: own.ts },
  'chat.meMessage': said,
  'chat.postEphemeral': { ...said, user: 'U0ADA' },
  'chat.postMessage': said,
  'chat.scheduleMessage': { ...said, post_at: NOW + 5000 },
  'chat.update': { ...own, text: 'New @ada' },
  'conversations.archive': { channel: 'C0OTHER' },
  'conversations.close': { channel: 'D0ADA' },
  'conversations.create': { name: 'fresh' },
  'conversations.history': { ...GENERAL },
  'conversations.info': GENERAL,
  'conversations.invite': { channel: 'C0VAULT', users: 'U0BEN' },
  'conversations.join': { channel: 'C0OTHER' },
  'conversations.kick': { channel: 'C0OTHER', user: 'U0BEN' },
  'conversations.leave': { channel: 'C0OTHER' },
  'conversations.mark': own,
  'conversations.members': GENERAL,
  'conversations.open': { users: 'U0BEN' },
  'conversations.rename': { channel: 'C0OTHER', name: 'fresh' },
  'conversations.replies': own,
  'conversations.setPurpose': { ...GENERAL, purpose: 'x' },
  'conversations.setTopic': { ...GENERAL, topic: 'x' },
  'conversations.unarchive': { channel: 'C0ATTIC' },
  'dnd.setSnooze': { num_minutes: 7 },
  'dnd.teamInfo': { users: 'U0ADA' },
  'files.completeUploadExternal': { files: [{ id: upload }], channel_id: 'C0GENERAL' },
  'files.delete': { file },
  'files.getUploadURLExternal': { filename: 'b.txt', length: 2 },
  'files.info': { file },
  'files.sharedPublicURL': { file },
  'files.revokePublicURL': { file },
  'pins.add': item,
  'pins.list': GENERAL,
  'pins.remove': { ...GENERAL, timestamp: '1700000000.000100' },
  'reactions.add': { ...item, name: 'tada' },
  'reactions.get': item,
  'reactions.remove': { ...item, name: 'eyes' },
  'reminders.add': { text: 'x', time: 'tomorrow' },
  'reminders.complete': { reminder },
  'reminders.delete': { reminder },
  'reminders.info': { reminder },
  'search.all': { query: 'c' },
  'search.files': { query: 'c' },
  'search.messages': { query: 'c' },
  'stars.add': item,
  'stars.remove': GENERAL,
  'usergroups.create': { name: 'New' },
  'usergroups.update': { usergroup: group },
  'usergroups.enable': { usergroup: group },
  'usergroups.disable': { usergroup: group },
  'usergroups.users.list': { usergroup: group },
  'usergroups.users.update': { usergroup: group, users: 'U0BEN' },
  'users.info': { user: 'U0ADA' },
  'users.lookupByEmail': { email: 'ada@acme.test' },
  'users.profile.set': { profile: { title: 'x' } },
  'users.setPresence': { presence: 'away' },
  'views.open': { trigger_id: '1.2.aa', view },
  'views.publish': { user_id: 'U0ME', view: home },
  'views.push': { trigger_id: '1.3.aa', view },
  'views.update': { view_id: opened.id, view },
};

/** What else has to be said for an argument to mean something. */
const beside: Record<string, Args> = {
  'conversations.invite force': { users: 'U0ADA,U0BEN' },
  'usergroups.users.list include_disabled': { usergroup: off },
  'chat.postMessage reply_broadcast': { thread_ts: own.ts },
  'chat.scheduleMessage reply_broadcast': { thread_ts: own.ts },
  'chat.update reply_broadcast': { ts: '1700000020.000100' },
  'chat.update link_names': { text: 'New @ada' },
  'conversations.history inclusive': { latest: own.ts },
  'conversations.replies inclusive': { latest: '1700000030.000100' },
  'conversations.open channel': { users: undefined },
  'search.messages sort_dir': { sort: 'timestamp' },
  'users.profile.set value': { profile: undefined, name: 'title' },
  'users.profile.set name': { profile: undefined, value: 'Boss' },
  'views.update external_id': { view_id: undefined },
  'usergroups.update include_count': {},
  'conversations.list cursor': { limit: 1 },
  'conversations.members cursor': { limit: 1 },
  'conversations.history cursor': { limit: 1 },
  'conversations.replies cursor': { limit: 1 },
  'users.conversations cursor': { limit: 1 },
  'users.list cursor': { limit: 1 },
  'stars.list cursor': { limit: 1 },
  'reactions.list cursor': { limit: 1 },
  'chat.scheduledMessages.list cursor': { limit: 1 },
  'search.messages cursor': { count: 1 },
};
/** Of some methods an argument stands for another that names the same. */
const instead: Record<string, string> = {
  'stars.add file': 'timestamp',
  'reactions.get file': 'timestamp',
  'reactions.remove file': 'timestamp',
  'chat.postMessage markdown_text': 'text',
  'chat.scheduleMessage markdown_text': 'text',
  'chat.postEphemeral markdown_text': 'text',
  'chat.update markdown_text': 'text',
  'views.open interactivity_pointer': 'trigger_id',
  'views.push interactivity_pointer': 'trigger_id',
};

const blocks = [{ type: 'divider' }];
const values: Record<string, readonly unknown[]> = {
  access_level: ['read', 'write'],
  alt_txt: ['alt'],
  attachments: [[{ text: 'a' }]],
  blocks: [blocks],
  bot: [bot, 'B0NONE'],
  bookmark_id: [bookmark, 'Bk0NONE'],
  canvas_id: [canvas, 'F0NONE'],
  changes: [[{ operation: 'insert_at_end', document_content: { type: 'markdown', markdown: 'x' } }]],
  channel: ['C0OTHER', 'C0NONE', 'D0ADA', 'G0ALL'],
  channel_id: ['C0OTHER', 'C0NONE'],
  channel_ids: [['C0OTHER']],
  channels: ['C0OTHER'],
  criteria: [{ contains_text: 'nothing' }],
  description: ['d'],
  document_content: [{ type: 'markdown', markdown: 'x' }],
  domain: ['other'],
  email: ['me@acme.test'],
  emoji: [':tada:'],
  error: ['my_error'],
  exclude_archived: [true],
  external_id: ['ext'],
  file: [file, 'F0NONE'],
  file_comment: ['Fc0NONE'],
  filename: ['z.csv'],
  files: [[{ id: upload, title: 'T' }]],
  handle: ['h'],
  hash: ['1.abc'],
  icon_emoji: [':tada:'],
  icon_url: ['https://a.test/i.png'],
  initial_comment: ['Here'],
  interactivity_pointer: ['1.9.aa'],
  latest: ['1700000005.000000', String(NOW + 1500)],
  length: [9],
  limit: [1, 5000],
  link: ['https://b.test/'],
  markdown_text: ['**x**'],
  message_ts: ['1700000000.000100'],
  metadata: [{ event_type: 'x', event_payload: { a: 1 } }],
  mrkdwn: [false],
  name: ['fresh2', 'tada', 'eyes'],
  num_minutes: [9],
  oldest: ['1700000005.000000', '1700000025.000000', String(NOW + 1500)],
  parent_id: ['Bk0NONE'],
  parse: ['full'],
  post_at: [NOW + 6000],
  presence: ['auto'],
  profile: [{ title: 'y' }],
  purpose: ['y'],
  query: ['Hello'],
  recurrence: [{ frequency: 'daily' }],
  reminder: [reminder, 'Rm0NONE'],
  scheduled_message_id: scheduled,
  snippet_type: ['python'],
  sort: ['timestamp', 'bogus'],
  sort_dir: ['asc'],
  team: ['T0NONE'],
  team_id: ['T0OTHER'],
  text: ['Another'],
  thread_ts: [own.ts],
  time: ['in 5 minutes'],
  timestamp: ['1700000000.000100', '1700000010.000100'],
  title: ['Other'],
  topic: ['y'],
  trigger_id: ['1.8.aa'],
  ts: ['1700000000.000100', '1700000020.000100'],
  ts_from: ['9999999999'],
  ts_to: ['1'],
  type: ['folder'],
  types: ['private_channel', 'images', 'im'],
  user: ['U0ADA', 'U0BEN', 'U0ME', 'U0NONE'],
  user_id: ['U0BEN', 'U0NONE'],
  user_ids: [['U0BEN']],
  usergroup: ['S0NONE'],
  username: ['Robot'],
  users: ['U0ADA', 'U0BEN'],
  value: ['Boss'],
  view: [
    { ...view, callback_id: 'c' },
    { ...home, callback_id: 'c' },
  ],
  view_id: [opened.id, 'V0NONE'],
  visibility: ['hidden'],
};
const flags = [true, false];
const OF_BOTS = new Set(['username', 'icon_emoji', 'icon_url']);

const cursors: Record<string, () => string> = {
  'conversations.list': () => nextCursor('conversations.list', { limit: 1 }),
  'conversations.members': () => nextCursor('conversations.members', { ...GENERAL, limit: 1 }),
  'conversations.history': () => nextCursor('conversations.history', { ...GENERAL, limit: 1 }),
  'conversations.replies': () => nextCursor('conversations.replies', { ...own, limit: 1 }),
};

const operations = slack.definition.operations.filter(({ id, method }) => method === 'POST' && documentedArguments[id]);
const all = operations.flatMap(({ id }) => (documentedArguments[id] ?? []).map((argument) => [id, argument] as const));

function fate(method: string, argument: string): TrialFate {
  const known = `${method} ${argument}`;
  const { [argument]: _own, [instead[known] ?? '']: _other, ...rest } = { ...base[method], ...beside[known] };
  const without = { operation: method, body: rest };
  const candidates = argument === 'cursor' ? [cursors[method]?.() ?? 'nonsense'] : (values[argument] ?? flags);
  const fates = candidates.map((value) => trials.fateOf(without, { operation: method, body: { ...rest, [argument]: value } }));
  const order: TrialFate[] = ['effective', 'refused', 'ignored', 'rejected', 'silent'];
  return order.find((one) => fates.includes(one)) ?? 'silent';
}

describe('no documented argument is taken and dropped', () => {
  test('every modelled method says which of its arguments it reads', () => {
    expect(operations.length).toBeGreaterThanOrEqual(95);
    expect(operations.filter(({ inputs }) => !inputs).map(({ id }) => id)).toEqual([]);
  });

  test.each(Object.keys(base))('%s succeeds as it is tried', (method) => {
    expect(trials.attempt({ operation: method, body: base[method] }).body).toMatchObject({ ok: true });
  });

  test.each(all)('%s: %s', (method, argument) => {
    const { inputs } = operations.find(({ id }) => id === method) ?? {};
    const declared = fateOf(inputs?.reads ?? {}, argument);
    const found = fate(method, argument);
    // What only bots choose is told to be ignored of a person.
    if (declared === 'read') expect(OF_BOTS.has(argument) ? ['ignored'] : ['effective', 'refused']).toContain(found);
    else expect(found).toBe(declared);
  });
});

test('a call with an argument that is not read is refused, names it and changes nothing; one that is ignored is told', async () => {
  const { serveSlack } = await import('./served.ts');
  const twin = await serveSlack(seed);
  const before = await twin.state();
  const refused = await twin.call('chat.update', { ...own, text: 'x', file_ids: ['F1'] });
  expect(refused).toMatchObject({ ok: false, error: 'not_implemented' });
  expect(refused.response_metadata.messages[0]).toMatch(/the input file_ids of chat\.update/);
  expect(await twin.state()).toEqual(before);
  expect((await twin.events()).at(-1)).toMatchObject({ fidelity: 'unsupported', state_mutation: false });
  await twin.call('chat.postMessage', { ...GENERAL, text: 'x', unfurl_links: false, as_user: true });
  expect((await twin.events()).at(-1)?.ignored).toEqual(['unfurl_links', 'as_user']);
  await twin.close();
});
