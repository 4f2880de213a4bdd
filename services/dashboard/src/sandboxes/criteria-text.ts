import type { Criterion } from '@svc/contract';
import type { DeclaredCriterion } from '@svc/contract/dashboard';

/** `[code:github always-scored] …` as in a scenario; without brackets it is code. */
const LINE = /^(?:[-*]\s+)?(?:\[(code|model)(?::([a-z][a-z0-9-]*))?(\s+always-scored)?\](\s+always-scored)?\s+)?(\S.*)$/;

/** What somebody wrote into the form, a criterion a line. */
export function criteriaIn(text: string, twins: readonly string[]): Criterion[] {
  return text.split('\n').flatMap((line, index): Criterion[] => {
    const [, kind = 'code', twin, inside, after, sentence] = LINE.exec(line.trim()) ?? [];
    if (sentence === undefined) return [];
    return [
      {
        id: `c${index + 1}`,
        text: sentence.trim(),
        kind: kind as Criterion['kind'],
        ...(twin !== undefined && twins.includes(twin) && { twin }),
        ...((inside || after) && { always_scored: true }),
      },
    ];
  });
}

export const textOf = (criteria: readonly DeclaredCriterion[]): string =>
  criteria
    .map(
      ({ kind, twin, always_scored, text }) =>
        `[${kind}${twin ? `:${twin}` : ''}${always_scored ? ' always-scored' : ''}] ${text}`,
    )
    .join('\n');
