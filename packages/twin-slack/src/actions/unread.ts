import { type Message, membershipKey, type SlackContext } from '../world.ts';
import { isSystem } from './messages.ts';
import { viewerOf } from './people.ts';

type Reader = Pick<SlackContext, 'world'>;

/** Messages looked at in one piece. */
const CHUNK = 50;

export interface ReadState {
  /** The newest message that the viewer has seen: what was marked, or their own last word, as who writes has read. */
  last_read: string;
  unread: readonly Readonly<Message>[];
  /** Those of them that people and apps wrote. */
  display: number;
}

/** How far the viewer has read in a channel that they are in; it costs what is unread. */
export function readState(context: Reader, channelId: string): ReadState | undefined {
  const viewer = viewerOf(context);
  const membership = context.world.memberships.get(membershipKey(channelId, viewer.id));
  if (!membership) return undefined;
  const unread: Readonly<Message>[] = [];
  let last_read = membership.last_read;
  for (const message of newestFirst(context, channelId)) {
    if (message.ts <= last_read) break;
    if (message.user_id === viewer.id && !isSystem(message)) {
      last_read = message.ts;
      break;
    }
    unread.push(message);
  }
  return { last_read, unread, display: unread.filter((message) => !isSystem(message)).length };
}

function* newestFirst({ world }: Reader, channelId: string): Generator<Readonly<Message>> {
  const { timeline } = world.messages.by;
  for (let offset = 0, page = timeline.page(channelId, { limit: CHUNK, reverse: true }); page.length > 0; ) {
    yield* page;
    offset += page.length;
    page = timeline.page(channelId, { offset, limit: CHUNK, reverse: true });
  }
}
