import type { Chance } from './chance.ts';
import type { DirectAnswer, DirectCall } from './direct-world.ts';

// biome-ignore lint/suspicious/noExplicitAny: the records of a world as plain JSON
export type Rows = readonly any[];
/** A world as its evidence shows it. */
export type PlainWorld = Readonly<Record<string, Rows>>;

/** An operation that was drawn: what is done, and with what. */
export interface RuledOperation {
  /** The name of the operation. */
  does: string;
  // biome-ignore lint/suspicious/noExplicitAny: arguments of many operations
  args: Readonly<Record<string, any>>;
}

/** An operation, and the worlds on both sides of it. */
export interface RuledStep extends RuledOperation {
  before: PlainWorld;
  after: PlainWorld;
  answer: DirectAnswer;
  /** What landed before in its sequence, for what no record tells. */
  past: readonly RuledOperation[];
}

/**
 * One rule of a twin's table, stated on the world's records and on nothing that the twin has. At least one of its parts says something.
 */
export interface Rule {
  /**
   * What the vendor answers to an operation that would break it, e.g. an error's code or some of its words, or one of several where it
   * breaks it more than once; undefined or empty where it allows it.
   */
  forbids?(operation: RuledOperation, world: PlainWorld, past: readonly RuledOperation[]): string | readonly string[] | undefined;
  /** What the vendor may answer where the records alone don't tell whether an operation breaks the rule, e.g. as a sum decides. */
  mayForbid?(operation: RuledOperation, world: PlainWorld): string | undefined;
  /** Where it refuses nothing and has consequences: undefined where the step has nothing to do with it, true where it was kept, else what is wrong. */
  follows?(step: RuledStep): true | string | undefined;
  /** What can't be in a world that keeps it. */
  faults?(world: PlainWorld): Iterable<string>;
}

/** A seed, and what is done in its world before the sequences begin. */
export interface RuledWorld {
  seed: unknown;
  before?: readonly RuledOperation[];
  /** A large one takes every so-and-so-many-th sequence only. */
  every?: number;
}

/** The rules between a twin's objects, and how operations are drawn that keep and break them. */
export interface RuleBook {
  /** Worlds by name: who looks decides what is allowed. */
  worlds: Readonly<Record<string, RuledWorld>>;
  /** An operation whose parts are there in the world, each of its vendor's type; whether the rules allow it is left to chance. Undefined where the world lacks a part. */
  draw(chance: Chance, world: PlainWorld): RuledOperation | undefined;
  call(operation: RuledOperation): DirectCall;
  /** What the vendor said against it; undefined where it landed. */
  refusal(answer: DirectAnswer): string | undefined;
  /** By the words of the README's table. */
  rules: Readonly<Record<string, Rule>>;
  /** What else the vendor refuses of the drawn operations, which ties no objects. */
  besides?: Readonly<Record<string, Rule>>;
}
