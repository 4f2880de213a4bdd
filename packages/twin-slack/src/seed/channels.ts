import { conversationOf, emptyNote } from '../actions/direct-messages.ts';
import { type Channel, NEVER_READ, type Note, newId, type SlackSeedContext, seconds, type User } from '../world.ts';
import { type Accounts, person } from './accounts.ts';
import { loadMessages } from './messages.ts';
import type { ChannelSeed, Seed } from './schema.ts';

/** Channels without a date were made thirty days before the world begins. */
const AGE_MS = 30 * 24 * 60 * 60 * 1000;
const GENERAL = 'general';

const note = (value: string, creator: string, last_set: number): Note =>
  value === '' ? emptyNote : { value, creator, last_set };

/** Everybody that a channel's seed lets speak or react. */
function* mentioned(channel: Pick<ChannelSeed, 'messages'>): Generator<string> {
  for (const message of channel.messages) {
    for (const one of [message, ...message.replies]) {
      if (one.user !== undefined) yield one.user;
      for (const reaction of one.reactions) yield* reaction.users;
    }
  }
}

function membersOf(context: SlackSeedContext, seed: ChannelSeed, { viewer, isViewerMade }: Accounts): readonly Readonly<User>[] {
  const everybody = [...context.world.users.values()].filter((user) => !user.deleted);
  const members = seed.members?.map((reference) => person(context, reference)) ?? everybody;
  return [...new Set([...members, ...(isViewerMade || seed.members === undefined ? [viewer] : [])])];
}

function insertChannel(context: SlackSeedContext, seed: ChannelSeed, creator: Readonly<User>): Readonly<Channel> {
  const { world, ids, now } = context;
  const created_at = seed.created_at ?? now - AGE_MS;
  const created = seconds(created_at);
  const name = seed.name.replace(/^#/, '');
  return world.channels.insert({
    id: seed.id ?? newId(ids, 'C'),
    kind: seed.is_private ? 'private_channel' : 'public_channel',
    name,
    creator: creator.id,
    is_archived: seed.is_archived,
    is_general: seed.is_general ?? name === GENERAL,
    topic: note(seed.topic, creator.id, created),
    purpose: note(seed.purpose, creator.id, created),
    previous_names: [],
    participants: [],
    created,
    updated: created_at,
  });
}

/** Makes the channels with their members, all of them before the first message: messages refer to channels by name. */
export function loadChannels(context: SlackSeedContext, seed: Seed, accounts: Accounts): void {
  const { world } = context;
  for (const channel of seed.channels) for (const reference of mentioned(channel)) person(context, reference);
  for (const conversation of seed.direct_messages)
    for (const reference of [...conversation.users, ...mentioned(conversation)]) person(context, reference);
  const made = seed.channels.map((declared) => {
    const members = membersOf(context, declared, accounts);
    const creator = declared.creator === undefined ? (members[0] ?? accounts.viewer) : person(context, declared.creator);
    const channel = insertChannel(context, declared, creator);
    for (const user of members)
      world.memberships.insert({ channel_id: channel.id, user_id: user.id, last_read: NEVER_READ, is_open: true });
    declared.bookmarks.forEach((bookmark, at) => {
      insertBookmark(context, channel, bookmark, at + 1, creator.id);
    });
    return { channel, messages: declared.messages, author: creator.name };
  });
  for (const declared of seed.direct_messages) {
    const people = declared.users.map((reference) => person(context, reference).id);
    // The viewer's own conversations are what can be seen, so a lone name is a talk with the viewer.
    const participants = people.length === 1 ? [...people, accounts.viewer.id] : people;
    const channel = conversationOf(context, participants, participants[0] as string, declared.id);
    made.push({ channel, messages: declared.messages, author: world.users.get(participants[0] as string)?.name ?? '' });
  }
  for (const { channel, messages, author } of made) loadMessages(context, channel, messages, author);
}

function insertBookmark(
  { world, ids }: SlackSeedContext,
  channel: Readonly<Channel>,
  { title, link, emoji }: ChannelSeed['bookmarks'][number],
  rank: number,
  userId: string,
): void {
  world.bookmarks.insert({
    id: newId(ids, 'Bk'),
    channel_id: channel.id,
    title,
    type: 'link',
    link,
    emoji,
    parent_id: null,
    rank,
    date_created: channel.created,
    date_updated: 0,
    last_updated_by: userId,
  });
}
