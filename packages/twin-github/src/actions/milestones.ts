import { type FieldError, NotFound, ValidationFailed } from '../errors.ts';
import { nextId, nextMilestoneNumber } from '../sequences.ts';
import { type GithubContext, type IssueState, type Label, type Milestone, stateGroup, timestamp } from '../world.ts';
import { viewerOf, visibleRepository, writableRepository } from './access.ts';
import { differs } from './differs.ts';
import { isOnCalendar } from './search/match.ts';

/** A date with a year of four digits, with or without a time. */
const DATE = /^\d{4}-\d{2}-\d{2}(T|$)/;

export interface MilestoneInput {
  title?: string | undefined;
  state?: IssueState | undefined;
  description?: string | null | undefined;
  due_on?: string | null | undefined;
}

export interface MilestoneOrder {
  state: IssueState | 'all';
  sort: 'due_on' | 'completeness';
  descending: boolean;
}

export function milestoneByNumber({ world }: Pick<GithubContext, 'world'>, repositoryId: number, number: number) {
  return world.milestones.by.number.first(`${repositoryId}/${number}`);
}

/** @throws NotFound */
export function getMilestone(context: GithubContext, owner: string, repo: string, number: number): Readonly<Milestone> {
  const milestone = milestoneByNumber(context, visibleRepository(context, owner, repo).id, number);
  if (!milestone) throw new NotFound();
  return milestone;
}

/** Share of a milestone's issues that are closed, 0 to 1. */
function completeness({ world }: GithubContext, milestone: Readonly<Milestone>): number {
  const total = world.issues.by.milestone.count(stateGroup(milestone.id, 'all'));
  return total === 0 ? 0 : world.issues.by.milestone.count(stateGroup(milestone.id, 'closed')) / total;
}

export function listMilestones(
  context: GithubContext,
  owner: string,
  repo: string,
  order: MilestoneOrder,
): Readonly<Milestone>[] {
  const repository = visibleRepository(context, owner, repo);
  const { milestones } = context.world;
  const all = milestones.by.repository.page(stateGroup(repository.id, order.state), { limit: milestones.size });
  // Milestones without a due date stand after those with one, whichever way the list runs.
  const rank = (milestone: Readonly<Milestone>): number =>
    order.sort === 'completeness'
      ? completeness(context, milestone)
      : milestone.due_on === null
        ? Number.MAX_SAFE_INTEGER * (order.descending ? -1 : 1)
        : Date.parse(milestone.due_on);
  return all.toSorted((a, b) => (rank(a) - rank(b)) * (order.descending ? -1 : 1) || a.number - b.number);
}

function validate(context: GithubContext, repositoryId: number, input: MilestoneInput, self?: number): void {
  const errors: FieldError[] = [];
  const { title, due_on } = input;
  if (title !== undefined && title.trim() === '') errors.push({ resource: 'Milestone', code: 'missing_field', field: 'title' });
  const namesake = title === undefined ? undefined : context.world.milestones.by.title.first(`${repositoryId}/${title}`);
  if (namesake && namesake.id !== self) errors.push({ resource: 'Milestone', code: 'already_exists', field: 'title' });
  if (typeof due_on === 'string' && !(DATE.test(due_on) && isOnCalendar(due_on) && Date.parse(due_on) >= 0)) {
    errors.push({ resource: 'Milestone', code: 'invalid', field: 'due_on' });
  }
  if (errors.length > 0) throw new ValidationFailed(errors);
}

const dueDate = (due: string | null | undefined): string | null => (due == null ? null : timestamp(Date.parse(due)));

export function createMilestone(context: GithubContext, owner: string, repo: string, input: MilestoneInput & { title: string }) {
  const repository = writableRepository(context, owner, repo);
  validate(context, repository.id, input);
  const now = timestamp(context.now);
  return context.world.milestones.insert({
    id: nextId(context.ids, 'milestone'),
    repository_id: repository.id,
    number: nextMilestoneNumber(context.ids, repository.id),
    title: input.title,
    description: input.description ?? null,
    state: input.state ?? 'open',
    creator_id: viewerOf(context).id,
    created_at: now,
    updated_at: now,
    closed_at: input.state === 'closed' ? now : null,
    due_on: dueDate(input.due_on),
  });
}

export function updateMilestone(context: GithubContext, owner: string, repo: string, number: number, input: MilestoneInput) {
  const repository = writableRepository(context, owner, repo);
  const milestone = getMilestone(context, owner, repo, number);
  validate(context, repository.id, input, milestone.id);
  const now = timestamp(context.now);
  const state = input.state ?? milestone.state;
  const patch = {
    title: input.title ?? milestone.title,
    state,
    closed_at: state === 'open' ? null : (milestone.closed_at ?? now),
    description: input.description === undefined ? milestone.description : input.description,
    due_on: input.due_on === undefined ? milestone.due_on : dueDate(input.due_on),
  };
  return differs(milestone, patch) ? context.world.milestones.update(milestone.id, { ...patch, updated_at: now }) : milestone;
}

/** Deletes the milestone; its issues stay, without one. */
export function deleteMilestone(context: GithubContext, owner: string, repo: string, number: number): void {
  writableRepository(context, owner, repo);
  const milestone = getMilestone(context, owner, repo, number);
  const { issues } = context.world;
  const group = stateGroup(milestone.id, 'all');
  for (const issue of issues.by.milestone.page(group, { limit: issues.size })) issues.update(issue.id, { milestone_id: null });
  context.world.milestones.remove(milestone.id);
}

/** The labels of all issues in a milestone, each once. */
export function labelsOfMilestone(context: GithubContext, owner: string, repo: string, number: number): Readonly<Label>[] {
  const milestone = getMilestone(context, owner, repo, number);
  const { issues, labels } = context.world;
  const found = issues.by.milestone.page(stateGroup(milestone.id, 'all'), { limit: issues.size });
  const ids = new Set(found.flatMap((issue) => issue.label_ids));
  return [...ids].flatMap((id) => labels.get(id) ?? []);
}
