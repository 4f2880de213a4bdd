import type { Chance, DirectCall, PlainWorld, Rule, RuleBook, RuledOperation, RuledWorld } from '@svc/twin-kit/testing';

// What the README's table says, once more, on the records of a world alone.

// biome-ignore lint/suspicious/noExplicitAny: records as plain JSON
type Row = any;
type Args = RuledOperation['args'];

const ME = 'U0ME';
const DAY_S = 24 * 60 * 60;
/** The logical clock begins at 2026-01-01T00:00:00Z. */
const BEGIN_S = Date.parse('2026-01-01T00:00:00Z') / 1000;
const CROWDED_AT = BEGIN_S + 10 * DAY_S;
const EMOJI = (
  'eyes heart tada rocket fire bug bulb book bell car cat dog bee apple banana cherries lemon grapes melon peach pear ' +
  'pineapple tomato corn hamburger pizza fries popcorn candy cake coffee tea beer sunny cloud snowflake umbrella star moon ' +
  'airplane bus ambulance anchor boat bike alarm_clock hourglass watch phone computer pencil key'
).split(' ');

const channels = [
  {
    name: 'general',
    id: 'C0GENERAL',
    creator: 'me',
    messages: [{ user: 'ada', text: 'Hello', replies: [{ user: 'me', text: 'Hi' }] }],
  },
  { name: 'own', id: 'C0OWN', creator: 'me', messages: [{ user: 'me', text: 'Mine' }] },
  {
    name: 'others',
    id: 'C0OTHERS',
    creator: 'ada',
    members: ['ada', 'me', 'ben'],
    messages: [
      { user: 'ada', text: 'Reacted to', reactions: EMOJI.slice(0, 22).map((name) => ({ name, users: ['me'] })) },
      { user: 'ada', text: 'Crowded', reactions: EMOJI.slice(0, 49).map((name) => ({ name, users: ['ben'] })) },
    ],
  },
  { name: 'vault', id: 'C0VAULT', is_private: true, creator: 'ada', members: ['ada', 'me', 'ben'] },
  {
    name: 'secret',
    id: 'C0SECRET',
    is_private: true,
    creator: 'ada',
    members: ['ada'],
    messages: [{ user: 'ada', text: 'Psst' }],
  },
  { name: 'alone', id: 'C0ALONE', is_private: true, creator: 'me', members: ['me'] },
  { name: 'attic', id: 'C0ATTIC', is_archived: true, creator: 'me', messages: [{ user: 'me', text: 'Old' }] },
  { name: 'elsewhere', id: 'C0ELSE', creator: 'ada', members: ['ada'], messages: [{ user: 'ada', text: 'There' }] },
];

const seedOf = (viewer: object) => ({
  viewer: 'me',
  users: [
    { name: 'me', id: ME, ...viewer },
    { name: 'ada', id: 'U0ADA' },
    { name: 'ben', id: 'U0BEN' },
  ],
  channels,
  usergroups: [{ name: 'Core', handle: 'core' }],
});

const op = (does: string, args: Args): RuledOperation => ({ does, args });

/** Nearly as many messages as one may schedule for five minutes, and an upload on its way. */
const before: RuledOperation[] = [
  ...Array.from({ length: 28 }, (_, at) =>
    op('chat.scheduleMessage', { channel: 'C0OWN', text: 'Later', post_at: CROWDED_AT + at }),
  ),
  op('files.getUploadURLExternal', { filename: 'a.txt', length: 1 }),
];

const worlds: Record<string, RuledWorld> = Object.fromEntries(
  Object.entries({ member: {}, admin: { is_admin: true }, guest: { is_restricted: true }, bot: { is_bot: true } }).map(
    ([name, viewer]) => [name, { seed: seedOf(viewer), before }],
  ),
);

// What a world says.
const me = (world: PlainWorld): Row => world.users?.find(({ id }) => id === ME);
const isAdmin = (world: PlainWorld): boolean => me(world).is_admin || me(world).is_owner;
const channelOf = (world: PlainWorld, id: string): Row => world.channels?.find((one) => one.id === id);
const isIn = (world: PlainWorld, channel: string, user = ME): boolean =>
  world.memberships?.some((one) => one.channel_id === channel && one.user_id === user) ?? false;
