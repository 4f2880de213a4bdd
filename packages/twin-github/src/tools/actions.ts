import { z } from 'zod';
import { artifactsOf, downloadableArtifact } from '../actions/workflows/artifacts.ts';
import { jobNow, jobsOf, look } from '../actions/workflows/course.ts';
import { jobLogOf } from '../actions/workflows/downloads.ts';
import { cancelRun, deleteRunLogs, getJob, getRun, listRuns, rerun } from '../actions/workflows/runs.ts';
import { dispatchWorkflow, getWorkflow, listWorkflows } from '../actions/workflows/workflows.ts';
import { Unprocessable } from '../errors.ts';
import { repositoryHtmlPath } from '../render/repository-path.ts';
import { renderArtifact, renderJob, renderRun, renderUsage, renderWorkflow } from '../render/workflows.ts';
import type { GithubContext, WorkflowJob } from '../world.ts';
import { repository, tool } from './tool.ts';

/** Of the toolset `actions`: github/github-mcp-server, pkg/github/actions.go. */

type Place = [owner: string, repo: string];

const DEFAULT_PER_PAGE = 30;
const DEFAULT_TAIL = 500;

/** What a resource id has to be where a run or a job is asked for. @throws Unprocessable */
function numbered(id: string | undefined, method: string): number {
  if (id === undefined) throw new Unprocessable(`missing required parameter for method ${method}: resource_id`);
  if (!/^\d{1,15}$/.test(id)) throw new Unprocessable(`invalid resource_id, must be an integer for method ${method}`);
  return Number(id);
}

const cut = <T>(all: readonly T[], page: number, perPage: number): readonly T[] =>
  all.slice((page - 1) * perPage, page * perPage);

const listInput = () =>
  z.object({
    method: z
      .enum(['list_workflows', 'list_workflow_runs', 'list_workflow_jobs', 'list_workflow_run_artifacts'])
      .describe('What to list'),
    ...repository,
    resource_id: z
      .string()
      .optional()
      .describe('Of runs a workflow by id or file name, all without it; of jobs and artifacts the id of the run'),
    workflow_runs_filter: z
      .object({
        actor: z.string().optional().describe('Only runs of this user'),
        branch: z.string().optional().describe('Only runs of this branch'),
        event: z.string().optional().describe('Only runs that this event started'),
        status: z
          .enum(['queued', 'in_progress', 'completed', 'requested', 'waiting'])
          .optional()
          .describe('Only runs in this state'),
      })
      .optional()
      .describe('For list_workflow_runs'),
    workflow_jobs_filter: z
      .object({ filter: z.enum(['latest', 'all']).optional().describe('Of the last attempt, or of all') })
      .optional()
      .describe('For list_workflow_jobs'),
    page: z.number().int().min(1).optional().describe('Which page, counted from 1'),
    per_page: z.number().int().min(1).max(100).optional().describe('Entries a page, at most 100'),
  });

function list(context: GithubContext, input: z.output<ReturnType<typeof listInput>>) {
  const { method, owner, repo, resource_id, page = 1, per_page = DEFAULT_PER_PAGE } = input;
  const at: Place = [owner, repo];
  const paged = <T>(all: readonly T[]) => cut(all, page, per_page);
  if (method === 'list_workflows') {
    const all = listWorkflows(context, ...at);
    return { total_count: all.length, workflows: paged(all).map((one) => renderWorkflow(context, one)) };
  }
  if (method === 'list_workflow_runs') {
    const workflow = resource_id === undefined ? undefined : getWorkflow(context, ...at, resource_id);
    const all = listRuns(context, ...at, workflow, input.workflow_runs_filter ?? {});
    const shown = paged(all);
    const answer = { total_count: all.length, workflow_runs: shown.map((run) => renderRun(context, run)) };
    look(context, shown);
    return answer;
  }
  const run = getRun(context, ...at, numbered(resource_id, method));
  if (method === 'list_workflow_run_artifacts') {
    const all = artifactsOf(context, ...at, run.id).toReversed();
    return { total_count: all.length, artifacts: paged(all).map((one) => renderArtifact(context, one)) };
  }
  const last = run.attempts.length;
  const attempts = input.workflow_jobs_filter?.filter === 'all' ? run.attempts.map((_one, place) => place + 1) : [last];
  const jobs = attempts.flatMap((attempt) => [...jobsOf(context, run, attempt)]);
  const answer = { total_count: jobs.length, jobs: paged(jobs).map((job) => renderJob(context, job)) };
  look(context, [run]);
  return answer;
}

