import type { LinearContext } from '../../world.ts';
import type { Args, Graph, RootResolver } from '../graph.ts';

export type Action<T> = (context: LinearContext, args: Args, graph: Graph) => T;

/** What every payload says: that it went well, and the number of the sync that it was. */
const landed = (context: LinearContext) => ({ success: true, lastSyncId: context.ids.next('sync') });

/** A payload with the changed record under its field, e.g. `{ success, lastSyncId, issue }`. */
export function payload(field: string, action: Action<unknown>): RootResolver {
  return (args, graph) => {
    const record = action(graph.context, args, graph);
    return { [field]: record, ...landed(graph.context) };
  };
}

/** The payload of archiving: the record as `entity`. */
export const archived = (action: Action<unknown>): RootResolver => payload('entity', action);

/** The payload of deleting: the id of what is gone. */
export function deleted(action: Action<{ id: string }>): RootResolver {
  return (args, graph) => {
    const { id } = action(graph.context, args, graph);
    return { entityId: id, ...landed(graph.context) };
  };
}

/** A payload that says no more than that it went well. */
export function done(action: Action<unknown>): RootResolver {
  return (args, graph) => {
    action(graph.context, args, graph);
    return landed(graph.context);
  };
}
