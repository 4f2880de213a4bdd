import { ProjectRefused, ValidationFailed } from '../errors.ts';
import { nextId } from '../sequences.ts';
import { type GithubContext, type Issue, type Project, type ProjectField, type ProjectItem, timestamp } from '../world.ts';
import { viewerOf } from './access.ts';
import { createIssue } from './issues.ts';
import { contentOf, requireInProject, touchProject } from './projects.ts';

function insertItem(
  context: GithubContext,
  project: Readonly<Project>,
  of: Pick<ProjectItem, 'issue_id' | 'draft'>,
): Readonly<ProjectItem> {
  const now = timestamp(context.now);
  const item = context.world.project_items.insert({
    ...{ id: nextId(context.ids, 'project_item'), project_id: project.id, ...of },
    ...{ creator_id: viewerOf(context).id, values: {}, created_at: now, updated_at: now, archived_at: null },
  });
  touchProject(context, project);
  return item;
}

/** "If you try to add an item that already exists, the existing item ID is returned" (docs: Using the API to manage Projects). @throws Forbidden */
export function addProjectItem(
  context: GithubContext,
  project: Readonly<Project>,
  { id }: Readonly<Issue>,
): Readonly<ProjectItem> {
  requireInProject(context, project, 'WRITE');
  const { issue } = context.world.project_items.by;
  const known = issue.page(id, { limit: issue.count(id) }).find(({ project_id }) => project_id === project.id);
  return known ?? insertItem(context, project, { issue_id: id, draft: null });
}

export interface DraftInput {
  title?: string | undefined;
  body?: string | undefined;
  assignee_ids?: readonly number[] | undefined;
}

/** @throws ValidationFailed */
function requireTitle(title: string | undefined): void {
  if (title?.trim() === '') throw new ValidationFailed([{ resource: 'DraftIssue', field: 'title', code: 'missing_field' }]);
}

/** @throws Forbidden, ValidationFailed */
export function addDraftIssue(
  context: GithubContext,
  project: Readonly<Project>,
  { title = '', body = '', assignee_ids = [] }: DraftInput,
): Readonly<ProjectItem> {
  requireInProject(context, project, 'WRITE');
  requireTitle(title);
  return insertItem(context, project, { issue_id: null, draft: { title, body, assignee_ids: [...assignee_ids] } });
}

/** What an item is made of or holds is written with the time. */
function changeItem(context: GithubContext, item: Readonly<ProjectItem>, change: Partial<ProjectItem>): Readonly<ProjectItem> {
  return context.world.project_items.update(item.id, { ...change, updated_at: timestamp(context.now) });
}

/** @throws Forbidden, ValidationFailed */
export function updateDraftIssue(
  context: GithubContext,
  project: Readonly<Project>,
  item: Readonly<ProjectItem>,
  { title, body, assignee_ids }: DraftInput,
): Readonly<ProjectItem> {
  requireInProject(context, project, 'WRITE');
  requireTitle(title);
  if (!item.draft) throw new ProjectRefused('The item is no draft issue.');
  return changeItem(context, item, {
    draft: {
      title: title ?? item.draft.title,
      body: body ?? item.draft.body,
      assignee_ids: assignee_ids ? [...assignee_ids] : item.draft.assignee_ids,
    },
  });
}

/** Makes an issue of a draft, which stays where it is in the project. @throws Forbidden and what `createIssue` throws */
export function convertDraftIssue(
  context: GithubContext,
  project: Readonly<Project>,
  item: Readonly<ProjectItem>,
  [owner, repo]: readonly [owner: string, repo: string],
): Readonly<ProjectItem> {
  requireInProject(context, project, 'WRITE');
  if (!item.draft) throw new ProjectRefused('The item is no draft issue.');
  const { title, body, assignee_ids } = item.draft;
  const assignees = assignee_ids.flatMap((id) => context.world.users.get(id)?.login ?? []);
  const issue = createIssue(context, owner, repo, { title, body, assignees });
  return changeItem(context, item, { draft: null, issue_id: issue.id });
}

