import type { Door } from '@svc/graphql-door';
import { type GraphQLSchema, isObjectType } from 'graphql';
import { BadRequest } from '../errors.ts';
import { isDuration } from '../lists/time.ts';
import { rootAction } from './action-name.ts';
import { Complexity } from './complexity.ts';
import type { Graph } from './graph.ts';
import { mutations } from './roots/mutations.ts';
import { queries } from './roots/queries.ts';
import { fieldReader } from './schema.ts';

const ROOTS = { query: queries, mutation: mutations, subscription: {} } as const;

/** What is found out of an operation once. */
export interface Examined {
  /** A field of its root that isn't modelled. */
  missing: string | undefined;
  complexity: Complexity;
}

/** Linear's GraphQL as the shared executor asks for it. */
export const linearDoor = (schema: GraphQLSchema): Door<Graph, Examined> => ({
  schema,
  action: (operation, root, { name }) => rootAction(operation, root, name.value),
  examine: ({ operation, root, fragments, fields }) => ({
    missing: fields.find((name) => !name.startsWith('__') && !Object.hasOwn(ROOTS[operation.operation], name)),
    complexity: new Complexity(schema, root, operation.selectionSet, fragments),
  }),
  reader: (name, type, parent) => fieldReader(name, type, parent.name),
  // Every notification of the twin is about an issue, and no other abstract type is answered.
  typeOf(_value, type) {
    const notification = schema.getType('IssueNotification');
    if (isObjectType(notification) && schema.isSubType(type, notification)) return notification.name;
    throw new TypeError(`there is no resolver of the type ${type.name}`);
  },
  badValue: (message) => new BadRequest(message),
  // Durations are counted from the time of the call.
  isMoving: isDuration,
});
