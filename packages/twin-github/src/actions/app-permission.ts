import type { Installation, Permission, Repository } from '../world.ts';
import type { GithubCaller, HasWorld } from './access.ts';

/** Has an installation to do with a repository? */
export const isCovered = (
  { account_id, repository_ids }: Readonly<Installation>,
  { id, owner_id }: Readonly<Repository>,
): boolean => owner_id === account_id && (repository_ids === null || repository_ids.includes(id));

/** What an app's account may do in a repository: by its installation, and by the token where it calls with one. */
export function appPermission(
  { world, caller }: HasWorld,
  repository: Readonly<Repository>,
  userId: number,
): Permission | undefined {
  const app = world.apps.by.bot.first(userId);
  const installation = app && world.installations.by.account.first(`${app.id}/${repository.owner_id}`);
  if (!installation || !isCovered(installation, repository)) return undefined;
  const { user_id, digest } = (caller ?? {}) as Partial<GithubCaller>;
  const token = user_id === userId && digest !== undefined ? world.installation_tokens.get(digest) : undefined;
  if (token?.repository_ids?.includes(repository.id) === false) return undefined;
  const { administration, contents, issues, pull_requests } = token?.permissions ?? app.permissions;
  if (administration === 'write') return 'admin';
  if (contents === 'write') return 'push';
  return issues === 'write' || pull_requests === 'write' ? 'triage' : 'pull';
}
