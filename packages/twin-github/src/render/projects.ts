import { isOver, startDay } from '../actions/project-fields.ts';
import { type PlainValue, plainValue } from '../actions/project-values.ts';
import { visibleFieldsOf } from '../actions/project-views.ts';
import { contentOf } from '../actions/projects.ts';
import { nodeId } from '../node-id.ts';
import type { GithubContext, Issue, Project, ProjectField, ProjectItem, ProjectStatusUpdate, ProjectView } from '../world.ts';
import { repositoryHtmlUrl, repositoryOf } from './repository-path.ts';
import { simpleUserById } from './users.ts';

// Projects as the tools of GitHub's MCP server show them, which leave out most of what the REST API says: github/github-mcp-server, pkg/github/minimal_types.go.

/** Where people see a project. */
export function projectPath({ world }: Pick<GithubContext, 'world'>, { owner_id, number }: Readonly<Project>): string {
  const owner = world.users.get(owner_id);
  return `/${owner?.type === 'Organization' ? 'orgs' : 'users'}/${encodeURIComponent(owner?.login ?? '')}/projects/${number}`;
}

/** What Go writes of a time that is none: the server sends it wherever the API says null. */
const NO_TIME = '0001-01-01T00:00:00Z';

/** Leaves out what the server leaves out: nothing, and what is as good as that. */
function stated<T extends object>(record: T): Partial<T> {
  const isStated = (value: unknown): boolean =>
    value !== undefined &&
    value !== null &&
    value !== '' &&
    value !== 0 &&
    value !== false &&
    !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(record).filter(([, value]) => isStated(value))) as Partial<T>;
}

function minimalUser(context: GithubContext, id: number) {
  const { login, html_url, avatar_url } = simpleUserById(context, id);
  return { login, id, profile_url: html_url, avatar_url };
}

export function renderProject(context: GithubContext, project: Readonly<Project>) {
  return {
    id: project.id,
    node_id: nodeId('PVT', project.owner_id, project.id),
    owner: minimalUser(context, project.owner_id),
    creator: minimalUser(context, project.creator_id),
    title: project.title,
    description: project.readme ?? '',
    public: project.public,
    closed_at: project.closed_at ?? NO_TIME,
    created_at: project.created_at,
    updated_at: project.updated_at,
    deleted_at: NO_TIME,
    number: project.number,
    short_description: project.short_description ?? '',
  };
}

const PREFIXES: Readonly<Record<string, string>> = { single_select: 'PVTSSF', iteration: 'PVTIF' };

export const fieldNodeId = ({ owner_id, id }: Readonly<Project>, field: ProjectField): string =>
  nodeId(PREFIXES[field.data_type] ?? 'PVTF', owner_id, id, field.id);

export const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const both = (raw: string) => ({ raw, html: escaped(raw) });

/** A field as the REST API shows it, of which the server leaves nothing out. */
export function renderProjectField({ links, now }: GithubContext, project: Readonly<Project>, field: ProjectField) {
  const { iterations, options } = field;
  return {
    ...{ id: field.id, node_id: fieldNodeId(project, field), name: field.name, data_type: field.data_type },
    project_url: links.to(`/projects/${project.id}`),
    ...(field.data_type === 'single_select' && {
      options: options.map(({ id, name, color, description }) => ({
        ...{ id, color, name: both(name), description: both(description) },
      })),
    }),
    ...(field.data_type === 'iteration' && {
      configuration: {
        ...{ duration: iterations[0]?.duration, start_day: startDay(iterations) },
        iterations: iterations.map((one) => ({ ...one, title: both(one.title), completed: isOver(one, now) })),
      },
    }),
    ...{ created_at: project.created_at, updated_at: project.created_at },
  };
}

