import { getChannel } from '../actions/channel-access.ts';
import { discardDraft } from '../actions/drafts.ts';
import {
  blankMessage,
  deleteMessage,
  getMessage,
  postEphemeral,
  postMeMessage,
  postMessage,
  updateMessage,
} from '../actions/messages.ts';
import { deleteScheduled, listScheduled, scheduleMessage } from '../actions/scheduled.ts';
import { Unsupported } from '../errors.ts';
import { messageFields, permalinkOf } from '../render/messages.ts';
import { renderScheduled } from '../render/others.ts';
import { anything, count, flag, jsonObjects, text } from './arguments.ts';
import { nextCursor, operation } from './operation.ts';

/** Who posts is the token's own, and there are no previews of links. */
const HABITS = ['as_user', 'unfurl_links', 'unfurl_media'];
const AS_USER = ['as_user'];

const content = {
  text: text.optional(),
  markdown_text: text.optional(),
  blocks: anything,
  attachments: jsonObjects.optional(),
  metadata: anything,
  parse: text.optional(),
  link_names: flag.optional(),
};
const appearance = { username: text.optional(), icon_emoji: text.optional(), icon_url: text.optional() };
const thread = { thread_ts: text.optional(), reply_broadcast: flag.optional() };

export const chatMethods = [
  ...operation({
    name: 'chat.postMessage',
    action: 'slack_send_message',
    mutates: true,
    ignored: HABITS,
    args: { channel: text, ...content, ...appearance, ...thread, mrkdwn: flag.optional(), draft_id: text.optional() },
    handle(context, { draft_id, mrkdwn, ...input }) {
      if (mrkdwn === false) throw new Unsupported('`mrkdwn: false`');
      const message = postMessage(context, input);
      if (draft_id) discardDraft(context, draft_id);
      return { channel: message.channel_id, ts: message.ts, message: messageFields(context, message) };
    },
  }),
  ...operation({
    name: 'chat.meMessage',
    mutates: true,
    args: { channel: text, text },
    handle(context, input) {
      const { channel_id, ts } = postMeMessage(context, input.channel, input.text);
      return { channel: channel_id, ts };
    },
  }),
  ...operation({
    name: 'chat.postEphemeral',
    mutates: true,
    ignored: AS_USER,
    args: { channel: text, user: text, ...content, ...appearance, thread_ts: text.optional() },
    handle(context, { metadata, ...input }) {
      // The page takes entities there, which the twin has none of.
      if (metadata !== undefined) throw new Unsupported('`metadata` of ephemeral messages');
      return { message_ts: postEphemeral(context, input).ts };
    },
  }),
  ...operation({
    name: 'chat.update',
    mutates: true,
    ignored: AS_USER,
    args: { channel: text, ts: text, ...content, reply_broadcast: flag.optional() },
    handle(context, input) {
      const message = updateMessage(context, input);
      return { channel: message.channel_id, ts: message.ts, text: message.text, message: messageFields(context, message) };
    },
  }),
  ...operation({
    name: 'chat.delete',
    mutates: true,
    ignored: AS_USER,
    args: { channel: text, ts: text },
    handle(context, { channel, ts }) {
      const message = deleteMessage(context, channel, ts);
      return { channel: message.channel_id, ts: message.ts };
    },
  }),
  ...operation({
    name: 'chat.getPermalink',
    mutates: false,
    args: { channel: text, message_ts: text },
    handle(context, { channel, message_ts }) {
      const message = getMessage(context, getChannel(context, channel).id, message_ts);
      return { channel: message.channel_id, permalink: permalinkOf(context, message) };
    },
  }),
  ...operation({
    name: 'chat.scheduleMessage',
    action: 'slack_schedule_message',
    mutates: true,
    ignored: HABITS,
    args: { channel: text, post_at: count, ...content, ...thread },
    handle(context, input) {
      const { id, channel_id, post_at, date_created: _date, ...said } = scheduleMessage(context, input);
      const shown = messageFields(context, { ...blankMessage, ...said, channel_id, ts: '', thread_ts: null });
      const { ts: _ts, ...message } = shown;
      return { channel: channel_id, scheduled_message_id: id, post_at, message: { ...message, type: 'delayed_message' } };
    },
  }),
  ...operation({
    name: 'chat.scheduledMessages.list',
    mutates: false,
    args: {
      channel: text.optional(),
      cursor: text.optional(),
      limit: count.optional(),
      oldest: text.optional(),
      latest: text.optional(),
    },
    handle(context, input) {
      const { items, next_cursor } = listScheduled(context, input);
      return { scheduled_messages: items.map(renderScheduled), ...nextCursor(next_cursor) };
    },
  }),
  ...operation({
    name: 'chat.deleteScheduledMessage',
    mutates: true,
    ignored: AS_USER,
    args: { channel: text, scheduled_message_id: text },
    handle: (context, { channel, scheduled_message_id }) => deleteScheduled(context, channel, scheduled_message_id),
  }),
];
