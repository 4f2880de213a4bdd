import { z } from 'zod';
import { RuleBroken } from '../errors.ts';

const some = z.string().min(1);

const operation = z.union([
  z.object({
    op: z.literal('replace'),
    old_string: some.describe('Exact text to replace. Must match the current content exactly once'),
    new_string: z.string().describe('Replacement text. Empty string deletes the match'),
    replace_all: z.boolean().optional().describe('Replace every occurrence instead of requiring a unique match'),
  }),
  z.object({
    op: z.literal('insert_before'),
    anchor: some.describe('Exact text to insert before. Must match the current content exactly once'),
    text: some.describe('Text to insert directly before the anchor'),
  }),
  z.object({
    op: z.literal('insert_after'),
    anchor: some.describe('Exact text to insert after. Must match the current content exactly once'),
    text: some.describe('Text to insert directly after the anchor'),
  }),
  z.object({ op: z.literal('prepend'), text: some.describe('Text to insert at the very start of the content') }),
  z.object({ op: z.literal('append'), text: some.describe('Text to insert at the very end of the content') }),
  z.object({
    op: z.literal('replace_range'),
    from: some.describe('Exact text where the range starts (inclusive). Must match exactly once'),
    to: some.describe('Exact text where the range ends (exclusive, stays in place). Must match exactly once after `from`'),
    new_string: z.string().describe('Text replacing the range. Empty string deletes it'),
  }),
]);

/** Most edits of one call. */
const MAX_OPERATIONS = 50;

/** Edits of a text, applied in order; one that fails fails all. */
export const patch = z
  .array(operation)
  .min(1)
  .max(MAX_OPERATIONS)
  .optional()
  .describe('Partial edits applied to the current content, in order and atomically');

type Operation = z.output<typeof operation>;

/** The text after its edits. @throws RuleBroken where an edit doesn't fit */
export function patched(text: string, operations: readonly Operation[]): string {
  return operations.reduce(applied, text);
}

function applied(text: string, edit: Operation): string {
  switch (edit.op) {
    case 'prepend':
      return edit.text + text;
    case 'append':
      return text + edit.text;
    case 'insert_before':
      return splice(text, onlyPlace(text, edit.anchor), 0, edit.text);
    case 'insert_after':
      return splice(text, onlyPlace(text, edit.anchor) + edit.anchor.length, 0, edit.text);
    case 'replace_range': {
      const start = onlyPlace(text, edit.from);
      const length = onlyPlace(text.slice(start + edit.from.length), edit.to) + edit.from.length;
      return splice(text, start, length, edit.new_string);
    }
    case 'replace': {
      if (!edit.replace_all) return splice(text, onlyPlace(text, edit.old_string), edit.old_string.length, edit.new_string);
      if (!text.includes(edit.old_string)) throw notFound(edit.old_string);
      return text.replaceAll(edit.old_string, () => edit.new_string);
    }
  }
}

const splice = (text: string, at: number, length: number, insert: string): string =>
  text.slice(0, at) + insert + text.slice(at + length);

function onlyPlace(text: string, wanted: string): number {
  const at = text.indexOf(wanted);
  if (at < 0) throw notFound(wanted);
  if (text.indexOf(wanted, at + 1) >= 0) {
    throw new RuleBroken('Patch failed', `The text ${JSON.stringify(wanted)} occurs more than once in the content.`);
  }
  return at;
}

const notFound = (wanted: string): RuleBroken =>
  new RuleBroken('Patch failed', `The text ${JSON.stringify(wanted)} isn't in the content.`);
