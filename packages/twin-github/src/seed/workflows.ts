import { branchRef, findBranch } from '../actions/branches.ts';
import { RepositoryStore } from '../actions/git-store.ts';
import { JOB_SECONDS, QUEUED_SECONDS } from '../actions/workflows/attempt.ts';
import { insertRun, keepWorkflows, workflowAt } from '../actions/workflows/records.ts';
import { commitOf } from '../git/store.ts';
import { nextId } from '../sequences.ts';
import { type JobOutcome, type RunOutcome, timestamp, type Workflow } from '../world.ts';
import { account } from './accounts.ts';
import { type Loading, zoned } from './loading.ts';
import { loadSettings } from './settings.ts';
import type { OutcomeSeed, WorkflowRunSeed } from './workflow-schema.ts';

const SECOND = 1000;
/** Hexadecimal digits of a cache's version, a SHA-256. */
const VERSION_LENGTH = 64;

function jobOutcome(seed: Exclude<OutcomeSeed, string>['jobs'][string]): JobOutcome {
  const told = typeof seed === 'string' ? { conclusion: seed, log: [] } : seed;
  return { seconds: null, failed_step: null, ...told };
}

function outcomeOf(seed: OutcomeSeed): RunOutcome {
  const told = typeof seed === 'string' ? { conclusion: seed, jobs: {}, artifacts: [] } : seed;
  const { conclusion, queued_seconds, seconds, jobs, artifacts } = told as Exclude<OutcomeSeed, string>;
  return {
    conclusion,
    queued_seconds: queued_seconds ?? null,
    seconds: seconds ?? null,
    jobs: Object.fromEntries(Object.entries(jobs).map(([name, job]) => [name, jobOutcome(job)])),
    artifacts,
  };
}

/** Workflows of the files on the default branch, how they go and how they went; secrets and variables. */
export function loadWorkflows(loading: Loading): void {
  const { context, repository, seed } = loading;
  const { world } = context;
  const tip = findBranch(context, repository.id, seed.default_branch);
  if (tip) keepWorkflows(context, repository, tip.object.sha);
  for (const { path, state, outcomes } of seed.workflows) {
    const workflow = workflowAt(context, repository.id, path);
    if (!workflow) throw new Error(`workflow ${path} is missing`);
    world.workflows.update(workflow.id, { state, outcomes: outcomes.map(outcomeOf) });
  }
  for (const run of seed.workflow_runs) loadRun(loading, run);
  loadCaches(loading);
  loadSettings(context, { repository_id: repository.id }, seed);
}

function loadCaches({ context, repository, seed }: Loading): void {
  for (const { branch, created_at, last_accessed_at, ...said } of seed.actions_caches) {
    const made = zoned(created_at) ?? timestamp(context.now);
    context.world.actions_caches.insert({
      id: nextId(context.ids, 'actions_cache'),
      repository_id: repository.id,
      ref: branchRef(branch ?? seed.default_branch),
      version: context.ids.hex(VERSION_LENGTH),
      ...said,
      created_at: made,
      last_accessed_at: zoned(last_accessed_at) ?? made,
    });
  }
}

function loadRun({ context, repository, seed, author }: Loading, run: WorkflowRunSeed): void {
  const workflow = workflowAt(context, repository.id, run.workflow);
  const branch = run.branch ?? seed.default_branch;
  const tip = findBranch(context, repository.id, branch);
  if (!workflow || !tip) throw new Error(`workflow ${run.workflow} or branch ${branch} is missing`);
  const outcome = outcomeOf(run);
  const keys = Object.keys(run.jobs);
  const jobs = (keys.length === 0 ? ['build'] : keys).map((key) => ({
    ...{ key, name: key, labels: ['ubuntu-latest'], needs: [], always: false, optional: false },
    steps: ['Run actions/checkout@v4', `Run ${key}`],
  }));
  const past = run.created_at === undefined ? context.now - longest(outcome) * SECOND : Date.parse(run.created_at);
  const { message } = commitOf(new RepositoryStore(context, repository.id), tip.object.sha);
  const start = {
    event: run.event,
    display_title: run.title ?? message.split('\n')[0] ?? '',
    head_repository_id: repository.id,
    head_branch: branch,
    head_sha: tip.object.sha,
    actor_id: run.actor === undefined ? author.id : account(context, run.actor).id,
    inputs: {},
  };
  insertRun({ ...context, now: past }, workflow satisfies Readonly<Workflow>, start, { jobs, outcome });
}

/** How long a run takes at most, in seconds. */
const longest = ({ queued_seconds, seconds, jobs }: RunOutcome): number =>
  (queued_seconds ?? QUEUED_SECONDS) + Math.max(seconds ?? JOB_SECONDS, ...Object.values(jobs).map((job) => job.seconds ?? 0));
