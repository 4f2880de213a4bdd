import { nearestName } from '@svc/twin-kit';
import type { Item, Section } from './markdown.ts';
import { fatal, type Problem, remark } from './problem.ts';
import type { ScenarioCriterion } from './scenario.ts';

// `[code]`, `[code:github]`, `[model]`, each with ` always-scored` inside the brackets or after them.
const CRITERION = /^\[(code|model)(?::([a-z][a-z0-9-]*))?(\s+always-scored)?\](\s+always-scored)?\s+(\S.*)$/;
const KINDS = ['code', 'model'];
/** What the kinds are called elsewhere. */
const OTHER_KINDS: Readonly<Record<string, string>> = {
  check: 'code',
  assert: 'code',
  deterministic: 'code',
  d: 'code',
  judge: 'model',
  llm: 'model',
  rubric: 'model',
  p: 'model',
};
const COMPARED = 300;

export interface ReadCriteria {
  criteria: ScenarioCriterion[];
  /** Where each of them begins. */
  lines: number[];
  problems: Problem[];
}

/** @param twins of Config, where it names them */
export function readCriteria(section: Section | undefined, twins: readonly string[] | undefined): ReadCriteria {
  const read: ReadCriteria = { criteria: [], lines: [], problems: [] };
  for (const [index, item] of (section?.items ?? []).entries()) readItem(item, index, twins, read);
  if (section) read.problems.push(...outsideOfLists(section));
  return read;
}

function readItem(
  item: Item,
  index: number,
  twins: readonly string[] | undefined,
  { criteria, lines, problems }: ReadCriteria,
): void {
  const place = { line: item.line, column: 1 };
  const match = CRITERION.exec(item.text);
  if (item.nested) {
    problems.push(
      fatal('criterion-nested', place, 'a criterion is one paragraph without lists or blocks in it', `- ${intended(item.text)}`),
    );
    return;
  }
  if (!match) {
    const message = 'a criterion begins with [code], [code:<twin>] or [model] and has a text';
    problems.push(fatal('criterion-form', place, message, `- ${intended(item.text)}`));
    return;
  }
  const [, kind, twin, inside, after, text] = match;
  if (twin && twins && !twins.includes(twin)) {
    const near = nearestName(twin, twins);
    const instead = near ? `[code:${near}]` : `twins: [${[...twins, twin].join(', ')}]`;
    problems.push(fatal('criterion-twin', place, `the criterion names ${twin}, which Config's twins leave out`, instead));
    return;
  }
  const joined = /\s\[(?:code|model)(?::[a-z-]+)?(?: always-scored)?\]\s/.exec(text ?? '');
  if (joined) {
    const message = 'two criteria run into one: the second has no "- " before it';
    problems.push(remark('error', 'criterion-form', place, message, `- ${(text ?? '').slice(joined.index + 1)}`));
  }
  criteria.push({
    id: `c${index + 1}`,
    text: (text as string).trim(),
    kind: kind as 'code' | 'model',
    ...(twin ? { twin } : {}),
    ...(inside || after ? { always_scored: true } : {}),
  });
  lines.push(item.line);
}

/** What looks like a criterion and is in no list, and a section that has none at all. */
function outsideOfLists({ paragraphs, items, line }: Section): Problem[] {
  const stray = paragraphs.filter(({ text }) => /^(?:[‐-―•◦▪·]\s*)?\[(?:code|model)\b/i.test(text));
  const problems = stray.map(({ text, line: at }) =>
    remark(
      'error',
      'criterion-form',
      { line: at, column: 1 },
      'this criterion is in no list, so nobody reads it',
      `- ${intended(text)}`,
    ),
  );
  if (items.length > 0 || stray.length > 0 || paragraphs.length === 0) return problems;
  const [first] = paragraphs;
  const message = 'the criteria are no list, so nobody reads them';
  return [
    remark('error', 'criteria-no-list', { line: first?.line ?? line, column: 1 }, message, `- ${intended(first?.text ?? '')}`),
  ];
}

/** The criterion that was probably meant. */
function intended(written: string): string {
  const text = written
    .slice(0, COMPARED)
    // What a word processor makes of "- ".
    .replace(/^[‐-―•◦▪·*+]\s*(?=\S)/, '')
    .replace(/^\[[ xX]?\]\s*/, '');
  const bracketed = /^[[({<*`]+\s*([^\])}>*`]*?)\s*[\])}>*`]+\s*:?\s*(always[- ]scored\s+)?(.*)$/i.exec(text);
  const spoken = /^(\w+)\s*[:-]\s+()(.*)$/.exec(text);
  const [, inside = '', after, rest] = bracketed ?? (spoken && kindOf(spoken[1] as string) ? spoken : undefined) ?? [];
  const always = /always|scored/i.test(`${inside} ${after ?? ''}`) ? ' always-scored' : '';
  const words = inside.split(/[\s:,/]+/).filter((word) => word !== '' && !/^(always|scored|always[_-]?scored)$/i.test(word));
  const [kind = 'code', twin] = words;
  const sentence = (rest ?? (bracketed ? '' : text)).trim() || 'Issue #1 in acme/web is closed.';
  return `[${kindOf(kind) ?? 'code'}${twin ? `:${twin.toLowerCase()}` : ''}${always}] ${sentence}`;
}

function kindOf(word: string): string | undefined {
  const plain = word.toLowerCase();
  return Object.hasOwn(OTHER_KINDS, plain) ? OTHER_KINDS[plain] : nearestName(plain, KINDS);
}
