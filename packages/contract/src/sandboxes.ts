import { z } from 'zod';
import { faultListSchema } from './faults.ts';
import { discardTokenSchema, runIdSchema, sessionIdSchema, timestampSchema, twinIdSchema } from './ids.ts';
import {
  DEFAULT_LIST_LIMIT,
  MAX_FORKS,
  MAX_GROUP_ID_LENGTH,
  MAX_LABEL_LENGTH,
  MAX_LIST_LIMIT,
  MAX_WEBHOOK_PORTS,
  MIN_GROUP_ID_LENGTH,
} from './limits.ts';
import { recoveredTwinSchema } from './outcomes.ts';
import { seedSchema, twinListSchema } from './seeds.ts';

export const SANDBOX_STATES = ['provisioning', 'ready', 'running', 'done', 'expired', 'failed'] as const;
export const sandboxStateSchema = z.enum(SANDBOX_STATES);
export type SandboxState = z.infer<typeof sandboxStateSchema>;

export const groupIdSchema = z
  .string()
  .regex(
    new RegExp(`^[A-Za-z0-9_-]{${MIN_GROUP_ID_LENGTH},${MAX_GROUP_ID_LENGTH}}$`),
    `must be ${MIN_GROUP_ID_LENGTH} to ${MAX_GROUP_ID_LENGTH} characters of A-Z, a-z, 0-9, _ and -`,
  );
export const agentVersionSchema = z.string().max(MAX_LABEL_LENGTH);

const logicalStart = z.iso.datetime({ offset: true });
/** The twins' clock: the wall's, or a repeatable one that moves a second with every write. */
export const clockSchema = z.union([
  z.enum(['wall', 'logical']),
  z.object({ mode: z.literal('wall') }),
  z.object({ mode: z.literal('logical'), start: logicalStart.optional() }),
]);
export type ClockRequest = z.infer<typeof clockSchema>;

export const DEFAULT_TWINS = ['github'] as const;

const LARGEST_PORT = 65_535;

const createSandboxFields = z.object({
  twins: twinListSchema.default([...DEFAULT_TWINS]),
  /** Base64 of UTF-8 markdown. */
  task_source: z.string().optional(),
  /** A stored task, instead of `task_source`. */
  task_id: z.string().max(MAX_LABEL_LENGTH).optional(),
  seed: seedSchema.optional(),
  idempotency_key: z.uuidv4().optional(),
  group_id: groupIdSchema.optional(),
  agent_version: agentVersionSchema.optional(),
  clock: clockSchema.optional(),
  /**
   * Ports of the machine that the service runs on where its twins' webhooks may go, beyond those that the service itself was started
   * with. For a service on one machine; twins of a fleet have no network.
   */
  webhook_ports: z.array(z.int().min(1).max(LARGEST_PORT)).max(MAX_WEBHOOK_PORTS).optional(),
  /** Which of the agent's calls fail, and how: GET /v1/sandboxes/:id/faults tells what came of it. */
  faults: faultListSchema.optional(),
  /** A run whose twins, seeds, clock and task the sandbox begins with, to make its calls again. Whatever else says so is not read. */
  replay_of: runIdSchema.optional(),
});
/** POST /v1/sandboxes. Unknown fields are ignored. */
export const createSandboxRequestSchema = createSandboxFields.meta({
  examples: [
    {
      twins: ['github'],
      // `# Triage`
      task_source: 'IyBUcmlhZ2U=',
      seed: { repositories: [] },
      idempotency_key: '9b2f0c52-6a3e-4f0e-9a51-0f6f0a1d2c3b',
      group_id: 'nightly-42',
      agent_version: '2026.1',
      clock: { mode: 'logical', start: '2026-01-01T00:00:00Z' },
      webhook_ports: [4242],
      faults: [{ tool: 'create_issue', nth: 1, kind: 'secondary_rate_limit' }],
    },
  ],
});
export type CreateSandboxRequest = z.input<typeof createSandboxRequestSchema>;
export type ParsedCreateSandboxRequest = z.output<typeof createSandboxRequestSchema>;

export const twinEndpointsSchema = z.object({
  api_url: z.url(),
  mcp_url: z.url(),
  openapi_url: z.url(),
  /**
   * The same twin at the root of a host name of its own, for clients that drop the path of a base URL. Null where the twins are
   * served below an address that has no names below it.
   */
  root_url: z.url().nullable(),
});
export type TwinEndpoints = z.infer<typeof twinEndpointsSchema>;

/** A provider-shaped token that the twin serves: data of its world, never a way in. */
export const providerCredentialSchema = z.object({ token: z.string(), header: z.string(), scheme: z.string() });

