import { InvalidArguments, SlackError } from '../errors.ts';
import { MOST_BOOKMARKS } from '../limits.ts';
import { emojiName, isEmoji } from '../text/emoji.ts';
import { type Bookmark, newId, type SlackContext, seconds } from '../world.ts';
import { getChannel } from './channel-access.ts';
import { viewerOf } from './people.ts';

export interface BookmarkInput {
  channel_id?: string | undefined;
  title?: string | undefined;
  link?: string | undefined;
  emoji?: string | undefined;
}

function channelOf(context: SlackContext, channelId: string | undefined): string {
  if (!channelId) throw new SlackError('channel_not_found');
  return getChannel(context, channelId).id;
}

/** `:emoji:` as it is kept; empty where there is none. */
function checkedEmoji(context: SlackContext, emoji: string | undefined): string {
  if (!emoji) return '';
  if (!isEmoji(context.world, emojiName(emoji))) throw new SlackError('invalid_emoji');
  return `:${emojiName(emoji)}:`;
}

function checkedLink(link: string): string {
  if (!/^(https?|mailto|slack):\S+$/i.test(link) || !URL.canParse(link)) throw new SlackError('invalid_link');
  return link;
}

export function addBookmark(
  context: SlackContext,
  input: BookmarkInput & { type: string; parent_id?: string | undefined },
): Readonly<Bookmark> {
  const { world, ids, now } = context;
  const channel_id = channelOf(context, input.channel_id);
  if (input.type !== 'link') throw new SlackError('invalid_bookmark_type');
  if (!input.title?.trim()) throw new InvalidArguments(['[ERROR] missing required field: title']);
  const own = world.bookmarks.by.channel.page(channel_id);
  if (own.length >= MOST_BOOKMARKS) throw new SlackError('too_many_bookmarks');
  if (input.parent_id) throw new SlackError('invalid_parent_type');
  return world.bookmarks.insert({
    id: newId(ids, 'Bk'),
    channel_id,
    title: input.title,
    type: 'link',
    link: checkedLink(input.link ?? ''),
    emoji: checkedEmoji(context, input.emoji),
    parent_id: null,
    rank: (own.at(-1)?.rank ?? 0) + 1,
    date_created: seconds(now),
    date_updated: 0,
    last_updated_by: viewerOf(context).id,
  });
}

function bookmarkIn(context: SlackContext, channelId: string | undefined, id: string | undefined): Readonly<Bookmark> {
  const channel = channelOf(context, channelId);
  const bookmark = context.world.bookmarks.get(id ?? '');
  if (bookmark?.channel_id !== channel) throw new SlackError('not_found');
  return bookmark;
}

export function editBookmark(
  context: SlackContext,
  input: BookmarkInput & { bookmark_id?: string | undefined },
): Readonly<Bookmark> {
  const bookmark = bookmarkIn(context, input.channel_id, input.bookmark_id);
  return context.world.bookmarks.update(bookmark.id, {
    ...(input.title && { title: input.title }),
    ...(input.link && { link: checkedLink(input.link) }),
    ...(input.emoji !== undefined && { emoji: checkedEmoji(context, input.emoji) }),
    date_updated: seconds(context.now),
    last_updated_by: viewerOf(context).id,
  });
}

export function removeBookmark(context: SlackContext, channelId: string | undefined, id: string | undefined): void {
  context.world.bookmarks.remove(bookmarkIn(context, channelId, id).id);
}

export const listBookmarks = (context: SlackContext, channelId: string | undefined): readonly Readonly<Bookmark>[] =>
  context.world.bookmarks.by.channel.page(channelOf(context, channelId));
