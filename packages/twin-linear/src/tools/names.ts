import { getInitiative } from '../actions/initiatives.ts';
import { getProject } from '../actions/projects.ts';
import { actor } from '../actions/support.ts';
import { EntityNotFound } from '../errors.ts';
import {
  type Cycle,
  type Initiative,
  type LinearContext,
  liveIn,
  type Project,
  type ProjectMilestone,
  STATE_TYPES,
  type Team,
  type User,
  type WorkflowState,
} from '../world.ts';

/** Tools take what people call things: ids, names, keys, slugs, "me". */
const same = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase();

function require<T>(record: T | undefined, type: string): T {
  if (record === undefined) throw new EntityNotFound(type);
  return record;
}

export function teamBy({ world }: LinearContext, name: string): Readonly<Team> {
  const direct = world.teams.get(name) ?? world.teams.by.key.first(name.toUpperCase());
  return require(direct ?? [...world.teams.values()].find((team) => same(team.name, name)), 'Team');
}

export function userBy(context: LinearContext, name: string): Readonly<User> {
  if (same(name, 'me')) return actor(context);
  const { users } = context.world;
  const direct = users.get(name) ?? users.by.email.first(name.toLowerCase()) ?? users.by.displayName.first(name.toLowerCase());
  return require(direct ?? [...users.values()].find((user) => same(user.name, name)), 'User');
}

/** A state of a team by id, name or type; of a type the first. */
export function stateBy({ world }: LinearContext, teamId: string, name: string): Readonly<WorkflowState> {
  const states = world.workflowStates.by.team.page(teamId).filter((state) => state.archivedAt === null);
  return require(states.find((state) => state.id === name) ??
    states.find((state) => same(state.name, name)) ??
    states.find((state) => same(state.type, name)), 'WorkflowState');
}

export const isStateType = (name: string): boolean => STATE_TYPES.some((type) => same(type, name));

/** Labels of an issue by id or name; a team's own before the workspace's. */
export function labelIdsBy({ world }: LinearContext, names: readonly string[], teamId: string): string[] {
  return names.map((name) => {
    const direct = world.issueLabels.get(name);
    if (direct) return direct.id;
    const fitting = world.issueLabels.by.name
      .page(name.toLowerCase())
      .filter((label) => label.teamId === null || label.teamId === teamId);
    return require(fitting.find((label) => label.teamId === teamId) ?? fitting[0], 'IssueLabel').id;
  });
}

/** Labels of projects or initiatives by id or name. */
export function plainLabelIdsBy(
  { world }: LinearContext,
  family: 'projectLabels' | 'initiativeLabels',
  names: readonly string[],
): string[] {
  const type = family === 'projectLabels' ? 'ProjectLabel' : 'InitiativeLabel';
  return names.map((name) => require(world[family].get(name) ?? world[family].by.name.first(name.toLowerCase()), type).id);
}

export function projectBy(context: LinearContext, name: string): Readonly<Project> {
  const named = [...context.world.projects.values()].find((project) => same(project.name, name));
  return named ?? getProject(context, name);
}

export function initiativeBy(context: LinearContext, name: string): Readonly<Initiative> {
  const named = [...context.world.initiatives.values()].find((initiative) => same(initiative.name, name));
  return named ?? getInitiative(context, name);
}

export function milestoneBy({ world }: LinearContext, projectId: string, name: string): Readonly<ProjectMilestone> {
  const milestones = world.projectMilestones.by.creation.page(liveIn(`project:${projectId}`));
  return require(milestones.find((one) => one.id === name || same(one.name, name)), 'ProjectMilestone');
}

export function cycleBy({ world }: LinearContext, teamId: string | undefined, name: string): Readonly<Cycle> {
  const direct = world.cycles.get(name);
  if (direct) return direct;
  const cycles = teamId === undefined ? [...world.cycles.values()] : world.cycles.by.start.page(teamId);
  return require(cycles.find(
    (cycle) => String(cycle.number) === name || (cycle.name !== null && same(cycle.name, name)),
  ), 'Cycle');
}
