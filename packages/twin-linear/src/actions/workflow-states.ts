import { RuleBroken } from '../errors.ts';
import { type LinearContext, liveIn, STATE_TYPES, timestamp, type WorkflowState } from '../world.ts';
import { born, colour, given, type Input, notBlank, oneOf, referenced } from './support.ts';

export function createWorkflowState(context: LinearContext, input: Input): Readonly<WorkflowState> {
  const { world } = context;
  const fields = given<WorkflowState>('WorkflowStateCreateInput', input, {
    required: ['name', 'color', 'type'],
    nullable: ['description', 'position'],
    own: ['id', 'teamId'],
  });
  notBlank('name', input.name);
  colour('color', input.color);
  oneOf('type', input.type, STATE_TYPES);
  const team = referenced(context, 'teams', input.teamId, 'teamId');
  const states = world.workflowStates.by.team.page(team.id);
  refuseDuplicate(states, fields.name as string);
  return world.workflowStates.insert({
    ...born(context, 'workflowStates', input),
    teamId: team.id,
    name: fields.name as string,
    type: fields.type as WorkflowState['type'],
    color: fields.color as string,
    description: fields.description ?? null,
    position: fields.position ?? (states.at(-1)?.position ?? -1) + 1,
  });
}

export function updateWorkflowState(context: LinearContext, id: unknown, input: Input): Readonly<WorkflowState> {
  const { world } = context;
  const state = referenced(context, 'workflowStates', id);
  const patch = given<WorkflowState>('WorkflowStateUpdateInput', input, {
    required: ['name', 'color', 'position'],
    nullable: ['description'],
  });
  notBlank('name', input.name);
  colour('color', input.color);
  const others = world.workflowStates.by.team.page(state.teamId).filter((one) => one.id !== state.id);
  if (patch.name !== undefined) refuseDuplicate(others, patch.name);
  return world.workflowStates.update(state.id, { ...patch, updatedAt: timestamp(context.now) });
}

/** Archives a state that no issue is in. The last state of its kind stays. */
export function archiveWorkflowState(context: LinearContext, id: unknown): Readonly<WorkflowState> {
  const { world } = context;
  const state = referenced(context, 'workflowStates', id);
  if (world.issues.by.creation.count(liveIn(`state:${state.id}`)) > 0) {
    throw new RuleBroken('Workflow state has issues', 'Only workflow states without issues can be archived.');
  }
  const alike = world.workflowStates.by.team
    .page(state.teamId)
    .filter((one) => one.type === state.type && one.archivedAt === null);
  if (alike.length <= 1) throw new RuleBroken('Last workflow state', 'A team keeps at least one workflow state of each type.');
  const now = timestamp(context.now);
  const team = world.teams.get(state.teamId);
  if (team?.defaultIssueStateId === state.id) world.teams.update(team.id, { defaultIssueStateId: null });
  return world.workflowStates.update(state.id, { archivedAt: now, updatedAt: now });
}

function refuseDuplicate(states: readonly Readonly<WorkflowState>[], name: string): void {
  if (states.some((state) => state.archivedAt === null && state.name.toLowerCase() === name.toLowerCase())) {
    throw new RuleBroken('Duplicate workflow state name', `The team has a workflow state named "${name}" already.`);
  }
}
