import { type FieldError, Forbidden, ProjectRefused, ValidationFailed } from '../errors.ts';
import { nextId, nextProjectNumber } from '../sequences.ts';
import { type GithubContext, membershipKey, type Project, type Repository, timestamp, type User } from '../world.ts';
import { viewerOf } from './access.ts';
import { newFieldPartId, usualFields } from './project-fields.ts';
import { statusUpdatesOf } from './project-status-updates.ts';
import { requireInProject, touchProject } from './projects.ts';

const LONGEST_TITLE = 256;

const fault = (field: string, code: FieldError['code'], message?: string): ValidationFailed =>
  new ValidationFailed([{ resource: 'ProjectV2', field, code, ...(message !== undefined && { message }) }]);

/** @throws ValidationFailed */
function requireTitle(title: string): void {
  if (title.trim() === '') throw fault('title', 'missing_field');
  if (title.length > LONGEST_TITLE) throw fault('title', 'invalid', `Title is too long (maximum is ${LONGEST_TITLE} characters)`);
}

/** A person's projects are made by that person, an organisation's by its members. @throws Forbidden */
function requireOwner(context: GithubContext, owner: Readonly<User>): void {
  const viewer = viewerOf(context);
  if (owner.id !== viewer.id && !context.world.memberships.has(membershipKey(owner.id, viewer.id))) throw new Forbidden();
}

function insertProject(
  context: GithubContext,
  owner: Readonly<User>,
  title: string,
  of: Pick<Project, 'fields' | 'views' | 'readme' | 'short_description' | 'repository_ids'>,
): Readonly<Project> {
  const now = timestamp(context.now);
  return context.world.projects.insert({
    ...{ id: nextId(context.ids, 'project'), owner_id: owner.id, number: nextProjectNumber(context.ids, owner.id), title },
    ...{ ...of, public: false, template: false, creator_id: viewerOf(context).id },
    ...{ created_at: now, updated_at: now, closed_at: null },
  });
}

/** A private project with the usual fields and one view. @throws Forbidden, ValidationFailed */
export function createProject(
  context: GithubContext,
  owner: Readonly<User>,
  title: string,
  repository?: Readonly<Repository>,
): Readonly<Project> {
  requireOwner(context, owner);
  requireTitle(title);
  if (repository) requireSameOwner(owner.id, repository);
  const view = {
    id: nextId(context.ids, 'project_view'),
    number: 1,
    name: 'View 1',
    layout: 'table',
    filter: null,
    visible_fields: null,
  } as const;
  return insertProject(context, owner, title, {
    ...{ fields: usualFields(context.ids), views: [view], readme: null, short_description: null },
    repository_ids: repository ? [repository.id] : [],
  });
}

/** Its fields and views, and its drafts where they are asked for, in a new project. @throws Forbidden, ValidationFailed */
export function copyProject(
  context: GithubContext,
  project: Readonly<Project>,
  { owner, title, withDrafts }: { owner: Readonly<User>; title: string; withDrafts: boolean },
): Readonly<Project> {
  requireOwner(context, owner);
  requireTitle(title);
  const { ids } = context;
  const anew = new Map<string, string | number>();
  const renewed = <T extends { id: string }>(one: T): T => {
    const id = newFieldPartId(ids);
    anew.set(one.id, id);
    return { ...one, id };
  };
  const fields = project.fields.map((field) => {
    const id = nextId(ids, 'project_field');
    anew.set(String(field.id), id);
    // The usual options of Status have the same ids in every project.
    const options = field.name === 'Status' ? field.options : field.options.map(renewed);
    return { ...field, id, options, iterations: field.iterations.map(renewed) };
  });
  const views = project.views.map((view) => ({
    ...{ ...view, id: nextId(ids, 'project_view') },
    visible_fields: view.visible_fields?.map((field) => Number(anew.get(String(field)) ?? field)) ?? null,
  }));
  const { readme, short_description } = project;
  const copy = insertProject(context, owner, title, { fields, views, readme, short_description, repository_ids: [] });
  if (withDrafts) copyDrafts(context, project, copy, anew);
  return copy;
}

function copyDrafts(
  context: GithubContext,
  project: Readonly<Project>,
  copy: Readonly<Project>,
  anew: ReadonlyMap<string, string | number>,
): void {
  const { project_items: items } = context.world;
  const now = timestamp(context.now);
  for (const item of [...items.by.project.page(project.id, { limit: items.by.project.count(project.id) })]) {
    if (!item.draft || item.archived_at !== null) continue;
    const values = Object.entries(item.values).map(([field, value]) => [
      String(anew.get(field)),
      anew.get(String(value)) ?? value,
    ]);
    items.insert({
      ...{ ...item, id: nextId(context.ids, 'project_item'), project_id: copy.id, values: Object.fromEntries(values) },
      ...{ created_at: now, updated_at: now },
    });
  }
}

export interface ProjectChange {
  title?: string | undefined;
  short_description?: string | undefined;
  readme?: string | undefined;
  closed?: boolean | undefined;
  public?: boolean | undefined;
}

/** Who sees it is left to its administrators. @throws Forbidden, ValidationFailed */
export function updateProject(
  context: GithubContext,
  project: Readonly<Project>,
  { closed, ...change }: ProjectChange,
): Readonly<Project> {
  const isShown = change.public !== undefined && change.public !== project.public;
  requireInProject(context, project, isShown ? 'ADMIN' : 'WRITE');
  if (change.title !== undefined) requireTitle(change.title);
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const closing = closed === undefined || closed === (project.closed_at !== null) ? {} : { closed_at: closedAt(context, closed) };
  return touchProject(context, project, { ...given, ...closing });
}

const closedAt = ({ now }: GithubContext, closed: boolean): string | null => (closed ? timestamp(now) : null);

/** A project goes with what stands in it. @throws Forbidden */
export function deleteProject(context: GithubContext, project: Readonly<Project>): void {
  requireInProject(context, project, 'ADMIN');
  const { project_items: items, project_status_updates: updates, projects } = context.world;
  for (const { id } of [...items.by.project.page(project.id, { limit: items.by.project.count(project.id) })]) items.remove(id);
  for (const { id } of statusUpdatesOf(context, project)) updates.remove(id);
  projects.remove(project.id);
}

/** docs: a project is listed in repositories of its own owner. @throws ProjectRefused */
function requireSameOwner(ownerId: number, repository: Readonly<Repository>): void {
  if (repository.owner_id !== ownerId) throw new ProjectRefused('The project and the repository must have the same owner.');
}

/** Lists a project in a repository, or no more. @throws Forbidden, ProjectRefused */
export function setProjectLink(
  context: GithubContext,
  project: Readonly<Project>,
  repository: Readonly<Repository>,
  isLinked: boolean,
): void {
  requireInProject(context, project, 'WRITE');
  requireSameOwner(project.owner_id, repository);
  if (project.repository_ids.includes(repository.id) === isLinked) return;
  const others = project.repository_ids.filter((id) => id !== repository.id);
  touchProject(context, project, { repository_ids: isLinked ? [...others, repository.id] : others });
}

/** docs: only projects of organisations are templates. @throws Forbidden, ProjectRefused */
export function setProjectTemplate(context: GithubContext, project: Readonly<Project>, isTemplate: boolean): Readonly<Project> {
  requireInProject(context, project, 'ADMIN');
  if (context.world.users.get(project.owner_id)?.type !== 'Organization')
    throw new ProjectRefused('Only projects of organizations can be templates.');
  return project.template === isTemplate ? project : touchProject(context, project, { template: isTemplate });
}
