import { hash } from 'node:crypto';
import { RepositoryStore } from '../actions/git-store.ts';
import { archiveOf, expiryOf, runOf } from '../actions/workflows/artifacts.ts';
import { attemptNow, attemptOf, jobNow, jobsOf } from '../actions/workflows/course.ts';
import { fileAt, workflowName } from '../actions/workflows/records.ts';
import { nodeId } from '../node-id.ts';
import { type Artifact, type GithubContext, timestamp, type Workflow, type WorkflowJob, type WorkflowRun } from '../world.ts';
import { headCommit, pullsAt } from './commit-checks.ts';
import { renderRepository } from './repositories.ts';
import { repositoryHtmlUrl, repositoryOf, repositoryUrl } from './repository-path.ts';
import { simpleUserById } from './users.ts';

export function renderWorkflow(context: GithubContext, workflow: Readonly<Workflow>) {
  const html = repositoryHtmlUrl(context, workflow);
  const { default_branch } = repositoryOf(context, workflow);
  return {
    id: workflow.id,
    node_id: nodeId('W', workflow.repository_id, workflow.id),
    name: workflowName(context, workflow),
    path: workflow.path,
    state: workflow.state,
    created_at: workflow.created_at,
    updated_at: workflow.updated_at,
    url: `${repositoryUrl(context, workflow)}/actions/workflows/${workflow.id}`,
    html_url: `${html}/blob/${default_branch}/${workflow.path}`,
    badge_url: `${html}/workflows/${encodeURIComponent(workflowName(context, workflow))}/badge.svg`,
  };
}

/** The name of the workflow as the run's own commit has it. */
export function nameOfRun(context: GithubContext, run: Readonly<WorkflowRun>): string {
  const workflow = context.world.workflows.get(run.workflow_id);
  if (!workflow) return '';
  const file = fileAt(new RepositoryStore(context, run.repository_id), run.head_sha, workflow.path);
  return file?.name ?? workflowName(context, workflow);
}

export interface RunShown {
  /** By default the last one. */
  attempt?: number | undefined;
  exclude_pull_requests?: boolean;
}

export function renderRun(context: GithubContext, run: Readonly<WorkflowRun>, { attempt, exclude_pull_requests }: RunShown = {}) {
  const number = attempt ?? run.attempts.length;
  const { actor_id, started_at } = attemptOf(run, number) ?? { actor_id: run.actor_id, started_at: run.created_at };
  const { status, conclusion, updated_at } = attemptNow(context, run, number);
  const base = repositoryUrl(context, run);
  const own = `${base}/actions/runs/${run.id}`;
  const url = attempt === undefined ? own : `${own}/attempts/${number}`;
  const html = `${repositoryHtmlUrl(context, run)}/actions/runs/${run.id}`;
  const home = context.world.repositories.get(run.head_repository_id);
  return {
    id: run.id,
    name: nameOfRun(context, run),
    node_id: nodeId('WFR', run.repository_id, run.id),
    head_branch: run.head_branch,
    head_sha: run.head_sha,
    path: context.world.workflows.get(run.workflow_id)?.path ?? '',
    display_title: run.display_title,
    run_number: run.run_number,
    event: run.event,
    status,
    conclusion,
    workflow_id: run.workflow_id,
    check_suite_id: run.suite_id,
    check_suite_node_id: nodeId('CS', run.repository_id, run.suite_id),
    url,
    html_url: attempt === undefined ? html : `${html}/attempts/${number}`,
    pull_requests: exclude_pull_requests ? [] : pullsAt(context, run, run.head_branch),
    created_at: run.created_at,
    updated_at,
    actor: simpleUserById(context, run.actor_id),
    run_attempt: number,
    referenced_workflows: [],
    run_started_at: started_at,
    triggering_actor: simpleUserById(context, actor_id),
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_url: `${base}/check-suites/${run.suite_id}`,
    artifacts_url: `${own}/artifacts`,
    cancel_url: `${own}/cancel`,
    rerun_url: `${own}/rerun`,
    previous_attempt_url: number > 1 ? `${own}/attempts/${number - 1}` : null,
    workflow_url: `${base}/actions/workflows/${run.workflow_id}`,
    head_commit: headCommit(context, run),
    repository: renderRepository(context, repositoryOf(context, run)),
    head_repository: home ? renderRepository(context, home) : null,
  };
}

