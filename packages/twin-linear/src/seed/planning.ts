import { blankInitiative } from '../actions/initiatives.ts';
import { blankProject } from '../actions/projects.ts';
import { newSlug } from '../actions/support.ts';
import type { IssueLabel, ProjectStatus } from '../world.ts';
import type { Loading } from './loading.ts';
import { optional } from './loading.ts';
import type { Seed, SeedProject } from './schema.ts';

/** The project statuses of a new workspace. */
const DEFAULT_STATUSES: readonly Pick<ProjectStatus, 'name' | 'type' | 'color'>[] = [
  { name: 'Backlog', type: 'backlog', color: '#bec2c8' },
  { name: 'Planned', type: 'planned', color: '#e2e2e2' },
  { name: 'In Progress', type: 'started', color: '#f2c94c' },
  { name: 'Paused', type: 'paused', color: '#95a2b3' },
  { name: 'Completed', type: 'completed', color: '#5e6ad2' },
  { name: 'Canceled', type: 'canceled', color: '#95a2b3' },
];
const COLOR = '#bec2c8';

export function loadPlanning(loading: Loading): void {
  const { world } = loading.context;
  const { seed } = loading.book;
  for (const [position, status] of (seed.projectStatuses ?? DEFAULT_STATUSES).entries()) {
    const { name, type, color = COLOR } = status;
    const description = 'description' in status ? (status.description ?? null) : null;
    world.projectStatuses.insert({
      ...loading.entity('id' in status ? status : {}),
      name,
      type,
      color,
      description,
      position,
      indefinite: false,
    });
  }
  for (const [at, project] of seed.projects.entries()) loadProject(loading, at, project);
  for (const initiative of seed.initiatives) loading.initiativeIds.push(initiative.id ?? loading.context.ids.uuid());
  for (const [at, initiative] of seed.initiatives.entries()) loadInitiative(loading, at, initiative);
}

function loadProject(loading: Loading, at: number, project: SeedProject): void {
  const { world } = loading.context;
  const status = statusOf(loading, project.status);
  const entity = loading.entity(project);
  const last = project.updates.at(-1);
  const started = ['started', 'paused', 'completed'].includes(status.type) ? entity.createdAt : null;
  const record = world.projects.insert({
    ...entity,
    ...blankProject,
    name: project.name,
    description: project.description,
    content: project.content ?? null,
    icon: project.icon ?? null,
    color: project.color ?? blankProject.color,
    slugId: project.slugId ?? newSlug(loading.context),
    statusId: status.id,
    creatorId: loading.userOr(project.creator, loading.viewerId),
    leadId: project.lead === undefined ? null : loading.user(project.lead),
    teamIds: teamsOf(loading, at, project),
    memberIds: [...new Set(project.members.map((name) => loading.user(name)))],
    labelIds: labelIdsOf(world.projectLabels.values(), project.labels),
    priority: project.priority,
    sortOrder: at,
    prioritySortOrder: at,
    startDate: project.startDate ?? null,
    targetDate: project.targetDate ?? null,
    startedAt: started,
    completedAt: status.type === 'completed' ? entity.updatedAt : null,
    canceledAt: status.type === 'canceled' ? entity.updatedAt : null,
    health: last?.health ?? null,
    archivedAt: optional(project.archivedAt),
  });
  loading.projectIds.push(record.id);
  loadProjectParts(loading, record.id, project);
}

function loadProjectParts(loading: Loading, projectId: string, project: SeedProject): void {
  const { world } = loading.context;
  const milestones = new Map<string, string>();
  for (const [sortOrder, milestone] of project.milestones.entries()) {
    const { name, description = null, targetDate = null } = milestone;
    const record = world.projectMilestones.insert({
      ...loading.entity(milestone),
      projectId,
      name,
      description,
      targetDate,
      sortOrder,
    });
    milestones.set(record.id, record.id).set(name.toLowerCase(), record.id);
  }
  loading.milestoneIds.push(milestones);
  for (const update of project.updates) {
    const record = world.projectUpdates.insert({ ...updateOf(loading, update), projectId });
    world.projects.update(projectId, { healthUpdatedAt: record.createdAt });
  }
  loadLinks(loading, project.links, { projectId });
}

