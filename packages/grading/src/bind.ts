import type { Check, CheckParam } from '@svc/twin-kit';
import { knowsFacts, type Product } from './facts.ts';
import { nearestTemplates } from './nearest.ts';
import { matchTemplate, templateOf } from './template.ts';

/** What a criterion's text is (spec, "POST /v1/checks/bind"). */
export type Binding = Bound | Corrupted | Unbound;

/** The text is a rendered sentence of the check. */
export interface Bound {
  check_id: string;
  args: Record<string, string>;
}

/** A check's wording with a value that the check refuses. */
export interface Corrupted {
  check_id: string;
  corrupted: true;
}

/** No check's wording. */
export interface Unbound {
  check_id: null;
  nearest: { id: string; template: string }[];
}

export const isBound = (binding: Binding): binding is Bound => 'args' in binding;
export const isCorrupted = (binding: Binding): binding is Corrupted => 'corrupted' in binding;

/** An argument that a check doesn't take. `path` is relative to the rendered item, e.g. `args.issue`. */
export class CheckArgumentError extends Error {
  readonly path: string;

  constructor(path: string, reason: string) {
    super(`${path} ${reason}`);
    this.name = 'CheckArgumentError';
    this.path = path;
  }
}

/**
 * Binds a text to the check whose rendered sentence it equals. Where several match, the one with more fixed wording
 * wins, then the smaller id, so the answer never depends on the order of declaration.
 *
 * @param products whose facts a sentence may name; without them any phrase is taken for one
 */
export function bindText(checks: readonly Check[], text: string, products?: readonly Product[]): Binding {
  let strict: Bound | undefined;
  let corrupted: Corrupted | undefined;
  for (const check of bySpecificity(checks)) {
    const match = matchTemplate(templateOf(check), text);
    if (match.kind === 'strict' && (!products || knowsFacts(check, match.args, products))) {
      strict = { check_id: check.id, args: match.args };
      break;
    }
    if (match.kind !== 'none') corrupted ??= { check_id: check.id, corrupted: true };
  }
  return strict ?? corrupted ?? { check_id: null, nearest: nearestTemplates(checks, text) };
}

const sorted = new WeakMap<readonly Check[], readonly Check[]>();

function bySpecificity(checks: readonly Check[]): readonly Check[] {
  const known = sorted.get(checks);
  if (known?.length === checks.length) return known;
  const fixedWording = (check: Check) => templateOf(check).literals.reduce((length, literal) => length + literal.length, 0);
  const order = checks.toSorted((a, b) => fixedWording(b) - fixedWording(a) || (a.id < b.id ? -1 : 1));
  sorted.set(checks, order);
  return order;
}

/**
 * The sentence of a check with its arguments.
 *
 * @throws CheckArgumentError for a missing, mistyped or refused value, and for values that would make the sentence say
 * something else, e.g. a title that contains the words between two slots.
 */
export function renderCheck(check: Check, args: Readonly<Record<string, unknown>>): string {
  const template = templateOf(check);
  const values: Record<string, string> = {};
  for (const slot of template.slots) {
    const value = Object.hasOwn(args, slot.name) ? args[slot.name] : undefined;
    const param = check.params[slot.name]!;
    const { example } = param;
    if (value === undefined)
      throw new CheckArgumentError(`args.${slot.name}`, `is missing (for example ${JSON.stringify(example)})`);
    if (typeof value !== 'string') throw new CheckArgumentError(`args.${slot.name}`, 'must be a string');
    if (slot.firstOfSeveral(value) !== undefined)
      throw new CheckArgumentError(`args.${slot.name}`, 'reads as several texts: the sentence speaks of one');
    if (!slot.accepts(value))
      throw new CheckArgumentError(`args.${slot.name}`, `${refusalOf(param, value)} (for example ${JSON.stringify(example)})`);
    values[slot.name] = value;
  }
  const sentence = template.literals.reduce((text, literal, index) => text + values[template.slots[index - 1]!.name] + literal);
  const match = matchTemplate(template, sentence);
  const changed = template.slots.find(({ name }) => match.kind !== 'strict' || match.args[name] !== values[name]);
  if (changed)
    throw new CheckArgumentError(`args.${changed.name}`, 'makes the sentence ambiguous: it contains the wording around it');
  return sentence;
}

function refusalOf({ pattern, values, isPattern }: CheckParam, value: string): string {
  const fits = new RegExp(`^(?:${pattern.source})$`, pattern.flags).test(value);
  if (fits && values) return 'is none of the values there are';
  return fits && isPattern ? 'is no regular expression of RE2' : `must match ${pattern} as a whole`;
}
