/**
 * How a person with much patience reads a sentence: tries every way to cut it into the wording of a check and values, and
 * keeps those whose values the check takes. Shares nothing with the binder, and is as slow as it is plain.
 */
import type { Check, CheckParam, Fact, Twin } from '@svc/twin-kit';
import { compilePattern } from '@svc/twin-kit/patterns';

/** One way to understand a sentence. */
export interface PlainReading {
  check: string;
  args: Readonly<Record<string, string>>;
}

type Wording = Pick<Check | Fact, 'template' | 'params'>;

/** A template as its pieces of wording and the names between them, one more piece than names. */
function piecesOf(template: string): { pieces: string[]; names: string[] } {
  const pieces: string[] = [];
  const names: string[] = [];
  let rest = template;
  for (;;) {
    const open = rest.indexOf('{');
    if (open < 0) break;
    const close = rest.indexOf('}', open);
    pieces.push(rest.slice(0, open));
    names.push(rest.slice(open + 1, close));
    rest = rest.slice(close + 1);
  }
  return { pieces: [...pieces, rest], names };
}

/** Every way to cut a text so that the pieces stand in it in their order, the first at its beginning and the last at its end. */
export function cuts(text: string, pieces: readonly string[]): string[][] {
  const [first = '', ...others] = pieces;
  if (!text.startsWith(first)) return [];
  const rest = text.slice(first.length);
  const [next] = others;
  if (next === undefined) return rest === '' ? [[]] : [];
  const found: string[][] = [];
  for (let end = 0; end <= rest.length; end += 1) {
    if (!rest.startsWith(next, end)) continue;
    for (const values of cuts(rest.slice(end), others)) found.push([rest.slice(0, end), ...values]);
  }
  return found;
}

function takes(param: CheckParam, value: string): boolean {
  const [whole] = new RegExp(`^(?:${param.pattern.source})$`, param.pattern.flags).exec(value) ?? [];
  if (whole !== value) return false;
  if (param.values && !param.values.includes(value)) return false;
  if (!param.isPattern) return true;
  try {
    compilePattern(value);
    return true;
  } catch {
    return false;
  }
}

/** Between two marks of one kind, one that ends a word and one that begins another text make several: `a" or "b`. */
function isSeveral(before: string, value: string, after: string): boolean {
  const mark = before.slice(-1);
  if (mark !== after.slice(0, 1) || (mark !== '"' && mark !== '/')) return false;
  const marks = [...value].filter((one) => one === mark).length;
  const first = value.indexOf(mark);
  return marks > 0 && marks % 2 === 0 && /\S/.test(value.charAt(first - 1)) && /[\s,;]/.test(value.charAt(first + 1));
}

function argsOf({ template, params }: Wording, text: string): Record<string, string>[] {
  const { pieces, names } = piecesOf(template);
  return cuts(text, pieces).flatMap((values) => {
    const args: Record<string, string> = {};
    for (const [at, name] of names.entries()) {
      const value = values[at] as string;
      if (name in args ? args[name] !== value : !takes(params[name] as CheckParam, value)) return [];
      if (isSeveral(pieces[at] as string, value, pieces[at + 1] as string)) return [];
      args[name] = value;
    }
    return [args];
  });
}

/** Every way to understand a text as a sentence of a twin. */
export function plainReadings(checks: readonly Check[], text: string, twins: readonly Twin[]): PlainReading[] {
  return checks.flatMap((check) =>
    argsOf(check, text)
      .filter((args) => Object.entries(check.params).every(([name, { factOf }]) => isFact(args, name, factOf, twins)))
      .map((args) => ({ check: check.id, args })),
  );
}

function isFact(args: Record<string, string>, name: string, factOf: string | undefined, twins: readonly Twin[]): boolean {
  if (factOf === undefined) return true;
  const facts = twins.find(({ title }) => title === args[factOf])?.facts ?? [];
  return facts.some((fact) => argsOf(fact, args[name] as string).length > 0);
}

/** A sentence with its values in place, whatever they are. */
export function plainSentence({ template }: Wording, args: Readonly<Record<string, string>>): string {
  const { pieces, names } = piecesOf(template);
  let sentence = pieces[0] as string;
  for (const [at, name] of names.entries()) sentence += args[name] + (pieces[at + 1] as string);
  return sentence;
}