/** 201 of POST /v1/sandboxes */
export const createSandboxResponseSchema = z.object({
  session_id: sessionIdSchema,
  expires_at: timestampSchema,
  /** The twins' bearer. Sensitive. */
  agent_token: z.string(),
  per_twin: z.record(twinIdSchema, twinEndpointsSchema),
  provider_credentials: z.record(twinIdSchema, providerCredentialSchema),
  /** The primary twin's, superseded by `per_twin`. */
  twin_url: z.url(),
  openapi_url: z.url(),
});
export type CreateSandboxResponse = z.infer<typeof createSandboxResponseSchema>;

/** Where a fork began: with the world of another sandbox after so many of its calls. */
export const parentSchema = z.object({ session_id: sessionIdSchema, step: z.int().min(0) });
export type Parent = z.infer<typeof parentSchema>;

/** POST /v1/sandboxes/:id/forks. Twins, clock and task are those of the sandbox that is forked. */
export const forkSandboxRequestSchema = z
  .object({
    /** After so many calls of the sandbox, those of all its twins counted in their order; 0 is the seed. */
    at: z.int().min(0),
    /** So many forks, each of which takes a slot. All start, or none. */
    count: z.int().min(1).max(MAX_FORKS).default(1),
    ...createSandboxFields.pick({ agent_version: true, group_id: true, idempotency_key: true, webhook_ports: true }).shape,
  })
  .meta({ examples: [{ at: 12, count: 3, agent_version: '2026.2', group_id: 'from-step-12' }] });
export type ForkSandboxRequest = z.input<typeof forkSandboxRequestSchema>;
export type ParsedForkSandboxRequest = z.output<typeof forkSandboxRequestSchema>;

export const forkSandboxResponseSchema = z.object({ parent: parentSchema, sandboxes: z.array(createSandboxResponseSchema) });
export type ForkSandboxResponse = z.infer<typeof forkSandboxResponseSchema>;

/** A row of GET /v1/sandboxes */
export const sandboxRowSchema = z.object({
  id: sessionIdSchema,
  twins: z.array(twinIdSchema),
  state: sandboxStateSchema,
  /** Null for sessions without twins. */
  twin_url: z.url().nullable(),
  created_at: timestampSchema,
  ready_at: timestampSchema.nullable(),
  expires_at: timestampSchema,
  closed_at: timestampSchema.nullable(),
});
export type SandboxRow = z.infer<typeof sandboxRowSchema>;

/** GET /v1/sandboxes/:id */
export const sandboxSchema = sandboxRowSchema.extend({
  /** Null once the sandbox is closed. Sensitive. */
  agent_token: z.string().nullable(),
  last_request_at: timestampSchema.nullable(),
  /** The task markdown the sandbox was started with. */
  task_markdown: z.string().nullable(),
  task_name: z.string().nullable(),
  task_id: z.string().nullable(),
  group_id: z.string().nullable(),
  agent_version: z.string().nullable(),
  /** Null unless it is a fork. */
  parent: parentSchema.nullable(),
  /** Twins that lost what came after a copy of them, as their hosts were lost. */
  recovered: z.array(recoveredTwinSchema),
  per_twin: z.record(twinIdSchema, twinEndpointsSchema),
});
export type Sandbox = z.infer<typeof sandboxSchema>;

/** A whole number in a query string, within bounds. */
export const listLimitSchema = z
  .string()
  .regex(/^\d{1,6}$/, 'must be a whole number')
  .transform(Number)
  .pipe(z.int().min(1).max(MAX_LIST_LIMIT))
  .default(DEFAULT_LIST_LIMIT);

export const listSandboxesQuerySchema = z.object({ state: sandboxStateSchema.optional(), limit: listLimitSchema });
export const deleteSandboxQuerySchema = z.object({ confirm_discard: z.string().max(MAX_LABEL_LENGTH).optional() });

/** `details` of 409 `ungraded_session` */
export const ungradedSessionDetailsSchema = z.object({
  reason: z.literal('ungraded_session'),
  open_seconds: z.int().min(0),
  task_name: z.string().nullable(),
  discard_token: discardTokenSchema,
});

/** POST /v1/eval-sessions: a session without twins, for evidence captured elsewhere. */
export const createEvalSessionRequestSchema = createSandboxFields
  .pick({ twins: true, task_source: true, group_id: true, agent_version: true, idempotency_key: true })
  .meta({ examples: [{ twins: ['github'], task_source: 'IyBUcmlhZ2U=', group_id: 'nightly-42', agent_version: '2026.1' }] });
export type CreateEvalSessionRequest = z.input<typeof createEvalSessionRequestSchema>;

export const createEvalSessionResponseSchema = z.object({
  session_id: sessionIdSchema,
  expires_at: timestampSchema,
  /** Opens the upload routes of this session. Sensitive. */
  agent_token: z.string(),
  twins: z.array(twinIdSchema),
});
export type CreateEvalSessionResponse = z.infer<typeof createEvalSessionResponseSchema>;
