import { collection } from '@svc/twin-kit';

export const DEPLOYMENT_STATES = ['error', 'failure', 'inactive', 'in_progress', 'queued', 'pending', 'success'] as const;
export type DeploymentState = (typeof DEPLOYMENT_STATES)[number];

/** A wish that a ref be deployed: https://docs.github.com/rest/deployments/deployments */
export interface Deployment {
  id: number;
  repository_id: number;
  sha: string;
  ref: string;
  task: string;
  payload: string | Record<string, unknown>;
  environment: string;
  description: string | null;
  creator_id: number;
  transient_environment: boolean;
  production_environment: boolean;
  created_at: string;
  updated_at: string;
}

export interface DeploymentStatus {
  id: number;
  repository_id: number;
  deployment_id: number;
  state: DeploymentState;
  description: string;
  environment: string;
  log_url: string;
  environment_url: string;
  creator_id: number;
  created_at: string;
}

export interface EnvironmentReviewer {
  type: 'User' | 'Team';
  id: number;
}

/** A place that a repository is deployed to: https://docs.github.com/rest/deployments/environments */
export interface Environment {
  id: number;
  repository_id: number;
  name: string;
  /** Minutes. */
  wait_timer: number;
  prevent_self_review: boolean;
  reviewers: EnvironmentReviewer[];
  branch_policy: { protected_branches: boolean; custom_branch_policies: boolean } | null;
  created_at: string;
  updated_at: string;
}

/** Branches or tags that may be deployed to an environment. */
export interface DeploymentBranchPolicy {
  id: number;
  repository_id: number;
  environment_id: number;
  name: string;
  type: 'branch' | 'tag';
}

const ofRepository = (record: { repository_id: number }) => record.repository_id;

export const deploymentCollections = {
  deployments: collection<Deployment>()({ key: (one) => one.id, indexes: { repository: { group: ofRepository } } }),
  deployment_statuses: collection<DeploymentStatus>()({
    key: (status) => status.id,
    indexes: { repository: { group: ofRepository }, deployment: { group: (status) => status.deployment_id } },
  }),
  environments: collection<Environment>()({
    key: (environment) => environment.id,
    indexes: {
      repository: { group: ofRepository, order: (environment) => environment.name.toLowerCase() },
      /** By `<repository_id>/<name in lower case>`. */
      name: { group: (environment) => `${environment.repository_id}/${environment.name.toLowerCase()}` },
    },
  }),
  deployment_branch_policies: collection<DeploymentBranchPolicy>()({
    key: (policy) => policy.id,
    indexes: { repository: { group: ofRepository }, environment: { group: (policy) => policy.environment_id } },
  }),
};