const messageOf = (world: PlainWorld, { channel, ts, timestamp }: Args): Row =>
  world.messages?.find((one) => one.channel_id === channel && one.ts === (ts ?? timestamp));
const isWritten = ({ subtype }: Row): boolean =>
  [null, 'me_message', 'thread_broadcast', 'file_share', 'bot_message'].includes(subtype);

/** Methods that take a channel, by how they name it. */
const namesChannel = ({ does, args }: RuledOperation): boolean =>
  typeof args.channel === 'string' && !does.startsWith('usergroups.');
const POSTS = new Set(['chat.postMessage', 'chat.scheduleMessage', 'chat.meMessage']);
/** Methods whose pages name user tokens only. */
const OF_PEOPLE = ['search.messages', 'reminders.add', 'stars.add', 'users.profile.set', 'dnd.setSnooze', 'reminders.list'];
/** Methods that need their caller to be in the channel, and the channel not to be archived. */
const INSIDE = ['conversations.rename', 'conversations.setTopic', 'conversations.setPurpose', 'conversations.invite'];
const GUESTS: Readonly<Record<string, string>> = {
  'conversations.create': 'restricted_action',
  'conversations.archive': 'restricted_action',
  'conversations.unarchive': 'no_permission',
  'conversations.invite': 'cant_invite',
  'conversations.kick': 'restricted_action',
  'conversations.leave': 'user_is_restricted',
  'conversations.setTopic': 'user_is_restricted',
  'conversations.setPurpose': 'user_is_restricted',
};
const NAMED = new Set(['conversations.create', 'conversations.rename']);

const when = (condition: unknown, code: string): string | undefined => (condition ? code : undefined);

const twice = (list: readonly unknown[]): boolean => new Set(list).size < list.length;

