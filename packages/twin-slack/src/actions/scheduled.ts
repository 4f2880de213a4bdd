import { SlackError } from '../errors.ts';
import { FURTHEST_SCHEDULE_S, MOST_SCHEDULED_IN_WINDOW, SCHEDULE_WINDOW_S } from '../limits.ts';
import { newId, type Scheduled, type SlackContext, seconds } from '../world.ts';
import { isMember, postingTarget } from './channel-access.ts';
import { composeContent } from './content.ts';
import { insertMessage, type PostInput, requirePosting, threadOf } from './messages.ts';
import { type Page, pageOfList, pageSize } from './paging.ts';
import { viewerOf } from './people.ts';
import { boundTimestamp } from './timestamps.ts';

export function scheduleMessage(context: SlackContext, input: PostInput & { post_at: number }): Readonly<Scheduled> {
  const { world, ids, now } = context;
  const channel = postingTarget(context, input.channel);
  requirePosting(context, channel);
  if (input.post_at <= seconds(now)) throw new SlackError('time_in_past');
  if (input.post_at > seconds(now) + FURTHEST_SCHEDULE_S) throw new SlackError('time_too_far');
  const threadTs = threadOf(context, channel.id, input.thread_ts);
  const content = composeContent(context, input, { refuseLong: true });
  const viewer = viewerOf(context);
  const near = world.scheduled_messages.by.user
    .page(viewer.id)
    .filter((one) => one.channel_id === channel.id && Math.abs(one.post_at - input.post_at) < SCHEDULE_WINDOW_S);
  if (near.length >= MOST_SCHEDULED_IN_WINDOW) throw new SlackError('restricted_too_many');
  return world.scheduled_messages.insert({
    id: newId(ids, 'Q'),
    channel_id: channel.id,
    user_id: viewer.id,
    ...content,
    thread_ts: threadTs,
    is_broadcast: threadTs !== null && input.reply_broadcast === true,
    post_at: input.post_at,
    date_created: seconds(now),
  });
}

export interface ScheduledListInput {
  channel?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
  oldest?: string | undefined;
  latest?: string | undefined;
}

/** The viewer's own, the next one first. */
export function listScheduled(context: SlackContext, input: ScheduledListInput): Page<Readonly<Scheduled>> {
  const { world, now } = context;
  if (input.channel && !world.channels.has(input.channel)) throw new SlackError('invalid_channel');
  const oldest = Number(boundTimestamp(input.oldest ?? '') ?? 0);
  const latest = Number(boundTimestamp(input.latest ?? '') ?? Number.POSITIVE_INFINITY);
  const list = world.scheduled_messages.by.user
    .page(viewerOf(context).id)
    .filter((one) => one.post_at > seconds(now) && one.post_at >= oldest && one.post_at <= latest)
    .filter((one) => !input.channel || one.channel_id === input.channel);
  return pageOfList('scheduled', list, input.cursor, pageSize(input.limit));
}

export function deleteScheduled(context: SlackContext, channelId: string, id: string): void {
  const { world, now } = context;
  const channel = postingTarget(context, channelId);
  const scheduled = world.scheduled_messages.get(id);
  const own = scheduled?.channel_id === channel.id && scheduled.user_id === viewerOf(context).id;
  if (!own || scheduled.post_at <= seconds(now)) throw new SlackError('invalid_scheduled_message_id');
  world.scheduled_messages.remove(id);
}

/**
 * Does `work`, and before it sends what is due: time passes between calls, and only a call that writes can change the world.
 * What was due is then an action beside the call's own, without a name, as no call asked for it here.
 */
export function afterDueMessages<R>(context: SlackContext, tool: string, work: () => R): R {
  const { world, now } = context;
  if (world.scheduled_messages.size === 0) return work();
  const due = [...world.scheduled_messages.values()].filter((one) => one.post_at <= seconds(now));
  if (due.length === 0) return work();
  context.action(null, () => due.forEach((one) => void send(context, one)));
  return context.action(tool, work);
}

function send(
  context: SlackContext,
  { id, post_at: _at, date_created: _created, is_broadcast, thread_ts, ...message }: Readonly<Scheduled>,
): void {
  const { world } = context;
  world.scheduled_messages.remove(id);
  const channel = world.channels.get(message.channel_id);
  if (!channel || channel.is_archived || !isMember(context, channel.id, message.user_id)) return;
  const parent = thread_ts === null ? undefined : world.messages.get(`${channel.id}/${thread_ts}`);
  const thread = parent ? { thread_ts: parent.thread_ts ?? parent.ts, is_broadcast } : {};
  insertMessage(context, { ...message, ...thread, ...(parent && is_broadcast && { subtype: 'thread_broadcast' }) });
}
