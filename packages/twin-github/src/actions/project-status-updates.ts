import { nextId } from '../sequences.ts';
import { type GithubContext, type Project, type ProjectStatusUpdate, timestamp } from '../world.ts';
import { type HasWorld, viewerOf } from './access.ts';
import { requireInProject, touchProject } from './projects.ts';

export type StatusUpdateChange = Partial<Pick<ProjectStatusUpdate, 'body' | 'status' | 'start_date' | 'target_date'>>;

/** What was said of how a project stands, the last first. */
export function statusUpdatesOf({ world }: HasWorld, { id }: Readonly<Project>): readonly Readonly<ProjectStatusUpdate>[] {
  const { project } = world.project_status_updates.by;
  return project.page(id, { limit: project.count(id), reverse: true });
}

/** @throws Forbidden */
export function createStatusUpdate(
  context: GithubContext,
  project: Readonly<Project>,
  { body = null, status = null, start_date = null, target_date = null }: StatusUpdateChange,
): Readonly<ProjectStatusUpdate> {
  requireInProject(context, project, 'WRITE');
  const now = timestamp(context.now);
  touchProject(context, project);
  return context.world.project_status_updates.insert({
    ...{ id: nextId(context.ids, 'project_status_update'), project_id: project.id, creator_id: viewerOf(context).id },
    ...{ body, status, start_date, target_date, created_at: now, updated_at: now },
  });
}

/** @throws Forbidden */
export function updateStatusUpdate(
  context: GithubContext,
  project: Readonly<Project>,
  { id }: Readonly<ProjectStatusUpdate>,
  change: StatusUpdateChange,
): Readonly<ProjectStatusUpdate> {
  requireInProject(context, project, 'WRITE');
  touchProject(context, project);
  return context.world.project_status_updates.update(id, { ...change, updated_at: timestamp(context.now) });
}

/** @throws Forbidden */
export function deleteStatusUpdate(
  context: GithubContext,
  project: Readonly<Project>,
  { id }: Readonly<ProjectStatusUpdate>,
): void {
  requireInProject(context, project, 'WRITE');
  context.world.project_status_updates.remove(id);
  touchProject(context, project);
}
