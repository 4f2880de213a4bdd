import { collection } from '@svc/twin-kit';

export const ALLOWED_ACTIONS = ['all', 'local_only', 'selected'] as const;
export const ENABLED_REPOSITORIES = ['all', 'none', 'selected'] as const;
export const ACCESS_LEVELS = ['none', 'user', 'organization'] as const;

/** What a repository or an organisation allows workflows: https://docs.github.com/rest/actions/permissions */
export interface ActionsPolicy {
  repository_id: number | null;
  organization_id: number | null;
  /** Of a repository. */
  enabled: boolean;
  /** Of an organisation. */
  enabled_repositories: (typeof ENABLED_REPOSITORIES)[number];
  selected_repository_ids: number[];
  allowed_actions: (typeof ALLOWED_ACTIONS)[number];
  sha_pinning_required: boolean;
  github_owned_allowed: boolean;
  verified_allowed: boolean;
  patterns_allowed: string[];
  default_workflow_permissions: 'read' | 'write';
  can_approve_pull_request_reviews: boolean;
  /** Whose workflows may use those of a repository. */
  access_level: (typeof ACCESS_LEVELS)[number];
}

/** What workflows kept for the next ones: https://docs.github.com/rest/actions/cache */
export interface ActionsCache {
  id: number;
  repository_id: number;
  /** As `refs/heads/main`. */
  ref: string;
  key: string;
  version: string;
  size_in_bytes: number;
  created_at: string;
  last_accessed_at: string;
}

export const policyKey = ({
  repository_id,
  organization_id,
}: Pick<ActionsPolicy, 'repository_id' | 'organization_id'>): string =>
  organization_id === null ? `repository/${repository_id}` : `organization/${organization_id}`;

export const actionsPolicyCollections = {
  actions_policies: collection<ActionsPolicy>()({ key: policyKey }),
  actions_caches: collection<ActionsCache>()({
    key: (cache) => cache.id,
    indexes: { repository: { group: (cache) => cache.repository_id } },
  }),
};