const rules: Record<string, Rule> = {
  'methods of people refuse tokens of bots': {
    forbids: ({ does }, world) => when(OF_PEOPLE.includes(does) && me(world).is_bot, 'not_allowed_token_type'),
  },
  "private channels and conversations are their members'": {
    forbids: (operation, world) =>
      when(
        namesChannel(operation) &&
          channelOf(world, operation.args.channel).kind !== 'public_channel' &&
          !isIn(world, operation.args.channel),
        'channel_not_found',
      ),
    follows({ does, before: world, answer }) {
      if (does !== 'conversations.list') return undefined;
      const foreign = answer.body.channels.filter((one: Row) => one.is_private && !isIn(world, one.id));
      return foreign.length === 0 || `it lists ${foreign.map(({ name }: Row) => name)}`;
    },
  },
  'guests see only channels that they are in': {
    forbids: (operation, world) =>
      when(namesChannel(operation) && me(world).is_restricted && !isIn(world, operation.args.channel), 'channel_not_found'),
    follows({ does, before: world, answer }) {
      if (does !== 'conversations.list' || !me(world).is_restricted) return undefined;
      return answer.body.channels.every(({ id }: Row) => isIn(world, id)) || 'a guest is shown other channels';
    },
  },
  'bots read where they are members': {
    forbids: ({ does, args }, world) =>
      when(
        ['conversations.history', 'conversations.replies'].includes(does) && me(world).is_bot && !isIn(world, args.channel),
        'not_in_channel',
      ),
  },
  "who posts is a member, and the channel isn't archived": {
    forbids({ does, args }, world) {
      if (!POSTS.has(does)) return undefined;
      return (
        when(channelOf(world, args.channel).is_archived, 'is_archived') ?? when(!isIn(world, args.channel), 'not_in_channel')
      );
    },
  },
  "one's own messages are changed; admins delete any": {
    forbids({ does, args }, world) {
      if (does !== 'chat.update' && does !== 'chat.delete') return undefined;
      const message = messageOf(world, args);
      const isOwn = message.user_id === ME && isWritten(message);
      if (does === 'chat.update') return when(!isOwn || channelOf(world, args.channel).is_archived, 'cant_update_message');
      return when(!isOwn && (!isAdmin(world) || message.subtype === 'tombstone'), 'cant_delete_message');
    },
  },
  'channels are renamed by their creator or an admin, #general by an admin': {
    forbids({ does, args }, world) {
      const { creator, is_general } = channelOf(world, args.channel) ?? {};
      return when(does === 'conversations.rename' && !isAdmin(world) && (creator !== ME || is_general), 'not_authorized');
    },
  },
  'people are removed from public channels by creator or admin, from private ones by members': {
    forbids({ does, args }, world) {
      const { creator, kind } = channelOf(world, args.channel) ?? {};
      return when(
        does === 'conversations.kick' && kind === 'public_channel' && creator !== ME && !isAdmin(world),
        'restricted_action',
      );
    },
  },
  '#general is never archived, left, or somebody removed from it': {
    forbids({ does, args }, world) {
      const verb = /^conversations\.(archive|leave|kick)$/.exec(does)?.[1];
      const code = verb === 'kick' ? 'cant_kick_from_general' : `cant_${verb}_general`;
      return when(verb && channelOf(world, args.channel).is_general, code);
    },
    *faults({ channels: all = [] }) {
      for (const { name, is_general, is_archived } of all) if (is_general && is_archived) yield `${name} is archived`;
    },
  },
  "bots don't unarchive": {
    forbids: ({ does }, world) => when(does === 'conversations.unarchive' && me(world).is_bot, 'not_in_channel'),
  },
  "guests don't create, archive, unarchive, invite, remove, leave, or set topics": {
    forbids: ({ does }, world) => (me(world).is_restricted ? GUESTS[does] : undefined),
  },
  "names of channels are unique, among handles of user groups too, and in Slack's form": {
    forbids({ does, args }, world) {
      if (!NAMED.has(does)) return undefined;
      if (args.name === '') return 'invalid_name_required';
      if (args.name.length > 80) return 'invalid_name_maxlength';
      if (/[A-Z .]/.test(args.name)) return 'invalid_name_specials';
      const channels = world.channels?.filter(({ id }) => id !== args.channel).map(({ name }) => name) ?? [];
      const handles = world.usergroups?.map(({ handle }) => handle) ?? [];
      return when([...channels, ...handles].includes(args.name), 'name_taken');
    },
    *faults({ channels: all = [], usergroups = [] }) {
      const names = all.flatMap(({ name }) => (name === '' ? [] : [name]));
      if (twice(names)) yield 'two channels have one name';
      const handles = new Set(usergroups.map(({ handle }) => handle));
      for (const name of names) if (handles.has(name)) yield `a channel and a group are called ${name}`;
      for (const name of names) if (name.length > 80 || /[A-Z .]/.test(name)) yield `a channel is called ${name}`;
    },
  },
  'a reaction once a person and emoji, 23 a person and 50 emoji a message': {
    forbids({ does, args }, world) {
      if (does !== 'reactions.add') return undefined;
      const { reactions } = messageOf(world, args);
      const known = reactions.find(({ name }: Row) => name === args.name);
      if (known?.user_ids.includes(ME)) return 'already_reacted';
      if (!known && reactions.length >= 50) return 'too_many_emoji';
      return when(reactions.filter(({ user_ids }: Row) => user_ids.includes(ME)).length >= 23, 'too_many_reactions');
    },
    *faults({ messages = [] }) {
      for (const { ts, reactions } of messages) {
        if (reactions.length > 50 || twice(reactions.map(({ name }: Row) => name))) yield `${ts} has ${reactions.length} emoji`;
        if (reactions.some(({ user_ids }: Row) => twice(user_ids))) yield `${ts} has one twice`;
        const mine = reactions.filter(({ user_ids }: Row) => user_ids.includes(ME));
        if (mine.length > 23) yield `${ts} has ${mine.length} of one person`;
      }
    },
  },
  'handles of user groups are unique among channels, people and groups': {
    forbids({ does, args }, world) {
      if (!does.startsWith('usergroups.') || args.handle === undefined) return undefined;
      const groups = world.usergroups?.filter(({ id }) => id !== args.usergroup).map(({ handle }) => handle) ?? [];
      const others = [...(world.users ?? []), ...(world.channels ?? [])].map(({ name }) => name);
      return when([...groups, ...others].includes(args.handle), 'handle_already_exists');
    },
    *faults({ usergroups = [] }) {
      if (twice(usergroups.map(({ handle }) => handle))) yield 'two groups have one handle';
    },
  },
  '30 scheduled messages a channel in five minutes, 120 days ahead': {
    forbids({ does, args }, world) {
      if (does !== 'chat.scheduleMessage') return undefined;
      if (args.post_at > BEGIN_S + 120 * DAY_S + 3600) return 'time_too_far';
      const near = world.scheduled_messages?.filter(
        ({ channel_id, post_at }) => channel_id === args.channel && Math.abs(post_at - args.post_at) < 300,
      );
      return when((near?.length ?? 0) >= 30, 'restricted_too_many');
    },
  },
  "an upload is its uploader's until it is completed, and shared once a channel": {
    forbids({ does, args }, world) {
      if (does !== 'files.completeUploadExternal') return undefined;
      const upload = world.uploads?.find(({ id }) => id === args.files[0].id);
      return when(!upload || upload.user_id !== ME || upload.content_base64 === null, 'file_not_found');
    },
    follows({ does, args, after }) {
      if (does !== 'files.completeUploadExternal') return undefined;
      const [{ id }] = args.files;
      const shares = after.messages?.filter(({ file_ids }) => file_ids.includes(id)) ?? [];
      return shares.length === 1 || `the file is shared ${shares.length} times`;
    },
  },
  'a trigger opens one view, three views a stack': {
    forbids({ does, args }, world, past) {
      if (does !== 'views.open' && does !== 'views.push') return undefined;
      const used = past.some((one) => one.does.startsWith('views.') && one.args.trigger_id === args.trigger_id);
      if (used && does === 'views.open') return 'exchanged_trigger_id';
      const top = world.views?.at(-1);
      const stack = world.views?.filter(({ root_view_id }) => root_view_id === top?.root_view_id) ?? [];
      if (does === 'views.push' && stack.length >= 3) return 'push_limit_reached';
      return when(used, 'exchanged_trigger_id');
    },
  },
  'somebody is left in a private channel': {
    forbids({ does, args }, world) {
      const isLast = world.memberships?.filter(({ channel_id }) => channel_id === args.channel).length === 1;
      return when(
        does === 'conversations.leave' && isLast && channelOf(world, args.channel).kind === 'private_channel',
        'last_member',
      );
    },
  },
  "names of user groups are the group's own": {
    forbids: ({ does, args }, world) =>
      when(
        does === 'usergroups.create' && world.usergroups?.some(({ name }) => name.toLowerCase() === args.name.toLowerCase()),
        'name_already_exists',
      ),
  },
  'a star is once on a message': {
    forbids: ({ does, args }, world) =>
      when(
        does === 'stars.add' &&
          world.stars?.some(
            ({ channel_id, ts, user_id }) => channel_id === args.channel && ts === args.timestamp && user_id === ME,
          ),
        'already_starred',
      ),
    *faults({ stars = [] }) {
      if (twice(stars.map(({ user_id, channel_id, ts, file_id }) => [user_id, channel_id, ts, file_id].join())))
        yield 'somebody has one star twice';
    },
  },
  'a message is pinned once, by a member, a hundred a channel': {
    forbids({ does, args }, world) {
      if (does !== 'pins.add') return undefined;
      if (!isIn(world, args.channel)) return 'not_in_channel';
      const pins = world.pins?.filter(({ channel_id }) => channel_id === args.channel) ?? [];
      return when(
        pins.some(({ ts }) => ts === args.timestamp),
        'already_pinned',
      );
    },
    *faults({ pins = [] }) {
      if (twice(pins.map(({ channel_id, ts }) => `${channel_id} ${ts}`))) yield 'a message is pinned twice';
    },
  },
};

