import { z } from 'zod';
import { readingTarget } from '../actions/channel-access.ts';
import { createDraft, discardDraft } from '../actions/drafts.ts';
import { threadReplies, timelinePage } from '../actions/history.ts';
import { postMessage } from '../actions/messages.ts';
import { displayNameOf, getUser } from '../actions/people.ts';
import { ensureReaction, getReactions } from '../actions/reactions.ts';
import { scheduleMessage } from '../actions/scheduled.ts';
import { permalinkOf, renderMessages, withPermalink } from '../render/messages.ts';
import { renderScheduled } from '../render/others.ts';
import type { Message, SlackContext } from '../world.ts';
import { isConcise, limit, pick, responseFormat, tool } from './tool.ts';

const CONCISE = ['user', 'text', 'ts', 'thread_ts'];

const shown = (context: SlackContext, messages: readonly Readonly<Message>[], format: string | undefined): unknown[] => {
  const rendered = renderMessages(context, messages);
  return isConcise(format)
    ? rendered.map((one) => pick(one.toJSON() as Record<string, unknown>, CONCISE))
    : rendered.map((one) => one.toJSON());
};

const range = {
  limit: limit.optional().describe('How many messages, at most; 100 by default'),
  cursor: z.string().optional().describe('Where the next page begins: next_cursor of the answer before'),
  latest: z.string().optional().describe('End of the time range, as a timestamp'),
  oldest: z.string().optional().describe('Start of the time range, as a timestamp'),
  response_format: responseFormat,
};

const writing = [
  tool({
    name: 'slack_send_message',
    title: 'Send message',
    description: 'Sends a message to a channel or, by their id, to a person. The message is Markdown.',
    mutates: true,
    input: z.object({
      channel_id: z.string().describe('The channel, or the user to write to'),
      message: z.string().describe('What to say'),
      thread_ts: z.string().optional().describe('The ts of a message, to answer in its thread'),
      reply_broadcast: z.boolean().optional().describe('Show the answer in the channel too'),
      draft_id: z.string().optional().describe('A draft to take away once the message is sent'),
      unfurl_app_links: z.boolean().optional().describe('Link previews by installed apps; the twin has none'),
    }),
    handle(context, { channel_id, message: markdown_text, thread_ts, reply_broadcast, draft_id, unfurl_app_links }) {
      if (unfurl_app_links !== undefined) context.ignore(['unfurl_app_links']);
      const message = postMessage(context, { channel: channel_id, markdown_text, thread_ts, reply_broadcast });
      if (draft_id) discardDraft(context, draft_id);
      const context_ = { message_ts: message.ts, channel_id: message.channel_id };
      return { message_link: permalinkOf(context, message), message_context: context_ };
    },
  }),
  tool({
    name: 'slack_schedule_message',
    title: 'Schedule message',
    description: 'Sends a message later: 2 minutes to 120 days from now.',
    mutates: true,
    input: z.object({
      channel_id: z.string().describe('The channel to write to'),
      message: z.string().describe('What to say, as Markdown'),
      post_at: z.number().int().describe('When, in seconds since 1970'),
      thread_ts: z.string().optional().describe('The ts of a message, to answer in its thread'),
      reply_broadcast: z.boolean().optional().describe('Show the answer in the channel too'),
    }),
    handle: (context, { channel_id, message: markdown_text, ...input }) =>
      renderScheduled(scheduleMessage(context, { channel: channel_id, markdown_text, ...input })),
  }),
  tool({
    name: 'slack_send_message_draft',
    title: 'Create a draft message',
    description: 'Keeps a message as a draft without sending it.',
    mutates: true,
    input: z.object({
      channel_id: z.string().describe('The channel the draft is for'),
      message: z.string().describe('What to say, as Markdown'),
      thread_ts: z.string().optional().describe('The ts of a message, to answer in its thread'),
    }),
    handle(context, { channel_id, message, thread_ts }) {
      const draft = createDraft(context, { channel: channel_id, text: message, thread_ts });
      return {
        draft_id: draft.id,
        channel_id: draft.channel_id,
        channel_link: context.links.to(`/archives/${draft.channel_id}`),
      };
    },
  }),
  tool({
    name: 'slack_add_reaction',
    title: 'Add a reaction to a message',
    description: 'Adds an emoji reaction to a message. One that is there already is no fault.',
    mutates: true,
    input: z.object({
      channel_id: z.string().describe('The channel of the message'),
      message_ts: z.string().describe('The ts of the message'),
      emoji: z.string().describe('The name of the emoji, without colons'),
    }),
    handle(context, { channel_id, message_ts, emoji }) {
      ensureReaction(context, { channel: channel_id, timestamp: message_ts }, emoji);
      return { ok: true };
    },
  }),
];

const reading = [
  tool({
    name: 'slack_read_channel',
    title: 'Read channel messages',
    description: 'Reads the messages of a channel, newest first. A user id reads the direct messages with them.',
    mutates: false,
    input: z.object({ channel_id: z.string().describe('The channel, or the user'), ...range }),
    handle(context, { channel_id, response_format, ...input }) {
      const channel = readingTarget(context, channel_id);
      const page = timelinePage(context, channel, { channel: channel.id, ...input, inclusive: true });
      return { messages: shown(context, page.messages, response_format), has_more: page.has_more, next_cursor: page.next_cursor };
    },
  }),
  tool({
    name: 'slack_read_thread',
    title: 'Read thread messages',
    description: 'Reads a thread: its first message and the answers, oldest first.',
    mutates: false,
    input: z.object({
      channel_id: z.string().describe('The channel of the thread'),
      message_ts: z.string().describe('The ts of its first message'),
      ...range,
    }),
    handle(context, { channel_id, message_ts, response_format, limit: size = 100, ...input }) {
      const page = threadReplies(context, { channel: channel_id, ts: message_ts, ...input, limit: size, inclusive: true });
      return { messages: shown(context, page.messages, response_format), has_more: page.has_more, next_cursor: page.next_cursor };
    },
  }),
  tool({
    name: 'slack_get_reactions',
    title: 'Get reactions on a message',
    description: 'Reads the reactions on a message with the people who gave them.',
    mutates: false,
    input: z.object({
      channel_id: z.string().describe('The channel of the message'),
      message_ts: z.string().describe('The ts of the message'),
    }),
    handle(context, { channel_id, message_ts }) {
      const message = getReactions(context, { channel: channel_id, timestamp: message_ts });
      const named = (id: string) => ({ id, name: displayNameOf(getUser(context, id)) });
      const reactions = message.reactions.map(({ name, user_ids }) => ({
        name,
        count: user_ids.length,
        users: user_ids.map(named),
      }));
      const { permalink } = withPermalink(context, message);
      return { channel_id, message_ts, permalink, reactions };
    },
  }),
];

export const messageTools = [...writing, ...reading];
