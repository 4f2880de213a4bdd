import { created, json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import { look } from '../actions/workflows/course.ts';
import { approveRun, cancelRun, deleteRun, getAttempt, getRun, listRuns, rerun } from '../actions/workflows/runs.ts';
import { getWorkflow } from '../actions/workflows/workflows.ts';
import { renderRun, renderUsage } from '../render/workflows.ts';
import type { GithubContext, Workflow } from '../world.ts';
import { numberParam, operation, queryText, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const runs = '/repos/{owner}/{repo}/actions/runs';
const run = `${runs}/{run_id}`;

type Params = Readonly<Record<string, string>>;
const target = (params: Params): [string, string, number] => [...repositoryParams(params), numberParam(params.run_id)];

const isTrue = z
  .string()
  .optional()
  .transform((text) => text === 'true' || text === '1');
const shown = { exclude_pull_requests: isTrue };
const listQuery = z.object({
  ...pageQuery,
  ...shown,
  actor: queryText,
  branch: queryText,
  event: queryText,
  status: queryText,
  created: queryText,
  check_suite_id: queryText,
  head_sha: queryText,
});

type Listed = Parameters<typeof pageOfList>[0] & { params: Params; query: z.output<typeof listQuery> };

function answer(context: GithubContext, request: Listed, workflow: Readonly<Workflow> | undefined) {
  const found = listRuns(context, ...repositoryParams(request.params), workflow, request.query);
  const { records, headers } = pageOfList(request, found);
  const reply = json(
    { total_count: found.length, workflow_runs: records.map((one) => renderRun(context, one, request.query)) },
    200,
    headers,
  );
  look(context, records);
  return reply;
}

const reading = [
  operation({
    id: 'actions/list-workflow-runs-for-repo',
    method: 'GET',
    path: runs,
    fidelity: 'semantic',
    mutates: false,
    action: 'list_workflow_runs',
    query: listQuery,
    handle: (context, request) => answer(context, request, undefined),
  }),
  operation({
    id: 'actions/list-workflow-runs',
    method: 'GET',
    path: '/repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_workflow_runs',
    query: listQuery,
    handle: (context, request) =>
      answer(context, request, getWorkflow(context, ...repositoryParams(request.params), request.params.workflow_id ?? '')),
  }),
  operation({
    id: 'actions/get-workflow-run',
    method: 'GET',
    path: run,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_workflow_run',
    query: z.object(shown),
    handle(context, { params, query }) {
      const found = getRun(context, ...target(params));
      const reply = json(renderRun(context, found, query));
      look(context, [found]);
      return reply;
    },
  }),
  operation({
    id: 'actions/get-workflow-run-attempt',
    method: 'GET',
    path: `${run}/attempts/{attempt_number}`,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_workflow_run',
    query: z.object(shown),
    handle(context, { params, query }) {
      const attempt = numberParam(params.attempt_number);
      const found = getAttempt(context, ...target(params), attempt);
      const reply = json(renderRun(context, found, { ...query, attempt }));
      look(context, [found]);
      return reply;
    },
  }),
  operation({
    id: 'actions/get-workflow-run-usage',
    method: 'GET',
    path: `${run}/timing`,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_workflow_run_usage',
    handle: (context, { params }) => json(renderUsage(context, getRun(context, ...target(params)))),
  }),
  ...(['approvals', 'pending_deployments'] as const).map((what) =>
    operation({
      id: what === 'approvals' ? 'actions/get-reviews-for-run' : 'actions/get-pending-deployments-for-run',
      method: 'GET',
      path: `${run}/${what}`,
      fidelity: 'shape',
      mutates: false,
      action: what === 'approvals' ? 'list_workflow_run_reviews' : 'list_pending_deployments',
      // Jobs wait for no environment here.
      handle(context, { params }) {
        getRun(context, ...target(params));
        return json([]);
      },
    }),
  ),
];

const debugging = { enable_debug_logging: z.boolean().nullish() };

const writing = [
  ...(['rerun', 'rerun-failed-jobs'] as const).map((verb) =>
    operation({
      id: verb === 'rerun' ? 'actions/re-run-workflow' : 'actions/re-run-workflow-failed-jobs',
      method: 'POST',
      path: `${run}/${verb}`,
      fidelity: 'semantic',
      mutates: true,
      action: verb === 'rerun' ? 'rerun_workflow_run' : 'rerun_failed_jobs',
      // Logs say the same with it as without.
      body: z.object(debugging).nullish(),
      handle(context, { params }) {
        rerun(context, ...target(params), verb === 'rerun' ? 'all' : 'failed');
        return created({});
      },
    }),
  ),
  ...(['cancel', 'force-cancel'] as const).map((verb) =>
    operation({
      id: `actions/${verb}-workflow-run`,
      method: 'POST',
      path: `${run}/${verb}`,
      fidelity: 'semantic',
      mutates: true,
      action: 'cancel_workflow_run',
      handle(context, { params }) {
        cancelRun(context, ...target(params));
        return json({}, 202);
      },
    }),
  ),
  operation({
    id: 'actions/approve-workflow-run',
    method: 'POST',
    path: `${run}/approve`,
    fidelity: 'semantic',
    mutates: true,
    action: 'approve_workflow_run',
    handle(context, { params }) {
      approveRun(context, ...target(params));
      return created({});
    },
  }),
  operation({
    id: 'actions/delete-workflow-run',
    method: 'DELETE',
    path: run,
    fidelity: 'semantic',
    mutates: true,
    action: 'delete_workflow_run',
    handle(context, { params }) {
      deleteRun(context, ...target(params));
      return noContent();
    },
  }),
];

export const workflowRunOperations = [...reading, ...writing];