/** What isn't between objects: where an operation has nothing to do, or no sense. */
const besides: Record<string, Rule> = {
  'the channel is in the state that is changed': {
    forbids({ does, args }, world) {
      const { is_archived } = channelOf(world, args.channel) ?? {};
      if (does === 'conversations.archive') return when(is_archived, 'already_archived');
      if (does === 'conversations.unarchive') return when(!is_archived, 'not_archived');
      if (does === 'files.completeUploadExternal')
        return when(channelOf(world, args.channel_id).is_archived, 'posting_to_channel_denied');
      return when(
        is_archived && [...INSIDE, 'conversations.join', 'conversations.leave', 'reactions.add'].includes(does),
        'is_archived',
      );
    },
  },
  'the caller is in the channel': {
    forbids({ does, args }, world) {
      const isInside = [...INSIDE, 'conversations.archive', 'conversations.kick'].includes(does);
      if (isInside) return when(!isIn(world, args.channel), 'not_in_channel');
      if (does !== 'files.completeUploadExternal') return undefined;
      const { kind } = channelOf(world, args.channel_id);
      const isHidden = kind !== 'public_channel' || me(world).is_restricted;
      return when(!isIn(world, args.channel_id), isHidden ? 'channel_not_found' : 'not_in_channel');
    },
  },
  'the person is where the operation takes them from, and not where it takes them': {
    forbids({ does, args }, world) {
      if (does === 'conversations.kick') {
        return when(args.user === ME, 'cant_kick_self') ?? when(!isIn(world, args.channel, args.user), 'not_in_channel');
      }
      if (does !== 'conversations.invite') return undefined;
      return when(args.users === ME, 'cant_invite_self') ?? when(isIn(world, args.channel, args.users), 'already_in_channel');
    },
  },
  'the message is one of those that take reactions': {
    forbids: ({ does, args }, world) =>
      when(
        ['reactions.add', 'pins.add'].includes(does) && messageOf(world, args).subtype === 'tombstone',
        does === 'pins.add' ? 'not_pinnable' : 'not_reactable',
      ),
  },
  'a view is pushed onto one': {
    forbids: ({ does }, world) => when(does === 'views.push' && world.views?.length === 0, 'not_found'),
  },
};