const getInput = () =>
  z.object({
    method: z
      .enum([
        'get_workflow',
        'get_workflow_run',
        'get_workflow_job',
        'download_workflow_run_artifact',
        'get_workflow_run_usage',
        'get_workflow_run_logs_url',
      ])
      .describe('What to get'),
    ...repository,
    resource_id: z.string().describe('A workflow by id or file name; else the id of the run, the job or the artifact'),
  });

function get(context: GithubContext, { method, owner, repo, resource_id }: z.output<ReturnType<typeof getInput>>) {
  const at: Place = [owner, repo];
  if (method === 'get_workflow') return renderWorkflow(context, getWorkflow(context, ...at, resource_id));
  const id = numbered(resource_id, method);
  if (method === 'get_workflow_job') {
    const job = getJob(context, ...at, id);
    const answer = renderJob(context, job);
    look(context, [getRun(context, ...at, job.run_id)]);
    return answer;
  }
  if (method === 'download_workflow_run_artifact') {
    const artifact = downloadableArtifact(context, ...at, id);
    const path = `${repositoryHtmlPath(context, artifact)}/suites/${artifact.run_id}/artifacts/${artifact.id}`;
    return { download_url: context.links.signed(path), message: 'Artifact is available for download', artifact_id: id };
  }
  const run = getRun(context, ...at, id);
  if (method === 'get_workflow_run_usage') return renderUsage(context, run);
  if (method === 'get_workflow_run_logs_url') {
    const path = `${repositoryHtmlPath(context, run)}/suites/${run.suite_id}/logs/${run.attempts.length}`;
    return { logs_url: context.links.signed(path), message: 'Workflow run logs are available for download' };
  }
  const answer = renderRun(context, run);
  look(context, [run]);
  return answer;
}

const triggerInput = () =>
  z.object({
    method: z
      .enum(['run_workflow', 'rerun_workflow_run', 'rerun_failed_jobs', 'cancel_workflow_run', 'delete_workflow_run_logs'])
      .describe('What to do'),
    ...repository,
    workflow_id: z.string().optional().describe('For run_workflow: a workflow by id or file name'),
    ref: z.string().optional().describe('For run_workflow: a branch or a tag'),
    inputs: z.record(z.string(), z.unknown()).optional().describe('For run_workflow: what the workflow takes'),
    run_id: z.number().int().optional().describe('For all but run_workflow: the id of the run'),
  });

function trigger(context: GithubContext, { method, owner, repo, ...input }: z.output<ReturnType<typeof triggerInput>>) {
  const at: Place = [owner, repo];
  if (method === 'run_workflow') {
    const { workflow_id, ref, inputs = {} } = input;
    if (!workflow_id) throw new Unprocessable('workflow_id is required for run_workflow action');
    if (!ref) throw new Unprocessable('ref is required for run_workflow action');
    dispatchWorkflow(context, ...at, workflow_id, { ref, inputs });
    return { message: 'Workflow run has been queued', workflow_id, ref, inputs };
  }
  const { run_id } = input;
  if (!run_id) throw new Unprocessable('missing required parameter: run_id');
  if (method === 'rerun_workflow_run') rerun(context, ...at, run_id, 'all');
  else if (method === 'rerun_failed_jobs') rerun(context, ...at, run_id, 'failed');
  else if (method === 'cancel_workflow_run') cancelRun(context, ...at, run_id);
  else deleteRunLogs(context, ...at, run_id);
  return { message: SAID[method], run_id };
}

