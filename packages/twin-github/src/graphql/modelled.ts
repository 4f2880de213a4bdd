import type { Asked, Values } from '@svc/graphql-door';
import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  type SelectionSetNode,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';

import { absentTypes, plainFields, typeFields } from './fields/index.ts';
import { type FieldSpec, readsOf } from './graph.ts';
import { mutations } from './roots/mutations.ts';
import { queries } from './roots/queries.ts';

const CONNECTION = new Set(['nodes', 'edges', 'pageInfo', 'totalCount']);
const EDGE = new Set(['node', 'cursor']);

/** What the payload of each mutation has, by the payload's name. */
const payloads = new Map(
  Object.entries(mutations).map(([name, { answers }]) => [
    `${name[0]?.toUpperCase()}${name.slice(1)}Payload`,
    new Set(['clientMutationId', ...answers]),
  ]),
);

/** Is a field of an object type modelled? */
export function isModelled(type: string, field: string): boolean {
  if (field.startsWith('__') || type.startsWith('__')) return true;
  if (type === 'Query') return Object.hasOwn(queries, field);
  if (type === 'Mutation') return Object.hasOwn(mutations, field);
  const own = typeFields[type];
  if (own) return Object.hasOwn(own, field);
  if (plainFields[type]?.includes(field)) return true;
  if (type.endsWith('Connection')) return CONNECTION.has(field);
  if (type.endsWith('Edge')) return EDGE.has(field);
  return payloads.get(type)?.has(field) ?? false;
}

/** The arguments that a modelled field reads; all of them where it is no field of ours. */
function readsIn(type: string, field: string): readonly string[] | undefined {
  if (type === 'Query') return readsOf(queries[field] as FieldSpec);
  if (type === 'Mutation') return mutations[field]?.reads.map((name) => `input.${name}`);
  const own = typeFields[type]?.[field];
  return own && readsOf(own);
}

/** An argument that is not read as a whole. */
interface Unread {
  label: string;
  value: ValueNode;
  /** Fields of it that are read. */
  fields: ReadonlySet<string>;
}

/** What a document asks for that the twin doesn't model. */
export class Modelled {
  /** The first field that isn't modelled. */
  readonly missing: string | undefined;
  readonly #unread: Unread[] = [];
  readonly #schema: GraphQLSchema;
  readonly #fragments: Asked['fragments'];
  readonly #walked = new Set<string>();

  constructor(schema: GraphQLSchema, { operation, root, fragments }: Asked) {
    this.#schema = schema;
    this.#fragments = fragments;
    this.missing = root && this.#walk(root, operation.selectionSet);
  }

  /** The first argument with a value that isn't read. Null, false and an empty list ask for nothing. */
  unread(variables: Values): string | undefined {
    for (const { label, value, fields } of this.#unread) {
      const given = valueFromASTUntyped(value, variables);
      if (isNothing(given)) continue;
      if (fields.size === 0) return `${label})`;
      const name = Object.entries(given as object).find(([field, inner]) => !fields.has(field) && !isNothing(inner))?.[0];
      if (name !== undefined) return `${label}.${name})`;
    }
    return undefined;
  }

  #walk(type: GraphQLOutputType, { selections }: SelectionSetNode): string | undefined {
    for (const selection of selections) {
      let missing: string | undefined;
      if (selection.kind === 'Field') missing = this.#field(type, selection);
      else if (selection.kind === 'InlineFragment') {
        const condition = selection.typeCondition?.name.value;
        missing = this.#walk((condition ? this.#schema.getType(condition) : type) as GraphQLOutputType, selection.selectionSet);
      } else missing = this.#fragment(selection.name.value);
      if (missing !== undefined) return missing;
    }
    return undefined;
  }

  #fragment(name: string): string | undefined {
    const fragment = this.#fragments.get(name);
    if (!fragment || this.#walked.has(name)) return undefined;
    this.#walked.add(name);
    return this.#walk(this.#schema.getType(fragment.typeCondition.name.value) as GraphQLOutputType, fragment.selectionSet);
  }

  #field(
    parent: GraphQLOutputType,
    {
      name: { value: name },
      arguments: given = [],
      selectionSet,
    }: Extract<SelectionSetNode['selections'][number], { kind: 'Field' }>,
  ): string | undefined {
    const type = getNamedType(parent);
    if (name.startsWith('__') || type.name.startsWith('__') || absentTypes.has(type.name)) return undefined;
    const owners = isAbstractType(type) ? this.#schema.getPossibleTypes(type).filter(({ name: one }) => typeFields[one]) : [type];
    // Of an interface one type is enough: the others refuse when a record of theirs is asked.
    const owner = owners.find((one) => isModelled(one.name, name));
    if (!owner) return `${type.name}.${name}`;
    const reads = readsIn(owner.name, name);
    for (const { name: argument, value } of given) {
      if (!reads || reads.includes(argument.value)) continue;
      const inner = reads.flatMap((one) => (one.startsWith(`${argument.value}.`) ? [one.slice(argument.value.length + 1)] : []));
      const at = type.name === 'Mutation' ? name : `${type.name}.${name}`;
      const fields = new Set(inner);
      this.#unread.push({
        label: `${at}(${argument.value}`,
        value,
        fields: type.name === 'Mutation' ? fields.add('clientMutationId') : fields,
      });
    }
    const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
    return field && selectionSet ? this.#walk(field.type, selectionSet) : undefined;
  }
}

const isNothing = (value: unknown): boolean => value == null || value === false || (Array.isArray(value) && value.length === 0);

/** The names of a root type by whether they are modelled. */
export const modelledOf = (root: GraphQLObjectType | null | undefined): { modelled: string[]; unmodelled: string[] } => {
  const names = Object.keys(root?.getFields() ?? {}).sort();
  const of = (wanted: boolean): string[] => names.filter((name) => isModelled(root?.name ?? '', name) === wanted);
  return { modelled: of(true), unmodelled: of(false) };
};
