import { BoundedMap } from '@svc/twin-kit';
import {
  type ASTVisitor,
  type DocumentNode,
  GraphQLError,
  Kind,
  KnownTypeNamesRule,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import type { Carried, Door } from './door.ts';
import { PreparedOperation } from './prepared-operation.ts';

/** A request's text, parsed and held against the schema. */
export type PreparedDocument<G extends Carried, X> =
  | { ok: true; operations: Operations<G, X> }
  | { ok: false; errors: readonly GraphQLError[] };

/** Tokens of the longest request that is looked at; the official client's longest has about a tenth. */
const MAX_TOKENS = 20_000;
/** Faults that an answer lists. */
const MAX_ERRORS = 20;
/** Levels of a document's syntax tree; a field inside a field is two of them. */
const MAX_DEPTH = 400;
/** Documents kept, so that a client's repeated requests are parsed once. */
const KEPT_DOCUMENTS = 100;
const KEPT_LENGTH = 32_768;

/**
 * As graphql-js has it, which names all types of the schema for each document, to suggest one of them should another be
 * asked for: here it does so only then.
 */
const knownTypeNames: ValidationRule = (context) => {
  let visitor: ASTVisitor | undefined;
  return {
    NamedType(...args) {
      if (context.getSchema().getType(args[0].name.value)) return;
      visitor ??= KnownTypeNamesRule(context);
      (visitor as { NamedType: (...found: typeof args) => void }).NamedType(...args);
    },
  };
};
const RULES = specifiedRules.map((rule) => (rule === KnownTypeNamesRule ? knownTypeNames : rule));

/** The operations of a valid document, each prepared when it is first asked for. */
export class Operations<G extends Carried, X> {
  readonly #door: Door<G, X>;
  readonly #document: DocumentNode;
  readonly #definitions: readonly OperationDefinitionNode[];
  readonly #prepared = new Map<OperationDefinitionNode, PreparedOperation<G, X>>();

  constructor(door: Door<G, X>, document: DocumentNode) {
    this.#door = door;
    this.#document = document;
    this.#definitions = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  }

  /** The operation that a request asks for; undefined where it isn't clear which. */
  find(name: string | null | undefined): PreparedOperation<G, X> | undefined {
    const only = this.#definitions.length === 1 ? this.#definitions[0] : undefined;
    const definition = name == null ? only : this.#definitions.find((one) => one.name?.value === name);
    if (!definition) return undefined;
    let prepared = this.#prepared.get(definition);
    if (!prepared) {
      prepared = new PreparedOperation(this.#door, this.#document, definition);
      this.#prepared.set(definition, prepared);
    }
    return prepared;
  }
}

/**
 * Parses and validates requests, and remembers those that come again. What came once, as requests with their values written
 * into them do, isn't kept: it would only keep the collector busy.
 */
export class Documents<G extends Carried, X> {
  readonly #door: Door<G, X>;
  readonly #kept = new BoundedMap<string, PreparedDocument<G, X>>(KEPT_DOCUMENTS);
  /** What came once. */
  readonly #seen = new BoundedMap<string, true>(KEPT_DOCUMENTS);
  #latest: { query: string | undefined; prepared: PreparedDocument<G, X> } = {
    query: undefined,
    prepared: { ok: false, errors: [] },
  };

  constructor(door: Door<G, X>) {
    this.#door = door;
  }

  prepare(query: string): PreparedDocument<G, X> {
    if (query === this.#latest.query) return this.#latest.prepared;
    const kept = this.#kept.get(query);
    const prepared = kept ?? this.#read(query);
    if (kept || this.#seen.delete(query)) this.#kept.set(query, prepared);
    else if (query.length <= KEPT_LENGTH) this.#seen.set(query, true);
    this.#latest = { query, prepared };
    return prepared;
  }

  #read(query: string): PreparedDocument<G, X> {
    try {
      const document = parse(query, { maxTokens: MAX_TOKENS });
      if (mayBeDeep(query) && depthOf(document) > MAX_DEPTH)
        return { ok: false, errors: [new GraphQLError('Query is nested too deeply.')] };
      const faults = validate(this.#door.schema, document, RULES, { maxErrors: MAX_ERRORS });
      const errors = faults.filter((fault) => !this.#door.allows?.(fault));
      return errors.length > 0 ? { ok: false, errors } : { ok: true, operations: new Operations(this.#door, document) };
    } catch (error) {
      if (error instanceof GraphQLError) return { ok: false, errors: [error] };
      // The parser reads what is nested by recursion.
      if (error instanceof RangeError) return { ok: false, errors: [new GraphQLError('Query is nested too deeply.')] };
      throw error;
    }
  }
}

/** False where a text has too few brackets for a deep tree: each of them begins at most three levels. */
const mayBeDeep = (query: string): boolean => query.split(/[({[]/).length * 3 > MAX_DEPTH;

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
