import type { Service } from './service.ts';

interface Evidence {
  rows: readonly object[];
  seed: object;
  world: object;
}

/** A run of evidence that somebody uploads. @returns its id */
export async function uploadRun(
  { client }: Service,
  twin: string,
  { rows, seed, world }: Evidence,
  told: { text: string; agent_model: string },
) {
  const { session_id } = await client.evalSessions.create({ twins: [twin] });
  const trace = await client.sandboxes.traceUpload(session_id);
  const states = await client.sandboxes.stateUploads(session_id);
  const { run_id } = await client.sandboxes.finalize(session_id, {
    source: 'blob',
    criteria: [{ id: 'said', text: told.text, kind: 'model' }],
    stop_reason: 'completed',
    exit_code: 0,
    duration_ms: 1,
    agent_model: told.agent_model,
    trace_storage_key: await put(trace, rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
    state_initial_storage_key: await put(states.state_initial, JSON.stringify(seed)),
    state_final_storage_key: await put(states.state_final, JSON.stringify(world)),
  });
  return run_id;
}

async function put({ url, key }: { url: string; key: string }, body: string): Promise<string> {
  const { ok, status } = await fetch(url, { method: 'PUT', body });
  if (!ok) throw new Error(`The evidence was refused: ${status}`);
  return key;
}

const rowOf = (seq: number) => ({
  seq,
  ts: new Date(Date.UTC(2026, 0, 1) + seq * 1000).toISOString(),
  twin: 'github',
  method: 'GET',
  path: `/repos/acme/shop/issues/${seq}`,
  request_headers: {},
  request_body: null,
  status: 200,
  response_body: { number: seq },
  latency_ms: 1,
  state_mutation: false,
  state_delta: null,
  tool: 'get_issue',
  fidelity: 'semantic',
});

/** A run whose agent only read, call after call. @returns its id */
export const uploadReads = (service: Service, calls: number): Promise<string> => {
  const rows = Array.from({ length: calls }, (_, index) => rowOf(index + 1));
  return uploadRun(service, 'github', { rows, seed: {}, world: {} }, { text: 'It reads.', agent_model: 'reader' });
};
