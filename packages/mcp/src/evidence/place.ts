import type { Sandbox, TwinEndpoints } from '@svc/contract';
import { z } from 'zod';
import { ToolFailure } from '../failure.ts';
import type { Toolbox } from '../tool.ts';

/** Names the evidence that a tool reads. */
export const placeFields = {
  session_id: z.string().optional().describe('A sandbox (ses_…): live while it is open, its stored run once it is graded.'),
  run_id: z.string().optional().describe('A run (run_…), instead of session_id.'),
  twin: z.string().optional().describe('Which twin, by id; by default the primary one, the first of the sandbox.'),
};

/** Where the evidence of one twin is. */
export type Place =
  | { kind: 'live'; sessionId: string; twins: readonly string[]; twin: string; endpoints: TwinEndpoints; token: string }
  | { kind: 'stored'; sessionId: string; runId: string; twins: readonly string[]; twin: string };

export interface PlaceChoice {
  session_id?: string | undefined;
  run_id?: string | undefined;
  twin?: string | undefined;
}

/** @throws ToolFailure where there is no such evidence, ApiError where there is no such sandbox or run. */
export async function findPlace(toolbox: Toolbox, { session_id, run_id, twin }: PlaceChoice): Promise<Place> {
  if ((session_id === undefined) === (run_id === undefined)) {
    throw new ToolFailure('It is not clear whose evidence to read.', 'Pass either session_id or run_id.');
  }
  if (session_id === undefined) return storedPlace(toolbox, run_id as string, twin);
  const sandbox = await toolbox.client.sandboxes.get(session_id);
  if (sandbox.state === 'done') return storedPlace(toolbox, await runOf(toolbox, session_id), twin);
  return livePlace(sandbox, twin);
}

async function storedPlace({ client }: Toolbox, runId: string, asked: string | undefined): Promise<Place> {
  const { session_id, twins } = await client.runs.get(runId);
  return { kind: 'stored', sessionId: session_id, runId, twins, twin: twinAmong(twins, asked) };
}

function livePlace(sandbox: Sandbox, asked: string | undefined): Place {
  const { id, state, twins, per_twin, agent_token } = sandbox;
  if (state === 'provisioning') throw new ToolFailure('The sandbox is still starting.', 'Call again in a second.');
  if (agent_token === null) {
    throw new ToolFailure(
      `The sandbox is ${state} and was never graded, so its tape and state are gone.`,
      'Start another with run_task, and finalize it before it expires.',
    );
  }
  const twin = twinAmong(twins, asked);
  const endpoints = per_twin[twin];
  if (!endpoints) throw new ToolFailure(`The sandbox has no ${twin} twin to read.`, 'Its evidence was captured elsewhere.');
  return { kind: 'live', sessionId: id, twins, twin, endpoints, token: agent_token };
}

function twinAmong(twins: readonly string[], asked: string | undefined): string {
  const twin = asked ?? twins[0];
  if (twin === undefined) throw new ToolFailure('The sandbox has no twins.', 'Its evidence was captured elsewhere.');
  if (twins.includes(twin)) return twin;
  throw new ToolFailure(`The sandbox has no ${twin} twin.`, `Its twins are: ${twins.join(', ')}.`);
}

/** The run of a graded sandbox: a repeated finalize answers with it and grades nothing (spec, "Runs and evidence"). */
async function runOf({ client }: Toolbox, sessionId: string): Promise<string> {
  const { run_id } = await client.sandboxes.finalize(sessionId, {
    source: 'twin-pull',
    criteria: [{ id: 'none', kind: 'model', text: 'Graded before.' }],
    stop_reason: 'graded before',
    exit_code: 0,
    duration_ms: 0,
    agent_model: 'none',
  });
  return run_id;
}

/** A live twin's read. @throws ToolFailure for every answer but a success */
export async function readLive(
  { evidence }: Toolbox,
  place: Place & { kind: 'live' },
  path: string,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const response = await evidence.live(`${place.endpoints.api_url}${path}`, place.token, signal);
  if (response.ok && response.body) return response.body;
  await response.body?.cancel();
  throw response.status === 410
    ? new ToolFailure('The sandbox was closed in this moment.', 'Call again: once it is graded, its run has the evidence.')
    : new ToolFailure(`The ${place.twin} twin answered ${response.status}.`, 'Call again in a few seconds.');
}

/** @throws ToolFailure where the blob is gone */
export async function readStored(
  { evidence }: Toolbox,
  blob: { key: string; url: string },
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const bytes = await evidence.stored(blob, signal);
  if (bytes) return bytes;
  throw new ToolFailure('The evidence is gone from storage.', 'get_run still has the verdicts.');
}
