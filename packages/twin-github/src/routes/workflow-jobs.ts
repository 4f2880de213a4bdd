import { created, json, noContent, type Reply } from '@svc/twin-kit';
import { z } from 'zod';
import { jobsOf, look } from '../actions/workflows/course.ts';
import { attemptLogOf, jobLogOf } from '../actions/workflows/downloads.ts';
import { deleteRunLogs, getAttempt, getJob, getRun, rerun } from '../actions/workflows/runs.ts';
import { repositoryHtmlPath } from '../render/repository-path.ts';
import { renderJob } from '../render/workflows.ts';
import type { GithubContext, WorkflowJob, WorkflowRun } from '../world.ts';
import { numberParam, operation, queryText, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const run = '/repos/{owner}/{repo}/actions/runs/{run_id}';
const job = '/repos/{owner}/{repo}/actions/jobs/{job_id}';

type Params = Readonly<Record<string, string>>;
const target = (params: Params): [string, string, number] => [...repositoryParams(params), numberParam(params.run_id)];
const jobTarget = (params: Params): [string, string, number] => [...repositoryParams(params), numberParam(params.job_id)];

type Listed = Parameters<typeof pageOfList>[0];

function answer(context: GithubContext, request: Listed, found: Readonly<WorkflowRun>, jobs: readonly Readonly<WorkflowJob>[]) {
  const { records, headers } = pageOfList(request, jobs);
  const reply = json({ total_count: jobs.length, jobs: records.map((one) => renderJob(context, one)) }, 200, headers);
  look(context, [found]);
  return reply;
}

/** Downloads have addresses of their own, which open without a credential, as GitHub's do. */
const redirect = ({ links }: GithubContext, path: string): Reply => ({ status: 302, headers: { location: links.signed(path) } });

const logsPath = (context: GithubContext, found: Readonly<WorkflowRun>, attempt: number): string =>
  `${repositoryHtmlPath(context, found)}/suites/${found.suite_id}/logs/${attempt}`;

const reading = [
  operation({
    id: 'actions/list-jobs-for-workflow-run',
    method: 'GET',
    path: `${run}/jobs`,
    fidelity: 'semantic',
    mutates: false,
    action: 'list_workflow_jobs',
    query: z.object({ ...pageQuery, filter: queryText }),
    handle(context, request) {
      const found = getRun(context, ...target(request.params));
      const attempts = request.query.filter === 'all' ? found.attempts.map((_one, at) => at + 1) : [found.attempts.length];
      return answer(
        context,
        request,
        found,
        attempts.flatMap((attempt) => [...jobsOf(context, found, attempt)]),
      );
    },
  }),
  operation({
    id: 'actions/list-jobs-for-workflow-run-attempt',
    method: 'GET',
    path: `${run}/attempts/{attempt_number}/jobs`,
    fidelity: 'semantic',
    mutates: false,
    action: 'list_workflow_jobs',
    query: z.object(pageQuery),
    handle(context, request) {
      const attempt = numberParam(request.params.attempt_number);
      const found = getAttempt(context, ...target(request.params), attempt);
      return answer(context, request, found, jobsOf(context, found, attempt));
    },
  }),
  operation({
    id: 'actions/get-job-for-workflow-run',
    method: 'GET',
    path: job,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_workflow_job',
    handle(context, { params }) {
      const found = getJob(context, ...jobTarget(params));
      const reply = json(renderJob(context, found));
      look(context, [context.world.workflow_runs.get(found.run_id) as Readonly<WorkflowRun>]);
      return reply;
    },
  }),
  operation({
    id: 'actions/download-job-logs-for-workflow-run',
    method: 'GET',
    path: `${job}/logs`,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_job_logs',
    handle(context, { params }) {
      const found = getJob(context, ...jobTarget(params));
      jobLogOf(context, found);
      return redirect(context, `${repositoryHtmlPath(context, found)}/checks/${found.id}/logs`);
    },
  }),
  operation({
    id: 'actions/download-workflow-run-logs',
    method: 'GET',
    path: `${run}/logs`,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_workflow_run_logs',
    handle(context, { params }) {
      const found = getRun(context, ...target(params));
      attemptLogOf(context, found, found.attempts.length);
      return redirect(context, logsPath(context, found, found.attempts.length));
    },
  }),
  operation({
    id: 'actions/download-workflow-run-attempt-logs',
    method: 'GET',
    path: `${run}/attempts/{attempt_number}/logs`,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_workflow_run_logs',
    handle(context, { params }) {
      const attempt = numberParam(params.attempt_number);
      const found = getAttempt(context, ...target(params), attempt);
      attemptLogOf(context, found, attempt);
      return redirect(context, logsPath(context, found, attempt));
    },
  }),
];

const writing = [
  operation({
    id: 'actions/delete-workflow-run-logs',
    method: 'DELETE',
    path: `${run}/logs`,
    fidelity: 'semantic',
    mutates: true,
    action: 'delete_workflow_run_logs',
    handle(context, { params }) {
      deleteRunLogs(context, ...target(params));
      return noContent();
    },
  }),
  operation({
    id: 'actions/re-run-job-for-workflow-run',
    method: 'POST',
    path: `${job}/rerun`,
    fidelity: 'semantic',
    mutates: true,
    action: 'rerun_workflow_job',
    // Logs say the same with it as without, and no debugger waits.
    body: z.object({ enable_debug_logging: z.boolean().nullish(), enable_debugger: z.boolean().nullish() }).nullish(),
    handle(context, { params }) {
      const found = getJob(context, ...jobTarget(params));
      rerun(context, ...repositoryParams(params), found.run_id, { job: found.id });
      return created({});
    },
  }),
];

export const workflowJobOperations = [...reading, ...writing];
