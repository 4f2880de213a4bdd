import type { TapeRow } from './tape/row.ts';
import type { CompilePattern } from './vocabulary/patterns.ts';
import type { State, WorldSpec } from './world/collection.ts';

/** What a check reads. */
export type Substrate = 'final_state' | 'seed_and_final_state' | 'tape' | 'final_answer';

/** The names by which the objects of a world go that a slot is about. */
export interface ObjectNames {
  /** What they are, e.g. `customer`. */
  what: string;
  /** True for what agents make all the time: that the seed lacks one says nothing then, unless it looks like a name that it has. */
  made: boolean;
  /** Those of a world, for a sentence with these arguments. */
  of(world: State<WorldSpec>, args: CheckArgs): Iterable<string>;
  /** The names in a value that holds several, or other things. By default it is one name. */
  in?(value: string): readonly string[];
}

/** Declares the names of objects in a twin's own world. */
export const objectNames = <S>(
  names: Omit<ObjectNames, 'of'> & { of(world: S, args: CheckArgs): Iterable<string> },
): ObjectNames => names as unknown as ObjectNames;

/** A slot of a check's sentence. */
export interface CheckParam {
  /** What a value must match, whole, e.g. `/[1-9]\d*\/`. */
  pattern: RegExp;
  /** The only values there are, e.g. the names of the twin's tools; another is refused when a sentence is bound. */
  values?: readonly string[];
  /** True where a value is itself a regular expression; one that RE2 doesn't take is refused when a sentence is bound. */
  isPattern?: true;
  /** Set where a value is a fact of the product that this other slot names; what isn't one is refused where the facts are known. */
  factOf?: string;
  /** Set where a value names objects, so that one which the seed lacks can be told before a run. */
  names?: ObjectNames;
  /** The value that a person meant who wrote one that isn't taken, e.g. `2000` for `20.00` where amounts are in cents. */
  meant?(given: string, args: CheckArgs): string | undefined;
  /** What is odd about a value that is taken, and what the person who wrote it may have meant instead. */
  doubt?(value: string, args: CheckArgs): { because: string; instead: string } | undefined;
  /** A value that matches. */
  example: string;
  description: string;
}

/** The verdict of a check with what it saw: the evidence names the object, the value found, or the tape row. */
export interface Outcome {
  status: 'passed' | 'failed' | 'not_gradable';
  evidence: string;
}

/** Argument values by parameter name, all strings. */
export type CheckArgs<P extends string = string> = Readonly<Record<P, string>>;

/** Reads rows one by one, so that a long tape is never held in memory. */
export interface TapeScan {
  row(row: TapeRow): void;
  /** @param final the world at the end, undefined where it wasn't stored */
  outcome(final?: State<WorldSpec>): Outcome;
}

/** The worlds of another twin of the same sandbox; undefined where one wasn't stored. */
export interface OtherWorlds {
  seed: State<WorldSpec> | undefined;
  final: State<WorldSpec> | undefined;
  /** The product's name, e.g. `GitHub`, where it is known. */
  product?: string;
  /** The ways in which people write a fact at the end, e.g. of `title of issue #1 in acme/web`; undefined where the product has no such fact. */
  factOf?(phrase: string): readonly string[] | undefined;
}

interface CheckBase {
  /** `<twin>.<name>`, e.g. `github.issue-exists`. */
  id: string;
  /** The sentence with its slots, e.g. `Issue #{issue} exists in {repo}.` */
  template: string;
  description: string;
  /** The comparison the predicate makes, in words. */
  compares: string;
  /** What it doesn't see, where a reader could think that it does; stands on the check's page. */
  limits?: string;
  params: Readonly<Record<string, CheckParam>>;
}

/** A check on states: a pure function of arguments, seed state and final state. */
export interface StateCheck extends CheckBase {
  substrate: 'final_state' | 'seed_and_final_state';
  /**
   * @param others the worlds of the sandbox's other twins by id, for checks that compare two products
   * @param compile for parameters that are patterns
   */
  evaluate(
    args: CheckArgs,
    state: State<WorldSpec>,
    seed: State<WorldSpec>,
    others: ReadonlyMap<string, OtherWorlds>,
    compile: CompilePattern,
  ): Outcome;
}

/** A check on the tape: a fold over its rows. */
export interface TapeCheck extends CheckBase {
  substrate: 'tape';
  /** True where names in the sentence are looked up in the seed; without a seed such a check isn't gradable. */
  readsSeed?: boolean;
  /** @param seed the world at the start, where `readsSeed` is set */
  scan(args: CheckArgs, seed: State<WorldSpec> | undefined, compile: CompilePattern): TapeScan;
}

/** A check on what the agent answered in the end. */
export interface AnswerCheck extends CheckBase {
  substrate: 'final_answer';
  judge(args: CheckArgs, answer: string, compile: CompilePattern): Outcome;
}

export type Check = StateCheck | TapeCheck | AnswerCheck;

type Params<P extends string> = Readonly<Record<P, CheckParam>>;

/**
 * Declares a check on states.
 *
 * @example
 * defineCheck<typeof collections>()({
 *   id: 'notes.note-exists', template: 'A note titled "{title}" exists.', …,
 *   evaluate: ({ title }, { notes }) => notes.some((n) => n.title === title) ? passed('…') : failed('…'),
 * })
 */
export function defineCheck<W extends WorldSpec>() {
  return <P extends string>(
    check: Omit<StateCheck, 'evaluate' | 'params'> & {
      params: Params<P>;
      evaluate(
        args: CheckArgs<P>,
        state: State<W>,
        seed: State<W>,
        others: ReadonlyMap<string, OtherWorlds>,
        compile: CompilePattern,
      ): Outcome;
    },
  ): Check => check as unknown as Check;
}

/** Declares a check on the tape. */
export function defineTapeCheck<P extends string>(
  check: Omit<TapeCheck, 'scan' | 'params' | 'substrate'> & {
    params: Params<P>;
    scan(args: CheckArgs<P>, compile: CompilePattern): TapeScan;
  },
): Check {
  const scan: TapeCheck['scan'] = (args, _seed, compile) => check.scan(args as CheckArgs<P>, compile);
  return { ...check, substrate: 'tape', scan };
}

/** Declares a check on the tape that looks the sentence's names up in the seed, so that a rename on the way changes nothing. */
export function defineSeededTapeCheck<W extends WorldSpec>() {
  return <P extends string>(
    check: Omit<TapeCheck, 'scan' | 'params' | 'substrate' | 'readsSeed'> & {
      params: Params<P>;
      scan(args: CheckArgs<P>, seed: State<W>, compile: CompilePattern): TapeScan;
    },
  ): Check => ({ ...check, substrate: 'tape', readsSeed: true }) as unknown as Check;
}

/** Declares a check on the agent's final answer. */
export function defineAnswerCheck<P extends string>(
  check: Omit<AnswerCheck, 'judge' | 'params' | 'substrate'> & {
    params: Params<P>;
    judge(args: CheckArgs<P>, answer: string, compile: CompilePattern): Outcome;
  },
): Check {
  return { ...check, substrate: 'final_answer' } as unknown as Check;
}

export const passed = (evidence: string): Outcome => ({ status: 'passed', evidence });
export const failed = (evidence: string): Outcome => ({ status: 'failed', evidence });
export const notGradable = (evidence: string): Outcome => ({ status: 'not_gradable', evidence });
