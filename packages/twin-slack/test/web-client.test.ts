import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { defaultSeed } from '../src/seed/default-seed.ts';
import { refusal, type Served, serveSlack } from './served.ts';

// Slack's own client, unmodified, over every family (docs: https://docs.slack.dev/reference/methods).
let twin: Served;
/** The default world, where the token is a person's. */
let person: Served;
let general: string;
let random: string;
let ben: string;
beforeAll(async () => {
  twin = await serveSlack();
  person = await serveSlack({ ...defaultSeed, viewer: 'cleo', users: [...defaultSeed.users, { name: 'cleo' }] });
  [general, random, ben] = await Promise.all([twin.channel('general'), twin.channel('random'), twin.user('ben')]);
});
afterAll(() => Promise.all([twin.close(), person.close()]));

test('the token says who it speaks for', async () => {
  const { web } = twin;
  expect(await web.auth.test()).toMatchObject({ ok: true, user: 'assistant', team: 'Acme', bot_id: expect.stringMatching(/^B/) });
  expect(await web.apiCall('api.test', { foo: 'bar' })).toMatchObject({ ok: true, args: { foo: 'bar' } });
  expect(await refusal(web.api.test({ error: 'my_error' }))).toBe('my_error');
  expect(await web.auth.teams.list()).toMatchObject({ teams: [{ name: 'Acme' }] });
});

test('the default world has two channels, the first holding a short thread', async () => {
  const { channels = [] } = await twin.web.conversations.list();
  expect(channels.map(({ name }) => name)).toHaveLength(2);
  const seeded = (await twin.state(0)).channels.map((channel: { name: string }) => channel.name);
  expect(seeded).toEqual(['general', 'random']);
  const { messages = [] } = await twin.web.conversations.history({ channel: general });
  expect(messages).toHaveLength(1);
  expect(messages[0]).toMatchObject({ reply_count: 2, reply_users_count: 2 });
  const thread = await twin.web.conversations.replies({ channel: general, ts: messages[0]?.ts ?? '' });
  expect(thread.messages?.map(({ thread_ts }) => thread_ts)).toEqual(Array(3).fill(messages[0]?.ts));
});

test('a message is posted, answered, changed and deleted', async () => {
  const { web } = twin;
  const posted = await web.chat.postMessage({ channel: random, text: 'Hello *world* & <friends>' });
  expect(posted.ts).toMatch(/^\d{10}\.\d{6}$/);
  expect(posted.message).toMatchObject({
    type: 'message',
    text: 'Hello *world* &amp; &lt;friends&gt;',
    bot_profile: { name: 'Assistant' },
  });
  const reply = await web.chat.postMessage({
    channel: '#random',
    text: 'and more',
    thread_ts: posted.ts ?? '',
    reply_broadcast: true,
  });
  expect(reply.message).toMatchObject({ subtype: 'thread_broadcast', thread_ts: posted.ts });
  const updated = await web.chat.update({ channel: random, ts: posted.ts ?? '', text: 'Goodbye' });
  expect(updated.message).toMatchObject({ text: 'Goodbye', edited: { user: expect.any(String) } });
  const link = await web.chat.getPermalink({ channel: random, message_ts: reply.ts ?? '' });
  expect(link.permalink).toMatch(new RegExp(`^${twin.url}/archives/${random}/p\\d{16}\\?thread_ts=`));
  await web.chat.delete({ channel: random, ts: reply.ts ?? '' });
  const { messages = [] } = await web.conversations.history({ channel: random });
  expect(messages[0]).toMatchObject({ text: 'Goodbye' });
  expect(messages[0]).not.toHaveProperty('reply_count');
  await web.chat.delete({ channel: random, ts: posted.ts ?? '' });
  expect(await refusal(web.chat.delete({ channel: random, ts: posted.ts ?? '' }))).toBe('message_not_found');
});