function loadLinks(loading: Loading, links: SeedProject['links'], place: { projectId: string } | { initiativeId: string }): void {
  for (const [sortOrder, link] of links.entries()) {
    loading.context.world.entityExternalLinks.insert({
      ...loading.entity(link),
      url: link.url,
      label: link.label,
      sortOrder,
      creatorId: loading.viewerId,
      projectId: null,
      initiativeId: null,
      teamId: null,
      cycleId: null,
      ...place,
    });
  }
}

function updateOf(loading: Loading, update: SeedProject['updates'][number]) {
  return {
    ...loading.entity(update),
    userId: loading.userOr(update.user, loading.viewerId),
    body: update.body,
    health: update.health,
    slugId: newSlug(loading.context),
    isDiffHidden: false,
    editedAt: null,
  };
}

function loadInitiative(loading: Loading, at: number, initiative: Seed['initiatives'][number]): void {
  const { world } = loading.context;
  const id = loading.initiativeIds[at] as string;
  const entity = loading.entity({ ...initiative, id });
  const parent = initiative.parent === undefined ? undefined : loading.book.names.initiatives.find(initiative.parent);
  const { status } = initiative;
  world.initiatives.insert({
    ...entity,
    ...blankInitiative,
    name: initiative.name,
    description: initiative.description ?? null,
    content: initiative.content ?? null,
    icon: initiative.icon ?? null,
    color: initiative.color ?? null,
    slugId: initiative.slugId ?? newSlug(loading.context),
    status,
    creatorId: loading.viewerId,
    ownerId: initiative.owner === undefined ? null : loading.user(initiative.owner),
    parentInitiativeId: parent === undefined ? null : (loading.initiativeIds[parent] as string),
    labelIds: labelIdsOf(world.initiativeLabels.values(), initiative.labels),
    sortOrder: at,
    prioritySortOrder: at,
    targetDate: initiative.targetDate ?? null,
    startedAt: status === 'Active' || status === 'Completed' ? entity.createdAt : null,
    completedAt: status === 'Completed' ? entity.updatedAt : null,
    canceledAt: status === 'Canceled' ? entity.updatedAt : null,
    health: initiative.updates.at(-1)?.health ?? null,
  });
  for (const [place, name] of initiative.projects.entries()) {
    const projectId = loading.projectIds[loading.book.names.projects.find(name) ?? 0] as string;
    world.initiativeToProjects.insert({ ...loading.entity({}), initiativeId: id, projectId, sortOrder: String(place) });
  }
  for (const update of initiative.updates) {
    const record = world.initiativeUpdates.insert({ ...updateOf(loading, update), initiativeId: id });
    world.initiatives.update(id, { healthUpdatedAt: record.createdAt });
  }
  loadLinks(loading, initiative.links, { initiativeId: id });
}

/** A status by id, name or type; by default the backlog. */
function statusOf(loading: Loading, name = 'backlog'): Readonly<ProjectStatus> {
  const statuses = loading.context.world.projectStatuses.by.position.page('all');
  const wanted = name.toLowerCase();
  const found = statuses.find((status) => [status.id, status.name.toLowerCase(), status.type].includes(wanted));
  return (found ?? statuses[0]) as Readonly<ProjectStatus>;
}

/** The declared teams, else those of the project's issues, else the first. */
function teamsOf(loading: Loading, at: number, project: SeedProject): string[] {
  const { book } = loading;
  if (project.teams) return [...new Set(project.teams.map((name) => loading.team(name)))];
  const used = book.seed.issues.map((issue, place) =>
    issue.project !== undefined && book.names.projects.find(issue.project) === at ? book.issueTeams[place] : undefined,
  );
  const teams = [...new Set(used.filter((team) => team !== undefined))];
  return (teams.length > 0 ? teams : [0]).map((team) => loading.teamIds[team] as string);
}

function labelIdsOf(labels: Iterable<Readonly<IssueLabel>>, names: readonly string[]): string[] {
  const all = [...labels];
  const ids = names.map((name) => all.find((label) => label.id === name || label.name.toLowerCase() === name.toLowerCase())?.id);
  return [...new Set(ids.filter((id) => id !== undefined))];
}
