import { DEFAULT_LABELS } from '../default-labels.ts';
import { AdminRightsRequired, Forbidden, ValidationFailed } from '../errors.ts';
import { nextId } from '../sequences.ts';
import { type GithubContext, type Ref, type Repository, timestamp, type User } from '../world.ts';
import { type HasWorld, isVisible, viewerOf, visibleRepository } from './access.ts';
import { branchRef } from './branches.ts';
import { requireContent } from './commits.ts';
import { emit } from './emit.ts';
import { RepositoryStore } from './git-store.ts';
import { newRepository } from './new-repository.ts';
import { importCommit } from './object-import.ts';
import { isMember, organizationByLogin } from './organizations.ts';

export interface ForkInput {
  organization?: string | undefined;
  name?: string | undefined;
  default_branch_only?: boolean | undefined;
}

function forkOwner(context: GithubContext, organization: string | undefined): Readonly<User> {
  const viewer = viewerOf(context);
  if (organization === undefined) return viewer;
  const owner = organizationByLogin(context, organization);
  if (!isMember(context, owner.id, viewer.id)) throw new AdminRightsRequired('Organization');
  return owner;
}

/** Copies a repository with its branches; who has a fork already gets that one. @throws NotFound, Forbidden, ValidationFailed */
export function createFork(context: GithubContext, owner: string, repo: string, input: ForkInput): Readonly<Repository> {
  const parent = visibleRepository(context, owner, repo);
  requireContent(context, parent);
  const account = forkOwner(context, input.organization);
  if (account.id === parent.owner_id) throw new Forbidden('You cannot fork your own repository into the same account.');
  const { parent: index, name: byName } = context.world.repositories.by;
  const known = index.page(parent.id, { limit: index.count(parent.id) }).find((fork) => fork.owner_id === account.id);
  if (known) return known;
  const name = freeName(context, account, input.name, parent.name);
  if (!/^[\w.-]{1,100}$/.test(name) || byName.first(`${account.login}/${name}`.toLowerCase())) {
    throw new ValidationFailed([
      { resource: 'Repository', code: 'custom', field: 'name', message: 'name already exists on this account' },
    ]);
  }
  const { id: _id, ...facts } = parent;
  const fork = newRepository(context, account, {
    ...facts,
    name,
    parent_id: parent.id,
    has_issues: false,
    has_discussions: false,
  });
  const { world } = context;
  if (account.id !== viewerOf(context).id)
    world.collaborators.insert({ repository_id: fork.id, user_id: viewerOf(context).id, permission: 'admin' });
  for (const label of DEFAULT_LABELS)
    world.labels.insert({ id: nextId(context.ids, 'label'), repository_id: fork.id, ...label, default: true });
  for (const ref of refsToCopy(context, parent, input.default_branch_only ?? false)) copyRef(context, parent, fork, ref);
  emit(context, parent.id, 'fork', null, { fork_id: fork.id });
  return world.repositories.update(fork.id, {
    language: parent.language,
    size: parent.size,
    pushed_at: parent.pushed_at ?? timestamp(context.now),
  });
}

/** Without a chosen name GitHub counts on where the name is taken. */
function freeName({ world }: HasWorld, account: Readonly<User>, chosen: string | undefined, name: string): string {
  if (chosen !== undefined) return chosen;
  const isTaken = (candidate: string) =>
    world.repositories.by.name.first(`${account.login}/${candidate}`.toLowerCase()) !== undefined;
  let [candidate, count] = [name, 0];
  while (isTaken(candidate)) {
    count += 1;
    candidate = `${name}-${count}`;
  }
  return candidate;
}

function refsToCopy(
  { world }: HasWorld,
  { id, default_branch }: Readonly<Repository>,
  onlyDefault: boolean,
): readonly Readonly<Ref>[] {
  const { repository } = world.refs.by;
  const all = [...repository.page(id, { limit: repository.count(id) })];
  return onlyDefault ? all.filter(({ ref }) => ref === branchRef(default_branch)) : all;
}

function copyRef(
  context: GithubContext,
  parent: Readonly<Repository>,
  fork: Readonly<Repository>,
  { ref, object }: Readonly<Ref>,
): void {
  const tag = object.type === 'tag' ? new RepositoryStore(context, parent.id).tag(object.sha) : undefined;
  const target = tag?.object ?? object;
  if (target.type !== 'commit') return;
  importCommit(context, parent.id, fork.id, target.sha);
  if (tag) new RepositoryStore(context, fork.id).take('tags', tag);
  context.world.refs.insert({ repository_id: fork.id, ref, object });
}

/** The forks that the viewer may see, newest first unless the oldest are asked for. @throws NotFound */
export function listForks(
  context: HasWorld,
  owner: string,
  repo: string,
  sort: string | undefined,
): readonly Readonly<Repository>[] {
  const { id } = visibleRepository(context, owner, repo);
  const { parent } = context.world.repositories.by;
  const forks = parent.page(id, { limit: parent.count(id) }).filter((fork) => isVisible(context, fork));
  if (sort === 'stargazers' || sort === 'watchers') {
    const stars = context.world.stars.by.repository;
    return forks.sort((one, other) => stars.count(other.id) - stars.count(one.id));
  }
  return sort === 'oldest' ? forks : forks.toReversed();
}

/** The repository that a fork was made of, where it is still there. */
export function parentRepository({ world }: HasWorld, { parent_id }: Readonly<Repository>): Readonly<Repository> | undefined {
  return parent_id === null ? undefined : world.repositories.get(parent_id);
}
