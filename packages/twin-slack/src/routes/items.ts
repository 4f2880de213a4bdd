import { addBookmark, editBookmark, listBookmarks, removeBookmark } from '../actions/bookmarks.ts';
import { getMessage } from '../actions/messages.ts';
import { pageOfList } from '../actions/paging.ts';
import { addPin, addStar, listPins, listStars, removePin, removeStar } from '../actions/pins.ts';
import { addReaction, getReactions, listReactions, removeReaction } from '../actions/reactions.ts';
import { DEFAULT_PAGE, LARGEST_PAGE } from '../limits.ts';
import { renderFile } from '../render/files.ts';
import { withPermalink } from '../render/messages.ts';
import { renderBookmark } from '../render/others.ts';
import type { SlackContext, Star } from '../world.ts';
import { count, text } from './arguments.ts';
import { nextCursor, operation } from './operation.ts';

const item = { channel: text.optional(), timestamp: text.optional(), file: text.optional(), file_comment: text.optional() };
const paging = { cursor: text.optional(), limit: count.optional() };

const reactionMethods = [
  ...operation({
    name: 'reactions.add',
    action: 'slack_add_reaction',
    mutates: true,
    args: { channel: text, name: text, timestamp: text },
    handle(context, { name, ...place }) {
      addReaction(context, place, name);
    },
  }),
  ...operation({
    name: 'reactions.remove',
    mutates: true,
    args: { name: text, ...item },
    handle: (context, { name, ...place }) => removeReaction(context, place, name),
  }),
  ...operation({
    name: 'reactions.get',
    action: 'slack_get_reactions',
    mutates: false,
    // All reactions are always listed.
    ignored: ['full'],
    args: item,
    handle(context, place) {
      const message = getReactions(context, place);
      return { type: 'message', message: withPermalink(context, message), channel: message.channel_id };
    },
  }),
  ...operation({
    name: 'reactions.list',
    mutates: false,
    ignored: ['full'],
    args: { user: text.optional(), ...paging },
    codes: { invalid_cursor: 'invalid_arguments' },
    handle(context, input) {
      const { items, next_cursor } = listReactions(context, input);
      const shown = items.map((message) => ({
        type: 'message',
        channel: message.channel_id,
        message: withPermalink(context, message),
      }));
      return { items: shown, ...nextCursor(next_cursor) };
    },
  }),
];

const pinMethods = [
  ...operation({
    name: 'pins.add',
    mutates: true,
    args: { channel: text, timestamp: text.optional() },
    handle: (context, { channel, timestamp }) => addPin(context, channel, timestamp),
  }),
  ...operation({
    name: 'pins.remove',
    mutates: true,
    args: { channel: text, timestamp: text.optional() },
    handle: (context, { channel, timestamp }) => removePin(context, channel, timestamp),
  }),
  ...operation({
    name: 'pins.list',
    mutates: false,
    args: { channel: text },
    handle: (context, { channel }) => ({
      items: listPins(context, channel).map((pin) => ({
        type: 'message',
        channel: pin.channel_id,
        message: withPermalink(context, getMessage(context, pin.channel_id, pin.ts)),
        created: pin.created,
        created_by: pin.user_id,
      })),
    }),
  }),
];

const bookmarkMethods = [
  ...operation({
    name: 'bookmarks.add',
    mutates: true,
    args: {
      channel_id: text.optional(),
      title: text,
      type: text,
      link: text.optional(),
      emoji: text.optional(),
      parent_id: text.optional(),
    },
    handle: (context, input) => ({ bookmark: renderBookmark(context, addBookmark(context, input)) }),
  }),
  ...operation({
    name: 'bookmarks.edit',
    mutates: true,
    args: {
      channel_id: text.optional(),
      bookmark_id: text.optional(),
      title: text.optional(),
      link: text.optional(),
      emoji: text.optional(),
    },
    handle: (context, input) => ({ bookmark: renderBookmark(context, editBookmark(context, input)) }),
  }),
  ...operation({
    name: 'bookmarks.remove',
    mutates: true,
    args: { channel_id: text.optional(), bookmark_id: text.optional() },
    handle: (context, { channel_id, bookmark_id }) => removeBookmark(context, channel_id, bookmark_id),
  }),
  ...operation({
    name: 'bookmarks.list',
    mutates: false,
    args: { channel_id: text.optional() },
    handle: (context, { channel_id }) => ({
      bookmarks: listBookmarks(context, channel_id).map((bookmark) => renderBookmark(context, bookmark)),
    }),
  }),
];

function renderStar(context: SlackContext, star: Readonly<Star>): Record<string, unknown> {
  const { date_create } = star;
  if (star.file_id !== null) {
    const file = context.world.files.get(star.file_id);
    return { type: 'file', file: file && renderFile(context, file), date_create };
  }
  const channel = star.channel_id ?? '';
  if (star.ts === null) return { type: 'channel', channel, date_create };
  return { type: 'message', channel, message: withPermalink(context, getMessage(context, channel, star.ts)), date_create };
}

const starMethods = [
  ...operation({ name: 'stars.add', mutates: true, args: item, handle: (context, place) => addStar(context, place) }),
  ...operation({ name: 'stars.remove', mutates: true, args: item, handle: (context, place) => removeStar(context, place) }),
  ...operation({
    name: 'stars.list',
    mutates: false,
    args: { ...paging, page: count.optional(), count: count.optional() },
    codes: { invalid_cursor: 'invalid_arguments' },
    handle(context, { cursor, limit, ...numbered }) {
      const all = listStars(context);
      const perPage = Math.min(LARGEST_PAGE, Math.max(1, numbered.count ?? limit ?? DEFAULT_PAGE));
      const page = Math.max(1, numbered.page ?? 1);
      const start = (page - 1) * perPage;
      const walked = pageOfList('star', all, cursor, perPage);
      const shown = cursor || numbered.page === undefined ? walked.items : all.slice(start, start + perPage);
      const paging = { per_page: perPage, spill: 0, page, total: all.length, pages: Math.ceil(all.length / perPage) };
      return {
        items: shown.map((star) => renderStar(context, star)),
        paging,
        ...(limit !== undefined && nextCursor(walked.next_cursor)),
      };
    },
  }),
];

export const itemMethods = [...reactionMethods, ...pinMethods, ...bookmarkMethods, ...starMethods];