test('other kinds of messages: me, ephemeral, scheduled', async () => {
  const { web } = twin;
  expect((await web.chat.meMessage({ channel: random, text: 'waves' })).ts).toBeDefined();
  expect((await web.chat.postEphemeral({ channel: random, user: ben, text: 'psst' })).message_ts).toBeDefined();
  const later = Math.floor(Date.now() / 1000) + 600;
  const scheduled = await web.chat.scheduleMessage({ channel: random, text: 'Later', post_at: later });
  expect(scheduled).toMatchObject({ channel: random, post_at: later, message: { text: 'Later', type: 'delayed_message' } });
  const listed = await web.chat.scheduledMessages.list();
  expect(listed.scheduled_messages).toMatchObject([{ id: scheduled.scheduled_message_id, text: 'Later' }]);
  await web.chat.deleteScheduledMessage({ channel: random, scheduled_message_id: scheduled.scheduled_message_id ?? '' });
  expect((await web.chat.scheduledMessages.list()).scheduled_messages).toEqual([]);
  expect(await refusal(web.chat.scheduleMessage({ channel: random, text: 'x', post_at: 1 }))).toBe('time_in_past');
  expect(await refusal(web.chat.scheduleMessage({ channel: random, text: 'x', post_at: later + 121 * 86_400 }))).toBe(
    'time_too_far',
  );
});

test('a channel lives from creation to archive', async () => {
  const { web } = twin;
  const { channel } = await web.conversations.create({ name: 'incident-42' });
  const id = channel?.id ?? '';
  expect(channel).toMatchObject({ name: 'incident-42', is_channel: true, is_member: true, is_private: false });
  expect(await refusal(web.conversations.create({ name: 'incident-42' }))).toBe('name_taken');
  await web.conversations.invite({ channel: id, users: ben });
  expect((await web.conversations.members({ channel: id })).members).toContain(ben);
  await web.conversations.setTopic({ channel: id, topic: 'Down' });
  const purpose = await web.conversations.setPurpose({ channel: id, purpose: 'Find out' });
  expect(purpose.channel).toMatchObject({ purpose: { value: 'Find out' } });
  expect((await web.conversations.rename({ channel: id, name: 'incident-43' })).channel).toMatchObject({
    previous_names: ['incident-42'],
  });
  expect(await refusal(web.conversations.kick({ channel: id, user: (await web.auth.test()).user_id ?? '' }))).toBe(
    'cant_kick_self',
  );
  await web.conversations.kick({ channel: id, user: ben });
  await web.conversations.leave({ channel: id });
  expect((await web.conversations.join({ channel: id })).channel).toMatchObject({ is_member: true });
  expect(await web.conversations.join({ channel: id })).toMatchObject({ warning: 'already_in_channel' });
  await web.conversations.mark({ channel: id, ts: '1700000000.000100' });
  await web.conversations.archive({ channel: id });
  expect(await refusal(web.chat.postMessage({ channel: id, text: 'x' }))).toBe('is_archived');
  expect(await refusal(web.conversations.unarchive({ channel: id }))).toBe('not_in_channel');
  const info = await web.conversations.info({ channel: id, include_num_members: true });
  expect(info.channel).toMatchObject({
    name: 'incident-43',
    topic: { value: 'Down' },
    num_members: 1,
    last_read: '1700000000.000100',
  });
});

test('direct messages open, close and take messages', async () => {
  const { web } = twin;
  const opened = await web.conversations.open({ users: ben, return_im: true });
  expect(opened.channel).toMatchObject({ is_im: true, user: ben });
  const id = opened.channel?.id ?? '';
  expect(await web.conversations.open({ users: ben })).toMatchObject({ already_open: true, channel: { id } });
  expect((await web.chat.postMessage({ channel: ben, text: 'Hi Ben' })).channel).toBe(id);
  await web.conversations.close({ channel: id });
  expect(await web.conversations.close({ channel: id })).toMatchObject({ already_closed: true });
  const ada = await twin.user('ada');
  const group = await web.conversations.open({ users: `${ben},${ada}`, return_im: true });
  expect(group.channel).toMatchObject({ is_mpim: true });
  const { channels = [] } = await web.users.conversations({ types: 'im,mpim' });
  expect(channels.map((channel) => channel.id)).toEqual([group.channel?.id]);
});

