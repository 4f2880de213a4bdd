import {
  type Check,
  type CheckArgs,
  type CheckParam,
  defineCheck,
  failed,
  notGradable,
  type OtherWorlds,
  type Outcome,
  passed,
} from '../checks.ts';
import { few, quoted } from '../reading.ts';
import type { State, WorldSpec } from '../world/collection.ts';
import { containing, type Passage, says } from './passages.ts';

/** A value in a world that people refer to across products, e.g. the title of an issue. */
export interface Fact {
  /** `<twin>.<name>`, e.g. `github.issue-title`. */
  id: string;
  /** What stands in a sentence between "the" and "on <product>", with its slots, e.g. `title of issue #{issue} in {repo}`. */
  template: string;
  description: string;
  params: Readonly<Record<string, CheckParam>>;
  /**
   * The ways in which people write the value; none where the thing isn't there or has none. Names in the phrase are those
   * of the seed world.
   */
  read(args: CheckArgs, final: State<WorldSpec>, seed: State<WorldSpec>): readonly string[];
}

/** Declares a fact of a twin's worlds. */
export function defineFact<W extends WorldSpec>() {
  return <P extends string>(
    fact: Omit<Fact, 'params' | 'read'> & {
      params: Readonly<Record<P, CheckParam>>;
      read(args: CheckArgs<P>, final: State<W>, seed: State<W>): readonly string[];
    },
  ): Fact => fact as unknown as Fact;
}

const factParam = (example: string): CheckParam => ({
  pattern: /[a-z][^"\n]*/,
  factOf: 'product',
  example,
  description: 'A fact of the other product, as its page of checks lists them; one that it does not have is refused',
});
const productParam = (example: string): CheckParam => ({
  pattern: /[A-Z][A-Za-z]*/,
  example,
  description: 'The other product, which the sandbox has a twin of',
});

/** Where a twin's worlds have text that may repeat a value of another product. */
export interface Place<W extends WorldSpec, P extends string> {
  /** `<twin>.<name>`. */
  id: string;
  /** The beginning of the sentence, e.g. `A comment on issue {issue}`. */
  subject: string;
  params: Readonly<Record<P, CheckParam>>;
  /** A fact of another product, e.g. `['title of issue #1 in acme/web', 'GitHub']`. */
  example: readonly [fact: string, product: string];
  /** The texts there, or what keeps them from being read. */
  textsOf(args: CheckArgs<P>, final: State<W>, seed: State<W>): readonly Passage[] | Outcome;
}

/** Declares the sentence that a text in one product repeats a value of another: `A comment on issue {issue} contains the {fact} on {product}.` */
export function factCheck<W extends WorldSpec>() {
  return <P extends string>({ id, subject, params, example, textsOf }: Place<W, P>): Check =>
    defineCheck<W>()<string>({
      id,
      template: `${subject} contains the {fact} on {product}.`,
      description:
        'The text repeats a value that the other product has at the end, such as a title, an address or an amount, in one of the ways in which people write it.',
      compares: 'the text with what {fact} is at the end on {product}',
      substrate: 'final_state',
      params: { ...params, fact: factParam(example[0]), product: productParam(example[1]) },
      evaluate(args, final, seed, others) {
        const values = valuesOf(args as CheckArgs<'fact' | 'product'>, others);
        if (!Array.isArray(values)) return values as Outcome;
        const texts = textsOf(args as CheckArgs<P>, final, seed);
        if (!Array.isArray(texts)) return texts as Outcome;
        return repeated(values, texts);
      },
    });
}

function valuesOf(args: CheckArgs<'fact' | 'product'>, others: ReadonlyMap<string, OtherWorlds>): readonly string[] | Outcome {
  const other = [...others.values()].find((one) => one.product === args.product);
  if (!other?.factOf) return notGradable(`there is no twin of ${args.product} to read from`);
  if (!other.seed || !other.final) return notGradable(`the worlds of ${args.product} were not stored`);
  const values = other.factOf(args.fact)?.filter((value) => value !== '');
  if (!values) return notGradable(`${args.product} has no fact "${args.fact}"`);
  return values.length === 0 ? failed(`there is no ${args.fact} on ${args.product}`) : values;
}

function repeated(values: readonly string[], texts: readonly Passage[]): Outcome {
  for (const value of values) {
    const text = texts.find((one) => says(one, containing(value)));
    if (text) return passed(`it is ${quoted(value)}, and the ${text.field} says ${quoted(text.text, value)}`);
  }
  const seen = texts.length === 0 ? 'there is no text' : `found ${few(texts.map(({ text }) => quoted(text)))}`;
  return failed(`it is ${few(values.map((value) => quoted(value)))}; ${seen}`);
}
