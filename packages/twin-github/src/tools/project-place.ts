import { z } from 'zod';
import { getUserByLogin, isVisible } from '../actions/access.ts';
import { findProject } from '../actions/projects.ts';
import { NotFound, Unprocessable } from '../errors.ts';
import type { GithubContext, Issue, Project, ProjectField, ProjectItem, User } from '../world.ts';

// What the tools of projects are told of where something is: github/github-mcp-server, pkg/github/projects.go and projects_resolver.go.

export const place = {
  owner_type: z
    .enum(['user', 'org'])
    .optional()
    .describe('Whether the owner is a person or an organisation; found out without it'),
  project_number: z.number().int().optional().describe('Number of the project'),
};

interface Place {
  owner?: string | undefined;
  owner_type?: 'user' | 'org' | undefined;
  project_number?: number | undefined;
}

/** @throws Unprocessable in the server's words */
export function required<T>(name: string, value: T | null | undefined): T {
  if (value === undefined || value === null || value === '' || value === 0)
    throw new Unprocessable(`missing required parameter: ${name}`);
  return value;
}

export const typeOf = ({ type }: Readonly<User>): 'user' | 'org' => (type === 'Organization' ? 'org' : 'user');

/** @throws NotFound for an account of the other type */
export function ownerOf(context: GithubContext, login: string, type: 'user' | 'org' | undefined): Readonly<User> {
  const owner = getUserByLogin(context, login);
  if (type !== undefined && typeOf(owner) !== type) throw new NotFound();
  return owner;
}

/** A project by its owner and number. @throws Unprocessable, NotFound */
export function projectAt(context: GithubContext, { owner: login, owner_type, project_number }: Place): Readonly<Project> {
  const name = required('owner', login);
  const number = required('project_number', project_number);
  const owner = context.world.users.by.login.first(name.toLowerCase());
  if (!owner && owner_type === undefined)
    throw new Unprocessable(
      `could not determine owner type for ${name} with project ${number}: owner is neither a user nor an org with this project`,
    );
  const project = findProject(context, ownerOf(context, name, owner_type).id, number);
  if (!project) throw new NotFound();
  return project;
}

/** What the server says of a name that leads nowhere, for the agent to mend by itself. */
export class Unresolved extends Unprocessable {
  readonly of: Readonly<{ error: string; name: string; candidates?: readonly object[]; hint: string }>;

  constructor(error: string, name: string, hint: string, candidates: readonly object[] = []) {
    const of = { error, ...{ name }, ...(candidates.length > 0 && { candidates }), hint };
    super(JSON.stringify(of));
    this.of = of;
  }
}

const dataType = ({ data_type }: ProjectField): string => data_type.toUpperCase();
const projectName = ({ world }: GithubContext, { owner_id, number }: Readonly<Project>): string =>
  `${world.users.get(owner_id)?.login}#${number}`;

/** A field by its name, in either case. @throws Unresolved */
export function fieldByName(context: GithubContext, project: Readonly<Project>, name: string, more = ''): ProjectField {
  const found = project.fields.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (found) return found;
  throw new Unresolved(
    ...([
      'field_not_found',
      name,
      `no project field named "${name}" on project ${projectName(context, project)}${more}`,
    ] as const),
    project.fields.map((one) => ({ name: one.name, data_type: dataType(one) })),
  );
}

/** A field by its id. @throws Unresolved */
export function fieldById(context: GithubContext, project: Readonly<Project>, id: number): ProjectField {
  const found = project.fields.find((one) => one.id === id);
  if (found) return found;
  throw new Unresolved(
    'field_not_found',
    String(id),
    `no project field with id ${id} on project ${projectName(context, project)}; see candidates for available fields`,
    project.fields.map((one) => ({ id: String(one.id), name: one.name, data_type: dataType(one) })),
  );
}

/** Ids are written as text. @throws Unprocessable in the server's words */
export function idsIn(name: string, texts: readonly string[]): number[] {
  return texts.map((text, at) => {
    if (/^[+-]?\d{1,15}$/.test(text)) return Number(text);
    throw new Unprocessable(
      `parameter ${name}: failed to convert element ${at} (${text}) to int64: failed to convert string ${text} to int64: ` +
        `strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`,
    );
  });
}

/** The item of a project with this id. @throws NotFound */
export function itemById({ world }: GithubContext, { id: projectId }: Readonly<Project>, id: number): Readonly<ProjectItem> {
  const item = world.project_items.get(id);
  if (item?.project_id !== projectId) throw new NotFound();
  return item;
}

/** An issue or a pull request by its number, as GraphQL finds one or doesn't. @throws Unprocessable */
export function conversationAt(
  context: GithubContext,
  { owner, repo, number, isPull }: { owner: string; repo: string; number: number; isPull: boolean },
): Readonly<Issue> {
  const { issues, repositories } = context.world;
  const repository = repositories.by.name.first(`${owner}/${repo}`.toLowerCase());
  if (!repository || !isVisible(context, repository))
    throw new Unprocessable(`Could not resolve to a Repository with the name '${owner}/${repo}'.`);
  const issue = issues.by.number.first(`${repository.id}/${number}`);
  if (issue?.is_pull_request === isPull && (isPull || repository.has_issues)) return issue;
  throw new Unprocessable(`Could not resolve to ${isPull ? 'a PullRequest' : 'an Issue'} with the number of ${number}.`);
}
