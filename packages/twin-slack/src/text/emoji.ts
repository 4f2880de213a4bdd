import { emojiNames } from '../generated/emoji-names.ts';
import type { SlackWorld } from '../world.ts';

const SKIN_TONE = /::skin-tone-[2-6]$/;
let standard: ReadonlySet<string> | undefined;

/** A reaction's name as it is kept: without colons. */
export const emojiName = (name: string): string => name.replaceAll(/^:|:$/g, '');

/** Is there an emoji of this name, standard or the workspace's own? */
export function isEmoji(world: SlackWorld, name: string): boolean {
  standard ??= new Set(emojiNames.trim().split(/\s+/));
  return world.emoji.has(name) || standard.has(name.replace(SKIN_TONE, ''));
}
