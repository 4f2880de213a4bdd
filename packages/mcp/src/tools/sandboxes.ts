import {
  agentVersionSchema,
  forkSandboxResponseSchema,
  groupIdSchema,
  MAX_FORKS,
  sandboxRowSchema,
  sandboxSchema,
  sandboxStateSchema,
} from '@svc/contract';
import { ApiError, type Client } from '@svc/sdk';
import { z } from 'zod';
import { limitField } from '../limit.ts';
import { defineTool, READS } from '../tool.ts';

const session_id = z.string().describe('The sandbox (ses_…).');

export const getSandbox = defineTool({
  name: 'get_sandbox',
  title: 'Read a sandbox',
  description:
    "Reads a sandbox: its state, clocks, twins with their addresses, the task it was started with, and its agent_token while it is open. The token is a live credential: keep it out of logs and of other people's sight.",
  input: z.strictObject({ session_id }),
  output: sandboxSchema,
  annotations: READS,
  run: ({ client }, input) => client.sandboxes.get(input.session_id),
});

export const listSandboxes = defineTool({
  name: 'list_sandboxes',
  title: 'List sandboxes',
  description:
    "Lists the team's sandboxes, newest first, without tokens. Open ones (ready, running) count against the quota: see what to finalize or stop.",
  input: z.strictObject({
    state: sandboxStateSchema.optional().describe('Only sandboxes in this state.'),
    limit: limitField('sandboxes'),
  }),
  output: z.object({ sandboxes: z.array(sandboxRowSchema) }),
  annotations: READS,
  run: async ({ client }, input) => ({ sandboxes: await client.sandboxes.list(input) }),
});

export const forkSandbox = defineTool({
  name: 'fork_sandbox',
  title: 'Fork a sandbox',
  description:
    "Starts sandboxes whose worlds are those of an open sandbox after one of its calls, each with an id, an agent_token and a tape of its own: to let other agents, or the same one again, go on from there. Inherited calls stand on a fork's tape marked `inherited` and aren't graded; a fork's run is judged from the world that it began with. All forks start or none, and each costs a slot of the team's open sandboxes until it is finalized or stopped.",
  input: z.strictObject({
    session_id: z.string().describe('The open sandbox to fork (ses_…).'),
    at: z
      .int()
      .min(0)
      .describe('After so many calls of the sandbox, those of all its twins counted in their order; 0 is the seed.'),
    count: z.int().min(1).max(MAX_FORKS).default(1).describe('So many forks.'),
    agent_version: agentVersionSchema.optional().describe("Label of the agent under test, by default the forked sandbox's."),
    group_id: groupIdSchema.optional().describe('Tags the forks as trials of one thing.'),
    idempotency_key: z.uuidv4().optional().describe('A repeat within 30 seconds answers the same forks.'),
  }),
  output: forkSandboxResponseSchema,
  annotations: { readOnlyHint: false },
  run: ({ client }, { session_id, ...request }) => client.sandboxes.fork(session_id, request),
});

export const stopSandbox = defineTool({
  name: 'stop_sandbox',
  title: 'Throw a sandbox away',
  description:
    'Stops an open sandbox and throws its ungraded run away, tape and state included; its slot is free at once. Needs confirm: true. To keep the run call finalize_task instead: it closes the sandbox too.',
  input: z.strictObject({
    session_id,
    confirm: z.boolean().default(false).describe('Says that the ungraded run may be lost.'),
  }),
  output: sandboxRowSchema,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  async run({ client }, input) {
    const refusal = await refusalOfStop(client, input.session_id);
    if (!('details' in refusal)) return refusal;
    const token = refusal.details.discard_token;
    if (!input.confirm || typeof token !== 'string') throw refusal;
    return client.sandboxes.delete(input.session_id, { confirm_discard: token });
  },
});

const refusalOfStop = (client: Client, id: string) =>
  client.sandboxes.delete(id).catch((error: unknown) => {
    if (error instanceof ApiError && error.details.reason === 'ungraded_session') return error;
    throw error;
  });
