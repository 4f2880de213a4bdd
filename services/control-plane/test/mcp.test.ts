import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { revokeApiKey } from '../src/index.ts';
import { type Account, Installation } from './support/installation.ts';

let installation: Installation;
let account: Account;
beforeAll(async () => {
  installation = await Installation.start();
});
afterAll(() => installation.stop());
beforeEach(async () => {
  account = await installation.account();
});

const clients: Client[] = [];
afterAll(() => Promise.all(clients.map((client) => client.close())));

async function connect({ key }: Account): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${installation.baseUrl}/mcp`), { requestInit }));
  clients.push(client);
  return client;
}

const callTool = (client: Client, name: string, args: Record<string, unknown> = {}) =>
  client.callTool({ name, arguments: args }) as Promise<CallToolResult>;
const errorOf = ({ content }: CallToolResult) => JSON.parse((content as { text: string }[])[1]!.text).error;

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

describe('POST /v1/mcp', () => {
  test.each([
    ['no key', undefined, 401, 'invalid_auth'],
    ['a key that nobody has', 'svc_0123456789abcdef_0123456789abcdefghijklmnopqrstuv', 401, 'invalid_auth'],
    ['what is no key', 'agent-token', 401, 'invalid_auth'],
  ])('with %s is refused as the REST routes refuse it', async (_what, key, status, type) => {
    const answer = await installation.request('POST', '/mcp', { ...(key && { key }), headers: HEADERS, body: LIST });
    expect(answer).toMatchObject({ status, json: { error: { type, request_id: expect.stringMatching(/^req_/) } } });
    const rest = await installation.request('GET', '/runs', key ? { key } : {});
    expect(answer.json.error.message).toBe(rest.json.error.message);
  });

  test('with a revoked key is 403 revoked_key', async () => {
    await revokeApiKey(installation.database, account.keyId, installation.clock);
    const answer = await installation.request('POST', '/mcp', { key: account.key, headers: HEADERS, body: LIST });
    expect(answer).toMatchObject({ status: 403, json: { error: { type: 'revoked_key' } } });
  });

  test.each(['GET', 'DELETE', 'PUT'])('%s is 405, since there are no sessions', async (method) => {
    const answer = await installation.request(method, '/mcp', { key: account.key, headers: HEADERS });
    expect(answer).toMatchObject({ status: 405, json: { error: { type: 'not_found' } } });
    expect(answer.headers.get('allow')).toBe('POST');
    expect(await installation.request(method, '/mcp')).toMatchObject({ status: 401 });
  });

  test.each([
    ['not JSON', '{"jsonrpc": ', 400, { error: { type: 'validation_failed', message: 'The body is not JSON.' } }],
    ['half a surrogate pair', '{"jsonrpc":"2.0","id":1,"method":"\\ud800"}', 422, { error: { type: 'validation_failed' } }],
    ['very deep', `${'['.repeat(5000)}${']'.repeat(5000)}`, 422, { error: { type: 'validation_failed' } }],
    ['over the limit', JSON.stringify('x'.repeat(5 << 20)), 413, { error: { type: 'validation_failed' } }],
    ['no JSON-RPC', '{"hello":"world"}', 400, { jsonrpc: '2.0', error: { code: -32700 } }],
    ['a batch', `[${LIST},${LIST}]`, 400, { jsonrpc: '2.0', error: { code: -32600 } }],
  ])('a body that is %s is refused', async (_what, body, status, json) => {
    expect(await installation.request('POST', '/mcp', { key: account.key, headers: HEADERS, body })).toMatchObject({
      status,
      json,
    });
  });

  test('a client that accepts no JSON is told so', async () => {
    const answer = await installation.request('POST', '/mcp', {
      key: account.key,
      headers: { ...HEADERS, accept: 'text/html' },
      body: LIST,
    });
    expect(answer).toMatchObject({ status: 406, json: { jsonrpc: '2.0', error: { code: -32000 } } });
  });
});

describe('the tools of a team', () => {
  test('see nothing of another team, as if it did not exist', async () => {
    const mine = await connect(account);
    const theirs = await connect(await installation.account());
    const { structuredContent } = await callTool(mine, 'run_task', { twins: ['github'] });
    const { session_id } = structuredContent as { session_id: string };
    for (const [name, args] of Object.entries({
      get_sandbox: {},
      get_tape: {},
      get_state: {},
      finalize_task: { criteria: [{ id: 'c', kind: 'model', text: 'Polite.' }] },
      stop_sandbox: { confirm: true },
    })) {
      const answer = await callTool(theirs, name, { session_id, ...args });
      expect([name, answer.isError, errorOf(answer).type]).toEqual([name, true, 'not_found']);
    }
    expect((await callTool(theirs, 'list_sandboxes')).structuredContent).toEqual({ sandboxes: [] });
    expect((await callTool(mine, 'get_sandbox', { session_id })).structuredContent).toMatchObject({ state: 'ready' });
  });

  test('over the quota a start says which tools free a slot', async () => {
    const client = await connect(await installation.account({ quota: 1 }));
    expect((await callTool(client, 'run_task', { twins: ['github'] })).isError).toBeFalsy();
    const refused = await callTool(client, 'run_task', { twins: ['github'] });
    expect(errorOf(refused)).toMatchObject({ type: 'quota_exceeded', details: { usage: { sessions_quota: 1 } } });
    expect((refused.content as { text: string }[])[0]!.text).toContain('list_sandboxes');
  });

  test('a call leaves a log line of its own and of the request it makes, without any secret', async () => {
    const client = await connect(account);
    installation.logLines.length = 0;
    await callTool(client, 'list_runs');
    const lines = installation.logLines.join('\n');
    expect(lines).toMatch(/"path":"\/v1\/mcp"/);
    expect(lines).toMatch(/"path":"\/v1\/runs"/);
    expect(lines).toContain(account.teamId);
    expect(lines).not.toContain(account.key.split('_')[2]);
  });

  test('a twin that can not be reached is told, and the sandbox stays', async () => {
    const client = await connect(account);
    // Nothing listens there.
    await installation.restart({ proxyUrl: 'http://127.0.0.1:9' });
    const { session_id } = (await callTool(client, 'run_task', { twins: ['github'] })).structuredContent as {
      session_id: string;
    };
    const answer = await callTool(client, 'get_state', { session_id });
    expect(errorOf(answer).message).toBe("http://127.0.0.1:9 can't be reached from where this MCP server runs.");
    expect((await callTool(client, 'get_sandbox', { session_id })).structuredContent).toMatchObject({ state: 'ready' });
  });

  test('a blob that is gone is told', async () => {
    const client = await connect(account);
    const { session_id } = (await callTool(client, 'run_task', { twins: ['github'] })).structuredContent as {
      session_id: string;
    };
    const graded = await callTool(client, 'finalize_task', {
      session_id,
      criteria: [{ id: 'c', kind: 'model', text: 'Polite.' }],
    });
    const { run_id } = graded.structuredContent as { run_id: string };
    const answer = await callTool(client, 'get_tape', { run_id });
    expect(errorOf(answer)).toMatchObject({ type: 'not_found', details: { reason: 'blob_absent' } });
  });

  test.each([
    ['plain', (text: string) => Buffer.from(text)],
    ['gzipped', (text: string) => gzipSync(text)],
  ])('a stored tape that is %s is read by twin and page', async (kind, stored) => {
    const client = await connect(account);
    const { session_id } = (await callTool(client, 'run_task', { twins: ['github', 'slack'] })).structuredContent as {
      session_id: string;
    };
    const rows = Array.from({ length: 300 }, (_, index) => ({
      seq: Math.floor(index / 2) + 1,
      twin: index % 2 ? 'slack' : 'github',
      method: 'GET',
      path: `/s/${session_id}/é${index}`,
    }));
    const trace = `mcp/${kind}/events.jsonl`;
    await installation.blobs.put(trace, stored(rows.map((row) => JSON.stringify(row)).join('\n')), {
      contentType: 'application/x-ndjson',
    });
    installation.worker.evidence = { trace };
    await callTool(client, 'finalize_task', { session_id, criteria: [{ id: 'c', kind: 'model', text: 'Polite.' }] });
    installation.worker.evidence = {};

    const first = await callTool(client, 'get_tape', { session_id, twin: 'slack', limit: 149 });
    expect(first.structuredContent).toMatchObject({ source: 'stored', twin: 'slack', next: 149 });
    const second = await callTool(client, 'get_tape', { session_id, twin: 'slack', after: 149 });
    expect(second.structuredContent).toMatchObject({ rows: [{ seq: 150, path: `/s/${session_id}/é299` }], next: null });
  });
});
