import { collection } from '@svc/twin-kit';
import type { Permission } from './repositories.ts';

/** What the members of a team may do in a repository of their organisation. */
export interface TeamRepository {
  team_id: number;
  repository_id: number;
  permission: Permission;
}

export const teamRepositoryKey = (teamId: number, repositoryId: number) => `${teamId}/${repositoryId}`;

export const teamCollections = {
  team_repositories: collection<TeamRepository>()({
    key: (one) => teamRepositoryKey(one.team_id, one.repository_id),
    indexes: {
      team: { group: (one) => one.team_id, order: (one) => one.repository_id },
      repository: { group: (one) => one.repository_id, order: (one) => one.team_id },
    },
  }),
};
