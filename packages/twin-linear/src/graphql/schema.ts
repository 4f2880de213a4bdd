import {
  buildSchema,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { Unsupported } from '../errors.ts';
import { schemaText } from '../generated/schema.ts';
import { EMPTY_PAGE } from '../lists/page.ts';
import type { AnyRecord } from '../model.ts';
import { typeResolvers } from './fields/index.ts';
import type { Args, Graph, RootResolver } from './graph.ts';
import { mutations } from './roots/mutations.ts';
import { queries } from './roots/queries.ts';
import { coerceScalars } from './scalars.ts';
import { refuseUnread } from './unread-arguments.ts';

/** Linear's whole schema with the twin's resolvers on it. Building it takes a moment: it is done on the first call. */
export function buildLinearSchema(): GraphQLSchema {
  const schema = buildSchema(schemaText, { assumeValidSDL: true, noLocation: true });
  coerceScalars(schema);
  for (const [type, fields] of typeResolvers()) {
    const object = schema.getType(type);
    if (!isObjectType(object)) continue;
    const declared = object.getFields();
    for (const [name, resolve] of Object.entries(fields)) {
      const field = declared[name];
      if (field) field.resolve = (record: AnyRecord, args: Args, graph: Graph) => resolve(record, args, graph);
    }
  }
  attachRoots(schema, 'Query', queries);
  attachRoots(schema, 'Mutation', mutations);
  return schema;
}

function attachRoots(schema: GraphQLSchema, type: 'Query' | 'Mutation', roots: Readonly<Record<string, RootResolver>>): void {
  const object = schema.getType(type);
  if (!isObjectType(object)) throw new Error(`the schema has no type ${type}`);
  const declared = object.getFields();
  for (const [name, resolve] of Object.entries(roots)) {
    const field = declared[name];
    if (!field) throw new Error(`the schema has no field ${type}.${name}`);
    field.resolve =
      type === 'Query'
        ? (_root, args: Args, graph: Graph) => resolve(args, graph)
        : (_root, args: Args, graph: Graph) => {
            refuseUnread(name, args);
            return resolve(args, graph);
          };
  }
}

/** Reads a field off records, and pages off lists; what the twin doesn't model is empty where it may be, else loud. */
export function fieldReader(name: string, type: GraphQLOutputType, parent: string): GraphQLFieldResolver<unknown, Graph> {
  return (source) => {
    const value = (source as Record<string, unknown>)[name];
    if (value !== undefined) return value;
    const { nodes } = source as { nodes?: readonly AnyRecord[] };
    if (name === 'edges' && nodes) return nodes.map((node) => ({ node, cursor: node.id }));
    return emptyOf(type, `${parent}.${name}`);
  };
}

function emptyOf(type: GraphQLOutputType, field: string): unknown {
  if (!isNonNullType(type)) return null;
  if (isListType(type.ofType)) return [];
  const { name } = getNamedType(type);
  if (name.endsWith('Connection')) return EMPTY_PAGE;
  if (name === 'Boolean') return false;
  if (name === 'JSONObject') return {};
  throw new Unsupported(field);
}
