import { json, noContent, type Operation } from '@svc/twin-kit';
import { z } from 'zod';
import {
  enabledRepositories,
  enableRepositories,
  getPolicy,
  getSelectedActions,
  type PolicyPlace,
  policyOfOrganization,
  policyOfRepository,
  setPolicy,
  setSelectedActions,
} from '../actions/workflows/policies.ts';
import { renderRepository } from '../render/repositories.ts';
import {
  ACCESS_LEVELS,
  type ActionsPolicy,
  ALLOWED_ACTIONS,
  ENABLED_REPOSITORIES,
  type GithubCollections,
  type GithubContext,
} from '../world.ts';
import { numberParam, operation, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

type Params = Readonly<Record<string, string>>;

interface Kind {
  /** The end of its operations' ids. */
  noun: 'repository' | 'organization';
  path: string;
  of(params: Params): PolicyPlace;
  switched: z.ZodRawShape;
}

const KINDS: readonly Kind[] = [
  {
    noun: 'repository',
    path: '/repos/{owner}/{repo}/actions/permissions',
    of: (params) => policyOfRepository(...repositoryParams(params)),
    switched: { enabled: z.boolean() },
  },
  {
    noun: 'organization',
    path: '/orgs/{org}/actions/permissions',
    of: (params) => policyOfOrganization(params.org ?? ''),
    switched: { enabled_repositories: z.enum(ENABLED_REPOSITORIES) },
  },
];

const read = { method: 'GET', fidelity: 'semantic', mutates: false, action: 'get_actions_permissions' } as const;
const write = { method: 'PUT', fidelity: 'semantic', mutates: true, action: 'set_actions_permissions' } as const;

/** Fields that a body leaves out stay as they are. */
const said = (body: object | undefined): Partial<ActionsPolicy> =>
  Object.fromEntries(Object.entries(body ?? {}).filter(([, value]) => value !== undefined));

function rendered({ links }: GithubContext, policy: Readonly<ActionsPolicy>, path: string) {
  const { enabled, enabled_repositories, allowed_actions, sha_pinning_required } = policy;
  const isOn = policy.organization_id === null ? enabled : enabled_repositories !== 'none';
  return {
    ...(policy.organization_id === null ? { enabled } : { enabled_repositories }),
    ...(policy.organization_id !== null &&
      enabled_repositories === 'selected' && { selected_repositories_url: links.to(`${path}/repositories`) }),
    ...(isOn && { allowed_actions, sha_pinning_required }),
    ...(isOn && allowed_actions === 'selected' && { selected_actions_url: links.to(`${path}/selected-actions`) }),
  };
}

const policyOperations = ({ noun, path, of, switched }: Kind): Operation<GithubCollections>[] => [
  operation({
    ...read,
    id: `actions/get-github-actions-permissions-${noun}`,
    path,
    handle: (context, { params, path: asked }) => json(rendered(context, getPolicy(context, of(params)), asked)),
  }),
  operation({
    ...write,
    id: `actions/set-github-actions-permissions-${noun}`,
    path,
    body: z.object({
      ...switched,
      allowed_actions: z.enum(ALLOWED_ACTIONS).optional(),
      sha_pinning_required: z.boolean().optional(),
    }),
    handle(context, { params, body }) {
      setPolicy(context, of(params), said(body));
      return noContent();
    },
  }),
  operation({
    ...read,
    id: `actions/get-allowed-actions-${noun}`,
    path: `${path}/selected-actions`,
    handle(context, { params }) {
      const { github_owned_allowed, verified_allowed, patterns_allowed } = getSelectedActions(context, of(params));
      return json({ github_owned_allowed, verified_allowed, patterns_allowed });
    },
  }),
  operation({
    ...write,
    id: `actions/set-allowed-actions-${noun}`,
    path: `${path}/selected-actions`,
    body: z
      .object({
        github_owned_allowed: z.boolean().optional(),
        verified_allowed: z.boolean().optional(),
        patterns_allowed: z.array(z.string()).optional(),
      })
      .optional(),
    handle(context, { params, body }) {
      setSelectedActions(context, of(params), said(body));
      return noContent();
    },
  }),
  operation({
    ...read,
    id: `actions/get-github-actions-default-workflow-permissions-${noun}`,
    path: `${path}/workflow`,
    handle(context, { params }) {
      const { default_workflow_permissions, can_approve_pull_request_reviews } = getPolicy(context, of(params));
      return json({ default_workflow_permissions, can_approve_pull_request_reviews });
    },
  }),
  operation({
    ...write,
    id: `actions/set-github-actions-default-workflow-permissions-${noun}`,
    path: `${path}/workflow`,
    body: z
      .object({
        default_workflow_permissions: z.enum(['read', 'write']).optional(),
        can_approve_pull_request_reviews: z.boolean().optional(),
      })
      .optional(),
    handle(context, { params, body }) {
      setPolicy(context, of(params), said(body));
      return noContent();
    },
  }),
];

const access = '/repos/{owner}/{repo}/actions/permissions/access';
const repositories = '/orgs/{org}/actions/permissions/repositories';
const ofOrganization = ({ org = '' }: Params): PolicyPlace => policyOfOrganization(org);

export const actionsPolicyOperations = [
  ...KINDS.flatMap(policyOperations),
  operation({
    ...read,
    id: 'actions/get-workflow-access-to-repository',
    path: access,
    handle: (context, { params }) =>
      json({ access_level: getPolicy(context, policyOfRepository(...repositoryParams(params))).access_level }),
  }),
  operation({
    ...write,
    id: 'actions/set-workflow-access-to-repository',
    path: access,
    body: z.object({ access_level: z.enum(ACCESS_LEVELS) }),
    handle(context, { params, body }) {
      setPolicy(context, policyOfRepository(...repositoryParams(params)), body);
      return noContent();
    },
  }),
  operation({
    ...read,
    id: 'actions/list-selected-repositories-enabled-github-actions-organization',
    path: repositories,
    action: 'list_actions_repositories',
    query: z.object(pageQuery),
    handle(context, request) {
      const found = enabledRepositories(context, ofOrganization(request.params));
      const { records, headers } = pageOfList(request, found);
      return json(
        { total_count: found.length, repositories: records.map((one) => renderRepository(context, one)) },
        200,
        headers,
      );
    },
  }),
  operation({
    ...write,
    id: 'actions/set-selected-repositories-enabled-github-actions-organization',
    path: repositories,
    action: 'select_actions_repositories',
    body: z.object({ selected_repository_ids: z.array(z.int()) }),
    handle(context, { params, body }) {
      enableRepositories(context, ofOrganization(params), () => body.selected_repository_ids);
      return noContent();
    },
  }),
  operation({
    ...write,
    id: 'actions/enable-selected-repository-github-actions-organization',
    path: `${repositories}/{repository_id}`,
    action: 'select_actions_repositories',
    handle(context, { params }) {
      enableRepositories(context, ofOrganization(params), (ids) => [...ids, numberParam(params.repository_id)]);
      return noContent();
    },
  }),
  operation({
    ...write,
    id: 'actions/disable-selected-repository-github-actions-organization',
    method: 'DELETE',
    path: `${repositories}/{repository_id}`,
    action: 'select_actions_repositories',
    handle(context, { params }) {
      const gone = numberParam(params.repository_id);
      enableRepositories(context, ofOrganization(params), (ids) => ids.filter((id) => id !== gone));
      return noContent();
    },
  }),
];
