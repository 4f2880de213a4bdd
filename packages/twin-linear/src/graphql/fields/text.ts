import type { AnyRecord } from '../../model.ts';
import { type LinearWorld, liveIn } from '../../world.ts';

const SLUG_WORDS = 50;

/** Words of a title as an address writes them: `Fix the login` as `fix-the-login`. */
export function slugOf(title: string): string {
  const slug = title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return slug.slice(0, SLUG_WORDS).replace(/-$/, '');
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
  world.reactions.by.byCreation.page(liveIn(scope));

/** Initials of a name, at most two letters. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters.map((word) => word?.charAt(0).toUpperCase()).join('');
}
