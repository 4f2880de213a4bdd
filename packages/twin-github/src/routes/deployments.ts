import { created, json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import {
  createDeployment,
  createDeploymentStatus,
  deleteDeployment,
  getDeployment,
  getDeploymentStatus,
  listDeployments,
  statusesOf,
} from '../actions/deployments.ts';
import { renderDeployment, renderDeploymentStatus } from '../render/deployments.ts';
import { DEPLOYMENT_STATES } from '../world.ts';
import { numberParam, operation, queryText, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const path = '/repos/{owner}/{repo}/deployments';
const read = { method: 'GET', fidelity: 'semantic', mutates: false } as const;
const write = { fidelity: 'semantic', mutates: true } as const;
const ACCEPTED = 202;

const target = (params: Readonly<Record<string, string>>): [string, string, number] => [
  ...repositoryParams(params),
  numberParam(params.deployment_id),
];

export const deploymentOperations = [
  operation({
    ...read,
    id: 'repos/list-deployments',
    path,
    action: 'list_deployments',
    query: z.object({ ...pageQuery, sha: queryText, ref: queryText, task: queryText, environment: queryText }),
    handle(context, request) {
      const all = listDeployments(context, ...repositoryParams(request.params), request.query);
      const { records, headers } = pageOfList(request, all);
      return json(
        records.map((one) => renderDeployment(context, one)),
        200,
        headers,
      );
    },
  }),
  operation({
    ...write,
    id: 'repos/create-deployment',
    method: 'POST',
    path,
    action: 'create_deployment',
    body: z.object({
      ref: z.string(),
      task: z.string().optional(),
      auto_merge: z.boolean().optional(),
      required_contexts: z.array(z.string()).optional(),
      payload: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
      environment: z.string().min(1).optional(),
      description: z.string().nullable().optional(),
      transient_environment: z.boolean().optional(),
      production_environment: z.boolean().optional(),
    }),
    handle(context, { params, body }) {
      const made = createDeployment(context, ...repositoryParams(params), body);
      if ('merged' in made) return json({ message: made.merged }, ACCEPTED);
      const rendered = renderDeployment(context, made);
      return created(rendered, { location: rendered.url });
    },
  }),
  operation({
    ...read,
    id: 'repos/get-deployment',
    path: `${path}/{deployment_id}`,
    action: 'get_deployment',
    handle: (context, { params }) => json(renderDeployment(context, getDeployment(context, ...target(params)))),
  }),
  operation({
    ...write,
    id: 'repos/delete-deployment',
    method: 'DELETE',
    path: `${path}/{deployment_id}`,
    action: 'delete_deployment',
    handle(context, { params }) {
      deleteDeployment(context, ...target(params));
      return noContent();
    },
  }),
  operation({
    ...read,
    id: 'repos/list-deployment-statuses',
    path: `${path}/{deployment_id}/statuses`,
    action: 'list_deployment_statuses',
    query: z.object(pageQuery),
    handle(context, request) {
      const { records, headers } = pageOfList(request, statusesOf(context, getDeployment(context, ...target(request.params))));
      return json(
        records.map((one) => renderDeploymentStatus(context, one)),
        200,
        headers,
      );
    },
  }),
  operation({
    ...write,
    id: 'repos/create-deployment-status',
    method: 'POST',
    path: `${path}/{deployment_id}/statuses`,
    action: 'create_deployment_status',
    body: z.object({
      state: z.enum(DEPLOYMENT_STATES),
      target_url: z.string().optional(),
      log_url: z.string().optional(),
      description: z.string().optional(),
      environment: z.string().min(1).optional(),
      environment_url: z.string().optional(),
      auto_inactive: z.boolean().optional(),
    }),
    handle(context, { params, body }) {
      const rendered = renderDeploymentStatus(context, createDeploymentStatus(context, ...target(params), body));
      return created(rendered, { location: rendered.url });
    },
  }),
  operation({
    ...read,
    id: 'repos/get-deployment-status',
    path: `${path}/{deployment_id}/statuses/{status_id}`,
    action: 'get_deployment_status',
    handle: (context, { params }) =>
      json(renderDeploymentStatus(context, getDeploymentStatus(context, ...target(params), numberParam(params.status_id)))),
  }),
];
