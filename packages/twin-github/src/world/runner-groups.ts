import { collection } from '@svc/twin-kit';

export const RUNNER_GROUP_VISIBILITIES = ['selected', 'all', 'private'] as const;

/** Which repositories of an organisation may use some of its runners: https://docs.github.com/rest/actions/self-hosted-runner-groups */
export interface RunnerGroup {
  /** The organisation's own: 1 is the one that each has. */
  id: number;
  organization_id: number;
  name: string;
  visibility: (typeof RUNNER_GROUP_VISIBILITIES)[number];
  default: boolean;
  allows_public_repositories: boolean;
  restricted_to_workflows: boolean;
  selected_workflows: string[];
  /** Those that are selected, where some are. */
  repository_ids: number[];
}

export const runnerGroupKey = (organizationId: number, id: number): string => `${organizationId}/${id}`;

export const runnerGroupCollections = {
  runner_groups: collection<RunnerGroup>()({
    key: (group) => runnerGroupKey(group.organization_id, group.id),
    indexes: { organization: { group: (group) => group.organization_id, order: (group) => group.id } },
  }),
};
