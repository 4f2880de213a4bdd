import { Forbidden } from '../errors.ts';
import { type GithubContext, type Issue, type Project, type ProjectItem, type Repository, timestamp } from '../world.ts';
import { type HasWorld, isVisible, viewerOf } from './access.ts';

/** Fields of every project: docs, "Understanding fields". */
export const DERIVED_FIELDS = [
  ['Title', 'title'],
  ['Assignees', 'assignees'],
  ['Status', 'single_select'],
  ['Labels', 'labels'],
  ['Linked pull requests', 'linked_pull_requests'],
  ['Milestone', 'milestone'],
  ['Repository', 'repository'],
  ['Reviewers', 'reviewers'],
  ['Parent issue', 'parent_issue'],
  ['Sub-issues progress', 'sub_issues_progress'],
] as const;

const LEVELS = ['READ', 'WRITE', 'ADMIN'] as const;
export type ProjectLevel = (typeof LEVELS)[number];

/**
 * What the viewer may do in a project: its owner and administrators of the organisation all, members of that may change it, everybody reads what is public.
 * https://docs.github.com/issues/planning-and-tracking-with-projects/managing-your-project/managing-access-to-your-projects
 */
export function projectLevel(context: HasWorld, project: Readonly<Project>): ProjectLevel | undefined {
  const { world } = context;
  const viewer = viewerOf(context);
  const role = world.memberships.get(`${project.owner_id}/${viewer.id}`)?.role;
  if (project.owner_id === viewer.id || role === 'admin') return 'ADMIN';
  if (role !== undefined) return project.creator_id === viewer.id ? 'ADMIN' : 'WRITE';
  return project.public ? 'READ' : undefined;
}

export const mayInProject = (context: HasWorld, project: Readonly<Project>, needed: ProjectLevel): boolean => {
  const level = projectLevel(context, project);
  return level !== undefined && LEVELS.indexOf(level) >= LEVELS.indexOf(needed);
};

/** @throws Forbidden */
export function requireInProject(context: HasWorld, project: Readonly<Project>, needed: ProjectLevel): void {
  if (!mayInProject(context, project, needed)) throw new Forbidden();
}

/** Whatever happens in a project is its last change. */
export const touchProject = (
  { world, now }: Pick<GithubContext, 'world' | 'now'>,
  { id }: Readonly<Project>,
  change: Partial<Project> = {},
): Readonly<Project> => world.projects.update(id, { ...change, updated_at: timestamp(now) });

export interface ProjectFilter {
  /** `is:open`, `is:closed`, and words of the title. */
  query?: string | null | undefined;
  minPermissionLevel?: ProjectLevel | null | undefined;
}

/** Those of some projects that the viewer sees and a filter keeps. */
export function selectProjects(
  context: HasWorld,
  all: readonly Readonly<Project>[],
  { query, minPermissionLevel }: ProjectFilter,
): readonly Readonly<Project>[] {
  const words = (query ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const holds = ({ closed_at, title }: Readonly<Project>, word: string): boolean => {
    if (word === 'is:open') return closed_at === null;
    return word === 'is:closed' ? closed_at !== null : title.toLowerCase().includes(word);
  };
  return all.filter((one) => mayInProject(context, one, minPermissionLevel ?? 'READ') && words.every((word) => holds(one, word)));
}

/** The projects of a person or an organisation, the last one first. */
export function projectsOfOwner(context: HasWorld, ownerId: number, filter: ProjectFilter): readonly Readonly<Project>[] {
  const { owner } = context.world.projects.by;
  return selectProjects(context, owner.page(ownerId, { limit: owner.count(ownerId), reverse: true }), filter);
}

/** Those that a repository lists, the last one first. */
export function projectsOfRepository(
  context: HasWorld,
  { id }: Readonly<Repository>,
  filter: ProjectFilter,
): readonly Readonly<Project>[] {
  const listed = [...context.world.projects.values()].filter(({ repository_ids }) => repository_ids.includes(id));
  return selectProjects(context, listed.reverse(), filter);
}

/** A project of an owner by its number, as the viewer sees it. */
export function findProject(context: HasWorld, ownerId: number, number: number): Readonly<Project> | undefined {
  const found = context.world.projects.by.number.first(`${ownerId}/${number}`);
  return found && projectLevel(context, found) !== undefined ? found : undefined;
}

/** The items of a project in their order, without those that were put away. */
export function itemsOf({ world }: HasWorld, { id }: Readonly<Project>): readonly Readonly<ProjectItem>[] {
  const { project } = world.project_items.by;
  return project.page(id, { limit: project.count(id) }).filter(({ archived_at }) => archived_at === null);
}

/** Where an issue or a pull request stands, in projects that the viewer sees. */
export function itemsOfIssue(context: HasWorld, issueId: number, withArchived: boolean): readonly Readonly<ProjectItem>[] {
  const { issue } = context.world.project_items.by;
  return issue.page(issueId, { limit: issue.count(issueId) }).filter(({ project_id, archived_at }) => {
    const project = context.world.projects.get(project_id);
    return project && projectLevel(context, project) !== undefined && (withArchived || archived_at === null);
  });
}

/** The issue or pull request of an item, where the viewer sees it. */
export function contentOf(context: HasWorld, { issue_id }: Readonly<ProjectItem>): Readonly<Issue> | undefined {
  const issue = issue_id === null ? undefined : context.world.issues.get(issue_id);
  const repository = issue && context.world.repositories.get(issue.repository_id);
  return repository && isVisible(context, repository) ? issue : undefined;
}

/** What is deleted stands in no project. */
export function leaveProjects({ world }: GithubContext, issueId: number): void {
  const { issue } = world.project_items.by;
  for (const { id } of [...issue.page(issueId, { limit: issue.count(issueId) })]) world.project_items.remove(id);
}

/** No project is listed in a repository that is gone. */
export function unlistProjects({ world }: GithubContext, repositoryId: number): void {
  for (const { id, repository_ids } of [...world.projects.values()])
    if (repository_ids.includes(repositoryId))
      world.projects.update(id, { repository_ids: repository_ids.filter((one) => one !== repositoryId) });
}
