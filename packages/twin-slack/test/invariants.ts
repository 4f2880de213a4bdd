import type { SlackState } from '../src/world.ts';

const twice = (names: readonly string[]): boolean => new Set(names).size !== names.length;

/** Threads: each reply has its parent, which counts it and names who wrote. */
function* threads({ messages }: SlackState): Generator<string> {
  const keys = new Set(messages.map(({ channel_id, ts }) => `${channel_id}/${ts}`));
  const repliesOf = Map.groupBy(messages, ({ channel_id, thread_ts }) => `${channel_id}/${thread_ts}`);
  for (const { channel_id, ts, thread_ts, reply_count, latest_reply, reply_user_ids } of messages) {
    if (thread_ts === null) continue;
    if (!keys.has(`${channel_id}/${thread_ts}`)) yield `reply ${ts} has no parent`;
    if (thread_ts !== ts) continue;
    const replies = (repliesOf.get(`${channel_id}/${ts}`) ?? []).filter((one) => one.ts !== ts);
    const last =
      replies
        .map((one) => one.ts)
        .toSorted()
        .at(-1) ?? null;
    if (reply_count !== replies.length || latest_reply !== last) yield `thread ${ts} counts ${reply_count} until ${latest_reply}`;
    const people = [...new Set(replies.map(({ user_id }) => user_id))].toSorted();
    if (String(reply_user_ids.toSorted()) !== String(people)) yield `thread ${ts} names ${reply_user_ids}`;
  }
}

/** What can't be in a workspace. */
export function* workspaceFaults(state: SlackState): Generator<string> {
  const keys = state.messages.map(({ channel_id, ts }) => `${channel_id}/${ts}`);
  if (twice(keys)) yield 'two messages of a channel have one timestamp';
  const [channels, users] = [new Set(state.channels.map(({ id }) => id)), new Set(state.users.map(({ id }) => id))];
  if (twice(state.channels.flatMap(({ name }) => (name === '' ? [] : [name])))) yield 'two channels have one name';
  const known = new Set(keys);
  for (const { ts, channel_id, reactions } of state.messages) {
    if (!channels.has(channel_id)) yield `message ${ts} is in no channel`;
    for (const { name, user_ids } of reactions)
      if (user_ids.length === 0 || twice(user_ids)) yield `reaction ${name} of ${ts} is by ${user_ids}`;
  }
  for (const { channel_id, ts } of state.pins) if (!known.has(`${channel_id}/${ts}`)) yield `pin ${ts} is on nothing`;
  for (const { channel_id, user_id } of state.memberships)
    if (!channels.has(channel_id) || !users.has(user_id)) yield `${user_id} is a member of ${channel_id}`;
  yield* threads(state);
}
