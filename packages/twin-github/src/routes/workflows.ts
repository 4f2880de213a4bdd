import { json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import { attemptNow, attemptOf } from '../actions/workflows/course.ts';
import { listRuns } from '../actions/workflows/runs.ts';
import {
  createDispatchEvent,
  dispatchWorkflow,
  getWorkflow,
  listWorkflows,
  setWorkflowState,
} from '../actions/workflows/workflows.ts';
import { repositoryOf } from '../render/repository-path.ts';
import { renderRun, renderWorkflow } from '../render/workflows.ts';
import { operation, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const workflows = '/repos/{owner}/{repo}/actions/workflows';
const workflow = `${workflows}/{workflow_id}`;

const target = (params: Readonly<Record<string, string>>): [string, string, string] => [
  ...repositoryParams(params),
  params.workflow_id ?? '',
];

/** GitHub takes 25 inputs: https://docs.github.com/rest/actions/workflows#create-a-workflow-dispatch-event */
const MOST_INPUTS = 25;

export const workflowOperations = [
  operation({
    id: 'actions/list-repo-workflows',
    method: 'GET',
    path: workflows,
    fidelity: 'semantic',
    mutates: false,
    action: 'list_workflows',
    query: z.object(pageQuery),
    handle(context, request) {
      const found = listWorkflows(context, ...repositoryParams(request.params));
      const { records, headers } = pageOfList(request, found);
      return json({ total_count: found.length, workflows: records.map((one) => renderWorkflow(context, one)) }, 200, headers);
    },
  }),
  operation({
    id: 'actions/get-workflow',
    method: 'GET',
    path: workflow,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_workflow',
    handle: (context, { params }) => json(renderWorkflow(context, getWorkflow(context, ...target(params)))),
  }),
  operation({
    id: 'actions/get-workflow-usage',
    method: 'GET',
    path: `${workflow}/timing`,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_workflow_usage',
    handle(context, { params }) {
      const found = getWorkflow(context, ...target(params));
      // Public repositories aren't billed.
      if (!repositoryOf(context, found).private) return json({ billable: {} });
      const [owner, repo] = repositoryParams(params);
      const total_ms = listRuns(context, owner, repo, found, {})
        .filter((run) => attemptNow(context, run).status === 'completed')
        .reduce((sum, run) => {
          const { started_at, ends_at } = attemptOf(run) ?? { started_at: run.created_at, ends_at: run.created_at };
          return sum + Date.parse(ends_at) - Date.parse(started_at);
        }, 0);
      return json({ billable: { UBUNTU: { total_ms } } });
    },
  }),
  ...(['enable', 'disable'] as const).map((verb) =>
    operation({
      id: `actions/${verb}-workflow`,
      method: 'PUT',
      path: `${workflow}/${verb}`,
      fidelity: 'semantic',
      mutates: true,
      action: `${verb}_workflow`,
      handle(context, { params }) {
        setWorkflowState(context, ...target(params), verb === 'enable' ? 'active' : 'disabled_manually');
        return noContent();
      },
    }),
  ),
  operation({
    id: 'actions/create-workflow-dispatch',
    method: 'POST',
    path: `${workflow}/dispatches`,
    fidelity: 'semantic',
    mutates: true,
    action: 'run_workflow',
    body: z.object({
      ref: z.string(),
      inputs: z
        .record(z.string(), z.unknown())
        .refine((inputs) => Object.keys(inputs).length <= MOST_INPUTS, {
          error: `No more than ${MOST_INPUTS} properties are allowed`,
        })
        .optional(),
      return_run_details: z.boolean().optional(),
    }),
    handle(context, { params, body }) {
      const run = dispatchWorkflow(context, ...target(params), body);
      if (!body.return_run_details) return noContent();
      const { id, url, html_url } = renderRun(context, run);
      return json({ workflow_run_id: id, run_url: url, html_url });
    },
  }),
  operation({
    id: 'repos/create-dispatch-event',
    method: 'POST',
    path: '/repos/{owner}/{repo}/dispatches',
    fidelity: 'semantic',
    mutates: true,
    action: 'create_dispatch_event',
    body: z.object({ event_type: z.string().min(1).max(100), client_payload: z.record(z.string(), z.unknown()).optional() }),
    handle(context, { params, body }) {
      createDispatchEvent(context, ...repositoryParams(params), body.event_type);
      return noContent();
    },
  }),
];
