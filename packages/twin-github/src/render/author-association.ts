import { collaboratorKey, type GithubContext, membershipKey } from '../world.ts';
import { repositoryOf } from './repository-path.ts';

/** How an author stands to the repository: https://docs.github.com/graphql/reference/enums#commentauthorassociation */
export function authorAssociation({ world }: Pick<GithubContext, 'world'>, record: { repository_id: number; user_id: number }) {
  const repository = repositoryOf({ world }, record);
  if (repository.owner_id === record.user_id) return 'OWNER';
  if (world.memberships.has(membershipKey(repository.owner_id, record.user_id))) return 'MEMBER';
  if (world.collaborators.has(collaboratorKey(repository.id, record.user_id))) return 'COLLABORATOR';
  return 'NONE';
}