export function renderJob(context: GithubContext, job: Readonly<WorkflowJob>) {
  const { status, conclusion, started_at, completed_at, steps } = jobNow(context, job);
  const run = context.world.workflow_runs.get(job.run_id) as Readonly<WorkflowRun>;
  const base = repositoryUrl(context, job);
  const runUrl = `${base}/actions/runs/${job.run_id}`;
  const hasRunner = started_at !== null && conclusion !== 'skipped';
  return {
    id: job.id,
    run_id: job.run_id,
    workflow_name: nameOfRun(context, run),
    head_branch: run.head_branch,
    run_url: runUrl,
    run_attempt: job.attempt,
    node_id: nodeId('CR', job.repository_id, job.id),
    head_sha: run.head_sha,
    url: `${base}/actions/jobs/${job.id}`,
    html_url: `${repositoryHtmlUrl(context, job)}/actions/runs/${job.run_id}/job/${job.id}`,
    status,
    conclusion,
    created_at: job.created_at,
    started_at: started_at ?? job.created_at,
    completed_at,
    name: job.name,
    steps: steps.map((step, at) => ({ ...step, number: at + 1 })),
    check_run_url: `${base}/check-runs/${job.id}`,
    labels: job.labels,
    runner_id: hasRunner ? 1 : null,
    runner_name: hasRunner ? 'GitHub Actions 1' : null,
    runner_group_id: hasRunner ? 0 : null,
    runner_group_name: hasRunner ? 'GitHub Actions' : null,
  };
}

export function renderArtifact(context: GithubContext, artifact: Readonly<Artifact>) {
  const url = `${repositoryUrl(context, artifact)}/actions/artifacts/${artifact.id}`;
  const archive = archiveOf(artifact);
  const run = runOf(context, artifact);
  return {
    id: artifact.id,
    node_id: nodeId('RA', artifact.repository_id, artifact.id),
    name: artifact.name,
    size_in_bytes: archive.length,
    url,
    archive_download_url: `${url}/zip`,
    expired: context.now >= expiryOf(artifact),
    digest: `sha256:${hash('sha256', archive)}`,
    created_at: artifact.created_at,
    updated_at: artifact.created_at,
    expires_at: timestamp(expiryOf(artifact)),
    ...(run && {
      workflow_run: {
        id: run.id,
        repository_id: run.repository_id,
        head_repository_id: run.head_repository_id,
        head_branch: run.head_branch,
        head_sha: run.head_sha,
      },
    }),
  };
}

/** What a run has used of machines: https://docs.github.com/rest/actions/workflow-runs#get-workflow-run-usage */
export function renderUsage(context: GithubContext, run: Readonly<WorkflowRun>) {
  const jobs = jobsOf(context, run, run.attempts.length).filter((job) => jobNow(context, job).status === 'completed');
  const runs = jobs.map((job) => ({ job_id: job.id, duration_ms: Date.parse(job.ends_at) - Date.parse(job.starts_at) }));
  const { started_at, ends_at } = attemptOf(run) ?? { started_at: run.created_at, ends_at: run.created_at };
  return {
    // Public repositories aren't billed.
    billable: repositoryOf(context, run).private ? { UBUNTU: { total_ms: total(runs), jobs: runs.length, job_runs: runs } } : {},
    run_duration_ms: Date.parse(ends_at) - Date.parse(started_at),
  };
}

const total = (runs: readonly { duration_ms: number }[]): number => runs.reduce((sum, { duration_ms }) => sum + duration_ms, 0);
