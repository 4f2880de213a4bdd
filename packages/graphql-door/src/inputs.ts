import {
  coerceInputValue,
  type GraphQLError,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getVariableValues,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
  type ValueNode,
  type VariableDefinitionNode,
  valueFromAST,
} from 'graphql';

/** The values of an operation's variables, coerced. */
export type VariableValues = Readonly<Record<string, unknown>>;

/** Coerces a value to an input type. @throws for one that doesn't fit */
type Coercer = (value: unknown) => unknown;

const unfit = (): never => {
  throw new TypeError('the value does not fit its type');
};

/** Coercers of the named types, made on first use: the schema has several hundred inputs. */
const named = new WeakMap<GraphQLInputType, Coercer>();

function coercerOf(type: GraphQLInputType): Coercer {
  if (isNonNullType(type)) {
    const inner = coercerOf(type.ofType);
    return (value) => (value == null ? unfit() : inner(value));
  }
  if (isListType(type)) {
    const item = coercerOf(type.ofType);
    return (value) => (value == null ? null : Array.isArray(value) ? value.map((one) => item(one)) : [item(value)]);
  }
  let coercer = named.get(type);
  if (!coercer) {
    coercer = isInputObjectType(type)
      ? objectCoercer(type)
      : (value) => (value == null ? null : (type.parseValue(value) ?? unfit()));
    named.set(type, coercer);
  }
  return coercer;
}

interface InputField {
  name: string;
  /** Its place in the type, which is its place in a coerced object. */
  at: number;
  type: GraphQLInputType;
  coerce?: Coercer;
}

/** Costs the fields that are given: an input may have dozens. */
function objectCoercer(type: GraphQLInputObjectType): Coercer {
  const declared = Object.values(type.getFields());
  if (type.isOneOf || declared.some((field) => field.defaultValue !== undefined)) {
    return (value) => coerceInputValue(value, type, unfit);
  }
  const fields = new Map<string, InputField>(declared.map(({ name, type: inner }, at) => [name, { name, at, type: inner }]));
  const required = declared.filter((field) => isNonNullType(field.type)).map((field) => field.name);
  return (value) => {
    if (value == null) return null;
    if (typeof value !== 'object' || Array.isArray(value)) return unfit();
    const record = value as Record<string, unknown>;
    const given = inOrder(Object.keys(record).map((name) => fields.get(name) ?? unfit()));
    for (const name of required) if (record[name] === undefined) return unfit();
    const coerced: Record<string, unknown> = {};
    for (const field of given) {
      field.coerce ??= coercerOf(field.type);
      coerced[field.name] = field.coerce(record[field.name]);
    }
    return coerced;
  };
}

/** Sorts fields as their type has them. Few are given, and mostly in that order: an insertion sort has little to do. */
function inOrder(given: InputField[]): InputField[] {
  for (let at = 1; at < given.length; at += 1) {
    const field = given[at] as InputField;
    let place = at;
    for (; place > 0 && (given[place - 1] as InputField).at > field.at; place -= 1) given[place] = given[place - 1] as InputField;
    given[place] = field;
  }
  return given;
}

interface Variable {
  name: string;
  type: GraphQLInputType;
  coerce: Coercer;
  default: ValueNode | undefined;
}

/** The errors that an answer lists of variables. */
const MAX_ERRORS = 50;

/** The variables of an operation (GraphQL, 6.1.2 "Coercing Variable Values"). */
export class Variables {
  readonly #schema: GraphQLSchema;
  readonly #definitions: readonly VariableDefinitionNode[];
  readonly #variables: readonly Variable[];

  constructor(schema: GraphQLSchema, { variableDefinitions = [] }: OperationDefinitionNode) {
    this.#schema = schema;
    this.#definitions = variableDefinitions;
    this.#variables = variableDefinitions.map(({ variable, type: written, defaultValue }) => {
      const type = typeFromAST(schema, written as never);
      if (!isInputType(type)) throw new TypeError('a valid document has variables of input types only');
      return { name: variable.name.value, type, coerce: coercerOf(type), default: defaultValue };
    });
  }

  /** Values that don't fit are left to graphql-js, which words what is wrong. */
  coerce(given: VariableValues): { coerced: VariableValues } | { errors: readonly GraphQLError[] } {
    try {
      return { coerced: this.#coerced(given) };
    } catch {
      const { coerced, errors = [] } = getVariableValues(this.#schema, this.#definitions, given, { maxErrors: MAX_ERRORS });
      return coerced ? { coerced } : { errors };
    }
  }

  #coerced(given: VariableValues): VariableValues {
    const values: Record<string, unknown> = Object.create(null);
    for (const { name, type, coerce, default: otherwise } of this.#variables) {
      if (Object.hasOwn(given, name)) values[name] = coerce(given[name]);
      else if (otherwise) values[name] = valueFromAST(otherwise, type);
      else if (isNonNullType(type)) unfit();
    }
    return values;
  }
}
