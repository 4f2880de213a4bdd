import { SlackError } from '../../errors.ts';
import { FILE_GROUPS, isTextType } from '../../text/file-types.ts';
import type { Channel, ChannelKind, Emoji, File, SlackContext } from '../../world.ts';
import { isVisible } from '../channel-access.ts';
import { contentOf, isFileVisible } from '../files.ts';
import { viewerOf } from '../people.ts';
import { requireKnown } from './modifiers.ts';
import { holdModifiers, isDateModifier, matchesDate, matchesTerms, parseQuery } from './query.ts';

const MILLISECONDS = 1000;

/** The files that a modifier of their type names. */
const ofType = (file: Readonly<File>, type: string): boolean =>
  file.filetype === type || FILE_GROUPS[type]?.(file.mimetype, file.filetype) === true;

/** Files by name, title and text, the newest first. */
export function searchFiles(
  context: SlackContext,
  input: { query: string; sort_dir?: string | undefined; onlyPublic?: boolean },
): readonly Readonly<File>[] {
  if (input.query.trim() === '') throw new SlackError('no_query');
  const { world } = context;
  const query = parseQuery(input.query);
  requireKnown(query, context.now);
  const satisfies = (file: Readonly<File>): boolean =>
    holdModifiers(query.modifiers, (modifier) => {
      const { name } = modifier;
      const value = modifier.value.replace(/^[@#]/, '').replace(/^<[@#]([^|>]+)[\s\S]*/, '$1');
      if (isDateModifier(modifier)) return matchesDate(modifier, file.created * MILLISECONDS, context.now);
      if (name === 'type') return ofType(file, modifier.value.toLowerCase());
      if (name === 'from' || name === 'creator') {
        const user =
          value === 'me' ? viewerOf(context) : (world.users.get(value) ?? world.users.by.name.first(value.toLowerCase()));
        return file.user_id === user?.id;
      }
      if (name === 'in') {
        const channel = world.channels.get(value) ?? world.channels.by.name.first(value);
        return channel !== undefined && file.channel_ids.includes(channel.id);
      }
      // Pins, threads and the like are messages'.
      return false;
    });
  const isPublic = (file: Readonly<File>): boolean =>
    file.channel_ids.some((id) => world.channels.get(id)?.kind === 'public_channel');
  const found = [...world.files.values()]
    .filter((file) => isFileVisible(context, file) && (!input.onlyPublic || isPublic(file)))
    .filter((file) => satisfies(file) && matchesTerms(fileText(context, file), query));
  return input.sort_dir === 'asc' ? found : found.reverse();
}

const fileText = (context: SlackContext, file: Readonly<File>): string =>
  `${file.name}\n${file.title}${isTextType(file.mimetype) ? `\n${contentOf(context, file).toString('utf8')}` : ''}`;

/** Channels by name, topic and purpose. */
export function searchChannels(
  context: SlackContext,
  input: { query: string; kinds: readonly ChannelKind[]; includeArchived: boolean },
): readonly Readonly<Channel>[] {
  const terms = input.query
    .toLowerCase()
    .replaceAll('#', '')
    .split(/\s+/)
    .filter((term) => term !== '');
  return [...context.world.channels.values()].filter((channel) => {
    if (!input.kinds.includes(channel.kind) || (channel.is_archived && !input.includeArchived)) return false;
    const text = [channel.id, channel.name, channel.topic.value, channel.purpose.value].join('\n').toLowerCase();
    return isVisible(context, channel) && terms.every((term) => text.includes(term));
  });
}

/** Custom emoji whose name holds one of the terms. */
export function searchEmoji({ world }: SlackContext, query: string): readonly Readonly<Emoji>[] {
  const terms = query
    .toLowerCase()
    .split(',')
    .map((term) => term.trim().replaceAll(':', ''))
    .filter((term) => term !== '');
  return [...world.emoji.values()].filter((emoji) => terms.some((term) => emoji.name.toLowerCase().includes(term)));
}