function issueSide(context: GithubContext, issue: Readonly<Issue>) {
  const { world } = context;
  const logins = issue.assignee_ids.flatMap((id) => world.users.get(id)?.login ?? []);
  return {
    ...{ id: issue.id, node_id: nodeId('I', issue.repository_id, issue.id), number: issue.number, title: issue.title },
    ...{ state: issue.state, state_reason: issue.state_reason },
    html_url: `${repositoryHtmlUrl(context, issue)}/issues/${issue.number}`,
    repository: repositoryOf(context, issue).full_name,
    author: world.users.get(issue.user_id)?.login,
    assignees: logins,
    labels: issue.label_ids.flatMap((id) => world.labels.get(id)?.name ?? []),
    milestone: issue.milestone_id === null ? undefined : world.milestones.get(issue.milestone_id)?.title,
    comments: issue.comments,
    ...{ created_at: issue.created_at, updated_at: issue.updated_at, closed_at: issue.closed_at },
  };
}

/** A pull request as lists have it, which count no comments and don't say that it is merged but when. */
function pullSide(context: GithubContext, issue: Readonly<Issue>) {
  const pull = context.world.pull_requests.get(issue.id);
  return {
    ...issueSide(context, issue),
    ...{ id: pull?.id, node_id: nodeId('PR', issue.repository_id, issue.id), state_reason: undefined, comments: undefined },
    html_url: `${repositoryHtmlUrl(context, issue)}/pull/${issue.number}`,
    ...{ draft: pull?.draft, merged_at: pull?.merged_at },
  };
}

function contentSide(context: GithubContext, item: Readonly<ProjectItem>) {
  if (item.draft) {
    const author = context.world.users.get(item.creator_id)?.login;
    const { created_at, updated_at } = item;
    return {
      id: item.id,
      node_id: nodeId('DI', item.project_id, item.id),
      title: item.draft.title,
      author,
      created_at,
      updated_at,
    };
  }
  const issue = contentOf(context, item);
  if (!issue) return undefined;
  return issue.is_pull_request ? pullSide(context, issue) : issueSide(context, issue);
}

function contentType({ world }: GithubContext, { issue_id }: Readonly<ProjectItem>): string {
  if (issue_id === null) return 'DraftIssue';
  return world.issues.get(issue_id)?.is_pull_request ? 'PullRequest' : 'Issue';
}

/** Of an option what it is called, of an iteration what it is. */
function shownValue(value: PlainValue | undefined) {
  if (typeof value !== 'object') return value;
  if ('color' in value) return { id: value.id, name: value.name, color: value.color };
  return value;
}

/** An item with what it has in some fields; in the title alone where none are named. */
export function renderProjectItem(
  context: GithubContext,
  project: Readonly<Project>,
  item: Readonly<ProjectItem>,
  fields: readonly ProjectField[] = [],
) {
  const shown = fields.length > 0 ? fields : project.fields.filter(({ data_type }) => data_type === 'title');
  const content = contentSide(context, item);
  return stated({
    ...{ id: item.id, node_id: nodeId('PVTI', item.project_id, item.id), content_type: contentType(context, item) },
    content: content && stated<object>(content),
    fields: shown.map((field) => {
      const value = shownValue(plainValue(context, field, item));
      return { id: field.id, name: field.name, data_type: field.data_type, ...(value !== undefined && { value }) };
    }),
    ...{ archived_at: item.archived_at, created_at: item.created_at, updated_at: item.updated_at },
    creator: context.world.users.get(item.creator_id)?.login,
  });
}

export function renderProjectView(project: Readonly<Project>, view: ProjectView) {
  return {
    ...{ id: nodeId('PVTV', project.owner_id, project.id, view.id), number: view.number, name: view.name, layout: view.layout },
    filter: view.filter ?? '',
    visible_fields: visibleFieldsOf(project, view).map(({ id }) => id),
  };
}

export function renderStatusUpdate(context: GithubContext, update: Readonly<ProjectStatusUpdate>) {
  return stated({
    id: nodeId('PVTSU', update.project_id, update.id),
    ...{ body: update.body, status: update.status, created_at: update.created_at },
    ...{ start_date: update.start_date, target_date: update.target_date },
    creator: { login: context.world.users.get(update.creator_id)?.login },
  });
}
