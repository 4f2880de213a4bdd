import { BoundedMap } from '@svc/twin-kit';
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Carried, Door } from './door.ts';
import { Variables, type VariableValues } from './inputs.ts';
import { Program } from './program.ts';
import { conditionsOf, decided, type Fragments } from './selections.ts';

/** Programs kept of an operation, by what its `@skip` and `@include` come to, and the largest of them in fields. */
const KEPT_PROGRAMS = 8;
const LARGEST_KEPT = 2_000;

let prepared = 0;

/** What is found out of an operation once, however often it is carried out. */
export class PreparedOperation<G extends Carried, X> {
  /** Tells it from all others. */
  readonly serial: number;
  readonly kind: OperationDefinitionNode['operation'];
  readonly root: GraphQLObjectType | undefined;
  /** The fields of its root, as the document has them. */
  readonly fields: readonly string[];
  /** Their actions, one each. */
  readonly actions: readonly string[];
  /** What the vendor finds out of it. */
  readonly found: X;
  readonly variables: Variables;
  readonly #door: Door<G, X>;
  readonly #selections: SelectionSetNode;
  readonly #fragments: Fragments;
  readonly #conditions: readonly string[];
  readonly #programs = new BoundedMap<string, Program<G>>(KEPT_PROGRAMS);

  constructor(door: Door<G, X>, document: DocumentNode, operation: OperationDefinitionNode) {
    prepared += 1;
    this.serial = prepared;
    this.kind = operation.operation;
    this.root = door.schema.getRootType(this.kind) ?? undefined;
    this.#door = door;
    this.#selections = operation.selectionSet;
    this.#fragments = fragmentsOf(document);
    // Directives are rare, and looking for them costs as much as parsing.
    const hasDirectives = document.loc?.source.body.includes('@') ?? true;
    this.#conditions = hasDirectives ? conditionsOf(this.#selections, this.#fragments) : [];
    const nodes = rootFields(this.#selections, this.#fragments);
    this.fields = nodes.map(({ name }) => name.value);
    this.actions = nodes.map((node) => door.action(this.kind, this.root, node));
    this.found = door.examine({ operation, root: this.root, fragments: this.#fragments, fields: this.fields });
    this.variables = new Variables(door.schema, operation);
  }

  /** What the tape calls it: after the first field of its root. */
  get action(): string {
    return this.actions[0] ?? '';
  }

  /** Runs `work` with the operation's program. @throws the vendor's refusal where variables of `@skip` and `@include` hold no Boolean */
  run<R>(variables: VariableValues, work: (program: Program<G>) => R): R {
    const key = decided(this.#conditions, variables, (message) => this.#door.badValue(message));
    let program = this.#programs.get(key);
    if (!program) {
      const selecting = { fragments: this.#fragments, variables };
      program = new Program(this.#door, selecting, [this.kind, this.root as GraphQLObjectType, this.#selections]);
      this.#programs.set(key, program);
    }
    try {
      return work(program);
    } finally {
      if (program.size > LARGEST_KEPT) this.#programs.delete(key);
    }
  }
}

function fragmentsOf(document: DocumentNode): Fragments {
  const fragments = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
}

/** The fields that an operation asks of its root, those in fragments included. */
function rootFields(selections: SelectionSetNode, fragments: Fragments): FieldNode[] {
  return selections.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
    return inner ? rootFields(inner.selectionSet, fragments) : [];
  });
}
