import { type FieldError, NotFound, ValidationFailed } from '../errors.ts';
import { nextId } from '../sequences.ts';
import {
  type GithubContext,
  type Issue,
  type IssueType,
  issueTypeKey,
  type RememberedIssueType,
  type Repository,
  timestamp,
} from '../world.ts';
import { type HasWorld, hasPermission, viewerOf, visibleRepository } from './access.ts';
import { differs } from './differs.ts';
import { recordIssueEvent } from './issue-events.ts';
import { isMember, organizationByLogin } from './organizations.ts';
import { ownedOrganization } from './rulesets.ts';

/** https://docs.github.com/issues/tracking-your-work-with-issues/configuring-issues/managing-issue-types-in-an-organization */
const MOST_TYPES = 25;

export interface IssueTypeInput {
  name: string;
  is_enabled: boolean;
  description?: string | null | undefined;
  color?: IssueType['color'] | undefined;
}

/** The types of an organisation in the order that they were made. */
export function issueTypesOf({ world }: HasWorld, organizationId: number): readonly Readonly<IssueType>[] {
  const { organization } = world.issue_types.by;
  return organization.page(organizationId, { limit: organization.count(organizationId) });
}

/** For its members. @throws NotFound */
export function listIssueTypes(context: HasWorld, login: string): readonly Readonly<IssueType>[] {
  const { id } = organizationByLogin(context, login);
  if (!isMember(context, id, viewerOf(context).id)) throw new NotFound();
  return issueTypesOf(context, id);
}

/** Those that an issue of a repository can get: none where a person owns it. */
export const typesForRepository = (context: HasWorld, { owner_id }: Readonly<Repository>): readonly Readonly<IssueType>[] =>
  issueTypesOf(context, owner_id).filter(({ is_enabled }) => is_enabled);

/** @throws NotFound */
export const listRepositoryIssueTypes = (context: HasWorld, owner: string, repo: string): readonly Readonly<IssueType>[] =>
  typesForRepository(context, visibleRepository(context, owner, repo));

const fault = (field: string, code: FieldError['code'], message?: string): FieldError => ({
  ...{ resource: 'IssueType', field, code },
  ...(message !== undefined && { message }),
});

function validate({ world }: HasWorld, organizationId: number, input: IssueTypeInput, self?: number): void {
  const errors: FieldError[] = [];
  if (input.name.trim() === '') errors.push(fault('name', 'missing_field'));
  const namesake = world.issue_types.by.name.first(issueTypeKey(organizationId, input.name));
  if (namesake && namesake.id !== self) errors.push(fault('name', 'already_exists'));
  if (self === undefined && world.issue_types.by.organization.count(organizationId) >= MOST_TYPES)
    errors.push(fault('base', 'custom', `An organization can have at most ${MOST_TYPES} issue types`));
  if (errors.length > 0) throw new ValidationFailed(errors).inWords();
}

/** @throws NotFound, AdminRightsRequired, ValidationFailed */
export function createIssueType(context: GithubContext, login: string, input: IssueTypeInput): Readonly<IssueType> {
  const { organization } = ownedOrganization(context, login);
  validate(context, organization.id, input);
  const now = timestamp(context.now);
  return context.world.issue_types.insert({
    id: nextId(context.ids, 'issue_type'),
    organization_id: organization.id,
    name: input.name,
    description: input.description ?? null,
    color: input.color ?? null,
    is_enabled: input.is_enabled,
    created_at: now,
    updated_at: now,
  });
}

function ownedType(context: HasWorld, login: string, id: number): Readonly<IssueType> {
  const { organization } = ownedOrganization(context, login);
  const type = context.world.issue_types.get(id);
  if (type?.organization_id !== organization.id) throw new NotFound();
  return type;
}

/** Changes what is given; a description and a colour that aren't stay. @throws NotFound, AdminRightsRequired, ValidationFailed */
export function updateIssueType(context: GithubContext, login: string, id: number, input: IssueTypeInput): Readonly<IssueType> {
  const type = ownedType(context, login, id);
  validate(context, type.organization_id, input, id);
  const patch = {
    name: input.name,
    is_enabled: input.is_enabled,
    description: input.description === undefined ? type.description : input.description,
    color: input.color === undefined ? type.color : input.color,
  };
  if (!differs(type, patch)) return type;
  return context.world.issue_types.update(id, { ...patch, updated_at: timestamp(context.now) });
}

/** Deletes a type and takes it off every issue that has it. @throws NotFound, AdminRightsRequired */
export function deleteIssueType(context: GithubContext, login: string, id: number): void {
  const type = ownedType(context, login, id);
  const { issues } = context.world;
  for (const issue of [...issues.by.type.page(id, { limit: issues.by.type.count(id) })])
    issues.update(issue.id, { issue_type_id: null });
  context.world.issue_types.remove(type.id);
}

/** An issue's type. */
export const typeOf = ({ world }: HasWorld, { issue_type_id: id }: Readonly<Issue>): Readonly<IssueType> | undefined =>
  id == null ? undefined : world.issue_types.get(id);

/** "Only users with push access can set the type" (docs: REST, "Create an issue"). */
export const mayType = (context: GithubContext, repository: Readonly<Repository>): boolean =>
  hasPermission(context, repository, viewerOf(context).id, 'push');

/** The type that an issue of a repository can get by this name; undefined where there is none. */
export function typeNamed(
  { world }: HasWorld,
  { owner_id }: Readonly<Repository>,
  name: string,
): Readonly<IssueType> | undefined {
  const type = world.issue_types.by.name.first(issueTypeKey(owner_id, name));
  return type?.is_enabled ? type : undefined;
}

/** @throws ValidationFailed for a type of another organisation, and for one that is disabled */
export function requireTypeOf({ owner_id }: Readonly<Repository>, type: Readonly<IssueType>): Readonly<IssueType> {
  if (type.organization_id === owner_id && type.is_enabled) return type;
  throw new ValidationFailed([{ value: type.name, resource: 'Issue', field: 'type', code: 'invalid' }]);
}

const remembered = ({ id, name, color }: Readonly<IssueType>): RememberedIssueType => ({ id, name, color });

/** Gives an issue a type, or takes it away, and writes down which came and went. */
export function replaceType(context: GithubContext, issue: Readonly<Issue>, type: Readonly<IssueType> | undefined): void {
  const before = typeOf(context, issue);
  if (before?.id === type?.id) return;
  context.world.issues.update(issue.id, { issue_type_id: type?.id ?? null, updated_at: timestamp(context.now) });
  const event = type && before ? 'issue_type_changed' : type ? 'issue_type_added' : 'issue_type_removed';
  recordIssueEvent(context, issue, {
    event,
    ...(type && { issue_type: remembered(type) }),
    ...(before && { prev_issue_type: remembered(before) }),
  });
}

/** Types belong to the organisation that a repository leaves. */
export function dropTypes({ world }: HasWorld, repositoryId: number): void {
  for (const issue of [...world.issues.values()])
    if (issue.repository_id === repositoryId && issue.issue_type_id != null)
      world.issues.update(issue.id, { issue_type_id: null });
}
