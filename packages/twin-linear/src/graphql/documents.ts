import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  validate,
} from 'graphql';

/** A request's text, parsed and held against the schema. */
export type PreparedDocument = { ok: true; document: DocumentNode } | { ok: false; errors: readonly GraphQLError[] };

/** Tokens of the longest request that is looked at; the official client's longest has about a tenth. */
const MAX_TOKENS = 20_000;
/** Faults that an answer lists. */
const MAX_ERRORS = 20;
/** Levels of a document's syntax tree; a field inside a field is two of them. */
const MAX_DEPTH = 400;
/** Documents kept, so that a client's repeated requests are parsed once. */
const KEPT_DOCUMENTS = 100;
const KEPT_LENGTH = 32_768;

/** Parses and validates requests, and remembers the latest. */
export class Documents {
  readonly #schema: GraphQLSchema;
  readonly #kept = new Map<string, PreparedDocument>();

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  prepare(query: string): PreparedDocument {
    const kept = this.#kept.get(query);
    if (kept) {
      this.#kept.delete(query);
      this.#kept.set(query, kept);
      return kept;
    }
    const prepared = this.#read(query);
    if (query.length <= KEPT_LENGTH) this.#kept.set(query, prepared);
    if (this.#kept.size > KEPT_DOCUMENTS) this.#kept.delete(this.#kept.keys().next().value as string);
    return prepared;
  }

  #read(query: string): PreparedDocument {
    try {
      const document = parse(query, { maxTokens: MAX_TOKENS });
      if (depthOf(document) > MAX_DEPTH) return { ok: false, errors: [new GraphQLError('Query is nested too deeply.')] };
      const errors = validate(this.#schema, document, undefined, { maxErrors: MAX_ERRORS });
      return errors.length > 0 ? { ok: false, errors } : { ok: true, document };
    } catch (error) {
      if (error instanceof GraphQLError) return { ok: false, errors: [error] };
      // The parser reads what is nested by recursion.
      if (error instanceof RangeError) return { ok: false, errors: [new GraphQLError('Query is nested too deeply.')] };
      throw error;
    }
  }
}

/** How deep a syntax tree is, found without recursion. */
function depthOf(document: DocumentNode): number {
  let deepest = 0;
  const open: [node: object, depth: number][] = [[document, 0]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, depth] = next;
    deepest = Math.max(deepest, depth);
    for (const [name, value] of Object.entries(node)) {
      if (name === 'loc' || typeof value !== 'object' || value === null) continue;
      for (const child of Array.isArray(value) ? value : [value]) {
        if (typeof child === 'object' && child !== null) open.push([child, depth + 1]);
      }
    }
  }
  return deepest;
}

/** The operation that a request asks for; undefined where it isn't clear which. */
export function operationOf(document: DocumentNode, name: string | null | undefined): OperationDefinitionNode | undefined {
  const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  if (name == null) return operations.length === 1 ? operations[0] : undefined;
  return operations.find((one) => one.name?.value === name);
}

export function fragmentsOf(document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
}

/** The fields that an operation asks of its root, those in fragments included. */
export function rootFields(selections: SelectionSetNode, fragments: ReadonlyMap<string, FragmentDefinitionNode>): FieldNode[] {
  return selections.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
    return inner ? rootFields(inner.selectionSet, fragments) : [];
  });
}
