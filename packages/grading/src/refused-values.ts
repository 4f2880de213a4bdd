import { type Check, nearestName } from '@svc/twin-kit';
import { renderCheck } from './bind.ts';
import type { Product } from './facts.ts';
import { divisionOf, templateOf } from './template.ts';

/** A value of a sentence that its check doesn't take, with what it would. */
export interface RefusedValue {
  param: string;
  value: string;
  /** Regular expression that a value matches, whole. */
  pattern: string;
  example: string;
  /** One of the values there are that was probably meant. */
  suggestion?: string;
}

/** The values that a check refuses of a text which has its wording, with those that would do. */
export function refusedValues(check: Check, text: string, products: readonly Product[] = []): RefusedValue[] {
  const division = divisionOf(templateOf(check), text) ?? [];
  const args = Object.fromEntries(division.map(({ name, value }) => [name, value]));
  return division.flatMap(({ name, value, accepted, firstOfSeveral }): RefusedValue[] => {
    const param = check.params[name];
    if (!param) return [];
    const { pattern, example } = param;
    if (firstOfSeveral !== undefined)
      return [{ param: name, value, pattern: pattern.source, example, suggestion: firstOfSeveral }];
    const product = param.factOf === undefined ? undefined : products.find(({ title }) => title === args[param.factOf as string]);
    const facts = product?.facts.map(({ template }) => template);
    if (accepted && (param.factOf === undefined || products.length === 0)) return [];
    const near = nearestName(value, param.values ?? facts ?? wordsOf(param.pattern.source));
    const suggestion =
      param.meant?.(value, args) ??
      (near !== undefined && NOT.test(value) === NOT.test(near) ? near : undefined) ??
      unquoted(value, param.pattern);
    return [{ param: name, value, pattern: pattern.source, example, ...(suggestion !== undefined && { suggestion }) }];
  });
}

/** The first value of a sentence that is taken and hardly meant: why, and the sentence that may have been. */
export function doubtfulValue(check: Check, text: string): { because: string; instead: string } | undefined {
  const division = divisionOf(templateOf(check), text) ?? [];
  const args = Object.fromEntries(division.map(({ name, value }) => [name, value]));
  for (const { name } of division) {
    const doubt = check.params[name]?.doubt?.(args[name] as string, args);
    if (doubt) return { because: doubt.because, instead: renderCheck(check, { ...args, [name]: doubt.instead }) };
  }
  return undefined;
}

/** The words of a pattern that is nothing but a choice of some. */
const wordsOf = (source: string): readonly string[] => (/^[\w ]+(?:\|[\w ]+)+$/.test(source) ? source.split('|') : []);

/** A few letters turn a value into its opposite. */
const NOT = /^no\b|\bnot\b/i;

/** A value without the marks that don't belong to it, or with the one it lacks, where that makes it one. */
function unquoted(value: string, pattern: RegExp): string | undefined {
  const bare = value.replaceAll(/^[`"'“”‘’*#@]+|[`"'“”‘’*.,]+$/g, '');
  const whole = new RegExp(`^(?:${pattern.source})$`, pattern.flags.replaceAll(/[gym]/g, ''));
  // Of "subscription sub_1" the id, and of "1,000" the number; several words aren't one name without their spaces.
  const last = /^[a-z]+(?: [a-z]+)? (\S*[\d@_/]\S*)$/i.exec(bare)?.[1];
  const joined = /^[\d\s,_.]+$/.test(bare) ? bare.replaceAll(/[,_\s]/g, '') : undefined;
  return [bare, `#${bare}`, `@${bare}`, `"${bare}"`, bare.toLowerCase(), last, joined].find(
    (candidate): candidate is string => candidate !== undefined && candidate !== value && whole.test(candidate),
  );
}
