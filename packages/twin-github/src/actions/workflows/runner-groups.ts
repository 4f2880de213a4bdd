import { Conflict, NotFound, Unprocessable, ValidationFailed } from '../../errors.ts';
import { nextRunnerGroupId } from '../../sequences.ts';
import { type GithubContext, type Repository, type RunnerGroup, runnerGroupKey, type User } from '../../world.ts';
import { type HasWorld, visibleRepository } from '../access.ts';
import { ownedBy } from '../memberships.ts';

type Group = Readonly<RunnerGroup>;

const DEFAULT_ID = 1;
/** What every organisation has, until somebody changes it: docs, "Managing access to self-hosted runners using groups". */
const defaultOf = ({ id }: Readonly<User>): Group => ({
  ...{ id: DEFAULT_ID, organization_id: id, name: 'Default', visibility: 'all', default: true },
  ...{ allows_public_repositories: false, restricted_to_workflows: false, selected_workflows: [], repository_ids: [] },
});

/** The groups of an organisation in the order of their ids, the one that each has first. */
function groupsOf({ world }: HasWorld, organization: Readonly<User>): readonly Group[] {
  const { organization: index } = world.runner_groups.by;
  const own = index.page(organization.id, { limit: index.count(organization.id) });
  return own[0]?.default ? own : [defaultOf(organization), ...own];
}

const isUsableIn = (group: Group, { id, private: isPrivate }: Readonly<Repository>): boolean => {
  if (!isPrivate && !group.allows_public_repositories) return false;
  if (group.visibility === 'private') return isPrivate;
  return group.visibility === 'all' || group.repository_ids.includes(id);
};

/** @param visibleTo the name of a repository that may use them @throws NotFound, Forbidden */
export function listRunnerGroups(context: HasWorld, login: string, visibleTo?: string): readonly Group[] {
  const all = groupsOf(context, ownedBy(context, login));
  if (visibleTo === undefined) return all;
  const repository = visibleRepository(context, login, visibleTo);
  return all.filter((group) => isUsableIn(group, repository));
}

/** @throws NotFound, Forbidden */
export function getRunnerGroup(context: HasWorld, login: string, id: number): Group {
  const group = groupsOf(context, ownedBy(context, login)).find((one) => one.id === id);
  if (!group) throw new NotFound();
  return group;
}

export interface RunnerGroupInput {
  name?: string | undefined;
  visibility?: RunnerGroup['visibility'] | undefined;
  allows_public_repositories?: boolean | undefined;
  restricted_to_workflows?: boolean | undefined;
  selected_workflows?: readonly string[] | undefined;
}

/** @throws ValidationFailed */
function requireName(others: readonly Group[], name: string): void {
  const fault = { resource: 'RunnerGroup', field: 'name' } as const;
  if (name.trim() === '') throw new ValidationFailed([{ ...fault, code: 'missing_field' }]);
  if (others.some((one) => one.name.toLowerCase() === name.toLowerCase()))
    throw new ValidationFailed([{ ...fault, code: 'already_exists' }]);
}

/** Ids of the organisation's own repositories, each once. @throws Unprocessable */
function chosen({ world }: HasWorld, { id: owner }: Readonly<User>, ids: readonly number[]): number[] {
  const foreign = ids.find((id) => world.repositories.get(id)?.owner_id !== owner);
  if (foreign !== undefined) throw new Unprocessable(`Repository ${foreign} could not be found.`);
  return [...new Set(ids)];
}

const given = ({ selected_workflows: workflows, ...input }: RunnerGroupInput): Partial<RunnerGroup> =>
  Object.fromEntries(
    Object.entries({ ...input, selected_workflows: workflows && [...workflows] }).filter(([, value]) => value !== undefined),
  );

/** There are no runners to put into a group. @throws NotFound, Forbidden, ValidationFailed, Unprocessable */
export function createRunnerGroup(
  context: GithubContext,
  login: string,
  input: RunnerGroupInput & {
    name: string;
    selected_repository_ids?: readonly number[] | undefined;
    runners?: readonly number[] | undefined;
  },
): Group {
  const { selected_repository_ids: ids = [], runners = [], ...said } = input;
  const organization = ownedBy(context, login);
  requireName(groupsOf(context, organization), said.name);
  if (runners.length > 0) throw new Unprocessable(`Runner ${runners[0]} could not be found.`);
  const group = { ...defaultOf(organization), ...given(said), default: false };
  const repository_ids = group.visibility === 'selected' ? chosen(context, organization, ids) : [];
  return context.world.runner_groups.insert({ ...group, id: nextRunnerGroupId(context.ids, organization.id), repository_ids });
}

/** The group that every organisation has is kept from its first change on. */
function keep({ world }: GithubContext, group: Group, change: Partial<RunnerGroup>): Group {
  const key = runnerGroupKey(group.organization_id, group.id);
  const { runner_groups: groups } = world;
  return groups.has(key) ? groups.update(key, change) : groups.insert({ ...group, ...change });
}

/** What isn't selected any more selects nothing. @throws NotFound, Forbidden, ValidationFailed */
export function updateRunnerGroup(context: GithubContext, login: string, id: number, input: RunnerGroupInput): Group {
  const group = getRunnerGroup(context, login, id);
  const others = listRunnerGroups(context, login).filter((one) => one.id !== id);
  if (input.name !== undefined) requireName(others, input.name);
  const change = given(input);
  const visibility = change.visibility ?? group.visibility;
  return keep(context, group, { ...change, ...(visibility !== 'selected' && { repository_ids: [] }) });
}

/** @throws NotFound, Forbidden, Unprocessable for the one that every organisation has */
export function deleteRunnerGroup(context: GithubContext, login: string, id: number): void {
  const group = getRunnerGroup(context, login, id);
  if (group.default) throw new Unprocessable('The default runner group cannot be deleted.');
  context.world.runner_groups.remove(runnerGroupKey(group.organization_id, group.id));
}

/** "The runner group must have `visibility` set to `selected`." @throws Conflict */
function requireSelecting({ visibility }: Group): void {
  if (visibility !== 'selected') throw new Conflict('The runner group must have visibility set to selected.');
}

/** The repositories that a group selects. @throws NotFound, Forbidden, Conflict */
export function repositoriesOfGroup(context: HasWorld, login: string, id: number): readonly Readonly<Repository>[] {
  const group = getRunnerGroup(context, login, id);
  requireSelecting(group);
  return group.repository_ids.flatMap((one) => context.world.repositories.get(one) ?? []);
}

/** @throws NotFound, Forbidden, Conflict, Unprocessable for a repository of somebody else's */
export function selectForGroup(
  context: GithubContext,
  login: string,
  id: number,
  choose: (ids: readonly number[]) => readonly number[],
): void {
  const group = getRunnerGroup(context, login, id);
  requireSelecting(group);
  const repository_ids = chosen(context, ownedBy(context, login), choose(group.repository_ids));
  keep(context, group, { repository_ids });
}

/** A group selects nothing that isn't there or its organisation's own any more. */
export function unselectInGroups({ world }: GithubContext, repositoryId: number): void {
  for (const group of [...world.runner_groups.values()])
    if (group.repository_ids.includes(repositoryId))
      world.runner_groups.update(runnerGroupKey(group.organization_id, group.id), {
        repository_ids: group.repository_ids.filter((id) => id !== repositoryId),
      });
}
