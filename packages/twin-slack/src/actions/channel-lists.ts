import { InvalidCursor, SlackError } from '../errors.ts';
import type { Channel, ChannelKind, Membership, SlackContext, User } from '../world.ts';
import { getChannel, isVisible } from './channel-access.ts';
import { countBefore, decodeCursor, encodeCursor, type Page, pageOfIndex, pageSize } from './paging.ts';
import { userOrViewer, viewerOf } from './people.ts';

type Reader = Pick<SlackContext, 'world'>;

export interface ListInput {
  types?: readonly string[] | undefined;
  exclude_archived?: boolean | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

const KINDS: readonly ChannelKind[] = ['public_channel', 'private_channel', 'mpim', 'im'];
/** Records read at a time while a list is filtered. */
const CHUNK = 200;
const CURSOR_KIND = 'channel';

function kindsOf(types: readonly string[] | undefined): readonly ChannelKind[] {
  if (types === undefined || types.length === 0) return ['public_channel'];
  if (types.some((type) => !KINDS.includes(type as ChannelKind))) throw new SlackError('invalid_types');
  return KINDS.filter((kind) => types.includes(kind));
}

/** Where a page begins: a kind and the id of its first channel. */
interface Start {
  kind: ChannelKind;
  id: string;
}

function startOf(kinds: readonly ChannelKind[], cursor: string | undefined): Start | undefined {
  const position = decodeCursor(CURSOR_KIND, cursor);
  if (position === undefined) return undefined;
  const [kind, id] = position.split('/');
  if (!kinds.includes(kind as ChannelKind) || id === undefined) throw new InvalidCursor();
  return { kind: kind as ChannelKind, id };
}

function cut(channels: Iterable<Readonly<Channel>>, size: number): Page<Readonly<Channel>> {
  const items: Readonly<Channel>[] = [];
  for (const channel of channels) {
    if (items.length === size) return { items, next_cursor: encodeCursor(CURSOR_KIND, `${channel.kind}/${channel.id}`) };
    items.push(channel);
  }
  return { items, next_cursor: '' };
}

/** The channels that the viewer can see, kind by kind, in the order of their ids. */
export function listChannels(context: Reader, input: ListInput): Page<Readonly<Channel>> {
  const kinds = kindsOf(input.types);
  const size = pageSize(input.limit, { strict: true });
  const start = startOf(kinds, input.cursor);
  const viewer = viewerOf(context);
  const all = function* (): Generator<Readonly<Channel>> {
    for (const kind of start === undefined ? kinds : kinds.slice(kinds.indexOf(start.kind))) {
      const from = start?.kind === kind ? start.id : '';
      const everybodys = kind === 'public_channel' && !viewer.is_restricted;
      yield* everybodys ? publicChannels(context, from) : channelsOf(context, viewer, [kind], from);
    }
  };
  return cut(kept(all(), input), size);
}

/** The channels that a user is in; of another user's only those that the viewer can see. */
export function userChannels(context: Reader, input: ListInput & { user?: string | undefined }): Page<Readonly<Channel>> {
  const kinds = kindsOf(input.types);
  const size = pageSize(input.limit, { strict: true });
  const start = startOf(kinds, input.cursor);
  const user = userOrViewer(context, input.user);
  const own = user.id === viewerOf(context).id;
  const all = function* (): Generator<Readonly<Channel>> {
    for (const kind of start === undefined ? kinds : kinds.slice(kinds.indexOf(start.kind))) {
      for (const channel of channelsOf(context, user, [kind], start?.kind === kind ? start.id : ''))
        if (own || isVisible(context, channel)) yield channel;
    }
  };
  return cut(kept(all(), input), size);
}

function* kept(channels: Iterable<Readonly<Channel>>, { exclude_archived }: ListInput): Generator<Readonly<Channel>> {
  for (const channel of channels) if (!exclude_archived || !channel.is_archived) yield channel;
}

function* publicChannels({ world }: Reader, from: string): Generator<Readonly<Channel>> {
  const { kind } = world.channels.by;
  let offset = countBefore(kind, 'public_channel', (channel) => channel.id, from);
  for (let page = kind.page('public_channel', { offset, limit: CHUNK }); page.length > 0; ) {
    yield* page;
    offset += page.length;
    page = kind.page('public_channel', { offset, limit: CHUNK });
  }
}

function* channelsOf(
  { world }: Reader,
  user: Readonly<User>,
  kinds: readonly ChannelKind[],
  from: string,
): Generator<Readonly<Channel>> {
  const { user: byUser } = world.memberships.by;
  const idOf = (membership: Readonly<Membership>): string => membership.channel_id;
  for (const membership of byUser.page(user.id, { offset: countBefore(byUser, user.id, idOf, from) })) {
    const channel = world.channels.get(membership.channel_id);
    if (channel && membership.is_open && kinds.includes(channel.kind)) yield channel;
  }
}

export function listMembers(
  context: Reader,
  input: { channel: string; cursor?: string | undefined; limit?: number | undefined },
): Page<Readonly<Membership>> {
  const channel = getChannel(context, input.channel);
  const size = pageSize(input.limit, { strict: true });
  return pageOfIndex('user_id', context.world.memberships.by.channel, channel.id, (one) => one.user_id, input.cursor, size);
}