test('reactions, pins and bookmarks', async () => {
  const { web } = twin;
  const { ts = '' } = await web.chat.postMessage({ channel: random, text: 'React to me' });
  const item = { channel: random, timestamp: ts };
  await web.reactions.add({ ...item, name: 'thumbsup' });
  expect(await refusal(web.reactions.add({ ...item, name: 'thumbsup' }))).toBe('already_reacted');
  expect(await refusal(web.reactions.add({ ...item, name: 'no_such_emoji' }))).toBe('invalid_name');
  const got = await web.reactions.get(item);
  expect(got).toMatchObject({ type: 'message', message: { reactions: [{ name: 'thumbsup', count: 1 }] } });
  expect((await web.reactions.list({})).items).toHaveLength(1);
  await web.reactions.remove({ ...item, name: 'thumbsup' });
  expect(await refusal(web.reactions.remove({ ...item, name: 'thumbsup' }))).toBe('no_reaction');
  await web.pins.add(item);
  expect(await refusal(web.pins.add(item))).toBe('already_pinned');
  expect((await web.pins.list({ channel: random })).items).toMatchObject([
    { type: 'message', message: { ts, pinned_to: [random] } },
  ]);
  await web.pins.remove(item);
  const { bookmark } = await web.bookmarks.add({
    channel_id: random,
    title: 'Docs',
    type: 'link',
    link: 'https://example.com/docs',
  });
  await web.bookmarks.edit({ channel_id: random, bookmark_id: bookmark?.id ?? '', title: 'The docs', emoji: ':books:' });
  expect((await web.bookmarks.list({ channel_id: random })).bookmarks).toMatchObject([{ title: 'The docs', emoji: ':books:' }]);
  await web.bookmarks.remove({ channel_id: random, bookmark_id: bookmark?.id ?? '' });
});

test('people: list, look up, presence', async () => {
  const { web } = twin;
  const { members = [] } = await web.users.list({});
  expect(members.map(({ name }) => name).sort()).toEqual(['ada', 'assistant', 'ben']);
  expect((await web.users.info({ user: ben })).user).toMatchObject({
    id: ben,
    real_name: 'Ben Ortiz',
    profile: { email: 'ben@acme.test' },
  });
  expect((await web.users.lookupByEmail({ email: 'BEN@acme.test' })).user?.id).toBe(ben);
  expect(await refusal(web.users.lookupByEmail({ email: 'x@y.z' }))).toBe('users_not_found');
  expect((await web.users.getPresence({ user: ben })).presence).toBe('active');
  await web.users.setPresence({ presence: 'away' });
  expect((await web.users.getPresence({})).presence).toBe('away');
  expect(Object.keys((await web.dnd.teamInfo({ users: ben })).users ?? {})).toEqual([ben]);
});

test('user groups', async () => {
  const { web } = twin;
  const { usergroup } = await web.usergroups.create({ name: 'Support', handle: 'support' });
  const id = usergroup?.id ?? '';
  expect(await refusal(web.usergroups.create({ name: 'Other', handle: 'support' }))).toBe('handle_already_exists');
  await web.usergroups.users.update({ usergroup: id, users: ben });
  expect((await web.usergroups.users.list({ usergroup: id })).users).toEqual([ben]);
  await web.usergroups.update({ usergroup: id, description: 'Helps' });
  await web.usergroups.disable({ usergroup: id });
  expect((await web.usergroups.list({})).usergroups).toEqual([]);
  await web.usergroups.enable({ usergroup: id });
  const { usergroups } = await web.usergroups.list({ include_users: true, include_count: true });
  expect(usergroups).toMatchObject([{ handle: 'support', description: 'Helps', users: [ben] }]);
});

