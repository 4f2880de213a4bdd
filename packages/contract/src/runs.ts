import { z } from 'zod';
import { agentUsageSchema, transcriptSchema } from './agent.ts';
import { criteriaBreakdownSchema, criterionResultSchema, criterionSchema } from './criteria.ts';
import { provenanceSchema } from './finalize.ts';
import { runIdSchema, sessionIdSchema, timestampSchema, twinIdSchema } from './ids.ts';
import { MAX_CRITERIA, MAX_LABEL_LENGTH, MAX_SCENARIO_TEXT_LENGTH, MAX_SCORE } from './limits.ts';
import { injectedFaultSchema, recoveredTwinSchema, runOutcomeSchema, unsupportedCallSchema } from './outcomes.ts';
import { listLimitSchema, parentSchema } from './sandboxes.ts';

/** A row of GET /v1/runs */
export const runRowSchema = z.object({
  id: runIdSchema,
  session_id: sessionIdSchema,
  task_name: z.string().nullable(),
  /** SHA-256 of the task markdown, lower-case hex; null without a task. */
  task_hash: z.string().nullable(),
  /** 0 to 100; 0 with `all_skipped` when nothing was left to score, null for a run without criteria. */
  satisfaction_score: z.number().min(0).max(100).nullable(),
  group_id: z.string().nullable(),
  /** Where the twins ran, e.g. `hosted` or `local`. */
  environment: z.string(),
  agent_model: z.string(),
  /** What the agent's models used; null where nobody told. */
  agent_usage: agentUsageSchema.nullable(),
  agent_version: z.string().nullable(),
  outcome: runOutcomeSchema,
  created_at: timestampSchema,
  finished_at: timestampSchema.nullable(),
});
export type RunRow = z.infer<typeof runRowSchema>;

/** One turn of the agent: calls that belong together in time. */
export const stepSchema = z.object({
  /** 1 for the first. */
  index: z.int().min(1),
  started_at: timestampSchema,
  ended_at: timestampSchema,
  calls: z.int().min(1),
  /** Calls that changed a world. */
  mutations: z.int().min(0),
  /** Ids of its lanes. */
  lanes: z.array(z.string()),
});
export type Step = z.infer<typeof stepSchema>;

/** The calls of one step to one endpoint of one twin. */
export const laneSchema = z.object({
  id: z.string(),
  step: z.int().min(1),
  twin: twinIdSchema,
  /** Method and path below the session, e.g. `GET /repos/acme/web/issues`. */
  endpoint: z.string(),
  /** The action's name where the calls have one. */
  tool: z.string().nullable(),
  calls: z.int().min(1),
  mutations: z.int().min(0),
  /** Calls answered with 400 or above. */
  errors: z.int().min(0),
  /** `seq` of its tape rows. */
  rows: z.array(z.int().min(1)),
});
export type Lane = z.infer<typeof laneSchema>;

/** What graded a run. */
export const evaluatorSchema = z.object({
  name: z.string(),
  version: z.string(),
  /** Digest of the checks by twin, as GET /v1/checks gives it. */
  vocabulary_digests: z.record(twinIdSchema, z.string()),
  /** The narrator's model, null when none is configured. */
  judge_model: z.string().nullable(),
});
export type Evaluator = z.infer<typeof evaluatorSchema>;

