import { emojiAliases, emojiNames } from '../generated/emoji-names.ts';
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

let firstNames: ReadonlyMap<string, string> | undefined;

/** The emoji that a name means, by its first name: other names of it and tones of skin are no other emoji to a reader. */
export function emojiMeant(name: string): string {
  firstNames ??= new Map(
    emojiAliases
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split('=') as [string, string]),
  );
  const plain = name.replace(SKIN_TONE, '');
  return firstNames.get(plain) ?? plain;
}
