import { viewerOf } from '../actions/access.ts';
import { newFieldPartId, usualStatus } from '../actions/project-fields.ts';
import { DERIVED_FIELDS } from '../actions/projects.ts';
import { nextId, reserveProjectNumber } from '../sequences.ts';
import {
  type GithubSeedContext,
  type Project,
  type ProjectField,
  type ProjectIteration,
  type ProjectOption,
  timestamp,
} from '../world.ts';
import { account } from './accounts.ts';
import { zoned } from './loading.ts';
import { assignNumbers } from './numbers.ts';
import { customFields, fieldType } from './project-rules.ts';
import type { ProjectFieldSeed, ProjectItemSeed, ProjectSeed, StatusUpdateSeed } from './project-schema.ts';

type Whole = Exclude<ProjectFieldSeed, string>;

function optionsOf({ ids }: GithubSeedContext, { name, options = [] }: Whole): ProjectOption[] {
  return options.map((option) => {
    if (typeof option !== 'string') return { id: newFieldPartId(ids), ...option };
    const usual = name === 'Status' ? usualStatus(option) : undefined;
    return usual ?? { id: newFieldPartId(ids), name: option, color: 'GRAY' as const, description: '' };
  });
}

const iterationsOf = ({ ids }: GithubSeedContext, { iterations = [] }: Whole): ProjectIteration[] =>
  iterations.map((iteration) => ({ id: newFieldPartId(ids), ...iteration }));

/** The usual fields in their order, with Status as the seed has it, and those that the seed adds. */
function fieldsOf(context: GithubSeedContext, seed: ProjectSeed): ProjectField[] {
  const [status, ...added] = customFields(seed);
  const filled = (field: Whole): ProjectField => ({
    id: nextId(context.ids, 'project_field'),
    name: field.name,
    data_type: fieldType(field),
    options: optionsOf(context, field),
    iterations: iterationsOf(context, field),
  });
  const usual = DERIVED_FIELDS.map(([name, data_type]) =>
    data_type === 'single_select' && status
      ? filled(status)
      : { id: nextId(context.ids, 'project_field'), name, data_type, options: [], iterations: [] },
  );
  return [...usual, ...added.map(filled)];
}

function viewsOf(
  { ids }: GithubSeedContext,
  { views = ['View 1'] }: ProjectSeed,
  fields: readonly ProjectField[],
): Project['views'] {
  return views.map((view, at) => {
    const { name, layout, filter, ...shown } = typeof view === 'string' ? { name: view, layout: 'table' as const } : view;
    const visible_fields = shown.fields?.flatMap((field) => fieldNamed(fields, field)?.id ?? []) ?? null;
    return { id: nextId(ids, 'project_view'), number: at + 1, name, layout, filter: filter ?? null, visible_fields };
  });
}

const fieldNamed = (fields: readonly ProjectField[], name: string): ProjectField | undefined =>
  fields.find((one) => one.name.toLowerCase() === name.toLowerCase());

function loadStatusUpdate(context: GithubSeedContext, project: Readonly<Project>, seed: StatusUpdateSeed): void {
  const created = zoned(seed.created_at) ?? project.created_at;
  context.world.project_status_updates.insert({
    ...{ id: nextId(context.ids, 'project_status_update'), project_id: project.id },
    creator_id: seed.creator === undefined ? project.creator_id : account(context, seed.creator).id,
    ...{ body: seed.body ?? null, status: seed.status ?? null },
    ...{ start_date: seed.start_date ?? null, target_date: seed.target_date ?? null },
    ...{ created_at: created, updated_at: created },
  });
}

const repositoryNamed = ({ world }: GithubSeedContext, name: string): number => {
  const found = world.repositories.by.name.first(name.toLowerCase());
  if (!found) throw new Error(`repository ${name} is missing`);
  return found.id;
};

/** Projects of people and organisations, whose numbers are each owner's own. */
export function loadProjects(context: GithubSeedContext, projects: readonly ProjectSeed[]): void {
  const owners = projects.map(({ owner }) => (owner === undefined ? viewerOf(context) : account(context, owner)));
  for (const owner of new Set(owners)) {
    const own = projects.filter((_, at) => owners[at] === owner);
    const numbers = assignNumbers(own.map(({ number }) => number));
    for (const [at, seed] of own.entries()) loadProject(context, seed, owner.id, numbers[at] as number);
  }
}

function loadProject(context: GithubSeedContext, seed: ProjectSeed, owner_id: number, number: number): void {
  const created = zoned(seed.created_at) ?? timestamp(context.now);
  const updated = zoned(seed.updated_at) ?? created;
  reserveProjectNumber(context.ids, owner_id, number);
  const fields = fieldsOf(context, seed);
  const project = context.world.projects.insert({
    id: nextId(context.ids, 'project'),
    owner_id,
    number,
    title: seed.title,
    short_description: seed.short_description ?? null,
    readme: seed.readme ?? null,
    public: seed.public,
    template: seed.template,
    creator_id: seed.creator === undefined ? viewerOf(context).id : account(context, seed.creator).id,
    repository_ids: [...new Set(seed.repositories.map((name) => repositoryNamed(context, name)))],
    fields,
    views: viewsOf(context, seed, fields),
    created_at: created,
    updated_at: updated,
    closed_at: seed.closed ? updated : null,
  });
  for (const item of seed.items) loadItem(context, project, item);
  for (const update of seed.status_updates) loadStatusUpdate(context, project, update);
}

/** What the world keeps of a value: of an option and an iteration the id. */
function keptValue({ options, iterations }: ProjectField, value: string | number): string | number {
  const chosen = options.find(({ name }) => name === value) ?? iterations.find(({ title }) => title === value);
  return chosen?.id ?? value;
}

function loadItem(context: GithubSeedContext, project: Readonly<Project>, seed: ProjectItemSeed): void {
  const [name = '', number] = (seed.issue ?? '').split('#');
  const issue =
    seed.issue === undefined ? undefined : context.world.issues.by.number.first(`${repositoryNamed(context, name)}/${number}`);
  const draft = typeof seed.draft === 'string' ? { title: seed.draft, body: '', assignees: [] } : seed.draft;
  const created = zoned(seed.created_at) ?? project.created_at;
  const values = Object.entries(seed.fields).flatMap(([field, value]): [string, string | number][] => {
    const found = fieldNamed(project.fields, field);
    return found ? [[String(found.id), keptValue(found, value)]] : [];
  });
  context.world.project_items.insert({
    id: nextId(context.ids, 'project_item'),
    project_id: project.id,
    issue_id: issue?.id ?? null,
    draft: draft
      ? { title: draft.title, body: draft.body, assignee_ids: draft.assignees.map((login) => account(context, login).id) }
      : null,
    creator_id: seed.creator === undefined ? project.creator_id : account(context, seed.creator).id,
    values: Object.fromEntries(values),
    created_at: created,
    updated_at: created,
    archived_at: seed.archived ? created : null,
  });
}