/** GET /v1/runs/:id */
export const runRecordSchema = runRowSchema.extend({
  twins: z.array(twinIdSchema),
  criteria_results: z.array(criterionResultSchema),
  criteria_breakdown: criteriaBreakdownSchema,
  all_skipped: z.boolean(),
  pass_threshold: z.number().min(0).max(100),
  /** Why a run is `errored`; null otherwise. */
  outcome_reason: z.string().nullable(),
  /** True when all that passed was so in the seed already: nothing shows that the agent did anything for it. */
  vacuous: z.boolean(),
  /** Calls that a twin couldn't answer: there it fell short, not the agent. */
  unsupported_calls: z.array(unsupportedCallSchema),
  /** Faults that the sandbox was asked to make. */
  injected_faults: z.array(injectedFaultSchema),
  /** Twins that lost what came after a copy of them, as their hosts were lost. */
  recovered: z.array(recoveredTwinSchema),
  steps: z.array(stepSchema),
  lanes: z.array(laneSchema),
  /** Narrator prose; null when absent. */
  summary: z.string().nullable(),
  fix_prompt: z.string().nullable(),
  provenance: provenanceSchema,
  evaluator: evaluatorSchema,
  /** What the twins ran on, e.g. `svc-twins 0.1.0`. */
  twin_runtime: z.string(),
  /** Rows on all tapes. */
  tape_rows: z.int().min(0),
  agent_sdk: z.string().nullable(),
  /** What the agent said, shortened, without credentials. */
  transcript: transcriptSchema,
  stop_reason: z.string(),
  exit_code: z.int(),
  duration_ms: z.int().min(0),
  scenario_name: z.string().nullable(),
  /** Storage keys, not URLs. */
  trace_s3_key: z.string().nullable(),
  state_s3_key: z.string().nullable(),
  /** The same key as `trace_s3_key`, in spite of its name. */
  events_jsonl_url: z.string().nullable(),
  /** The run whose stored evidence was graded again; null for a first grade. */
  regraded_from: runIdSchema.nullable(),
  /** Where the sandbox was forked from; null where it wasn't. What it inherited is on its tape and isn't graded. */
  parent: parentSchema.nullable(),
  /** Storage keys of the worlds at the start, by twin; of a fork, those that it began with. */
  state_initial_keys: z.record(twinIdSchema, z.string()),
  /** Storage keys of the seeds of a fork's worlds, by twin; none for other runs, whose start is their seed. */
  state_seed_keys: z.record(twinIdSchema, z.string()),
  dashboard_url: z.url(),
});
export type RunRecord = z.infer<typeof runRecordSchema>;

/** A run as it is stored: the address of the dashboard is laid over it when it is served. */
export type StoredRunRecord = Omit<RunRecord, 'dashboard_url'>;

/** POST /v1/runs/:id/regrade */
export const regradeRequestSchema = z
  .object({
    /** By default those of the run, graded by today's checks. */
    criteria: z.array(criterionSchema).min(1).max(MAX_CRITERIA).optional(),
    /** By default that of the run. */
    pass_threshold: z.number().min(0).max(MAX_SCORE).optional(),
    /** By default what was handed in with the run. */
    final_answer: z.string().max(MAX_SCENARIO_TEXT_LENGTH).optional(),
  })
  .meta({
    examples: [
      {
        criteria: [{ id: 'c1', text: 'Issue #1 exists.', kind: 'code', twin: 'github', always_scored: false }],
        pass_threshold: 90,
        final_answer: 'Issue #1 was opened.',
      },
    ],
  });
export type RegradeRequest = z.input<typeof regradeRequestSchema>;

/** A score in a query string. */
const scoreQuerySchema = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,4})?$/, 'must be a number from 0 to 100')
  .transform(Number)
  .pipe(z.number().min(0).max(MAX_SCORE));

export const listRunsQuerySchema = z.object({
  group_id: z.string().max(MAX_LABEL_LENGTH).optional(),
  task_name: z.string().max(MAX_LABEL_LENGTH).optional(),
  agent_version: z.string().max(MAX_LABEL_LENGTH).optional(),
  agent_model: z.string().max(MAX_LABEL_LENGTH).optional(),
  outcome: runOutcomeSchema.optional(),
  min_score: scoreQuerySchema.optional(),
  /** Without it; runs that have no score have none below anything. */
  below_score: scoreQuerySchema.optional(),
  since: timestampSchema.optional(),
  /** Without it. */
  until: timestampSchema.optional(),
  /** The last run of a page: the next one begins after it. */
  after: runIdSchema.optional(),
  limit: listLimitSchema,
});