test('a file is uploaded in three steps, found, downloaded and deleted', async () => {
  const { web } = twin;
  const uploaded = await web.filesUploadV2({
    channel_id: random,
    filename: 'report.csv',
    content: 'a,b\n1,2 & 3\n',
    title: 'Report',
    initial_comment: 'Here',
  });
  const file = (uploaded as unknown as { files: { files: { id: string }[] }[] }).files[0]?.files[0];
  const id = file?.id ?? '';
  const info = await web.files.info({ file: id });
  expect(info.file).toMatchObject({ name: 'report.csv', title: 'Report', size: 12, filetype: 'csv', channels: [random] });
  const download = await fetch(info.file?.url_private ?? '', { headers: { authorization: `Bearer ${twin.token}` } });
  expect(await download.text()).toBe('a,b\n1,2 & 3\n');
  expect(download.headers.get('content-type')).toBe('text/csv');
  const bytes = Buffer.from([0, 255, 13, 10, 1]);
  const binary = await web.filesUploadV2({ channel_id: random, filename: 'x.png', file: bytes });
  const second = (binary as unknown as { files: { files: { id: string; url_private: string }[] }[] }).files[0]?.files[0];
  const again = await fetch(second?.url_private ?? '', { headers: { authorization: `Bearer ${twin.token}` } });
  expect(Buffer.from(await again.arrayBuffer())).toEqual(bytes);
  expect((await web.files.list({ channel: random })).files?.map(({ name }) => name)).toEqual(['x.png', 'report.csv']);
  expect((await web.files.list({ types: 'images' })).files?.map(({ name }) => name)).toEqual(['x.png']);
  const { messages = [] } = await web.conversations.history({ channel: random });
  expect(messages.find(({ text }) => text === 'Here')).toMatchObject({ files: [{ id }] });
  await web.files.revokePublicURL({ file: id });
  await web.files.delete({ file: id });
  expect(await refusal(web.files.info({ file: id }))).toBe('file_not_found');
});

test("what takes a person's token: profile, quiet hours, stars, reminders, public links, unarchiving", async () => {
  const { web } = person;
  const [room, other] = await Promise.all([person.channel('random'), person.user('ben')]);
  const set = await web.users.profile.set({ profile: { status_text: 'Busy', status_emoji: ':books:' } });
  expect(set.profile).toMatchObject({ status_text: 'Busy', status_emoji: ':books:' });
  expect((await web.users.profile.get({})).profile).toMatchObject({ status_text: 'Busy' });
  expect(await refusal(web.users.profile.set({ user: other, profile: { title: 'Boss' } }))).toBe('not_admin');
  expect(await web.dnd.setSnooze({ num_minutes: 5 })).toMatchObject({ snooze_enabled: true });
  expect(await web.dnd.info({})).toMatchObject({ snooze_enabled: true });
  await web.dnd.endSnooze();
  expect(await refusal(web.dnd.endDnd())).toBe('not_in_dnd');
  expect((await web.users.identity({})).user).toMatchObject({ name: 'Cleo' });
  const { ts = '' } = await web.chat.postMessage({ channel: room, text: 'Keep me' });
  await web.stars.add({ channel: room, timestamp: ts });
  expect((await web.stars.list({})).items).toMatchObject([{ type: 'message', message: { ts } }]);
  await web.stars.remove({ channel: room, timestamp: ts });
  expect(await refusal(web.stars.remove({ channel: room, timestamp: ts }))).toBe('not_starred');
  const { reminder } = await web.reminders.add({ text: 'Tea', time: 'in 5 minutes' });
  await web.reminders.info({ reminder: reminder?.id ?? '' });
  await web.reminders.complete({ reminder: reminder?.id ?? '' });
  expect((await web.reminders.list()).reminders).toMatchObject([{ text: 'Tea', complete_ts: expect.any(Number) }]);
  await web.reminders.delete({ reminder: reminder?.id ?? '' });
  const uploaded = await web.filesUploadV2({ channel_id: room, filename: 'report.csv', content: 'a' });
  const id = (uploaded as unknown as { files: { files: { id: string }[] }[] }).files[0]?.files[0]?.id ?? '';
  expect((await web.search.files({ query: 'report' })).files?.matches).toMatchObject([{ id }]);
  await web.files.sharedPublicURL({ file: id });
  await web.files.revokePublicURL({ file: id });
  await web.conversations.archive({ channel: room });
  await web.conversations.unarchive({ channel: room });
});

