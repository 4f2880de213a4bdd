import { model, typeOf } from '../src/model.ts';

type World = Record<string, Record<string, unknown>[]>;

/** Relations lead to what is there, and name it once. */
function* relations(world: World): Generator<string> {
  const ids = new Map(Object.entries(world).map(([name, records]) => [name, new Set(records.map(({ id }) => id))]));
  for (const [collection, type] of Object.entries(typeOf)) {
    // The history names what was; it may be gone.
    if (collection === 'issueHistory') continue;
    for (const record of world[collection] ?? []) {
      for (const [field, [target, idField]] of Object.entries(model[type]?.one ?? {})) {
        const id = record[idField];
        if (id != null && !ids.get(target)?.has(id)) yield `${collection} ${record.id}: ${field} leads nowhere`;
      }
      for (const [field, edge] of Object.entries(model[type]?.many ?? {})) {
        if (!('ids' in edge)) continue;
        const held = record[edge.ids] as string[];
        if (new Set(held).size !== held.length) yield `${collection} ${record.id}: ${field} names one twice`;
        if (held.some((id) => !ids.get(edge.collection)?.has(id))) yield `${collection} ${record.id}: ${field} leads nowhere`;
      }
    }
  }
}

/** What can't be in a workspace. */
export function* workspaceFaults(world: World): Generator<string> {
  yield* relations(world);
  const states = new Map(world.workflowStates?.map((state) => [state.id, state]));
  const numbers = new Set<string>();
  for (const issue of world.issues ?? []) {
    const { identifier, teamId, number, archivedAt, completedAt, trashed } = issue;
    const state = states.get(issue.stateId);
    if (state?.teamId !== teamId) yield `issue ${identifier} is in another team's state`;
    if ((state?.type === 'completed') !== (completedAt !== null)) yield `issue ${identifier}: completedAt and ${state?.type}`;
    if (trashed && archivedAt === null) yield `issue ${identifier} is trashed and not archived`;
    if (numbers.has(`${teamId} ${number}`)) yield `two issues of a team have the number ${number}`;
    numbers.add(`${teamId} ${number}`);
  }
}
