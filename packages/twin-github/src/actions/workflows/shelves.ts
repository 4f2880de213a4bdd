import { Conflict, NotFound, Unprocessable } from '../../errors.ts';
import {
  type ActionsSecret,
  type ActionsVariable,
  type GithubContext,
  type Repository,
  type Shelf,
  settingKey,
  shelfKey,
  type Visibility,
} from '../../world.ts';
import { type HasWorld, isVisible, requirePermission, viewerOf, visibleRepository, writableRepository } from '../access.ts';
import { ownedBy } from '../memberships.ts';

/** Where secrets and variables are kept, and who may see and change them there. */
export interface Place {
  /** @throws NotFound, Forbidden, AdminRightsRequired */
  find(context: HasWorld, change: boolean): Shelf;
}

export type App = 'actions' | NonNullable<Shelf['app']>;

const appOf = (app: App): Pick<Shelf, 'app'> => (app === 'actions' ? {} : { app });

/** Of who works on a repository. */
export const ofRepository = (owner: string, repo: string, app: App): Place => ({
  find(context, change) {
    const repository = change ? writableRepository(context, owner, repo) : visibleRepository(context, owner, repo);
    if (!change) requirePermission(context, repository, 'push');
    return { repository_id: repository.id, ...appOf(app) };
  },
});

export const ofEnvironment = (owner: string, repo: string, name: string): Place => ({
  find(context, change) {
    const { repository_id } = ofRepository(owner, repo, 'actions').find(context, change);
    const environment = context.world.environments.by.name.first(`${repository_id}/${name.toLowerCase()}`);
    if (!environment) throw new NotFound();
    return { repository_id: environment.repository_id, environment_id: environment.id };
  },
});

/** Of an organisation's owners. */
export const ofOrganization = (login: string, app: App): Place => ({
  find: (context) => ({ organization_id: ownedBy(context, login).id, ...appOf(app) }),
});

/** The viewer's own, for codespaces. */
export const ofViewer = (): Place => ({ find: (context) => ({ user_id: viewerOf(context).id, app: 'codespaces' }) });

/** Takes away all that is kept on a shelf. */
export function clearShelf({ world }: GithubContext, shelf: Shelf): void {
  for (const name of ['actions_secrets', 'actions_variables'] as const)
    for (const one of [...world[name].by.shelf.page(shelfKey(shelf), { limit: world[name].size })])
      world[name].remove(settingKey(one, one.name));
}

/** Nothing is for a repository any more that is deleted. */
export function unselect({ world }: GithubContext, repositoryId: number): void {
  for (const name of ['actions_secrets', 'actions_variables'] as const)
    for (const one of [...world[name].values()]) {
      if (!one.selected_repository_ids?.includes(repositoryId)) continue;
      const selected_repository_ids = one.selected_repository_ids.filter((id) => id !== repositoryId);
      world[name].update(settingKey(one, one.name), { selected_repository_ids });
    }
}

/** Which repositories something is for: an organisation says it, a person always selects. */
export interface Reach {
  visibility?: Visibility | undefined;
  selected_repository_ids?: readonly (number | string)[] | undefined;
}

/** What a call says of it, as the record keeps it. @throws Unprocessable for a repository of somebody else's, or where others are named than selected ones */
export function reachOf(
  context: HasWorld,
  shelf: Shelf,
  known: Readonly<ActionsSecret> | undefined,
  said: Reach,
): Partial<ActionsSecret> {
  if (shelf.organization_id === undefined && shelf.user_id === undefined) return {};
  const visibility = shelf.user_id === undefined ? (said.visibility ?? known?.visibility ?? 'private') : 'selected';
  const named = said.selected_repository_ids?.map(Number);
  if (visibility !== 'selected') {
    if (named !== undefined && named.length > 0) throw new Unprocessable(ONLY_SELECTED);
    return { visibility, selected_repository_ids: [] };
  }
  for (const id of named ?? []) requireOwn(context, shelf, id);
  return { visibility, selected_repository_ids: [...new Set(named ?? known?.selected_repository_ids ?? [])] };
}

const ONLY_SELECTED = 'selected_repository_ids may only be given when the visibility is set to "selected".';

/** @throws Unprocessable */
function requireOwn(context: HasWorld, { organization_id }: Shelf, id: number): void {
  const repository = context.world.repositories.get(id);
  const isOwn = organization_id === undefined || repository?.owner_id === organization_id;
  if (!repository || !isOwn || !isVisible(context, repository)) throw new Unprocessable(`Repository ${id} could not be found.`);
}

export type Kind = 'actions_secrets' | 'actions_variables';

/** @throws NotFound, Conflict where it isn't for selected repositories */
function selecting(context: HasWorld, place: Place, kind: Kind, name: string, change: boolean) {
  const shelf = place.find(context, change);
  const setting = context.world[kind].get(settingKey(shelf, name));
  if (!setting) throw new NotFound();
  if (setting.visibility !== 'selected') throw new Conflict('Visibility is not set to selected');
  return { shelf, setting, ids: setting.selected_repository_ids ?? [] };
}

/** The repositories that something is for. @throws NotFound, Conflict */
export function selectedRepositories(context: HasWorld, place: Place, kind: Kind, name: string): Readonly<Repository>[] {
  return selecting(context, place, kind, name, false).ids.flatMap((id) => context.world.repositories.get(id) ?? []);
}

/** @throws NotFound, Conflict, Unprocessable */
export function selectRepositories(
  context: GithubContext,
  place: Place,
  kind: Kind,
  name: string,
  choose: (ids: readonly number[]) => readonly number[],
): void {
  const { shelf, ids } = selecting(context, place, kind, name, true);
  const chosen = [...new Set(choose(ids))];
  for (const id of chosen) if (!ids.includes(id)) requireOwn(context, shelf, id);
  if (chosen.length === ids.length && chosen.every((id) => ids.includes(id))) return;
  context.world[kind].update(settingKey(shelf, name), { selected_repository_ids: chosen });
}

interface Shared {
  repository: Readonly<Repository>;
  key: string;
}

function shared(context: HasWorld, owner: string, repo: string, app: App): Shared {
  const repository = visibleRepository(context, owner, repo);
  requirePermission(context, repository, 'push');
  return { repository, key: shelfKey({ organization_id: repository.owner_id, ...appOf(app) }) };
}

const reaches =
  (repository: Readonly<Repository>) =>
  ({ visibility, selected_repository_ids }: Readonly<ActionsSecret>): boolean =>
    visibility === 'all' ||
    (visibility === 'private' && repository.private) ||
    (visibility === 'selected' && (selected_repository_ids ?? []).includes(repository.id));

/** What an organisation shares with one of its repositories. @throws NotFound, Forbidden */
export function sharedSecrets(context: HasWorld, owner: string, repo: string, app: App): Readonly<ActionsSecret>[] {
  const { repository, key } = shared(context, owner, repo, app);
  const { shelf } = context.world.actions_secrets.by;
  return shelf.page(key, { limit: shelf.count(key) }).filter(reaches(repository));
}

/** @throws NotFound, Forbidden */
export function sharedVariables(context: HasWorld, owner: string, repo: string, app: App): Readonly<ActionsVariable>[] {
  const { repository, key } = shared(context, owner, repo, app);
  const { shelf } = context.world.actions_variables.by;
  return shelf.page(key, { limit: shelf.count(key) }).filter(reaches(repository));
}
