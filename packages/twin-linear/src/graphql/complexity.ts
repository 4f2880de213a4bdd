import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';

/** Points of a field that is no object, and of an object (https://linear.app/developers/rate-limiting#complexity-limits). */
const FIELD_POINTS = 0.1;
const OBJECT_POINTS = 1;
/** A connection's points count once for each node that its page may have; this many where nothing is said. */
const DEFAULT_NODES = 50;
/** The most points that one query may have. */
export const MAX_COMPLEXITY = 10_000;

type Values = Readonly<Record<string, unknown>>;

interface Walk {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  variables: Values;
  /** Variables that say how long a page is, with their values. */
  sizes: Map<string, unknown>;
  /** Points of fragments already walked, by name and type. */
  known: Map<string, number>;
}

/** What a valid operation costs in Linear's points. */
export class Complexity {
  readonly #schema: GraphQLSchema;
  readonly #root: GraphQLObjectType | undefined;
  readonly #selections: SelectionSetNode;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** What it came to last, which holds for as long as pages have these sizes. */
  #last: { points: number; sizes: ReadonlyMap<string, unknown> } | undefined;

  constructor(
    schema: GraphQLSchema,
    root: GraphQLObjectType | undefined,
    selections: SelectionSetNode,
    fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  ) {
    this.#schema = schema;
    this.#root = root;
    this.#selections = selections;
    this.#fragments = fragments;
  }

  of(variables: Values): number {
    if (!this.#root) return 0;
    if (this.#last && isSame(this.#last.sizes, variables)) return this.#last.points;
    const walk: Walk = { schema: this.#schema, fragments: this.#fragments, variables, sizes: new Map(), known: new Map() };
    const points = pointsOf(walk, this.#root, this.#selections);
    this.#last = { points, sizes: walk.sizes };
    return points;
  }
}

function isSame(sizes: ReadonlyMap<string, unknown>, variables: Values): boolean {
  for (const [name, value] of sizes) if (variables[name] !== value) return false;
  return true;
}

function pointsOf(walk: Walk, type: GraphQLOutputType, { selections }: SelectionSetNode): number {
  let points = 0;
  for (const selection of selections) {
    if (selection.kind === 'Field') points += fieldPoints(walk, type, selection);
    else if (selection.kind === 'InlineFragment') {
      const condition = selection.typeCondition?.name.value;
      points += pointsOf(walk, (condition ? walk.schema.getType(condition) : type) as GraphQLOutputType, selection.selectionSet);
    } else points += fragmentPoints(walk, selection.name.value);
  }
  return points;
}

function fragmentPoints(walk: Walk, name: string): number {
  const known = walk.known.get(name);
  if (known !== undefined) return known;
  const fragment = walk.fragments.get(name);
  if (!fragment) return 0;
  const type = walk.schema.getType(fragment.typeCondition.name.value) as GraphQLOutputType;
  const points = pointsOf(walk, type, fragment.selectionSet);
  walk.known.set(name, points);
  return points;
}

function fieldPoints(walk: Walk, parent: GraphQLOutputType, node: FieldNode): number {
  const object = getNamedType(parent);
  const fields = isObjectType(object) || isAbstractType(object) ? ('getFields' in object ? object.getFields() : {}) : {};
  const field = fields[node.name.value];
  if (!field || !node.selectionSet) return FIELD_POINTS;
  const type = getNamedType(field.type);
  if (isLeafType(type)) return FIELD_POINTS;
  const inside = pointsOf(walk, type, node.selectionSet);
  return OBJECT_POINTS + (type.name.endsWith('Connection') ? nodesOf(walk, node) * inside : inside);
}

function nodesOf(walk: Walk, node: FieldNode): number {
  const size = node.arguments?.find(({ name }) => name.value === 'first' || name.value === 'last')?.value;
  const value =
    size?.kind === 'IntValue' ? Number(size.value) : size?.kind === 'Variable' ? sizeIn(walk, size.name.value) : undefined;
  return typeof value === 'number' && value > 0 ? value : DEFAULT_NODES;
}

function sizeIn({ variables, sizes }: Walk, name: string): unknown {
  sizes.set(name, variables[name]);
  return variables[name];
}
