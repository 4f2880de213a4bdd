import {
  type ASTNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  isAbstractType,
  type SelectionSetNode,
  visit,
} from 'graphql';
import type { VariableValues } from './inputs.ts';

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** What decides which fields a selection has for a type. */
export interface Selecting {
  schema: GraphQLSchema;
  fragments: Fragments;
  /** Those that `@skip` and `@include` ask for are the same for all requests of one program. */
  variables: VariableValues;
}

type Selectable = SelectionSetNode['selections'][number];

/** Fields by the name they have in the answer (GraphQL, 6.3.2 "Field Collection"). */
export function collectFields(
  selecting: Selecting,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): ReadonlyMap<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const visited = new Set<string>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (!isIncluded(selection, selecting.variables)) continue;
      if (selection.kind === 'Field') {
        const name = (selection.alias ?? selection.name).value;
        const nodes = fields.get(name);
        if (nodes) nodes.push(selection);
        else fields.set(name, [selection]);
        continue;
      }
      if (selection.kind === 'FragmentSpread') {
        if (visited.has(selection.name.value)) continue;
        visited.add(selection.name.value);
      }
      const fragment = selection.kind === 'InlineFragment' ? selection : selecting.fragments.get(selection.name.value);
      const condition = fragment?.typeCondition?.name.value;
      if (fragment && (condition === undefined || applies(selecting.schema, condition, type))) collect(fragment.selectionSet);
    }
  };
  for (const set of sets) collect(set);
  return fields;
}

function applies(schema: GraphQLSchema, condition: string, type: GraphQLObjectType): boolean {
  const wanted = schema.getType(condition) as GraphQLNamedType;
  return wanted === type || (isAbstractType(wanted) && schema.isSubType(wanted, type));
}

function isIncluded(node: Selectable, variables: VariableValues): boolean {
  if (!node.directives?.length) return true;
  return (
    getDirectiveValues(GraphQLSkipDirective, node, variables)?.if !== true &&
    getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if !== false
  );
}

/** The variables that decide which fields of a selection are answered, those of its fragments included. */
export function conditionsOf(selections: SelectionSetNode, fragments: Fragments): readonly string[] {
  const names = new Set<string>();
  const parts = new Set<ASTNode>([selections]);
  for (const part of parts) {
    visit(part, {
      Directive({ arguments: given = [] }) {
        for (const { value } of given) if (value.kind === 'Variable') names.add(value.name.value);
      },
      FragmentSpread({ name }) {
        const fragment = fragments.get(name.value);
        if (fragment) parts.add(fragment);
      },
    });
  }
  return [...names];
}

/** The values of conditions as a text. @throws `unfit` for what is no yes or no */
export function decided(conditions: readonly string[], variables: VariableValues, unfit: (message: string) => Error): string {
  return conditions
    .map((name) => {
      if (typeof variables[name] !== 'boolean') throw unfit('Argument "if" of non-null type "Boolean!" must not be null.');
      return variables[name] ? '1' : '0';
    })
    .join('');
}
