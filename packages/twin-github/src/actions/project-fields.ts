import type { Ids } from '@svc/twin-kit';
import { type FieldError, ProjectRefused, ValidationFailed } from '../errors.ts';
import { nextId } from '../sequences.ts';
import { CUSTOM_FIELDS, type CustomField, type GithubContext, type Project, type ProjectField } from '../world.ts';
import { DERIVED_FIELDS, requireInProject, touchProject } from './projects.ts';

/** Digits of the id of an option or an iteration. */
const ID_LENGTH = 8;
/** https://docs.github.com/issues/planning-and-tracking-with-projects/understanding-fields: 50 of both kinds. */
const MOST_FIELDS = 50;
const DAY = 24 * 60 * 60 * 1000;
/** As many iterations as GitHub makes of its own accord. */
const FIRST_ITERATIONS = 3;
export const DEFAULT_DURATION = 14;
const MONDAY = 1;

type Option = ProjectField['options'][number];
type Iteration = ProjectField['iterations'][number];

/** The usual options of Status have the same ids in every project. */
const STATUS: readonly Option[] = [
  { id: 'f75ad846', name: 'Todo', color: 'GREEN', description: "This item hasn't been started" },
  { id: '47fc9ee4', name: 'In Progress', color: 'YELLOW', description: 'This is actively being worked on' },
  { id: '98236657', name: 'Done', color: 'PURPLE', description: 'This has been completed' },
];

export const usualStatus = (name: string): Option | undefined => STATUS.find((one) => one.name === name);

export const newFieldPartId = (ids: Ids): string => ids.hex(ID_LENGTH);

/** What every project begins with. @param status the options of Status, where they aren't the usual ones */
export const usualFields = (ids: Ids, status: readonly Option[] = STATUS): ProjectField[] =>
  DERIVED_FIELDS.map(([name, data_type]) => ({
    ...{ id: nextId(ids, 'project_field'), name, data_type },
    ...{ options: data_type === 'single_select' ? [...status] : [], iterations: [] },
  }));

/** Is an iteration over by then? */
export const isOver = ({ start_date, duration }: Iteration, now: number): boolean =>
  Date.parse(start_date) + duration * DAY <= now;

/** The day of the week on which iterations begin: 1 is Monday. */
export const startDay = ([first]: readonly Iteration[]): number =>
  first ? ((Math.floor(Date.parse(first.start_date) / DAY) + 3) % 7) + 1 : MONDAY;

export interface NewField {
  name: string;
  data_type: CustomField;
  options?: readonly Omit<Option, 'id'>[] | undefined;
  iterations?: { start_date: string; duration: number; iterations: readonly Omit<Iteration, 'id'>[] } | undefined;
}

const fault = (field: string, code: FieldError['code'], message?: string): ValidationFailed =>
  new ValidationFailed([{ resource: 'ProjectV2Field', field, code, ...(message !== undefined && { message }) }]);

/** @throws ValidationFailed */
function requireNewName({ fields }: Readonly<Project>, { name, data_type, options = [] }: NewField): void {
  if (name.trim() === '') throw fault('name', 'missing_field');
  if (fields.some((one) => one.name.toLowerCase() === name.trim().toLowerCase())) throw fault('name', 'already_exists');
  if (fields.length >= MOST_FIELDS) throw fault('fields', 'custom', `A project has at most ${MOST_FIELDS} fields`);
  if (data_type !== 'single_select') return;
  if (options.length === 0) throw fault('options', 'missing_field');
  const names = options.map((one) => one.name.trim().toLowerCase());
  if (names.includes('') || new Set(names).size < names.length) throw fault('options', 'invalid');
}

function iterationsOf({ ids, now }: GithubContext, { data_type, iterations: said }: NewField): Iteration[] {
  if (data_type !== 'iteration') return [];
  if (said && said.iterations.length > 0) return said.iterations.map((one) => ({ id: newFieldPartId(ids), ...one }));
  const duration = said?.duration ?? DEFAULT_DURATION;
  const first = said ? Date.parse(said.start_date) : now;
  return Array.from({ length: FIRST_ITERATIONS }, (_, at) => ({
    id: newFieldPartId(ids),
    title: `Iteration ${at + 1}`,
    start_date: new Date(first + at * duration * DAY).toISOString().slice(0, 'yyyy-mm-dd'.length),
    duration,
  }));
}

/** @throws Forbidden, ValidationFailed */
export function createProjectField(context: GithubContext, project: Readonly<Project>, said: NewField): ProjectField {
  requireInProject(context, project, 'WRITE');
  requireNewName(project, said);
  const field: ProjectField = {
    id: nextId(context.ids, 'project_field'),
    name: said.name.trim(),
    data_type: said.data_type,
    options: (said.options ?? []).map((one) => ({ id: newFieldPartId(context.ids), ...one })),
    iterations: iterationsOf(context, said),
  };
  touchProject(context, project, { fields: [...project.fields, field] });
  return field;
}

/** Is it one that people have added? */
export const isAdded = ({ name, data_type }: ProjectField): boolean =>
  (CUSTOM_FIELDS as readonly string[]).includes(data_type) && name !== 'Status';

/** A field goes with its values. @throws Forbidden, ProjectRefused */
export function deleteProjectField(context: GithubContext, project: Readonly<Project>, field: ProjectField): void {
  requireInProject(context, project, 'WRITE');
  if (!isAdded(field)) throw new ProjectRefused(`The field ${field.name} is one of every project and can't be deleted.`);
  const { project_items: items } = context.world;
  const key = String(field.id);
  for (const item of [...items.by.project.page(project.id, { limit: items.by.project.count(project.id) })]) {
    const { [key]: gone, ...values } = item.values;
    if (gone !== undefined) items.update(item.id, { values });
  }
  touchProject(context, project, {
    fields: project.fields.filter(({ id }) => id !== field.id),
    views: project.views.map((view) => ({
      ...view,
      visible_fields: view.visible_fields?.filter((id) => id !== field.id) ?? null,
    })),
  });
}
