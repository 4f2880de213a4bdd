import type { Asked, Values } from '@svc/graphql-door';
import {
  type FieldNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import { GraphRefusal } from './graph.ts';

/** https://docs.github.com/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api */
const MOST_NODES = 500_000;
const MOST_RECORDS = 100;
/** Requests that one point pays for. */
const REQUESTS_A_POINT = 100;
const MOST_FIELDS = 100_000;

/** What a document may return at most, and what that costs. */
export interface Cost {
  cost: number;
  nodes: number;
}

interface Walk {
  schema: GraphQLSchema;
  fragments: Asked['fragments'];
  variables: Values;
  nodes: number;
  requests: number;
  /** Fields looked at: fragments that spread each other may come to very many. */
  fields: number;
}

/** Counts a document's nodes before it is carried out. @throws GraphRefusal where a connection has no bounds or wrong ones, and where all are too many */
export function costOf(schema: GraphQLSchema, { operation, root, fragments }: Asked, variables: Values): Cost {
  const walk: Walk = { schema, fragments, variables, nodes: 0, requests: 0, fields: 0 };
  if (root && operation.operation === 'query') count(walk, root, operation.selectionSet, 1);
  return { cost: Math.max(1, Math.floor(walk.requests / REQUESTS_A_POINT)), nodes: walk.nodes };
}

/** The fields of a selection with the type each stands in, those of fragments included. */
function* fieldsOf(
  walk: Walk,
  type: GraphQLOutputType,
  { selections }: SelectionSetNode,
): Generator<[GraphQLOutputType, FieldNode]> {
  for (const selection of selections) {
    walk.fields += 1;
    if (walk.fields > MOST_FIELDS) throw new GraphRefusal('MAX_NODE_LIMIT_EXCEEDED', 'The query selects too many fields.');
    if (selection.kind === 'Field') yield [type, selection];
    else {
      const fragment = selection.kind === 'InlineFragment' ? selection : walk.fragments.get(selection.name.value);
      const condition = fragment?.typeCondition?.name.value;
      if (fragment)
        yield* fieldsOf(walk, (condition ? walk.schema.getType(condition) : type) as GraphQLOutputType, fragment.selectionSet);
    }
  }
}

function count(walk: Walk, parent: GraphQLOutputType, selections: SelectionSetNode, times: number): void {
  for (const [owner, node] of fieldsOf(walk, parent, selections)) {
    const type = getNamedType(owner);
    const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined;
    if (!field || !node.selectionSet || type.name.startsWith('__')) continue;
    const isConnection = getNamedType(field.type).name.endsWith('Connection');
    const page = isConnection ? pageOf(walk, field.type, node) : 0;
    if (isConnection) {
      walk.requests += times;
      walk.nodes += times * page;
      if (walk.nodes > MOST_NODES) throw tooMany(node.name.value, walk.nodes);
    }
    count(walk, field.type, node.selectionSet, isConnection ? times * Math.max(page, 1) : times);
  }
}

const tooMany = (connection: string, nodes: number): GraphRefusal =>
  new GraphRefusal(
    'MAX_NODE_LIMIT_EXCEEDED',
    `By the time this query traverses to the ${connection} connection, it is requesting up to ${nodes.toLocaleString('en')} possible nodes which exceeds ` +
      `the maximum limit of ${MOST_NODES.toLocaleString('en')}.`,
  );

/** How many records a connection asks for. Only its count needs no bounds. */
function pageOf(walk: Walk, type: GraphQLOutputType, node: FieldNode): number {
  const name = node.name.value;
  const sent = (argument: string): unknown => {
    const value = node.arguments?.find((one) => one.name.value === argument)?.value;
    return value && valueFromASTUntyped(value, walk.variables);
  };
  const [first, last] = [sent('first'), sent('last')];
  for (const [argument, value] of [
    ['first', first],
    ['last', last],
  ] as const) {
    if (typeof value !== 'number') continue;
    if (value > MOST_RECORDS)
      throw new GraphRefusal(
        'EXCESSIVE_PAGINATION',
        `Requesting ${value} records on the \`${name}\` connection exceeds the \`${argument}\` limit of ${MOST_RECORDS} records.`,
      );
    if (value < 0)
      throw new GraphRefusal(
        'INVALID_CURSOR_ARGUMENTS',
        `\`${argument}\` on the \`${name}\` connection cannot be less than zero.`,
      );
  }
  if (first != null && last != null)
    throw new GraphRefusal(
      'MISSING_PAGINATION_BOUNDARIES',
      `Passing both \`first\` and \`last\` to paginate the \`${name}\` connection is not supported.`,
    );
  const size = first ?? last;
  if (typeof size === 'number') return size;
  const inner = [...fieldsOf(walk, type, node.selectionSet as SelectionSetNode)].map(([, one]) => one.name.value);
  if (inner.includes('nodes') || inner.includes('edges'))
    throw new GraphRefusal(
      'MISSING_PAGINATION_BOUNDARIES',
      `You must provide a \`first\` or \`last\` value to properly paginate the \`${name}\` connection.`,
    );
  return 0;
}
