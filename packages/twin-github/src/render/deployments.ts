import { nodeId } from '../node-id.ts';
import type { Deployment, DeploymentBranchPolicy, DeploymentStatus, Environment, GithubContext } from '../world.ts';
import { renderShortTeam } from './organizations.ts';
import { repositoryHtmlUrl, repositoryUrl } from './repository-path.ts';
import { simpleUserById } from './users.ts';

export function renderDeployment(context: GithubContext, deployment: Readonly<Deployment>) {
  const { repository_id: _repository, creator_id, ...own } = deployment;
  const api = repositoryUrl(context, deployment);
  const url = `${api}/deployments/${deployment.id}`;
  return {
    url,
    node_id: nodeId('DE', deployment.repository_id, deployment.id),
    ...own,
    original_environment: deployment.environment,
    creator: simpleUserById(context, creator_id),
    statuses_url: `${url}/statuses`,
    repository_url: api,
  };
}

export function renderDeploymentStatus(context: GithubContext, status: Readonly<DeploymentStatus>) {
  const { repository_id: _repository, creator_id, deployment_id, ...own } = status;
  const api = repositoryUrl(context, status);
  const deployment = `${api}/deployments/${deployment_id}`;
  return {
    url: `${deployment}/statuses/${status.id}`,
    node_id: nodeId('DES', status.repository_id, status.id),
    ...own,
    creator: simpleUserById(context, creator_id),
    target_url: status.log_url,
    updated_at: status.created_at,
    deployment_url: deployment,
    repository_url: api,
  };
}

/** The rules of an environment have ids of their own, which follow from its. */
const RULES_PER_ENVIRONMENT = 3;

function protectionRules(context: GithubContext, environment: Readonly<Environment>) {
  const idOf = (at: number) => {
    const id = environment.id * RULES_PER_ENVIRONMENT + at;
    return { id, node_id: nodeId('GA', environment.repository_id, id) };
  };
  const { world } = context;
  const reviewers = environment.reviewers.flatMap(({ type, id }): object[] => {
    if (type === 'User') return [{ type, reviewer: simpleUserById(context, id) }];
    const team = world.teams.get(id);
    const organization = team && world.users.get(team.organization_id);
    return organization ? [{ type, reviewer: renderShortTeam(context, organization, team) }] : [];
  });
  return [
    ...(environment.wait_timer > 0 ? [{ ...idOf(0), type: 'wait_timer', wait_timer: environment.wait_timer }] : []),
    ...(reviewers.length > 0
      ? [{ ...idOf(1), type: 'required_reviewers', prevent_self_review: environment.prevent_self_review, reviewers }]
      : []),
    ...(environment.branch_policy ? [{ ...idOf(2), type: 'branch_policy' }] : []),
  ];
}

export function renderEnvironment(context: GithubContext, environment: Readonly<Environment>) {
  const name = encodeURIComponent(environment.name);
  return {
    id: environment.id,
    node_id: nodeId('EN', environment.repository_id, environment.id),
    name: environment.name,
    url: `${repositoryUrl(context, environment)}/environments/${name}`,
    html_url: `${repositoryHtmlUrl(context, environment)}/deployments/activity_log?environments_filter=${name}`,
    created_at: environment.created_at,
    updated_at: environment.updated_at,
    protection_rules: protectionRules(context, environment),
    deployment_branch_policy: environment.branch_policy,
  };
}

export const renderPolicy = ({ id, environment_id, name, type }: Readonly<DeploymentBranchPolicy>) => ({
  id,
  node_id: nodeId('GBP', environment_id, id),
  name,
  type,
});
