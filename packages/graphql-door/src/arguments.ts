import {
  BREAK,
  type FieldNode,
  type GraphQLArgument,
  isNonNullType,
  Kind,
  print,
  type ValueNode,
  valueFromAST,
  visit,
} from 'graphql';
import type { Carried, Door, Values } from './door.ts';
import type { VariableValues } from './inputs.ts';

/** The arguments of a field in an operation, by the operation's variables. @throws the vendor's refusal of a bad value */
export type ArgumentReader = (variables: VariableValues) => Values;

/** An argument's value; undefined where it is left out. */
type ValueReader = (variables: VariableValues) => unknown;

type Judge = Pick<Door<Carried, unknown>, 'badValue' | 'isMoving'>;

const NONE: Values = Object.freeze({});

/** Prepares the arguments of a field (GraphQL, 6.4.1 "Coercing Field Arguments"). */
export function argumentReader(door: Judge, args: readonly GraphQLArgument[], node: FieldNode): ArgumentReader {
  const readers = args.flatMap((argument): [string, ValueReader][] => {
    const value = node.arguments?.find(({ name }) => name.value === argument.name)?.value;
    if (value) return [[argument.name, valueReader(door, argument, value)]];
    return argument.defaultValue === undefined ? [] : [[argument.name, () => argument.defaultValue]];
  });
  if (readers.length === 0) return () => NONE;
  return (variables) => {
    const args: Record<string, unknown> = {};
    for (const [name, read] of readers) {
      const value = read(variables);
      if (value !== undefined) args[name] = value;
    }
    return args;
  };
}

function valueReader(door: Judge, argument: GraphQLArgument, node: ValueNode): ValueReader {
  if (node.kind === Kind.VARIABLE) return variableReader(door, argument, node.name.value);
  const read = (variables: VariableValues): unknown => {
    const value = valueFromAST(node, argument.type, variables);
    if (value === undefined) throw door.badValue(`Argument "${argument.name}" has invalid value ${print(node)}.`);
    return value;
  };
  if (!isConstant(door, node)) return read;
  let constant: unknown;
  return (variables) => {
    constant ??= read(variables);
    return constant;
  };
}

function variableReader(door: Judge, { name, type, defaultValue }: GraphQLArgument, variable: string): ValueReader {
  if (!isNonNullType(type)) return (variables) => (variables[variable] === undefined ? defaultValue : variables[variable]);
  return (variables) => {
    const value = variables[variable];
    if (value === null) throw door.badValue(`Argument "${name}" of non-null type "${type}" must not be null.`);
    if (value !== undefined || defaultValue !== undefined) return value ?? defaultValue;
    throw door.badValue(
      `Argument "${name}" of required type "${type}" was provided the variable "$${variable}" which was not provided a runtime value.`,
    );
  };
}

/** False where a value depends on variables, or on when it is read. */
function isConstant(door: Judge, node: ValueNode): boolean {
  let constant = true;
  const moves = () => {
    constant = false;
    return BREAK;
  };
  visit(node, {
    Variable: moves,
    StringValue: ({ value }) => (door.isMoving?.(value) ? moves() : undefined),
  });
  return constant;
}