const view = { type: 'modal', title: { type: 'plain_text', text: 'T' }, blocks: [] };

const draws: Readonly<Record<string, (chance: Chance, world: PlainWorld, channel: string) => Args>> = {
  'conversations.list': () => ({ types: 'public_channel,private_channel', limit: 1000 }),
  'conversations.history': (_chance, _world, channel) => ({ channel }),
  'conversations.info': (_chance, _world, channel) => ({ channel }),
  'conversations.create': (chance) => ({
    name: chance.of(['fresh', 'own', 'vault', 'Upper', 'two words', 'x'.repeat(81), `c${chance.below(99)}`]),
    is_private: chance.maybe(0.3),
  }),
  'conversations.rename': (chance, _world, channel) => ({
    channel,
    name: chance.of(['renamed', 'own', 'attic', 'Upper', `r${chance.below(99)}`, `r${chance.below(99)}`]),
  }),
  'conversations.archive': (_chance, _world, channel) => ({ channel }),
  'conversations.unarchive': (chance, _world, channel) => ({ channel: chance.of([channel, 'C0ATTIC']) }),
  'conversations.join': (_chance, _world, channel) => ({ channel }),
  'conversations.leave': (chance, _world, channel) => ({ channel: chance.of([channel, channel, 'C0ALONE']) }),
  'conversations.invite': (chance, _world, channel) => ({ channel, users: chance.of(['U0ADA', 'U0BEN', 'U0BEN', ME]) }),
  'conversations.kick': (chance, _world, channel) => ({ channel, user: chance.of(['U0ADA', 'U0BEN', 'U0BEN', ME]) }),
  'conversations.setTopic': (_chance, _world, channel) => ({ channel, topic: 'News' }),
  'conversations.setPurpose': (_chance, _world, channel) => ({ channel, purpose: 'Talk' }),
  'chat.postMessage': (chance, world, channel) => ({
    channel,
    text: 'Words',
    ...(chance.maybe(0.3) && { thread_ts: chance.of(world.messages ?? []).ts }),
  }),
  'chat.meMessage': (_chance, _world, channel) => ({ channel, text: 'waves' }),
  'chat.scheduleMessage': (chance, _world, channel) => ({
    channel: chance.of(['C0OWN', 'C0OWN', channel]),
    text: 'Later',
    post_at: chance.of([CROWDED_AT + 30, CROWDED_AT + 60, CROWDED_AT + 400, BEGIN_S + 119 * DAY_S, BEGIN_S + 121 * DAY_S]),
  }),
  'chat.update': (chance, world) => ({ ...message(chance, world, 'ts'), text: 'Better' }),
  'chat.delete': (chance, world) => message(chance, world, 'ts'),
  'reactions.add': (chance, world) => ({ ...message(chance, world, 'timestamp'), name: chance.of(EMOJI) }),
  'usergroups.create': (chance) => ({
    name: chance.of(['Core', 'core', `Group ${chance.below(5)}`]),
    handle: chance.of(['core', 'ada', 'own', `g${chance.below(5)}`]),
  }),
  'usergroups.update': (chance, world) => ({
    usergroup: chance.of(world.usergroups ?? []).id,
    handle: chance.of(['core', 'ben', 'general', `g${chance.below(5)}`]),
  }),
  'files.getUploadURLExternal': () => ({ filename: 'b.txt', length: 1 }),
  'files/upload': (chance, world) => ({ id: chance.of([...(world.uploads ?? []), { id: 'F0GONE' }]).id }),
  'files.completeUploadExternal': (chance, world, channel) => ({
    files: [{ id: chance.of([...(world.uploads ?? []), ...(world.uploads ?? []), ...(world.files ?? []), { id: 'F0GONE' }]).id }],
    channel_id: channel,
    channels: `${channel},${channel}`,
  }),
  'views.open': (chance) => ({ trigger_id: `1.${chance.below(4)}.a`, view }),
  'views.push': (chance) => ({ trigger_id: `1.${chance.below(4)}.b`, view }),
  'search.messages': () => ({ query: 'words' }),
  'reminders.add': () => ({ text: 'Lunch', time: 'in 5 minutes' }),
  'reminders.list': () => ({}),
  'stars.add': (chance, world) => (chance.maybe(0.6) ? first(world) : message(chance, world, 'timestamp')),
  'pins.add': (chance, world) => message(chance, world, 'timestamp'),
  'users.profile.set': () => ({ profile: { status_text: 'Busy' } }),
  'dnd.setSnooze': () => ({ num_minutes: 5 }),
};