/** One value, by what the field takes. */
export interface FieldValue {
  text?: string | null | undefined;
  number?: number | null | undefined;
  date?: string | null | undefined;
  singleSelectOptionId?: string | null | undefined;
  iterationId?: string | null | undefined;
}

const TAKES = {
  text: 'text',
  number: 'number',
  date: 'date',
  single_select: 'singleSelectOptionId',
  iteration: 'iterationId',
} as const;
/** In GitHub's words, as users of gh met them: "Did not receive a single select option Id to update a field of type single_select". */
const CALLED = {
  ...{ text: 'text value', number: 'number value', date: 'date value' },
  ...{ single_select: 'single select option Id', iteration: 'iteration Id' },
} as const;

const isFilled = (type: string): type is keyof typeof TAKES => Object.hasOwn(TAKES, type);

/** docs: labels, assignees and the like are changed on the issue. @throws ProjectRefused */
function fillable({ data_type }: ProjectField): keyof typeof TAKES {
  if (!isFilled(data_type)) throw new ProjectRefused(`The field of type ${data_type} is currently not supported.`);
  return data_type;
}

/** @throws ProjectRefused */
function valueFor(field: ProjectField, given: FieldValue): string | number {
  const type = fillable(field);
  const value = given[TAKES[type]];
  if (value == null)
    throw new ProjectRefused(
      `Did not receive ${type === 'iteration' ? 'an' : 'a'} ${CALLED[type]} to update a field of type ${type}`,
    );
  const isKnown =
    (type !== 'single_select' || field.options.some(({ id }) => id === value)) &&
    (type !== 'iteration' || field.iterations.some(({ id }) => id === value));
  if (!isKnown) throw new ProjectRefused(`The ${CALLED[type]} does not belong to the field`);
  return value;
}

/** @throws Forbidden, ProjectRefused */
export function setItemValue(
  context: GithubContext,
  project: Readonly<Project>,
  item: Readonly<ProjectItem>,
  field: ProjectField,
  given: FieldValue,
): Readonly<ProjectItem> {
  requireInProject(context, project, 'WRITE');
  return changeItem(context, item, { values: { ...item.values, [String(field.id)]: valueFor(field, given) } });
}

/** @throws Forbidden, ProjectRefused */
export function clearItemValue(
  context: GithubContext,
  project: Readonly<Project>,
  item: Readonly<ProjectItem>,
  field: ProjectField,
): Readonly<ProjectItem> {
  requireInProject(context, project, 'WRITE');
  fillable(field);
  const { [String(field.id)]: gone, ...values } = item.values;
  return gone === undefined ? item : changeItem(context, item, { values });
}

/** Puts an item away, or takes it out again. @throws Forbidden */
export function setItemArchived(
  context: GithubContext,
  project: Readonly<Project>,
  item: Readonly<ProjectItem>,
  isArchived: boolean,
): Readonly<ProjectItem> {
  requireInProject(context, project, 'WRITE');
  if ((item.archived_at !== null) === isArchived) return item;
  return changeItem(context, item, { archived_at: isArchived ? timestamp(context.now) : null });
}

/** @throws Forbidden */
export function deleteProjectItem(context: GithubContext, project: Readonly<Project>, item: Readonly<ProjectItem>): void {
  requireInProject(context, project, 'WRITE');
  context.world.project_items.remove(item.id);
  touchProject(context, project);
}

/** The item of an issue or a pull request by its place, where it stands in the project. */
export const itemOfContent = (
  context: GithubContext,
  project: Readonly<Project>,
  issueId: number,
): Readonly<ProjectItem> | undefined => {
  const { issue } = context.world.project_items.by;
  return issue
    .page(issueId, { limit: issue.count(issueId) })
    .find((one) => one.project_id === project.id && contentOf(context, one) !== undefined);
};
