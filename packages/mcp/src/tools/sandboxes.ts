import { sandboxRowSchema, sandboxSchema, sandboxStateSchema } from '@svc/contract';
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
