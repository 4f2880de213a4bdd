import { collection } from '@svc/twin-kit';

export type StatusState = 'error' | 'failure' | 'pending' | 'success';

/** One report about a commit; of a context the last one counts. */
export interface CommitStatus {
  id: number;
  repository_id: number;
  sha: string;
  state: StatusState;
  context: string;
  description: string | null;
  target_url: string | null;
  creator_id: number;
  created_at: string;
}

export type CheckStatus = 'queued' | 'in_progress' | 'completed' | 'waiting' | 'requested' | 'pending';
export type CheckConclusion =
  | 'success'
  | 'failure'
  | 'neutral'
  | 'cancelled'
  | 'skipped'
  | 'timed_out'
  | 'action_required'
  | 'stale';

/** The check runs of one commit; its status and conclusion follow from them. */
export interface CheckSuite {
  id: number;
  repository_id: number;
  head_sha: string;
  head_branch: string | null;
  created_at: string;
  updated_at: string;
  /** Of the suite that a run of a workflow has. */
  workflow_run_id?: number;
}

export interface CheckAnnotation {
  path: string;
  start_line: number;
  end_line: number;
  start_column: number | null;
  end_column: number | null;
  annotation_level: string;
  title: string | null;
  message: string;
  raw_details: string | null;
}

export interface CheckRun {
  id: number;
  repository_id: number;
  suite_id: number;
  head_sha: string;
  name: string;
  status: CheckStatus;
  conclusion: CheckConclusion | null;
  external_id: string;
  details_url: string | null;
  started_at: string | null;
  completed_at: string | null;
  title: string | null;
  summary: string | null;
  text: string | null;
  annotations: CheckAnnotation[];
  /** Of what stands for a job of a workflow, which is how it ends: until then it is shown as far as the job has come. */
  workflow_run_id?: number;
}

/** Group of what belongs to one commit of a repository. */
export const commitGroup = (repositoryId: number, sha: string) => `${repositoryId}/${sha}`;
/** Contexts are case-insensitive. */
export const contextGroup = (repositoryId: number, sha: string, context: string) =>
  `${repositoryId}/${sha}/${context.toLowerCase()}`;

export const commitCheckCollections = {
  commit_statuses: collection<CommitStatus>()({
    key: (status) => status.id,
    indexes: {
      commit: { group: (status) => commitGroup(status.repository_id, status.sha) },
      context: { group: (status) => contextGroup(status.repository_id, status.sha, status.context) },
      repository: { group: (status) => status.repository_id },
    },
  }),
  check_suites: collection<CheckSuite>()({
    key: (suite) => suite.id,
    indexes: {
      commit: { group: (suite) => commitGroup(suite.repository_id, suite.head_sha) },
      repository: { group: (suite) => suite.repository_id },
    },
  }),
  check_runs: collection<CheckRun>()({
    key: (run) => run.id,
    indexes: {
      commit: { group: (run) => commitGroup(run.repository_id, run.head_sha) },
      suite: { group: (run) => run.suite_id },
      repository: { group: (run) => run.repository_id },
    },
  }),
};
