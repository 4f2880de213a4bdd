import { RawJson } from '@svc/twin-kit';
import { getChannel } from '../actions/channel-access.ts';
import { listChannels, listMembers } from '../actions/channel-lists.ts';
import {
  archiveChannel,
  closeDirectMessage,
  createChannel,
  inviteUsers,
  joinChannel,
  kickUser,
  leaveChannel,
  markRead,
  openConversation,
  renameChannel,
  setNote,
  unarchiveChannel,
} from '../actions/conversations.ts';
import { channelHistory, latestMessage, threadReplies } from '../actions/history.ts';
import { readState } from '../actions/unread.ts';
import { renderChannelDetail, renderListedChannel } from '../render/channels.ts';
import { messageFields, renderMessage, renderMessages } from '../render/messages.ts';
import type { Channel, Message, SlackContext } from '../world.ts';
import { count, flag, names, text } from './arguments.ts';
import { nextCursor, operation } from './operation.ts';

const paging = { cursor: text.optional(), limit: count.optional() };
const range = {
  ...paging,
  oldest: text.optional(),
  latest: text.optional(),
  inclusive: flag.optional(),
  include_all_metadata: flag.optional(),
};

/** Messages with the metadata of each only where it is asked for. */
const shownMessages = (context: SlackContext, messages: readonly Readonly<Message>[], metadata: boolean | undefined) =>
  renderMessages(context, messages).map((shown, at) => {
    const message = messages[at] as Readonly<Message>;
    return metadata || message.metadata === null ? shown : RawJson.of(messageFields(context, { ...message, metadata: null }));
  });

/** A channel as the calls that changed it show it. */
const detail = (context: SlackContext, channel: Readonly<Channel>): { channel: Record<string, unknown> } => ({
  channel: renderChannelDetail(context, context.world.channels.get(channel.id) ?? channel),
});

/** What was said last in a conversation, and how much of it is unread. */
function unread(context: SlackContext, channel: Readonly<Channel>): Record<string, unknown> {
  const latest = latestMessage(context, channel.id);
  const state = readState(context, channel.id);
  return {
    latest: latest ? renderMessage(context, latest) : null,
    unread_count: state?.unread.length ?? 0,
    unread_count_display: state?.display ?? 0,
    priority: 0,
  };
}

/** A conversation just made or opened. */
const fresh = (context: SlackContext, channel: Readonly<Channel>): Record<string, unknown> => ({
  ...renderChannelDetail(context, channel),
  ...unread(context, channel),
});

const reading = [
  ...operation({
    name: 'conversations.list',
    mutates: false,
    args: { ...paging, types: names.optional(), exclude_archived: flag.optional() },
    handle(context, input) {
      const { items, next_cursor } = listChannels(context, input);
      return { channels: items.map((channel) => renderListedChannel(context, channel)), ...nextCursor(next_cursor) };
    },
  }),
  ...operation({
    name: 'conversations.info',
    mutates: false,
    args: { channel: text, include_locale: flag.optional(), include_num_members: flag.optional() },
    handle(context, { channel: id, include_locale, include_num_members }) {
      const channel = getChannel(context, id);
      const options = { locale: include_locale, members: include_num_members };
      // The page shows the last message and the counts of direct messages only.
      const talk = channel.participants.length > 0 && unread(context, channel);
      return { channel: { ...renderChannelDetail(context, channel, options), ...talk } };
    },
  }),
  ...operation({
    name: 'conversations.history',
    action: 'slack_read_channel',
    mutates: false,
    args: { channel: text, ...range },
    handle(context, input) {
      const { channel, messages, has_more, next_cursor } = channelHistory(context, input);
      return {
        messages: shownMessages(context, messages, input.include_all_metadata),
        has_more,
        pin_count: context.world.pins.by.channel.count(channel.id),
        channel_actions_ts: null,
        channel_actions_count: 0,
        ...(has_more && nextCursor(next_cursor)),
      };
    },
  }),
  ...operation({
    name: 'conversations.replies',
    action: 'slack_read_thread',
    mutates: false,
    args: { channel: text, ts: text, ...range },
    codes: { not_in_channel: 'channel_not_found' },
    handle(context, input) {
      const { messages, has_more, next_cursor } = threadReplies(context, input);
      const shown = shownMessages(context, messages, input.include_all_metadata);
      return { messages: shown, has_more, ...(has_more && nextCursor(next_cursor)) };
    },
  }),
  ...operation({
    name: 'conversations.members',
    action: 'slack_list_channel_members',
    mutates: false,
    args: { channel: text, ...paging },
    handle(context, input) {
      const { items, next_cursor } = listMembers(context, input);
      return { members: items.map(({ user_id }) => user_id), ...nextCursor(next_cursor) };
    },
  }),
];

