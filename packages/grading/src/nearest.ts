import type { Check } from '@svc/twin-kit';

const MAX_NEAREST = 3;

/** Longer texts are compared by their beginning only. */
const COMPARED_CHARACTERS = 500;

/** The templates that share most words with a text, best first; those that share none are left out. */
export function nearestTemplates(checks: readonly Check[], text: string): { id: string; template: string }[] {
  const wanted = words(text.slice(0, COMPARED_CHARACTERS));
  return checks
    .map((check) => ({ check, similarity: similarity(wanted, words(check.template.replaceAll(/\{\w+\}/g, ' '))) }))
    .filter((candidate) => candidate.similarity > 0)
    .sort((a, b) => b.similarity - a.similarity || (a.check.id < b.check.id ? -1 : 1))
    .slice(0, MAX_NEAREST)
    .map(({ check }) => ({ id: check.id, template: check.template }));
}

const words = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));

/** Sørensen–Dice coefficient of two sets of words. */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 0;
  return (
    (2 *
      a
        .values()
        .filter((word) => b.has(word))
        .toArray().length) /
    (a.size + b.size)
  );
}
