import type { Links } from '@svc/twin-kit';
import type { Emoji } from '../world.ts';

/** A custom emoji's picture, or `alias:` and the emoji that it stands for. */
export const emojiUrl = (links: Links, emoji: Readonly<Emoji>): string =>
  emoji.alias === null ? (emoji.url ?? links.to(`/emoji/${encodeURIComponent(emoji.name)}.png`)) : `alias:${emoji.alias}`;
