import { createHash } from 'node:crypto';
import { Forbidden, JsonWebTokenRefused, NotFound, Unprocessable } from '../errors.ts';
import { type App, type AppPermissions, type GithubContext, type Installation, type Repository, timestamp } from '../world.ts';
import { callerOf, type HasWorld } from './access.ts';
import { isCovered } from './app-permission.ts';

/** https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-an-installation-access-token-for-a-github-app */
const TOKEN_MS = 3_600_000;
const TOKEN_LENGTH = 36;
export const TOKEN_PREFIX = 'ghs_';

export const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The app that calls by its JSON web token. @throws JsonWebTokenRefused */
export function appOf(context: HasWorld): Readonly<App> {
  const app = context.world.apps.get(callerOf(context)?.app_id ?? 0);
  if (!app) throw new JsonWebTokenRefused();
  return app;
}

/** @throws NotFound */
export function getApp({ world }: HasWorld, slug: string): Readonly<App> {
  const app = world.apps.by.slug.first(slug);
  if (!app) throw new NotFound();
  return app;
}

export function listInstallations(context: HasWorld): readonly Readonly<Installation>[] {
  const { app } = context.world.installations.by;
  const { id } = appOf(context);
  return app.page(id, { limit: app.count(id) });
}

/** @throws NotFound */
export function getInstallation(context: HasWorld, id: number): Readonly<Installation> {
  const app = appOf(context);
  const installation = context.world.installations.get(id);
  if (installation?.app_id !== app.id) throw new NotFound();
  return installation;
}

/** Where the app is installed in an account, or for one of its repositories. @throws NotFound */
export function installationOf(context: HasWorld, login: string, name?: string): Readonly<Installation> {
  const app = appOf(context);
  const { installations, repositories, users } = context.world;
  const account = users.by.login.first(login.toLowerCase());
  const installation = account && installations.by.account.first(`${app.id}/${account.id}`);
  if (!installation) throw new NotFound();
  if (name === undefined) return installation;
  const repository = repositories.by.name.first(`${login}/${name}`.toLowerCase());
  if (!repository || !isCovered(installation, repository)) throw new NotFound();
  return installation;
}

export interface TokenInput {
  repositories?: readonly string[] | undefined;
  repository_ids?: readonly number[] | undefined;
  permissions?: AppPermissions | undefined;
}

export interface NewToken {
  token: string;
  expires_at: string;
  permissions: AppPermissions;
  /** Those that it is for, where it isn't for all that the installation has. */
  repositories: readonly Readonly<Repository>[] | undefined;
}

/** The repositories that an installation has to do with. */
export const repositoriesOf = ({ world }: HasWorld, installation: Readonly<Installation>): Readonly<Repository>[] =>
  [...world.repositories.values()].filter((repository) => isCovered(installation, repository));

const LEVELS: readonly string[] = ['none', 'read', 'write', 'admin'];

/** A token of an installation, for an hour. @throws NotFound, Unprocessable */
export function createInstallationToken(context: GithubContext, id: number, input: TokenInput): NewToken {
  const installation = getInstallation(context, id);
  const repositories = chosen(context, installation, input);
  const { permissions: granted } = appOf(context);
  const permissions = input.permissions ?? granted;
  if (Object.entries(permissions).some(([name, level]) => LEVELS.indexOf(level) > LEVELS.indexOf(granted[name] ?? 'none')))
    throw new Unprocessable('The permissions requested are not granted to this installation.');
  const token = context.lend(`${TOKEN_PREFIX}${context.ids.text(TOKEN_LENGTH)}`);
  const expires_at = timestamp(context.now + TOKEN_MS);
  context.world.installation_tokens.insert({
    digest: digestOf(token),
    installation_id: id,
    repository_ids: repositories?.map((repository) => repository.id) ?? installation.repository_ids,
    permissions,
    expires_at,
  });
  return { token, expires_at, permissions, repositories };
}

function chosen(
  context: HasWorld,
  installation: Readonly<Installation>,
  { repositories: names = [], repository_ids: ids = [] }: TokenInput,
): Readonly<Repository>[] | undefined {
  if (names.length + ids.length === 0) return undefined;
  const lower = names.map((name) => name.toLowerCase());
  const all = repositoriesOf(context, installation);
  const isThere = all.filter(({ id, name }) => ids.includes(id) || lower.includes(name.toLowerCase()));
  const isKnown =
    lower.every((one) => all.some(({ name }) => name.toLowerCase() === one)) &&
    ids.every((one) => all.some(({ id }) => id === one));
  if (!isKnown)
    throw new Unprocessable(
      'There is at least one repository that does not exist or is not accessible to the parent installation.',
    );
  return isThere;
}

/** The repositories of the installation that calls by one of its tokens. @throws Forbidden */
export function callersRepositories(context: HasWorld): { repositories: Readonly<Repository>[]; isSelected: boolean } {
  const { installation_id, digest } = callerOf(context) ?? {};
  const installation = context.world.installations.get(installation_id ?? 0);
  if (!installation)
    throw new Forbidden(
      'You must authenticate with an installation access token in order to list repositories for an installation.',
    );
  const only = context.world.installation_tokens.get(digest ?? '')?.repository_ids ?? null;
  const repositories = repositoriesOf(context, installation).filter(({ id }) => only === null || only.includes(id));
  return { repositories, isSelected: only !== null };
}

/** Ends the token that a call was made with. @throws Forbidden */
export function revokeToken(context: GithubContext): void {
  const { digest } = callerOf(context) ?? {};
  if (digest === undefined) throw new Forbidden('You must authenticate with an installation access token in order to revoke it.');
  context.world.installation_tokens.remove(digest);
}
