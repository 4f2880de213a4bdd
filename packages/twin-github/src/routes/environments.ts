import { json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import {
  createPolicy,
  deleteEnvironment,
  deletePolicy,
  getEnvironment,
  getPolicy,
  listEnvironments,
  policiesOf,
  putEnvironment,
  updatePolicy,
} from '../actions/environments.ts';
import { renderEnvironment, renderPolicy } from '../render/deployments.ts';
import { numberParam, operation, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const path = '/repos/{owner}/{repo}/environments';
const one = `${path}/{environment_name}`;
const policies = `${one}/deployment-branch-policies`;
const read = { method: 'GET', fidelity: 'semantic', mutates: false } as const;
const write = { fidelity: 'semantic', mutates: true } as const;

const target = (params: Readonly<Record<string, string>>): [string, string, string] => [
  ...repositoryParams(params),
  params.environment_name ?? '',
];

const environments = [
  operation({
    ...read,
    id: 'repos/get-all-environments',
    path,
    action: 'list_environments',
    query: z.object(pageQuery),
    handle(context, request) {
      const all = listEnvironments(context, ...repositoryParams(request.params));
      const { records, headers } = pageOfList(request, all);
      const shown = records.map((environment) => renderEnvironment(context, environment));
      return json({ total_count: all.length, environments: shown }, 200, headers);
    },
  }),
  operation({
    ...read,
    id: 'repos/get-environment',
    path: one,
    action: 'get_environment',
    handle: (context, { params }) => json(renderEnvironment(context, getEnvironment(context, ...target(params)).environment)),
  }),
  operation({
    ...write,
    id: 'repos/create-or-update-environment',
    method: 'PUT',
    path: one,
    action: 'put_environment',
    body: z
      .object({
        wait_timer: z.number().int().optional(),
        prevent_self_review: z.boolean().optional(),
        reviewers: z
          .array(z.object({ type: z.enum(['User', 'Team']).optional(), id: z.number().int().optional() }))
          .nullable()
          .optional(),
        deployment_branch_policy: z
          .object({ protected_branches: z.boolean(), custom_branch_policies: z.boolean() })
          .nullable()
          .optional(),
      })
      .nullish(),
    handle: (context, { params, body }) =>
      json(renderEnvironment(context, putEnvironment(context, ...target(params), body ?? {}).environment)),
  }),
  operation({
    ...write,
    id: 'repos/delete-an-environment',
    method: 'DELETE',
    path: one,
    action: 'delete_environment',
    handle(context, { params }) {
      deleteEnvironment(context, ...target(params));
      return noContent();
    },
  }),
];

const branchPolicies = [
  operation({
    ...read,
    id: 'repos/list-deployment-branch-policies',
    path: policies,
    action: 'list_deployment_branch_policies',
    query: z.object(pageQuery),
    handle(context, request) {
      const all = policiesOf(context, getEnvironment(context, ...target(request.params)).environment);
      const { records, headers } = pageOfList(request, all);
      return json({ total_count: all.length, branch_policies: records.map(renderPolicy) }, 200, headers);
    },
  }),
  operation({
    ...write,
    id: 'repos/create-deployment-branch-policy',
    method: 'POST',
    path: policies,
    action: 'create_deployment_branch_policy',
    body: z.object({ name: z.string().min(1), type: z.enum(['branch', 'tag']).optional() }),
    handle: (context, { params, body }) => json(renderPolicy(createPolicy(context, target(params), body))),
  }),
  operation({
    ...read,
    id: 'repos/get-deployment-branch-policy',
    path: `${policies}/{branch_policy_id}`,
    action: 'get_deployment_branch_policy',
    handle: (context, { params }) => json(renderPolicy(getPolicy(context, target(params), numberParam(params.branch_policy_id)))),
  }),
  operation({
    ...write,
    id: 'repos/update-deployment-branch-policy',
    method: 'PUT',
    path: `${policies}/{branch_policy_id}`,
    action: 'update_deployment_branch_policy',
    body: z.object({ name: z.string().min(1) }),
    handle: (context, { params, body }) =>
      json(renderPolicy(updatePolicy(context, target(params), numberParam(params.branch_policy_id), body.name))),
  }),
  operation({
    ...write,
    id: 'repos/delete-deployment-branch-policy',
    method: 'DELETE',
    path: `${policies}/{branch_policy_id}`,
    action: 'delete_deployment_branch_policy',
    handle(context, { params }) {
      deletePolicy(context, target(params), numberParam(params.branch_policy_id));
      return noContent();
    },
  }),
];

export const environmentOperations = [...environments, ...branchPolicies];