const SAID = {
  rerun_workflow_run: 'Workflow run has been queued for re-run',
  rerun_failed_jobs: 'Failed jobs have been queued for re-run',
  cancel_workflow_run: 'Workflow run has been cancelled',
  delete_workflow_run_logs: 'Workflow run logs have been deleted',
} as const;

/** The action that the REST surface stamps for the same. */
const ACTIONS: Readonly<Record<string, string>> = {
  list_workflow_run_artifacts: 'list_artifacts',
  download_workflow_run_artifact: 'download_artifact',
  get_workflow_run_logs_url: 'get_workflow_run_logs',
};
const actionOf = ({ method }: { method: string }): string => ACTIONS[method] ?? method;

const logsInput = () =>
  z.object({
    ...repository,
    job_id: z.number().int().optional().describe('The id of a job; for the log of this one'),
    run_id: z.number().int().optional().describe('The id of a run; with failed_only'),
    failed_only: z.boolean().optional().describe('The logs of all failed jobs of the run'),
    return_content: z.boolean().optional().describe('The logs themselves instead of addresses'),
    tail_lines: z.number().int().min(1).optional().describe('So many lines from the end; 500 by default'),
  });

type LogsInput = z.output<ReturnType<typeof logsInput>>;

function logOf(context: GithubContext, job: Readonly<WorkflowJob>, { return_content, tail_lines = DEFAULT_TAIL }: LogsInput) {
  const lines = jobLogOf(context, job).replace(/\n$/, '').split('\n');
  const facts = { job_id: job.id, job_name: job.name };
  if (!return_content) {
    const logs_url = context.links.signed(`${repositoryHtmlPath(context, job)}/checks/${job.id}/logs`);
    return { ...facts, logs_url, message: 'Job logs are available for download' };
  }
  const logs_content = lines.slice(-tail_lines).join('\n');
  return { ...facts, logs_content, message: 'Job logs content retrieved successfully', original_length: lines.length };
}

function logs(context: GithubContext, input: LogsInput) {
  const { owner, repo, job_id, run_id, failed_only } = input;
  if (failed_only) {
    if (!run_id) throw new Unprocessable('run_id is required when failed_only is true');
    const run = getRun(context, owner, repo, run_id);
    const jobs = jobsOf(context, run, run.attempts.length);
    const failed = jobs.filter((job) => jobNow(context, job).conclusion === 'failure');
    const answer = {
      message:
        failed.length === 0 ? 'No failed jobs found in this workflow run' : `Retrieved logs for ${failed.length} failed jobs`,
      run_id,
      total_jobs: jobs.length,
      failed_jobs: failed.length,
      logs: failed.map((job) => logOf(context, job, input)),
    };
    look(context, [run]);
    return answer;
  }
  if (!job_id) throw new Unprocessable('job_id is required when failed_only is false');
  return logOf(context, getJob(context, owner, repo, job_id), input);
}

export const actionsTools = [
  tool({
    name: 'actions_list',
    title: 'List GitHub Actions workflows in a repository',
    description: 'Lists workflows, their runs, the jobs of a run or its artifacts.',
    mutates: false,
    action: actionOf,
    input: listInput,
    handle: list,
  }),
  tool({
    name: 'actions_get',
    title: 'Get details of GitHub Actions resources (workflows, workflow runs, jobs, and artifacts)',
    description:
      'Shows a workflow, a run, a job, what a run has used, or where an artifact or the logs of a run are loaded from.',
    mutates: false,
    action: actionOf,
    input: getInput,
    handle: get,
  }),
  tool({
    name: 'actions_run_trigger',
    title: 'Trigger GitHub Actions workflow actions',
    description: 'Runs a workflow, runs a run or its failed jobs again, cancels a run, or deletes its logs.',
    mutates: true,
    action: actionOf,
    input: triggerInput,
    handle: trigger,
  }),
  tool({
    name: 'get_job_logs',
    title: 'Get job logs',
    description: 'Gives the log of a job, or those of all failed jobs of a run: an address to load it from, or the text.',
    mutates: false,
    input: logsInput,
    handle: logs,
  }),
];
