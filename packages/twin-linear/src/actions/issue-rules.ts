import { EntityNotFound, InvalidInput, RuleBroken } from '../errors.ts';
import { found } from '../lists/derived.ts';
import {
  type Issue,
  type LinearContext,
  type LinearWorld,
  liveIn,
  type StateType,
  type Team,
  type WorkflowState,
} from '../world.ts';
import { type Input, referenced } from './support.ts';

/** Distance between neighbours in manual order. */
const SORT_STEP = 100;

/** An issue by its id or its identifier, current or former. */
export function getIssue({ world }: Pick<LinearContext, 'world'>, name: unknown): Readonly<Issue> {
  const issue =
    typeof name === 'string' ? (world.issues.get(name) ?? world.issues.by.identifier.first(name.toUpperCase())) : undefined;
  if (!issue) throw new EntityNotFound('Issue');
  return issue;
}

/** The state that new issues of a team begin in: the team's own choice, else the first of its backlog. */
export function defaultState(world: LinearWorld, team: Readonly<Team>): Readonly<WorkflowState> {
  const chosen = team.defaultIssueStateId === null ? undefined : world.workflowStates.get(team.defaultIssueStateId);
  if (chosen) return chosen;
  const states = world.workflowStates.by.team.page(team.id).filter((state) => state.archivedAt === null);
  const fallback = stateOfType(states, 'backlog') ?? stateOfType(states, 'unstarted') ?? states[0];
  if (!fallback) throw new RuleBroken('Team without workflow states', 'The team has no workflow state for new issues.');
  return fallback;
}

export const stateOfType = (states: readonly Readonly<WorkflowState>[], type: StateType): Readonly<WorkflowState> | undefined =>
  states.find((state) => state.type === type);

/** The state of a team that an id names. */
export function stateIn(context: LinearContext, teamId: string, stateId: unknown): Readonly<WorkflowState> {
  const state = referenced(context, 'workflowStates', stateId, 'stateId');
  if (state.teamId !== teamId) {
    throw new RuleBroken(
      'Discrepancy between issue team and state team',
      "The workflow state doesn't belong to the issue's team.",
    );
  }
  return state;
}

type StateDates = Pick<Issue, 'startedAt' | 'completedAt' | 'canceledAt' | 'startedTriageAt' | 'triagedAt'>;

/** The dates that follow an issue into a state. */
export function datesIn(before: StateDates | undefined, from: StateType | undefined, to: StateType, now: string): StateDates {
  const none: StateDates = { startedAt: null, completedAt: null, canceledAt: null, startedTriageAt: null, triagedAt: null };
  const dates = before ?? none;
  const triage = {
    startedTriageAt: to === 'triage' ? now : dates.startedTriageAt,
    triagedAt: from === 'triage' && to !== 'triage' ? now : dates.triagedAt,
  };
  switch (to) {
    case 'started':
      return { ...triage, startedAt: dates.startedAt ?? now, completedAt: null, canceledAt: null };
    case 'completed':
      return { ...triage, startedAt: dates.startedAt ?? now, completedAt: dates.completedAt ?? now, canceledAt: null };
    case 'canceled':
    case 'duplicate':
      return { ...triage, startedAt: dates.startedAt, completedAt: null, canceledAt: dates.canceledAt ?? now };
    default:
      return { ...triage, startedAt: null, completedAt: null, canceledAt: null };
  }
}

/** A place above everything in a state's column. */
export function topOf(world: LinearWorld, stateId: string): number {
  const [first] = world.issues.by.fromBottom.page(stateId, { limit: 1, reverse: true });
  return first ? first.sortOrder - SORT_STEP : 0;
}

/** A place below all sub-issues of a parent. */
export function afterSiblings(world: LinearWorld, parentId: string): number {
  const orders = world.issues.by.creation.page(liveIn(`parent:${parentId}`)).map((sibling) => sibling.subIssueSortOrder ?? 0);
  return orders.length === 0 ? 0 : Math.max(...orders) + SORT_STEP;
}

/** Checks the places an issue stands in: project, milestone and cycle have to fit its team and each other. */
export function checkPlaces(
  context: LinearContext,
  issue: Pick<Issue, 'teamId' | 'projectId' | 'projectMilestoneId' | 'cycleId'>,
): void {
  const { teamId, projectId, projectMilestoneId, cycleId } = issue;
  if (projectId !== null) {
    const project = referenced(context, 'projects', projectId, 'projectId');
    if (!project.teamIds.includes(teamId)) {
      throw new RuleBroken('Discrepancy between issue team and project teams', "The project isn't shared with the issue's team.");
    }
  }
  if (projectMilestoneId !== null) {
    const milestone = referenced(context, 'projectMilestones', projectMilestoneId, 'projectMilestoneId');
    if (milestone.projectId !== projectId) {
      throw new RuleBroken(
        'Discrepancy between issue project and milestone',
        "The milestone doesn't belong to the issue's project.",
      );
    }
  }
  if (cycleId !== null) {
    const cycle = referenced(context, 'cycles', cycleId, 'cycleId');
    if (cycle.teamId !== teamId) {
      throw new RuleBroken('Discrepancy between issue team and cycle team', "The cycle doesn't belong to the issue's team.");
    }
  }
}

/**
 * Checks that labels exist, fit the team, are no groups, and that none shares an exclusive group with another. Retired ones stay where
 * they are and "cannot be applied to new issues" (schema: `issueLabelRetire`).
 *
 * @param applied what the issue has already
 */
export function checkLabels(
  context: LinearContext,
  labelIds: readonly string[],
  teamId: string,
  applied: readonly string[] = [],
): void {
  const groups = new Set<string>();
  for (const id of labelIds) {
    const label = referenced(context, 'issueLabels', id, 'labelIds');
    if (label.teamId !== null && label.teamId !== teamId) {
      throw new RuleBroken(
        'LabelIds for incorrect team',
        `The label '${label.name}' is not associated with the same team as the issue.`,
      );
    }
    if (label.isGroup)
      throw new RuleBroken('LabelIds contains group label', `"${label.name}" is a label group and can't be applied.`);
    if (label.retiredAt !== null && !applied.includes(id))
      throw new RuleBroken('LabelIds contains retired label', `The label "${label.name}" is retired and can't be applied.`);
    const group = label.parentId === null ? undefined : context.world.issueLabels.get(label.parentId);
    if (!group || group.groupType === 'multiSelect') continue;
    if (groups.has(group.id)) {
      throw new RuleBroken('LabelIds not exclusive child labels', `Only one label of the group "${group.name}" can be applied.`);
    }
    groups.add(group.id);
  }
}

/** A sub-issue can't be its own ancestor. */
export function checkParent(world: LinearWorld, issueId: string, parentId: string): void {
  const seen = new Set([issueId]);
  for (let id: string | null = parentId; id !== null; id = world.issues.get(id)?.parentId ?? null) {
    if (seen.has(id))
      throw new RuleBroken('Circular parent relation', "An issue can't be a sub-issue of itself or of its sub-issues.");
    seen.add(id);
  }
}

export function checkEstimate(input: Input): void {
  if (typeof input.estimate === 'number' && input.estimate < 0)
    throw new InvalidInput('estimate', 'min', 'must not be less than 0');
}

/** Labels of an issue that still fit after it moved to another team. */
export const labelsThatFit = (world: LinearWorld, labelIds: readonly string[], teamId: string): string[] =>
  found(labelIds, (id) => world.issueLabels.get(id))
    .filter((label) => label.teamId === null || label.teamId === teamId)
    .map((label) => label.id);
