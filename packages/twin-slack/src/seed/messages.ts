import { insertMessage } from '../actions/messages.ts';
import { directoryOf } from '../actions/people.ts';
import { nextTimestamp, reserveTimestamp } from '../actions/timestamps.ts';
import { completeBlocks } from '../text/block-kit.ts';
import { normaliseText } from '../text/mrkdwn.ts';
import { richTextBlocks } from '../text/rich-text.ts';
import type { Channel, Message, SlackSeedContext } from '../world.ts';
import { person } from './accounts.ts';
import type { MessageSeed, ReplySeed } from './schema.ts';

/** Messages without a time stand a minute apart, the last one a minute before the world begins. */
const APART_MS = 60_000;

/** Writes a channel's messages in the order they are declared, threads whole. */
export function loadMessages(
  context: SlackSeedContext,
  channel: Readonly<Channel>,
  messages: readonly MessageSeed[],
  fallback: string,
): void {
  const dated = messages.flatMap((message) => [message.ts, ...message.replies.map(({ ts }) => ts)]);
  const total = dated.length;
  let written = 0;
  const timestampFor = (ts: string | undefined): string => {
    written += 1;
    if (ts === undefined) return nextTimestamp(context.ids, channel.id, context.now - (total - written + 1) * APART_MS);
    return ts;
  };
  for (const message of messages) {
    const parent = insertSeedMessage(context, channel, message, timestampFor(message.ts), fallback, {
      subtype: message.subtype ?? (message.username ? 'bot_message' : null),
    });
    for (const reply of message.replies) {
      const broadcast = reply.reply_broadcast;
      insertSeedMessage(context, channel, reply, timestampFor(reply.ts), fallback, {
        thread_ts: parent.ts,
        is_broadcast: broadcast,
        subtype: broadcast ? 'thread_broadcast' : null,
      });
    }
  }
  for (const ts of dated) if (ts !== undefined) reserveTimestamp(context.ids, channel.id, ts);
}

function insertSeedMessage(
  context: SlackSeedContext,
  channel: Readonly<Channel>,
  seed: ReplySeed | MessageSeed,
  ts: string,
  fallback: string,
  more: Partial<Message>,
): Readonly<Message> {
  const { world, ids } = context;
  const author = person(context, seed.user ?? fallback);
  const text = normaliseText(seed.text, directoryOf(world), { linkNames: true });
  const message = insertMessage(context, {
    channel_id: channel.id,
    ts,
    user_id: author.id,
    text,
    blocks: seed.blocks.length > 0 ? completeBlocks(seed.blocks, ids) : richTextBlocks(text, ids),
    attachments: seed.attachments.map((attachment, at) => ({ fallback: attachment.text ?? '', ...attachment, id: at + 1 })),
    username: seed.username ?? null,
    edited: seed.edited ? { user: author.id, ts: `${ts.slice(0, ts.indexOf('.'))}.000000` } : null,
    reactions: seed.reactions.map(({ name, users }) => ({
      name: name.replaceAll(':', ''),
      user_ids: [...new Set(users.map((user) => person(context, user).id))],
    })),
    file_ids: seed.files.map((name) => fileNamed(context, name)),
    ...more,
  });
  if (seed.pinned) world.pins.insert({ channel_id: channel.id, ts, user_id: author.id, created: Math.floor(Number(ts)) });
  return message;
}

/** The file's id, and its mark that it is shared here. */
function fileNamed({ world }: SlackSeedContext, name: string): string {
  const file = [...world.files.values()].find((one) => one.name === name);
  if (!file) throw new Error(`no file is called ${name}`);
  return file.id;
}
