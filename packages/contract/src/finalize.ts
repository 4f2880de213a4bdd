import { z } from 'zod';
import { agentUsageSchema, transcriptSchema } from './agent.ts';
import { criteriaBreakdownSchema, criterionResultSchema, criterionSchema } from './criteria.ts';
import { evaluationIdSchema, runIdSchema, twinIdSchema } from './ids.ts';
import { MAX_CRITERIA, MAX_LABEL_LENGTH, MAX_SCENARIO_NAME_LENGTH, MAX_SCENARIO_TEXT_LENGTH, MAX_SCORE } from './limits.ts';
import { injectedFaultSchema, recoveredTwinSchema, runOutcomeSchema, unsupportedCallSchema } from './outcomes.ts';
import { agentVersionSchema } from './sandboxes.ts';

const label = z.string().max(MAX_LABEL_LENGTH);
const storageKey = z.string().min(1).max(1024);

/** `blob` reads uploaded evidence, `twin-pull` reads it off the live twins. */
export const evidenceSourceSchema = z.enum(['blob', 'twin-pull']);
export type EvidenceSource = z.infer<typeof evidenceSourceSchema>;

export const stateKeysSchema = z.object({
  state_initial_key: storageKey.optional(),
  state_final_key: storageKey.optional(),
});

/** POST /v1/sandboxes/:id/finalize. An empty `criteria` is refused by the operation, under its own name. */
export const finalizeRequestSchema = z
  .object({
    criteria: z.array(criterionSchema).max(MAX_CRITERIA),
    stop_reason: z.string().max(MAX_SCENARIO_TEXT_LENGTH),
    /** What the agent answered in the end, for checks on it. */
    final_answer: z.string().max(MAX_SCENARIO_TEXT_LENGTH).optional(),
    /** Anything but 0 says that the agent failed: the run is `errored`, whatever its worlds look like. */
    exit_code: z.int(),
    /** The least score with which the run counts as passed. */
    pass_threshold: z.number().min(0).max(100).default(MAX_SCORE),
    duration_ms: z.int().min(0),
    agent_model: label,
    agent_sdk: label.optional(),
    agent_usage: agentUsageSchema.optional(),
    /** What the agent said. What is a credential by its form is taken out before it is stored. */
    transcript: transcriptSchema.optional(),
    /** Overrides what the sandbox was created with. */
    agent_version: agentVersionSchema.optional(),
    scenario_name: z.string().max(MAX_SCENARIO_NAME_LENGTH).optional(),
    /** Context for the narrator. */
    scenario_prompt: z.string().max(MAX_SCENARIO_TEXT_LENGTH).optional(),
    expected_behavior: z.string().max(MAX_SCENARIO_TEXT_LENGTH).optional(),
    trace_storage_key: storageKey.optional(),
    state_initial_storage_key: storageKey.optional(),
    state_final_storage_key: storageKey.optional(),
    per_twin_state_keys: z.record(twinIdSchema, stateKeysSchema).optional(),
    source: evidenceSourceSchema.default('blob'),
  })
  .meta({
    examples: [
      {
        criteria: [{ id: 'c1', text: 'Issue #1 exists.', kind: 'code', twin: 'github', always_scored: false }],
        stop_reason: 'finished',
        exit_code: 0,
        duration_ms: 1200,
        agent_model: 'example-model',
        agent_sdk: 'example-sdk',
        agent_usage: { models: ['example-model'], turns: 2, input_tokens: 1200, output_tokens: 90, cost_usd: 0.012 },
        transcript: [{ kind: 'model', name: 'example-model', text: 'Issue #1 is a bug.' }],
        agent_version: '2026.1',
        scenario_name: 'Triage',
        scenario_prompt: 'Triage the issues.',
        expected_behavior: 'Every issue has a label.',
        source: 'twin-pull',
      },
    ],
  });
/** As sent. */
export type FinalizeRequest = z.input<typeof finalizeRequestSchema>;
/** As stored with the evaluation. */
export type ParsedFinalizeRequest = z.output<typeof finalizeRequestSchema>;

/** Who produced the evidence: the service's own twins, or the caller. */
export const provenanceSchema = z.enum(['hosted', 'self_reported']);
export type Provenance = z.infer<typeof provenanceSchema>;

/** 201 and 200 of finalize, and `result` of a completed evaluation. */
export const finalizeResultSchema = z.object({
  run_id: runIdSchema,
  /** Out of 100; null for a run without criteria. */
  score: z.number().min(0).max(100).nullable(),
  criteria_results: z.array(criterionResultSchema),
  criteria_breakdown: criteriaBreakdownSchema,
  /** True when nothing was left to score. */
  all_skipped: z.boolean(),
  outcome: runOutcomeSchema,
  /** Why a run is `errored`; null otherwise. */
  outcome_reason: z.string().nullable(),
  /** True when all that passed was so in the seed already: nothing shows that the agent did anything for it. */
  vacuous: z.boolean(),
  unsupported_calls: z.array(unsupportedCallSchema),
  /** Faults that the sandbox was asked to make. */
  injected_faults: z.array(injectedFaultSchema),
  /** Twins that lost what came after a copy of them, as their hosts were lost. */
  recovered: z.array(recoveredTwinSchema),
  /** The narrator's model, null when none is configured. */
  judge_model: z.string().nullable(),
  provenance: provenanceSchema,
  dashboard_url: z.url(),
});
export type FinalizeResult = z.infer<typeof finalizeResultSchema>;

export const evaluationStatusSchema = z.enum(['queued', 'running', 'completed', 'failed']);
export type EvaluationStatus = z.infer<typeof evaluationStatusSchema>;

/** 202 of finalize with `Prefer: respond-async`. */
export const finalizeAcceptedSchema = z.object({
  evaluation_id: evaluationIdSchema,
  run_id: runIdSchema,
  status: evaluationStatusSchema,
  status_url: z.url(),
});
export type FinalizeAccepted = z.infer<typeof finalizeAcceptedSchema>;

export const evaluationErrorSchema = z.object({ type: z.string(), message: z.string(), reason: z.string().optional() });
export type EvaluationError = z.infer<typeof evaluationErrorSchema>;

/** GET /v1/sandboxes/:id/evaluation */
export const evaluationSchema = z.object({
  evaluation_id: evaluationIdSchema,
  run_id: runIdSchema,
  status: evaluationStatusSchema,
  result: finalizeResultSchema.optional(),
  error: evaluationErrorSchema.optional(),
});
export type Evaluation = z.infer<typeof evaluationSchema>;
