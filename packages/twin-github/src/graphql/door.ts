import type { Door } from '@svc/graphql-door';
import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import { Unsupported } from '../errors.ts';
import { rootAction } from './action-name.ts';
import { typeFields } from './fields/index.ts';
import { type Graph, GraphRefusal, resolveOf } from './graph.ts';
import { type Cost, costOf } from './limits.ts';
import { Modelled } from './modelled.ts';
import { mutations } from './roots/mutations.ts';
import { queries } from './roots/queries.ts';
import { isThing, type Thing } from './thing.ts';

/** What is found out of an operation once. */
export interface Examined {
  modelled: Modelled;
  /** @throws GraphRefusal where it asks for too much */
  cost(variables: Readonly<Record<string, unknown>>): Cost;
}

type Resolver = GraphQLFieldResolver<unknown, Graph>;

function rootReader(type: 'Query' | 'Mutation', name: string): Resolver | undefined {
  if (type === 'Query') {
    const field = queries[name];
    return field && ((_root, args, graph) => field.resolve({}, args, graph));
  }
  const field = mutations[name];
  return (
    field &&
    ((_root, { input }, graph) => {
      const { clientMutationId = null, ...rest } = input as { clientMutationId?: string | null };
      return { ...field.run(rest, graph), clientMutationId };
    })
  );
}

/** Reads a field of a record by its type's table, and of anything else by its name. What isn't modelled is refused. */
function reader(name: string, type: string): Resolver {
  const root = type === 'Query' || type === 'Mutation' ? rootReader(type, name) : undefined;
  if (root) return root;
  const field = typeFields[type]?.[name];
  if (field) {
    const resolve = resolveOf(field);
    return (source, args, graph) => resolve((source as Thing).of, args, graph);
  }
  return (source) => {
    const value = isThing(source) ? undefined : (source as Record<string, unknown>)[name];
    if (value === undefined) throw new Unsupported(`${type}.${name}`);
    return value;
  };
}

/** GitHub's GraphQL as the shared executor asks for it. */
export const githubDoor = (schema: GraphQLSchema): Door<Graph, Examined> => ({
  schema,
  action: (operation, _root, field) => rootAction(operation, field),
  examine: (asked) => ({ modelled: new Modelled(schema, asked), cost: (variables) => costOf(schema, asked, variables) }),
  reader: (name, _type, { name: parent }) => reader(name, parent),
  typeOf(value, type) {
    if (isThing(value)) return value.type;
    throw new TypeError(`a ${type.name} is no record of the world`);
  },
  // Fields of types that exclude each other may have different shapes at GitHub, and gh asks for an issue or a pull request so.
  allows: ({ message }) => message.includes('conflict because they return conflicting types'),
  badValue: (message) => new GraphRefusal('UNPROCESSABLE', message),
});