const first = (world: PlainWorld): Args => {
  const { channel_id, ts } = world.messages?.find((one) => one.channel_id === 'C0GENERAL') ?? {};
  return { channel: channel_id, timestamp: ts };
};
const message = (chance: Chance, world: PlainWorld, field: 'ts' | 'timestamp'): Args => {
  const { channel_id, ts } = chance.of(world.messages ?? []);
  return { channel: channel_id, [field]: ts };
};

/** Small sequences have to meet what takes several operations: these are drawn more often. */
const OFTEN = [
  'views.open',
  'views.push',
  'views.push',
  'stars.add',
  'stars.add',
  'usergroups.create',
  'conversations.leave',
  'reactions.add',
  'reactions.add',
  'files/upload',
  'files.completeUploadExternal',
];
const NAMES = [...Object.keys(draws), ...OFTEN];

export const book: RuleBook = {
  worlds,
  draw(chance, world) {
    const does = chance.of(NAMES);
    const proper = world.channels?.filter(({ participants }) => participants.length === 0) ?? [];
    return op(does, (draws[does] as (typeof draws)[string])(chance, world, chance.of(proper).id));
  },
  call({ does, args }): DirectCall {
    if (does !== 'files/upload') return { method: 'POST', path: `/${does}`, body: args };
    return { method: 'POST', path: `/upload/v1/${args.id}`, body: 'x', headers: { 'content-type': 'text/plain' } };
  },
  refusal({ status, body }) {
    if (status >= 400) return `status ${status}`;
    // A code that the method's page lacks stands among the messages.
    return body?.error ? [body.error, ...(body.response_metadata?.messages ?? [])].join(' ') : undefined;
  },
  rules,
  besides: {
    ...besides,
    'bytes are for an upload that was asked for': {
      forbids: ({ does, args }, world) =>
        when(does === 'files/upload' && !world.uploads?.some(({ id }) => id === args.id), 'status'),
    },
  },
};
