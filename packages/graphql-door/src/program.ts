import {
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLError,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  locatedError,
  type OperationTypeNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql';
import { type ArgumentReader, argumentReader } from './arguments.ts';
import type { Carried, Door } from './door.ts';
import type { VariableValues } from './inputs.ts';
import { collectFields, type Selecting } from './selections.ts';

/** One execution of a program. */
interface Run {
  graph: Carried;
  variables: VariableValues;
  errors: GraphQLError[];
  /** Where the execution is in the answer, for errors. */
  path: (string | number)[];
}

/** Writes a value as JSON text. @throws where the schema doesn't let it be */
type Writer = (value: unknown, run: Run) => string;

interface ProgramField {
  name: string;
  /** The name quoted, with what stands before it. */
  label: string;
  nodes: readonly FieldNode[];
  resolve: GraphQLFieldResolver<unknown, Carried>;
  args: ArgumentReader;
  info: GraphQLResolveInfo;
  write: Writer;
  nullable: boolean;
}

/** What a field's resolving runs in. */
type Resolving = <R>(resolved: () => R) => R;

/** A field of an operation's root is an action of the call. */
interface RootField extends ProgramField {
  action: string;
}

/** What an execution came to: the answer's `data` as JSON text. */
export interface Executed {
  data: string;
  errors: readonly GraphQLError[];
  /** Set where it had one field, and that was refused; of several the tape tells each. */
  refused?: true;
}

/**
 * An operation prepared for execution: which fields it has of each type, how their arguments are read, and how their values
 * are written, found once and not with every request. Does what the specification calls ExecuteSelectionSet and
 * CompleteValue (GraphQL, 6.3 and 6.4); all resolvers are synchronous, so mutations run one after another by themselves.
 */
export class Program<G extends Carried> {
  /** What it does, a field of its root each. */
  readonly actions: readonly string[];
  readonly #door: Door<G, unknown>;
  readonly #selecting: Selecting;
  readonly #root: readonly RootField[];
  readonly #isMutation: boolean;
  #size = 0;

  constructor(
    door: Door<G, unknown>,
    selecting: Omit<Selecting, 'schema'>,
    [operation, root, selections]: readonly [`${OperationTypeNode}`, GraphQLObjectType, SelectionSetNode],
  ) {
    this.#door = door;
    this.#selecting = { ...selecting, schema: door.schema };
    this.#isMutation = operation === 'mutation';
    this.#root = this.#fields(root, [selections]).map((field) => {
      const action = door.action(operation, root, field.nodes[0] as FieldNode);
      return { ...field, action };
    });
    this.actions = this.#root.map(({ action }) => action);
  }

  /** How many fields were prepared so far. */
  get size(): number {
    return this.#size;
  }

  execute(graph: G, variables: VariableValues): Executed {
    const run: Run = { graph, variables, errors: [], path: [] };
    const [field] = this.#root;
    return field && this.#root.length === 1 ? this.#executeOne(field, run) : this.#executeAll(run);
  }

  /** The call's own action: what it writes needn't be told from what others write. */
  #executeOne(field: RootField, run: Run): Executed {
    const { context } = run.graph;
    let refused = true;
    const resolve: Resolving = (resolved) => {
      const value = this.#isMutation ? context.savepoint(resolved) : resolved();
      refused = false;
      return value;
    };
    try {
      const text = `${field.label}${fieldText(field, {}, run, resolve)}}`;
      return { data: text, errors: run.errors, ...(refused && { refused }) };
    } catch (error) {
      return { data: 'null', errors: [...run.errors, locatedError(error, undefined)], ...(refused && { refused }) };
    }
  }

  #executeAll(run: Run): Executed {
    const { context } = run.graph;
    let text = '';
    let reached = 0;
    try {
      for (const field of this.#root) {
        reached += 1;
        text += field.label + fieldText(field, {}, run, (resolved) => context.action(field.action, resolved));
      }
      return { data: text === '' ? '{}' : `${text}}`, errors: run.errors };
    } catch (error) {
      // A payload that may not be null takes the answer with it, and what comes after it isn't executed (GraphQL, 6.4.4).
      for (const { action } of this.#root.slice(reached)) context.refuseAction(action);
      return { data: 'null', errors: [...run.errors, locatedError(error, undefined)] };
    }
  }

  /** Objects of a type. Their fields are looked up when there is the first of them. */
  #object(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): Writer {
    let fields: readonly ProgramField[] | undefined;
    return (value, run) => {
      if (value == null) return 'null';
      fields ??= this.#fields(type, sets);
      let text = '';
      for (const field of fields) text += field.label + fieldText(field, value, run);
      return text === '' ? '{}' : `${text}}`;
    };
  }

  #fields(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): readonly ProgramField[] {
    const collected = [...collectFields(this.#selecting, type, sets)];
    this.#size += collected.length;
    return collected.map(([name, nodes], at) => {
      const label = `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`;
      return { name, label, nodes, ...this.#field(type, nodes as [FieldNode, ...FieldNode[]]) };
    });
  }

  #field(parent: GraphQLObjectType, nodes: readonly [FieldNode, ...FieldNode[]]): Omit<ProgramField, 'name' | 'label' | 'nodes'> {
    const definition = this.#definition(parent, nodes[0].name.value);
    const { name, type } = definition;
    const write = this.#writer(type, nodes, `${parent.name}.${name}`);
    return {
      resolve: definition.resolve ?? (this.#door.reader(name, type, parent) as GraphQLFieldResolver<unknown, Carried>),
      args: argumentReader(this.#door, definition.args, nodes[0]),
      // What the resolvers of introspection read.
      info: { schema: this.#selecting.schema, fieldName: name, parentType: parent } as unknown as GraphQLResolveInfo,
      write,
      nullable: !isNonNullType(type),
    };
  }

  #definition(parent: GraphQLObjectType, name: string): GraphQLField<unknown, Carried> {
    const found = parent.getFields()[name] ?? META_FIELDS[name];
    if (!found) throw new TypeError(`a valid document doesn't ask ${parent.name} for ${name}`);
    return found;
  }

  #writer(type: GraphQLOutputType, nodes: readonly FieldNode[], field: string): Writer {
    if (isNonNullType(type)) {
      const write = this.#writer(type.ofType, nodes, field);
      return (value, run) => {
        if (value == null) throw new TypeError(`Cannot return null for non-nullable field ${field}.`);
        return write(value, run);
      };
    }
    if (isListType(type)) return listWriter(this.#writer(type.ofType, nodes, field), nodes, !isNonNullType(type.ofType));
    if (isLeafType(type)) return leafWriter(type);
    const sets = nodes.flatMap((node) => node.selectionSet ?? []);
    return isObjectType(type) ? this.#object(type, sets) : this.#abstract(type, sets);
  }

  /** Values of an abstract type: each has the fields of the type that the vendor says it has. */
  #abstract(type: GraphQLAbstractType, sets: readonly SelectionSetNode[]): Writer {
    const writers = new Map<string, Writer>();
    return (value, run) => {
      if (value == null) return 'null';
      const name = this.#door.typeOf(value, type);
      let write = writers.get(name);
      if (!write) {
        const object = this.#selecting.schema.getType(name);
        if (!isObjectType(object)) throw new TypeError(`there is no object type ${name}`);
        write = this.#object(object, sets);
        writers.set(name, write);
      }
      return write(value, run);
    };
  }
}

const META_FIELDS: Readonly<Record<string, GraphQLField<unknown, unknown>>> = {
  __schema: SchemaMetaFieldDef,
  __type: TypeMetaFieldDef,
  __typename: TypeNameMetaFieldDef,
};

/**
 * A field's value as text; null with an error noted where it failed and may be null.
 *
 * @param as what its resolving runs in, where it is an action of its own
 */
function fieldText(field: ProgramField, source: unknown, run: Run, as?: Resolving): string {
  const { path } = run;
  const depth = path.length;
  path.push(field.name);
  try {
    const value = as ? as(() => resolved(field, source, run)) : resolved(field, source, run);
    const text = field.write(value, run);
    path.length = depth;
    return text;
  } catch (error) {
    return failed(error, field.nodes, run, depth, field.nullable);
  }
}

const resolved = (field: ProgramField, source: unknown, { variables, graph }: Run): unknown =>
  field.resolve(source, field.args(variables), graph, field.info);

function failed(error: unknown, nodes: readonly FieldNode[], run: Run, depth: number, nullable: boolean): string {
  run.path.length = depth + 1;
  const located = locatedError(error, nodes, [...run.path]);
  run.path.length = depth;
  if (!nullable) throw located;
  run.errors.push(located);
  return 'null';
}

function listWriter(write: Writer, nodes: readonly FieldNode[], nullable: boolean): Writer {
  return (value, run) => {
    if (value == null) return 'null';
    const { path } = run;
    const depth = path.length;
    let text = '';
    let at = 0;
    for (const item of value as Iterable<unknown>) {
      path[depth] = at;
      text += at === 0 ? '[' : ',';
      try {
        text += write(item, run);
      } catch (error) {
        text += failed(error, nodes, run, depth, nullable);
      }
      at += 1;
    }
    path.length = depth;
    return at === 0 ? '[]' : `${text}]`;
  };
}

function leafWriter(type: GraphQLLeafType): Writer {
  // What serializing leaves as it is.
  const takesText = isScalarType(type) && (!isSpecifiedScalarType(type) || type.name === 'String' || type.name === 'ID');
  return (value) => {
    if (value == null) return 'null';
    if (takesText && typeof value === 'string') return JSON.stringify(value);
    const serialized = type.serialize(value);
    if (serialized == null) throw new TypeError(`Expected \`${type.name}.serialize\` to return a value.`);
    return JSON.stringify(serialized);
  };
}
