import type { Check, CheckParam } from '@svc/twin-kit';
import { compilePattern } from '@svc/twin-kit/patterns';

/** A check's sentence taken apart: `literals[0] slot[0] literals[1] slot[1] … literals[n]`. */
export interface Template {
  literals: readonly string[];
  slots: readonly Slot[];
}

export interface Slot {
  name: string;
  /** Takes the whole value or none of it. */
  accepts(value: string): boolean;
  /** The first of several texts that a value between two marks reads as, such as `a` of `a" or "b`; undefined where it reads as one. */
  firstOfSeveral(value: string): string | undefined;
}

const SLOT = /\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** A sentence or phrase with slots. */
export type Wording = Pick<Check, 'id' | 'template' | 'params'>;

const parsed = new WeakMap<Wording, Template>();

/** @throws when slots and declared parameters of the check differ: a fault of the check's author. */
export function templateOf(check: Wording): Template {
  const known = parsed.get(check);
  if (known) return known;
  const template = parse(check);
  parsed.set(check, template);
  return template;
}

function parse(check: Wording): Template {
  const literals: string[] = [];
  const slots: Slot[] = [];
  let end = 0;
  for (const match of check.template.matchAll(SLOT)) {
    const name = match[1]!;
    const param = Object.hasOwn(check.params, name) ? check.params[name] : undefined;
    if (!param) throw new Error(`Check ${check.id}: slot {${name}} has no declared parameter.`);
    const literal = check.template.slice(end, match.index);
    literals.push(literal);
    end = match.index + match[0].length;
    const fits = wholeMatcher(param);
    const mark = literal.at(-1) === check.template[end] ? check.template[end] : undefined;
    const firstOfSeveral = (value: string): string | undefined => firstBetween(mark, value);
    slots.push({ name, firstOfSeveral, accepts: (value) => fits(value) && firstOfSeveral(value) === undefined });
  }
  literals.push(check.template.slice(end));
  for (const name of Object.keys(check.params)) {
    if (!slots.some((slot) => slot.name === name)) throw new Error(`Check ${check.id}: parameter ${name} has no slot.`);
  }
  return { literals, slots };
}

const MARKS: ReadonlySet<string | undefined> = new Set(['"', '/']);

/** A value reads as several texts where its first mark ends one, and each that it begins is ended. */
function firstBetween(mark: string | undefined, value: string): string | undefined {
  if (mark === undefined || !MARKS.has(mark)) return undefined;
  const pieces = value.split(mark);
  const isSeveral = pieces.length > 2 && pieces.length % 2 === 1 && /\S$/.test(pieces[0]!) && /^[\s,;]/.test(pieces[1]!);
  return isSeveral ? pieces[0] : undefined;
}

function wholeMatcher(param: CheckParam): (value: string) => boolean {
  // Flags g and y would keep a position between calls, m would let ^ and $ match at line ends.
  const pattern = new RegExp(`^(?:${param.pattern.source})$`, param.pattern.flags.replaceAll(/[gym]/g, ''));
  const values = param.values && new Set(param.values);
  return (value) => pattern.test(value) && (values === undefined || values.has(value)) && (!param.isPattern || compiles(value));
}

function compiles(source: string): boolean {
  try {
    compilePattern(source);
    return true;
  } catch {
    return false;
  }
}

/** What a text is under a template: its arguments, its wording with a refused value, or something else. */
export type TemplateMatch = { kind: 'strict'; args: Record<string, string> } | { kind: 'permissive' } | { kind: 'none' };

/** Bounds the ways tried to divide a text into slots, so that a hostile text costs no more than a long one: a long value counts as many. */
const MAX_ATTEMPTS = 5_000;
const CHARACTERS_AN_ATTEMPT = 128;
const attemptsFor = (value: string): number => 1 + Math.floor(value.length / CHARACTERS_AN_ATTEMPT);

/** Divides a text into the slots of a template; the first division whose values are all accepted wins, short values first. */
export function matchTemplate({ literals, slots }: Template, text: string): TemplateMatch {
  if (!text.startsWith(literals[0]!)) return { kind: 'none' };
  if (slots.length === 0) return text === literals[0] ? { kind: 'strict', args: {} } : { kind: 'none' };
  const args = new Map<string, string>();
  let attempts = 0;
  let wording = false;

  const divide = (index: number, start: number, clean: boolean): boolean => {
    if (index === slots.length) {
      wording = true;
      return clean;
    }
    const slot = slots[index]!;
    const following = literals[index + 1]!;
    const isLast = index === slots.length - 1;
    for (const end of ends(text, start, following, isLast)) {
      const value = text.slice(start, end);
      // A single value may be of any length.
      if (attempts > MAX_ATTEMPTS) return false;
      attempts += attemptsFor(value);
      const earlier = args.get(slot.name);
      const good = clean && (earlier === undefined ? slot.accepts(value) : earlier === value);
      // Once the wording is known to fit, only clean divisions are of interest.
      if (!good && wording) continue;
      if (earlier === undefined) args.set(slot.name, value);
      if (divide(index + 1, end + following.length, good)) return true;
      if (earlier === undefined) args.delete(slot.name);
    }
    return false;
  };

  if (divide(0, literals[0]!.length, true)) return { kind: 'strict', args: Object.fromEntries(args) };
  return { kind: wording ? 'permissive' : 'none' };
}

/** Where a slot that begins at `start` may end: before each occurrence of the literal that follows it. */
function* ends(text: string, start: number, following: string, isLast: boolean): Generator<number> {
  if (isLast) {
    const end = text.length - following.length;
    if (end >= start && text.endsWith(following)) yield end;
    return;
  }
  if (following === '') {
    for (let end = start; end <= text.length; end++) yield end;
    return;
  }
  for (let end = text.indexOf(following, start); end >= 0; end = text.indexOf(following, end + 1)) yield end;
}

/** A value that a text has where a template has a slot. */
export interface Division {
  name: string;
  value: string;
  accepted: boolean;
  /** See `Slot`. */
  firstOfSeveral?: string;
}

/** Divides a text that has a template's wording so that as few of its values as possible are refused; undefined for another wording. */
export function divisionOf({ literals, slots }: Template, text: string): readonly Division[] | undefined {
  if (!text.startsWith(literals[0]!)) return undefined;
  let best: { values: readonly Division[]; refused: number } | undefined;
  let attempts = 0;
  const divide = (values: readonly Division[], start: number, refused: number): void => {
    if (best && refused >= best.refused) return;
    const slot = slots[values.length];
    if (!slot) {
      best = { values, refused };
      return;
    }
    const following = literals[values.length + 1]!;
    for (const end of ends(text, start, following, values.length === slots.length - 1)) {
      const value = text.slice(start, end);
      if (attempts > MAX_ATTEMPTS) return;
      attempts += attemptsFor(value);
      const earlier = values.find(({ name }) => name === slot.name);
      const accepted = slot.accepts(value) && (earlier === undefined || earlier.value === value);
      const first = slot.firstOfSeveral(value);
      const division = { name: slot.name, value, accepted, ...(first !== undefined && { firstOfSeveral: first }) };
      divide([...values, division], end + following.length, refused + (accepted ? 0 : 1));
    }
  };
  divide([], literals[0]!.length, 0);
  return best?.values;
}