test('search finds words, places and people', async () => {
  const { web } = person;
  const found = await web.search.messages({ query: 'checkout in:#general from:@ben' });
  expect(found.messages).toMatchObject({ total: 1, matches: [{ username: 'ben', channel: { name: 'general' } }] });
  expect((await web.search.messages({ query: 'checkout in:#random' })).messages?.total).toBe(0);
  expect((await web.search.messages({ query: '"payment provider" -ben has:link' })).messages?.total).toBe(0);
  expect((await web.search.all({ query: 'outage' })).messages?.total).toBe(1);
  expect(await refusal(web.search.messages({ query: ' ' }))).toBe('no_query');
});

test('workspace, emoji, bots and canvases', async () => {
  const { web } = twin;
  expect((await web.team.info({})).team).toMatchObject({ name: 'Acme', domain: 'acme' });
  expect((await web.team.billing.info({})).plan).toBe('std');
  await web.team.preferences.list();
  await web.team.profile.get({});
  await web.emoji.list({});
  const { bot_id = '' } = await web.auth.test();
  expect((await web.bots.info({ bot: bot_id })).bot).toMatchObject({ id: bot_id, name: 'Assistant' });
  const { canvas_id = '' } = await web.canvases.create({
    title: 'Plan',
    document_content: { type: 'markdown', markdown: '# Plan\n\nFirst' },
  });
  const criteria = { section_types: ['h1'] as ['h1'] };
  const { sections = [] } = await web.canvases.sections.lookup({ canvas_id, criteria });
  expect(sections).toHaveLength(1);
  const change = {
    operation: 'insert_after' as const,
    section_id: sections[0]?.id ?? '',
    document_content: { type: 'markdown' as const, markdown: 'Zeroth' },
  };
  await web.canvases.edit({ canvas_id, changes: [change] });
  await web.canvases.access.set({ canvas_id, access_level: 'read', user_ids: [ben] });
  await web.canvases.access.delete({ canvas_id, user_ids: [ben] });
  expect((await twin.state()).canvases[0].sections.map(({ markdown }: { markdown: string }) => markdown)).toEqual([
    '# Plan',
    'Zeroth',
    'First',
  ]);
  await web.canvases.delete({ canvas_id });
});

describe('views', () => {
  const plain = (text: string) => ({ type: 'plain_text' as const, text });
  const modal = (title = 'Title') => ({
    type: 'modal' as const,
    title: plain(title),
    blocks: [{ type: 'section' as const, text: plain('Text') }],
  });

  test('a modal opens once a trigger, is pushed on, updated and guarded by its hash', async () => {
    const { web } = twin;
    const { view } = await web.views.open({ trigger_id: '1.1.aa', view: modal() });
    expect(view).toMatchObject({
      type: 'modal',
      root_view_id: view?.id,
      blocks: [{ type: 'section', block_id: expect.any(String) }],
    });
    expect(await refusal(web.views.open({ trigger_id: '1.1.aa', view: modal() }))).toBe('exchanged_trigger_id');
    expect(await refusal(web.views.open({ trigger_id: 'x', view: modal() }))).toBe('invalid_trigger_id');
    const pushed = await web.views.push({ trigger_id: '1.1.ab', view: modal('Next') });
    expect(pushed.view).toMatchObject({ previous_view_id: view?.id, root_view_id: view?.id });
    await web.views.update({ view_id: view?.id ?? '', hash: view?.hash ?? '', view: modal('New') });
    expect(await refusal(web.views.update({ view_id: view?.id ?? '', hash: 'old', view: modal('New') }))).toBe('hash_conflict');
    const long = modal('A title of more than 24 letters');
    expect(await refusal(web.views.open({ trigger_id: '1.1.ac', view: long }))).toBe('invalid_arguments');
  });

  test('a home tab is published', async () => {
    const home = { type: 'home' as const, blocks: [{ type: 'divider' as const }] };
    const { view } = await twin.web.views.publish({ user_id: ben, view: home });
    expect(view).toMatchObject({ type: 'home', blocks: [{ type: 'divider' }] });
  });
});
