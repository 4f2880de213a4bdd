import { ProjectRefused, ValidationFailed } from '../errors.ts';
import { nextId } from '../sequences.ts';
import type { GithubContext, Project, ProjectField, ProjectView } from '../world.ts';
import { requireInProject, touchProject } from './projects.ts';

/** What a table or a board shows unless it is told: docs, "Changing the layout of a view". */
const SHOWN = ['Title', 'Assignees', 'Status'];

/** The fields that a view shows, in its order. A roadmap has none to choose. */
export function visibleFieldsOf({ fields }: Readonly<Project>, { layout, visible_fields: ids }: ProjectView): ProjectField[] {
  if (layout === 'roadmap') return [];
  if (ids === null) return fields.filter(({ name }) => SHOWN.includes(name));
  return ids.flatMap((id) => fields.find((field) => field.id === id) ?? []);
}

export type ViewChange = Partial<Pick<ProjectView, 'name' | 'layout' | 'filter' | 'visible_fields'>>;

/** @throws ValidationFailed, ProjectRefused */
function requireView({ name, layout, visible_fields: fields }: ViewChange): void {
  if (name !== undefined && name.trim() === '')
    throw new ValidationFailed([{ resource: 'ProjectV2View', field: 'name', code: 'missing_field' }]);
  if (layout === 'roadmap' && fields && fields.length > 0)
    throw new ProjectRefused('visible fields are not supported for roadmap views');
}

/** @throws Forbidden, ValidationFailed, ProjectRefused */
export function createProjectView(
  context: GithubContext,
  project: Readonly<Project>,
  { name, layout, filter = null, visible_fields = null }: ViewChange & Pick<ProjectView, 'name' | 'layout'>,
): ProjectView {
  requireInProject(context, project, 'WRITE');
  requireView({ name, layout, visible_fields });
  const number = Math.max(0, ...project.views.map((one) => one.number)) + 1;
  const view = { id: nextId(context.ids, 'project_view'), number, name, layout, filter, visible_fields };
  touchProject(context, project, { views: [...project.views, view] });
  return view;
}

/** @throws Forbidden, ValidationFailed, ProjectRefused */
export function updateProjectView(
  context: GithubContext,
  project: Readonly<Project>,
  view: ProjectView,
  change: ViewChange,
): ProjectView {
  requireInProject(context, project, 'WRITE');
  requireView({ ...change, layout: change.layout ?? view.layout });
  const changed = { ...view, ...change };
  touchProject(context, project, { views: project.views.map((one) => (one.id === view.id ? changed : one)) });
  return changed;
}

/** @throws Forbidden */
export function deleteProjectView(context: GithubContext, project: Readonly<Project>, { id }: ProjectView): void {
  requireInProject(context, project, 'WRITE');
  touchProject(context, project, { views: project.views.filter((one) => one.id !== id) });
}