const changing = [
  ...operation({
    name: 'conversations.create',
    action: 'slack_create_conversation',
    mutates: true,
    args: { name: text, is_private: flag.optional() },
    handle: (context, input) => ({ channel: fresh(context, createChannel(context, input)) }),
  }),
  ...operation({
    name: 'conversations.rename',
    mutates: true,
    args: { channel: text, name: text },
    handle: (context, { channel, name }) => detail(context, renameChannel(context, channel, name)),
  }),
  ...operation({
    name: 'conversations.setTopic',
    mutates: true,
    args: { channel: text, topic: text },
    handle: (context, { channel, topic }) => detail(context, setNote(context, channel, 'topic', topic)),
  }),
  ...operation({
    name: 'conversations.setPurpose',
    mutates: true,
    args: { channel: text, purpose: text },
    handle: (context, { channel, purpose }) => detail(context, setNote(context, channel, 'purpose', purpose)),
  }),
  ...operation({
    name: 'conversations.archive',
    mutates: true,
    args: { channel: text },
    handle: (context, { channel }) => archiveChannel(context, channel),
  }),
  ...operation({
    name: 'conversations.unarchive',
    mutates: true,
    args: { channel: text },
    handle: (context, { channel }) => unarchiveChannel(context, channel),
  }),
];

const ALREADY_IN = { warning: 'already_in_channel', response_metadata: { warnings: ['already_in_channel'] } };

const membership = [
  ...operation({
    name: 'conversations.join',
    mutates: true,
    args: { channel: text },
    handle(context, input) {
      const { channel, joined } = joinChannel(context, input.channel);
      return { ...detail(context, channel), ...(!joined && ALREADY_IN) };
    },
  }),
  ...operation({
    name: 'conversations.leave',
    mutates: true,
    args: { channel: text },
    handle: (context, { channel }) => (leaveChannel(context, channel) ? {} : { ok: false, not_in_channel: true }),
  }),
  ...operation({
    name: 'conversations.invite',
    mutates: true,
    args: { channel: text, users: names, force: flag.optional() },
    handle(context, input) {
      const { channel, errors } = inviteUsers(context, input.channel, input.users, input.force === true);
      return { ...detail(context, channel), ...(errors.length > 0 && { errors }) };
    },
  }),
  ...operation({
    name: 'conversations.kick',
    mutates: true,
    args: { channel: text, user: text },
    handle: (context, { channel, user }) => kickUser(context, channel, user),
  }),
  ...operation({
    name: 'conversations.mark',
    mutates: true,
    args: { channel: text, ts: text },
    handle: (context, { channel, ts }) => markRead(context, channel, ts),
  }),
  ...operation({
    name: 'conversations.open',
    action: 'slack_create_conversation',
    mutates: true,
    args: { channel: text.optional(), users: names.optional(), return_im: flag.optional(), prevent_creation: flag.optional() },
    handle(context, input) {
      const { channel, alreadyOpen } = openConversation(context, input);
      const shown = input.return_im ? fresh(context, channel) : { id: channel.id };
      return { ...(alreadyOpen && { no_op: true, already_open: true }), channel: shown };
    },
  }),
  ...operation({
    name: 'conversations.close',
    mutates: true,
    args: { channel: text },
    handle: (context, { channel }) => (closeDirectMessage(context, channel) ? {} : { no_op: true, already_closed: true }),
  }),
];

export const conversationMethods = [...reading, ...changing, ...membership];
