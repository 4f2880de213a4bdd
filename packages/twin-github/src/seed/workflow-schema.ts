import { z } from 'zod';
import { branchName, login, nameOr, time } from './schema-parts.ts';
import { repositorySettings } from './settings.ts';

// Plain objects: GitHub's parser drops unknown keys (spec, "Seed").

const FOLDER = '.github/workflows/';

const conclusion = z.enum(['success', 'failure', 'neutral', 'cancelled', 'skipped', 'timed_out', 'action_required']);
/** Of a day at most, as GitHub's own jobs. */
const seconds = z.int().min(0).max(86_400);

/** `ci.yml`, with its folder or without. */
const workflowPath = z
  .string()
  .regex(/^(?:\.github\/workflows\/)?[^/]+\.ya?ml$/, "must be a file's name that ends with .yml or .yaml")
  .transform((path) => (path.startsWith(FOLDER) ? path : FOLDER + path));

const jobOutcome = nameOr(
  conclusion,
  z.object({
    conclusion: conclusion.default('success'),
    seconds: seconds.optional(),
    /** By default the last one of its own. */
    failed_step: z.string().min(1).optional(),
    log: z.array(z.string()).default([]),
  }),
);

const artifactSchema = z.object({ name: z.string().min(1), files: z.record(z.string().min(1), z.string()) });

const outcomeFields = {
  conclusion: conclusion.default('success'),
  queued_seconds: seconds.optional(),
  /** Of each job that says nothing itself. */
  seconds: seconds.optional(),
  /** By key or name. */
  jobs: z.record(z.string(), jobOutcome).default({}),
  artifacts: z.array(artifactSchema).default([]),
};

const outcomeSchema = nameOr(conclusion, z.object(outcomeFields));

const workflowSchema = z.object({
  path: workflowPath,
  state: z.enum(['active', 'disabled_manually']).default('active'),
  /** How its runs and attempts go, one after the other; the last one stays. Without any all succeed. */
  outcomes: z.array(outcomeSchema).default([]),
});

const runSchema = z.object({
  workflow: workflowPath,
  event: z
    .enum(['push', 'pull_request', 'pull_request_target', 'workflow_dispatch', 'repository_dispatch', 'schedule', 'release'])
    .default('push'),
  /** By default the default branch. */
  branch: branchName.optional(),
  /** By default the subject of the commit. */
  title: z.string().min(1).optional(),
  actor: login.optional(),
  /** Without it the run is over when the world begins. */
  created_at: time.optional(),
  ...outcomeFields,
});

const cacheSchema = z.object({
  key: z.string().min(1),
  /** By default the default branch. */
  branch: branchName.optional(),
  size_in_bytes: z.int().min(0).default(0),
  created_at: time.optional(),
  /** By default as it was made. */
  last_accessed_at: time.optional(),
});

/** What a repository's seed says of GitHub Actions. */
export const workflowFields = {
  workflows: z.array(workflowSchema).default([]),
  workflow_runs: z.array(runSchema).default([]),
  actions_caches: z.array(cacheSchema).default([]),
  ...repositorySettings,
};

export type OutcomeSeed = z.output<typeof outcomeSchema>;
export type WorkflowRunSeed = z.output<typeof runSchema>;
export type WorkflowSeed = z.output<typeof workflowSchema>;
