// Writes src/generated/emoji-names.ts from npm @emoji-mart/data, sets/15/native.json, whose names are Slack's.
// Usage: node scripts/generate-emoji-names.ts <native.json>
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from './read-json.ts';

interface EmojiSet {
  emojis: Record<string, { id: string }>;
  aliases: Record<string, string>;
}

const LINE_LENGTH = 120;
const source = process.argv[2];
if (source === undefined) throw new Error('usage: node scripts/generate-emoji-names.ts <native.json>');
const { emojis, aliases } = readJson<EmojiSet>(source);
const names = [...new Set([...Object.values(emojis).map(({ id }) => id), ...Object.keys(aliases)])].sort();

function filled(words: readonly string[]): string {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= LINE_LENGTH) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join('\n');
}

writeFileSync(
  join(import.meta.dirname, '../src/generated/emoji-names.ts'),
  `// Written by scripts/generate-emoji-names.ts from npm @emoji-mart/data (MIT).

/** Names of the standard emoji, separated by white space. */
export const emojiNames = \`
${filled(names)}
\`;

/** Further names of some of them, each as \`name=first name\`. */
export const emojiAliases = \`
${filled(Object.entries(aliases).map((pair) => pair.join('=')))}
\`;
`,
);
