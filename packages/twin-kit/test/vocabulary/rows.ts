import type { Change, TapeRow } from '@svc/twin-kit';

/** A row of the tape, by default of a plain write that was accepted. */
export const row = (fields: Partial<TapeRow>): TapeRow => ({
  seq: 1,
  ts: '2026-01-01T00:00:00.000Z',
  request_id: 'req_1',
  twin: 'tasks',
  method: 'POST',
  path: '/s/ses_1/tasks',
  request_headers: {},
  request_body: null,
  status: 200,
  response_headers: {},
  response_body: null,
  latency_ms: 1,
  state_mutation: false,
  state_delta: null,
  tool: null,
  fidelity: 'semantic',
  ...fields,
});

/** Calls of these actions, one a row. */
export const called = (...tools: string[]): TapeRow[] => tools.map((tool, at) => row({ seq: at + 1, tool }));

/** One call that did several things, none of which is left of it. */
export const document = (...tools: string[]): TapeRow =>
  row({ tool: tools[0] as string, actions: tools.map((tool) => ({ tool, writes: [] })) });

/** One call that tried several things in vain. */
export const refusedDocument = (...tools: string[]): TapeRow =>
  row({ tool: tools[0] as string, actions: tools.map((tool) => ({ tool, refused: true })) });

/** A call of an MCP tool. */
export const mcp = (name: string, fields: Partial<TapeRow> = {}): TapeRow =>
  row({ path: '/s/ses_1/mcp/call', request_body: { name, arguments: {} }, response_body: { content: [] }, ...fields });

export const refusedMcp = (name: string): TapeRow => mcp(name, { response_body: { content: [], isError: true } });

export const task = (title: string, id = 1) => ({ id, title, note: null as string | null, seenAt: 0, tags: ['a'] });

export const wrote = (after: object | null, before: object | null = null, collection = 'tasks'): Change => ({
  collection,
  id: ((after ?? before) as { id: number }).id,
  before,
  after,
});

/** A call that wrote these records. */
export const writing = (...changes: Change[]): TapeRow =>
  row({ tool: 'create_task', state_mutation: true, state_delta: changes, actions: [{ tool: 'create_task', writes: changes }] });

/** A call that wrote them and took them back. */
export const takenBack = (...changes: Change[]): TapeRow => ({
  ...writing(...changes),
  state_mutation: false,
  state_delta: null,
});
