import { BoundedMap } from '@svc/twin-kit';
import type { AnyRecord } from '../../model.ts';
import { type LinearWorld, liveIn } from '../../world.ts';

const SLUG_WORDS = 50;

/** Slugs made lately, by what they were made of: an issue's title is asked for with every page that shows it. */
const KEPT_SLUGS = 1_000;
const slugs = new BoundedMap<string, string>(KEPT_SLUGS);
const LONGEST_KEPT = 256;

/** Words of a title as an address writes them: `Fix the login` as `fix-the-login`. */
export function slugOf(title: string): string {
  const kept = slugs.get(title);
  if (kept !== undefined) return kept;
  // Titles of ASCII, as most are, have no accents to lose.
  const plain = /[^ -~]/.test(title) ? title.normalize('NFD').replaceAll(/\p{M}/gu, '') : title;
  const slug = cut(
    plain
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join('-') ?? '',
    SLUG_WORDS,
  );
  if (title.length <= LONGEST_KEPT) slugs.set(title, slug);
  return slug;
}

/** At most `length` characters of a slug. */
export function cut(slug: string, length: number): string {
  const end = slug.charAt(length - 1) === '-' ? length - 1 : length;
  return slug.slice(0, end);
}

const PRIORITY_LABELS = ['No priority', 'Urgent', 'High', 'Medium', 'Low'];

export const priorityLabel = (priority: number): string => PRIORITY_LABELS[priority] ?? PRIORITY_LABELS[0]!;

export const priorityValues = PRIORITY_LABELS.map((label, priority) => ({ priority, label }));

/** Markdown as the editor's document, one paragraph a line, in JSON text. */
export function editorDocument(markdown: string): string {
  const content = markdown.split('\n').map((line) => ({
    type: 'paragraph',
    ...(line !== '' && { content: [{ type: 'text', text: line }] }),
  }));
  return JSON.stringify({ type: 'doc', content });
}

/** Reactions by emoji, as records carry them beside the reactions themselves. */
export function reactionData(reactions: readonly AnyRecord[]): unknown[] {
  const groups = new Map<string, { emoji: string; reactions: unknown[] }>();
  for (const { id, emoji, userId, createdAt } of reactions) {
    const group = groups.get(emoji) ?? { emoji: emoji as string, reactions: [] as unknown[] };
    groups.set(emoji, group);
    group.reactions.push({ id, userId, reactedAt: createdAt });
  }
  return [...groups.values()];
}

export const reactionsOf = (world: LinearWorld, scope: string): readonly AnyRecord[] =>
  world.reactions.by.creation.page(liveIn(scope));

/** Initials of a name, at most two letters. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters.map((word) => word?.charAt(0).toUpperCase()).join('');
}
