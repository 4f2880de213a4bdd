import type { TapeRow } from '@svc/twin-kit';
import {
  buildSchema,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  validate,
} from 'graphql';
import { schemaText } from '../src/generated/schema.ts';

/** Linear's own, as the package has it: scripts/generate-schema.ts. */
const schema = buildSchema(schemaText);

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const SCALARS: Readonly<Record<string, (value: unknown) => boolean>> = {
  ID: (value) => typeof value === 'string',
  String: (value) => typeof value === 'string',
  Int: Number.isInteger,
  Float: (value) => typeof value === 'number' && Number.isFinite(value),
  Boolean: (value) => typeof value === 'boolean',
  DateTime: (value) => typeof value === 'string' && INSTANT.test(value),
  TimelessDate: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  UUID: (value) => typeof value === 'string' && /^[0-9a-f-]{36}$/i.test(value),
  // Linear's own `reactionData` is a list.
  JSONObject: (value) => typeof value === 'object',
};

type ObjectCheck = (type: GraphQLObjectType, value: Record<string, unknown>, path: string) => string[];

function valueFaults(type: GraphQLOutputType, value: unknown, path: string, object: ObjectCheck): string[] {
  if (value === null || value === undefined) return isNonNullType(type) ? [`${path} is ${value}`] : [];
  const inner = isNonNullType(type) ? type.ofType : type;
  if (isListType(inner)) {
    if (!Array.isArray(value)) return [`${path} is no list`];
    return value.flatMap((item, at) => valueFaults(inner.ofType, item, `${path}[${at}]`, object));
  }
  if (isObjectType(inner)) return isObject(value) ? object(inner, value, path) : [`${path} is no object`];
  if (isEnumType(inner)) return inner.getValue(String(value)) ? [] : [`${path} is no ${inner.name}: ${JSON.stringify(value)}`];
  const named = getNamedType(inner).name;
  const check = SCALARS[named];
  if (check) return check(value) ? [] : [`${path} is no ${named}: ${JSON.stringify(value)}`];
  // Unions and interfaces: the answer doesn't say which type it shows, unless it was asked for.
  return [];
}

/** The fields that a selection asks for on a type, by the name they are answered under. */
function asked(selections: SelectionSetNode, type: GraphQLObjectType, fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
  const fields = new Map<string, { name: string; selections: SelectionSetNode[]; chosen: boolean }>();
  const add = (set: SelectionSetNode, outer: boolean): void => {
    for (const node of set.selections) {
      // `@skip` and `@include` leave fields out.
      const chosen = outer || (node.directives?.length ?? 0) > 0;
      if (node.kind === Kind.FIELD) {
        const name = node.alias?.value ?? node.name.value;
        const field = fields.get(name) ?? { name: node.name.value, selections: [], chosen };
        field.chosen &&= chosen;
        fields.set(name, field);
        if (node.selectionSet) field.selections.push(node.selectionSet);
      } else {
        const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
        const condition = fragment?.typeCondition?.name.value ?? type.name;
        const fits = condition === type.name || type.getInterfaces().some(({ name }) => name === condition);
        if (fragment && fits) add(fragment.selectionSet, chosen);
      }
    }
  };
  add(selections, false);
  return fields;
}

/** What of an answer isn't what its request asked for, by Linear's schema. */
export function answerFaults(query: string, data: unknown, operationName?: string | null): string[] {
  const document = parse(query);
  const invalid = validate(schema, document);
  if (invalid.length > 0) return invalid.map(({ message }) => `was answered though it isn't valid: ${message}`);
  const fragments = new Map<string, FragmentDefinitionNode>();
  const operations: OperationDefinitionNode[] = [];
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
    if (node.kind === Kind.OPERATION_DEFINITION) operations.push(node);
  }
  const operation = operations.find(({ name }) => operationName == null || name?.value === operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!root) return ['no such operation'];
  const within =
    (selections: readonly SelectionSetNode[]): ObjectCheck =>
    (type, value, path) => {
      const fields = asked(
        { kind: Kind.SELECTION_SET, selections: selections.flatMap((set) => set.selections) },
        type,
        fragments,
      );
      const stray = Object.keys(value).filter((name) => !fields.has(name));
      const own = [...fields].flatMap(([alias, { name, selections: inner, chosen }]) => {
        const field = chosen && value[alias] === undefined ? undefined : type.getFields()[name];
        return field ? valueFaults(field.type, value[alias], `${path}.${alias}`, within(inner)) : [];
      });
      return [...stray.map((name) => `${path}.${name} was not asked for`), ...own];
    };
  return valueFaults(root, data, operation.operation, within([operation.selectionSet]));
}

/** What of a webhook's payload isn't as Linear's schema has it. */
export function payloadFaults(type: string, payload: Record<string, unknown>): string[] {
  const whole: ObjectCheck = (object, value, path) => {
    const fields = object.getFields();
    return [
      ...Object.keys(value).flatMap((name) => (fields[name] ? [] : [`${path}.${name} is unknown`])),
      ...Object.entries(fields).flatMap(([name, field]) => valueFaults(field.type, value[name], `${path}.${name}`, whole)),
    ];
  };
  const envelope = schema.getType('EntityWebhookPayload') as GraphQLObjectType;
  const data = schema.getType(`${type}WebhookPayload`);
  const union = schema.getType('DataWebhookPayload');
  if (!isObjectType(data) || !isUnionType(union) || !union.getTypes().includes(data)) return [`webhooks tell of no ${type}`];
  return [...whole(envelope, payload, type), ...valueFaults(data, payload.data, `${type}.data`, whole)];
}

/** What of a tape Linear would not have answered. Refusals have no data to look at. */
export function faultsOf(rows: readonly TapeRow[]): string[] {
  const faults = rows.flatMap(({ path, status, request_body, response_body }) => {
    if (status !== 200 || !path.split('?')[0]?.endsWith('/graphql')) return [];
    const { query, operationName } = request_body as { query: string; operationName?: string | null };
    const { data, errors } = response_body as { data?: unknown; errors?: { message?: unknown; extensions?: unknown }[] };
    if (errors) {
      return errors.flatMap(({ message, extensions }) =>
        typeof message === 'string' && isObject(extensions) ? [] : ['an error without message or extensions'],
      );
    }
    return answerFaults(query, data, operationName);
  });
  return [...new Set(faults)];
}
