import { BoundedMap } from '@svc/twin-kit';
import {
  type DocumentNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { rootAction } from './action-name.ts';
import { Complexity } from './complexity.ts';
import { Variables, type VariableValues } from './inputs.ts';
import { Program } from './program.ts';
import { mutations } from './roots/mutations.ts';
import { queries } from './roots/queries.ts';
import { conditionsOf, decided, type Fragments } from './selections.ts';

const ROOTS = { query: queries, mutation: mutations, subscription: {} } as const;
/** Programs kept of an operation, by what its `@skip` and `@include` come to, and the largest of them in fields. */
const KEPT_PROGRAMS = 8;
const LARGEST_KEPT = 2_000;

let prepared = 0;

/** What is found out of an operation once, however often it is carried out. */
export class PreparedOperation {
  /** Tells it from all others. */
  readonly serial: number;
  readonly kind: OperationDefinitionNode['operation'];
  readonly root: GraphQLObjectType | undefined;
  /** The fields of its root, as the document has them. */
  readonly fields: readonly string[];
  /** Their actions, one each. */
  readonly actions: readonly string[];
  /** A field of its root that isn't modelled. */
  readonly missing: string | undefined;
  readonly complexity: Complexity;
  readonly variables: Variables;
  readonly #schema: GraphQLSchema;
  readonly #selections: SelectionSetNode;
  readonly #fragments: Fragments;
  readonly #conditions: readonly string[];
  readonly #programs = new BoundedMap<string, Program>(KEPT_PROGRAMS);

  constructor(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) {
    prepared += 1;
    this.serial = prepared;
    this.kind = operation.operation;
    this.root = schema.getRootType(this.kind) ?? undefined;
    this.#schema = schema;
    this.#selections = operation.selectionSet;
    this.#fragments = fragmentsOf(document);
    // Directives are rare, and looking for them costs as much as parsing.
    const hasDirectives = document.loc?.source.body.includes('@') ?? true;
    this.#conditions = hasDirectives ? conditionsOf(this.#selections, this.#fragments) : [];
    const fields = rootFields(this.#selections, this.#fragments);
    this.fields = fields;
    this.actions = fields.map((field) => rootAction(this.kind, this.root, field));
    this.missing = fields.find((name) => !name.startsWith('__') && !Object.hasOwn(ROOTS[this.kind], name));
    this.complexity = new Complexity(schema, this.root, this.#selections, this.#fragments);
    this.variables = new Variables(schema, operation);
  }

  /** What the tape calls it: after the first field of its root. */
  get action(): string {
    return this.actions[0] ?? '';
  }

  /** Runs `work` with the operation's program. @throws BadRequest where variables of `@skip` and `@include` hold no Boolean */
  run<R>(variables: VariableValues, work: (program: Program) => R): R {
    const key = decided(this.#conditions, variables);
    let program = this.#programs.get(key);
    if (!program) {
      const selecting = { schema: this.#schema, fragments: this.#fragments, variables };
      program = new Program(selecting, this.kind, this.root as GraphQLObjectType, this.#selections);
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
function rootFields(selections: SelectionSetNode, fragments: Fragments): string[] {
  return selections.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection.name.value];
    const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
    return inner ? rootFields(inner.selectionSet, fragments) : [];
  });
}
