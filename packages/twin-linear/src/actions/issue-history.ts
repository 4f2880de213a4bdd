import type { Issue, LinearContext } from '../world.ts';
import { actor, born } from './support.ts';

/** Fields whose changes the history tells as `from…` and `to…`. */
const TOLD: readonly (readonly [field: keyof Issue & string, name: string])[] = [
  ['title', 'Title'],
  ['teamId', 'TeamId'],
  ['stateId', 'StateId'],
  ['assigneeId', 'AssigneeId'],
  ['parentId', 'ParentId'],
  ['projectId', 'ProjectId'],
  ['cycleId', 'CycleId'],
  ['priority', 'Priority'],
  ['estimate', 'Estimate'],
  ['dueDate', 'DueDate'],
];

/** Takes down what a call changed of an issue. Changes that Linear's history doesn't tell leave no entry. */
export function tellHistory(context: LinearContext, before: Readonly<Issue>, after: Readonly<Issue>, more: object = {}): void {
  const changes: Record<string, unknown> = { ...more };
  for (const [field, name] of TOLD) {
    if (before[field] === after[field]) continue;
    changes[`from${name}`] = before[field];
    changes[`to${name}`] = after[field];
  }
  const added = after.labelIds.filter((id) => !before.labelIds.includes(id));
  const removed = before.labelIds.filter((id) => !after.labelIds.includes(id));
  if (added.length > 0) changes.addedLabelIds = added;
  if (removed.length > 0) changes.removedLabelIds = removed;
  if (before.description !== after.description) changes.updatedDescription = true;
  if (Object.keys(changes).length === 0) return;
  context.world.issueHistory.insert({
    ...born(context, 'issueHistory'),
    issueId: after.id,
    actorId: actor(context).id,
    ...changes,
  });
}
