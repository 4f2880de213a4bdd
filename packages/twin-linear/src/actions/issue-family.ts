import { type Issue, type LinearContext, liveIn } from '../world.ts';

const DONE = new Set(['completed', 'canceled', 'duplicate']);

/** Moves an issue into a state, with all that follows from it. */
type EnterState = (context: LinearContext, issue: Readonly<Issue>, stateId: string) => unknown;

/** Closes an issue's parent or sub-issues after it, where its team is set so. */
export function closeFamily(context: LinearContext, issue: Readonly<Issue>, enterState: EnterState): void {
  const { world } = context;
  const team = world.teams.get(issue.teamId);
  const state = world.workflowStates.get(issue.stateId);
  if (state?.type !== 'completed') return;
  if (team?.autoCloseChildIssues) {
    for (const child of world.issues.by.creation.page(liveIn(`parent:${issue.id}`))) {
      if (child.teamId === issue.teamId && !isDone(context, child)) enterState(context, child, issue.stateId);
    }
  }
  const parent = issue.parentId === null ? undefined : world.issues.get(issue.parentId);
  if (!team?.autoCloseParentIssues || !parent || parent.teamId !== issue.teamId || isDone(context, parent)) return;
  const siblings = world.issues.by.creation.page(liveIn(`parent:${parent.id}`));
  if (siblings.every((sibling) => isDone(context, sibling))) enterState(context, parent, issue.stateId);
}

function isDone({ world }: LinearContext, issue: Readonly<Issue>): boolean {
  return DONE.has(world.workflowStates.get(issue.stateId)?.type ?? '');
}
