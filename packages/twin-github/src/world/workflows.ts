import { collection } from '@svc/twin-kit';
import type { CheckConclusion } from './commit-checks.ts';

export type WorkflowState = 'active' | 'deleted' | 'disabled_fork' | 'disabled_manually';
export type JobConclusion = Exclude<CheckConclusion, 'stale'>;

/** How a job of a run ends, where the world says so. */
export interface JobOutcome {
  conclusion: JobConclusion;
  /** How long it takes; null for the time that every job takes. */
  seconds: number | null;
  /** The step that ends it; null for its last one. */
  failed_step: string | null;
  log: string[];
}

/** How a run goes, where the world says so. */
export interface RunOutcome {
  conclusion: JobConclusion;
  queued_seconds: number | null;
  seconds: number | null;
  /** By the job's key in the file, or its name. */
  jobs: Record<string, JobOutcome>;
  artifacts: { name: string; files: Record<string, string> }[];
}

/** A file below `.github/workflows`, once it was on the default branch. Its name stands in the file. */
export interface Workflow {
  id: number;
  repository_id: number;
  path: string;
  state: WorkflowState;
  /** Runs so far, deleted ones too. */
  runs: number;
  /** Runs and attempts so far, each of which took the next outcome. */
  attempts: number;
  /** How its runs go, one after the other; the last one stays. */
  outcomes: RunOutcome[];
  created_at: string;
  updated_at: string;
}

/** When a workflow runs next by itself, for each time that its file on the default branch names. Kept once such a time has come or changed. */
export interface WorkflowSchedule {
  workflow_id: number;
  repository_id: number;
  /** As the file has them. */
  crons: string[];
  /** In the same order; null for one that never comes. */
  next_at: (string | null)[];
}

export type RunConclusion = JobConclusion | 'startup_failure';

export interface RunAttempt {
  actor_id: number;
  started_at: string;
  /** When it ends, unless somebody stops it. */
  ends_at: string;
  /** What it comes to by then. */
  conclusion: RunConclusion;
}

/** One run of a workflow. How it ends is settled when it begins; until then it is shown as far as it has come. */
export interface WorkflowRun {
  id: number;
  repository_id: number;
  workflow_id: number;
  suite_id: number;
  run_number: number;
  event: string;
  display_title: string;
  head_repository_id: number;
  head_branch: string;
  head_sha: string;
  actor_id: number;
  /** Of a run that somebody asked for. */
  inputs: Record<string, string>;
  /** What the last attempt comes to. */
  conclusion: RunConclusion;
  attempts: RunAttempt[];
  has_logs: boolean;
  created_at: string;
}

export interface JobStep {
  name: string;
  conclusion: JobConclusion;
  starts_at: string;
  ends_at: string;
}

/** A job of an attempt; its id is that of its check run. */
export interface WorkflowJob {
  id: number;
  repository_id: number;
  run_id: number;
  attempt: number;
  /** As the file calls it. */
  key: string;
  name: string;
  labels: string[];
  created_at: string;
  starts_at: string;
  ends_at: string;
  conclusion: JobConclusion;
  steps: JobStep[];
  log: string[];
}

export interface Artifact {
  id: number;
  repository_id: number;
  run_id: number;
  name: string;
  /** Texts by path. */
  files: Record<string, string>;
  created_at: string;
}

/** Where secrets and variables are kept: of one repository, or one of its environments, or of an organisation or a person. */
export interface Shelf {
  repository_id?: number;
  environment_id?: number;
  organization_id?: number;
  user_id?: number;
  /** What they are for; Actions where nothing is said. */
  app?: 'dependabot' | 'codespaces';
}

export type Visibility = 'all' | 'private' | 'selected';

/** Says that a secret is there: nobody reads its value back. */
export interface ActionsSecret extends Shelf {
  name: string;
  /** Which repositories of an organisation it is for. */
  visibility?: Visibility;
  selected_repository_ids?: number[];
  created_at: string;
  updated_at: string;
}

export interface ActionsVariable extends ActionsSecret {
  value: string;
}

/** How often somebody looked at a run that wasn't over: each look takes some of the world's time, as a clock may stand still between reads. */
export interface RunLooks {
  run_id: number;
  looks: number;
}

/** Where something is kept, as a key. */
export function shelfKey({ repository_id, environment_id, organization_id, user_id, app }: Shelf): string {
  const place =
    environment_id !== undefined
      ? `environment/${environment_id}`
      : organization_id !== undefined
        ? `organization/${organization_id}`
        : user_id !== undefined
          ? `user/${user_id}`
          : String(repository_id);
  return app === undefined ? place : `${place}/${app}`;
}

/** Key of a secret or a variable: names differ by more than case. */
export const settingKey = (shelf: Shelf, name: string) => `${shelfKey(shelf)}/${name.toUpperCase()}`;

const ofRepository = (record: { repository_id: number }) => record.repository_id;
const setting = {
  key: (one: ActionsSecret) => settingKey(one, one.name),
  indexes: {
    repository: { group: (one: ActionsSecret) => one.repository_id },
    shelf: { group: shelfKey, order: (one: ActionsSecret) => one.name },
  },
};

export const workflowCollections = {
  workflows: collection<Workflow>()({
    key: (workflow) => workflow.id,
    indexes: {
      repository: { group: ofRepository },
      path: { group: (workflow) => `${workflow.repository_id}/${workflow.path}` },
    },
  }),
  workflow_schedules: collection<WorkflowSchedule>()({
    key: (schedule) => schedule.workflow_id,
    indexes: { repository: { group: ofRepository } },
  }),
  workflow_runs: collection<WorkflowRun>()({
    key: (run) => run.id,
    indexes: {
      repository: { group: ofRepository },
      workflow: { group: (run) => run.workflow_id },
      commit: { group: (run) => `${run.repository_id}/${run.head_sha}` },
      suite: { group: (run) => run.suite_id },
    },
  }),
  workflow_jobs: collection<WorkflowJob>()({
    key: (job) => job.id,
    indexes: { repository: { group: ofRepository }, attempt: { group: (job) => `${job.run_id}/${job.attempt}` } },
  }),
  artifacts: collection<Artifact>()({
    key: (artifact) => artifact.id,
    indexes: { repository: { group: ofRepository }, run: { group: (artifact) => artifact.run_id } },
  }),
  actions_secrets: collection<ActionsSecret>()(setting),
  actions_variables: collection<ActionsVariable>()(setting),
  run_looks: collection<RunLooks>()({ key: (looks) => looks.run_id, internal: true }),
};
