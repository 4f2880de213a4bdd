import type { CriterionResult } from '@svc/contract';
import { z } from 'zod';
import type { Narration } from './narrator.ts';

/** What is kept of an answer, in characters. */
export const MAX_SUMMARY = 4_000;
export const MAX_FIX_PROMPT = 8_000;
export const MAX_COMMENT = 1_000;

const answerSchema = z.object({
  summary: z.string(),
  fix_prompt: z.string().nullish(),
  comments: z.array(z.object({ id: z.string(), comment: z.string() })).nullish(),
});

/** What models write before their answer, as local servers hand it on. */
const THOUGHTS = /^\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/i;
/** Braces may stand in words before the object; so many places are tried. */
const MOST_STARTS = 20;

/** The object in a text that may have thoughts, words or a code fence around it. */
function objectIn(text: string): unknown {
  const answer = text.replace(THOUGHTS, '');
  const end = answer.lastIndexOf('}');
  let start = answer.indexOf('{');
  if (start < 0 || end < start) throw new Error('The model answered without a JSON object.');
  for (let tried = 0; tried < MOST_STARTS && start >= 0 && start < end; tried += 1) {
    try {
      return JSON.parse(answer.slice(start, end + 1));
    } catch {
      start = answer.indexOf('{', start + 1);
    }
  }
  throw new Error('The model answered no valid JSON object.');
}

// Control characters other than line breaks, and what nobody sees: prose for people has none.
const UNSEEN = /[^\P{Cc}\n]|\p{Default_Ignorable_Code_Point}/gu;

/** Prose as it is kept: bounded, well-formed, nothing invisible in it; null where nothing is left. */
function prose(text: string | null | undefined, most: number): string | null {
  const clean = (text ?? '').replaceAll('\r\n', '\n').replaceAll(UNSEEN, '').trim();
  if (clean === '') return null;
  return (clean.length > most ? `${clean.slice(0, most - 1)}…` : clean).toWellFormed();
}

/**
 * A model's answer as far as it is what was asked for. Comments on anything but `model` criteria are dropped, and so is every
 * word about a score.
 *
 * @throws when it is no such answer
 */
export function narrationOf(text: string, results: readonly CriterionResult[]): Narration {
  const parsed = answerSchema.safeParse(objectIn(text));
  if (!parsed.success) throw new Error('The model answered another JSON object than it was asked for.');
  const asked = new Set(results.filter(({ kind }) => kind === 'model').map(({ id }) => id));
  const comments = new Map<string, string>();
  for (const { id, comment } of parsed.data.comments ?? []) {
    const clean = prose(comment, MAX_COMMENT);
    if (asked.has(id) && !comments.has(id) && clean !== null) comments.set(id, clean);
  }
  return {
    summary: prose(parsed.data.summary, MAX_SUMMARY),
    fixPrompt: prose(parsed.data.fix_prompt, MAX_FIX_PROMPT),
    comments,
  };
}
