import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { tokenDigest } from '@svc/plain-http';
import type { TapeRow, Twin } from '@svc/twin-kit';
import { served, temporaryFolder } from './served.ts';

/** One HTTP call on the vendor's surface. */
export interface SampleCall {
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** What the suite needs to know of a vendor. */
export interface TwinSample {
  /** A read of the default world; its action's name. */
  read: SampleCall & { action: string };
  /** The write number `n`, each of them landing on the default world. */
  write(n: number): SampleCall & { action: string };
  /** A list that shows what such a write made. @param state of the default world, for the ids in it */
  list(state: Record<string, Record<string, unknown>[]>): SampleCall;
  /** A write that the default world refuses. */
  refused: SampleCall;
  /** A path the vendor doesn't have; its refusal's status. */
  unknown: SampleCall & { status: number };
  /** A documented operation that isn't modelled, if any is left, and the status that says so: 501 unless the vendor's clients would repeat it. */
  unsupported?: SampleCall & { status: number };
  /** What a missing and a wrong bearer get. */
  unauthenticated: { status: number; body: unknown };
  badCredentials: { status: number; body: unknown };
  /** A small seed of one's own, one with a key the parser doesn't know, and one it refuses with the path it names. */
  seed: unknown;
  unknownKey: { seed: unknown; refused: boolean };
  invalidSeed: { seed: unknown; path: string };
  /** A tool that reads and one that writes, with arguments for the default world. */
  tools: {
    read: { name: string; arguments: Record<string, unknown> };
    write(n: number): { name: string; arguments: Record<string, unknown>; action: string };
  };
}

export type Served = Awaited<ReturnType<typeof served>>;

const TOKEN = 'a-token-of-the-shared-suite-0123456789';
const LOGICAL = { clock: { mode: 'logical' as const }, token: TOKEN };

export const send = (twin: Served, { method, path, body, headers }: SampleCall) => {
  const type: Record<string, string> =
    body !== undefined && typeof body !== 'string' ? { 'content-type': 'application/json' } : {};
  return twin.call(method, path, body, { ...type, ...headers });
};

/**
 * What every twin does, whatever its vendor: bearer forms, seeds, refusals, the tape, evidence, repeatability, recovery, MCP.
 *
 * @param entry the main of a twin process, for the tests that kill one; without it none is killed
 */
export function describeTwin(twin: Twin, sample: TwinSample, entry?: URL): void {
  describe(`the ${twin.id} twin, as every twin`, () => {
    describeAccess(twin, sample);
    describeSeeds(twin, sample);
    describeTape(twin, sample);
    describeRepeatability(twin, sample);
    if (entry) describeRecovery(twin, sample, entry);
    describeMcp(twin, sample);
  });
}

function describeAccess(twin: Twin, sample: TwinSample): void {
  test.each([
    ['Bearer', (token: string) => `Bearer ${token}`],
    ['token', (token: string) => `token ${token}`],
    ['bare', (token: string) => token],
    ['Basic, as user', (token: string) => `Basic ${Buffer.from(`${token}:`).toString('base64')}`],
    ['Basic, as password', (token: string) => `Basic ${Buffer.from(`x:${token}`).toString('base64')}`],
  ])('takes its bearer in the form: %s', async (_form, form) => {
    await using server = await served(twin);
    const answer = await send(server, { ...sample.read, headers: { ...sample.read.headers, authorization: form(server.token) } });
    expect([answer.status, (await server.events())[0]?.fidelity]).toEqual([200, 'semantic']);
  });

  test("refuses a missing and a wrong bearer in the vendor's words", async () => {
    await using server = await served(twin);
    const ask = async (headers: Record<string, string>) => {
      const { method, path, body } = sample.read;
      const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
      const type = text === undefined ? {} : { 'content-type': 'application/json' };
      const init = {
        method,
        headers: { ...type, ...sample.read.headers, ...headers },
        ...(text !== undefined && { body: text }),
      };
      const answer = await fetch(server.url + path, init);
      return { status: answer.status, body: await answer.json() };
    };
    expect(await ask({})).toMatchObject(sample.unauthenticated as object);
    expect(await ask({ authorization: 'Bearer this-is-another-token' })).toMatchObject(sample.badCredentials as object);
    expect(JSON.stringify(await server.events())).not.toContain('this-is-another-token');
  });

  test('answers unknown paths as the vendor and unmodelled operations loudly, and changes nothing', async () => {
    await using server = await served(twin);
    const before = await server.state();
    expect((await send(server, sample.unknown)).status).toBe(sample.unknown.status);
    if (sample.unsupported) expect((await send(server, sample.unsupported)).status).toBe(sample.unsupported.status);
    const rows = await server.events();
    expect(rows.at(-1)?.fidelity).toBe(sample.unsupported ? 'unsupported' : null);
    expect(await server.state()).toEqual(before);
  });
}

function describeSeeds(twin: Twin, sample: TwinSample): void {
  test('boots the default world when nothing else is asked for, and a seed instead of it', async () => {
    await using standard = await served(twin);
    await using seeded = await served(twin, { seed: sample.seed });
    expect(await standard.state()).not.toEqual(await seeded.state());
    expect(twin.parseSeed(undefined)).toMatchObject({ ok: true });
    expect(twin.parseSeed(twin.definition.seed.defaultSeed)).toMatchObject({ ok: true });
  });

  test('drops or refuses an unknown key, as the specification says of it', () => {
    expect(twin.parseSeed(sample.unknownKey.seed).ok).toBe(!sample.unknownKey.refused);
  });

  test('refuses an invalid seed with path, message and code, and boots nothing', async () => {
    const result = twin.parseSeed(sample.invalidSeed.seed);
    const issue = { path: sample.invalidSeed.path, message: expect.any(String), code: expect.any(String) };
    expect(result).toMatchObject({ ok: false, issues: expect.arrayContaining([issue]) });
    await expect(served(twin, { seed: sample.invalidSeed.seed })).rejects.toThrow('seed refused');
  });

  test.each([null, [], 'text', 7, true, { ['__proto__']: 1 }])('refuses or drops %j without throwing', (input) => {
    expect(typeof twin.parseSeed(input).ok).toBe('boolean');
  });
}

function describeTape(twin: Twin, sample: TwinSample): void {
  test('tapes a read, a landed write and a refused one', async () => {
    await using server = await served(twin, { token: TOKEN });
    await send(server, sample.read);
    const before = await server.state();
    await send(server, sample.refused);
    expect(await server.state()).toEqual(before);
    await send(server, sample.write(1));
    const [read, refused, landed] = (await server.events()) as [TapeRow, TapeRow, TapeRow];
    expect(read).toMatchObject({ seq: 1, twin: twin.id, state_mutation: false, state_delta: null, tool: sample.read.action });
    expect(refused).toMatchObject({ seq: 2, state_mutation: false, state_delta: null });
    expect(landed).toMatchObject({ seq: 3, state_mutation: true, tool: sample.write(1).action, fidelity: 'semantic' });
    const actions = [
      [{ tool: sample.read.action }],
      [{ tool: expect.any(String), refused: true }],
      [{ tool: sample.write(1).action }],
    ];
    expect([read, refused, landed].map((row) => row.actions)).toEqual(actions);
    expect(landed.path.startsWith('/s/standalone/')).toBe(true);
    expect(landed.state_delta?.length).toBeGreaterThan(0);
    expect(landed.request_headers.authorization).toBe('[REDACTED]');
    expect(JSON.stringify([read, refused, landed])).not.toContain(TOKEN);
  });

  test('seed and deltas make the state, at every step', async () => {
    await using server = await served(twin);
    const states = [await server.state()];
    for (let n = 1; n <= 3; n += 1) {
      await send(server, sample.write(n));
      states.push(await server.state());
    }
    for (const [step, state] of states.entries())
      expect((await server.call('GET', `/_svc/state?step=${step}`)).body).toEqual(state);
  });
}

function describeRepeatability(twin: Twin, sample: TwinSample): void {
  test('the same calls on the logical clock give the same state and tape, byte for byte', async () => {
    const play = async () => {
      await using server = await served(twin, LOGICAL);
      for (const call of [sample.read, sample.write(1), sample.refused, sample.write(2), sample.read]) await send(server, call);
      const tape = (await server.call('GET', '/_svc/events')).text + (await server.call('GET', '/_svc/state')).text;
      // The latency is the one thing that differs; the port is part of every URL and differs from server to server.
      return tape
        .replaceAll(/(?:"received_at":"[^"]+",)?"latency_ms":[\d.]+/g, '')
        .replaceAll(`127.0.0.1:${server.port}`, 'HOST')
        .split('{"seq":');
    };
    const [first, second] = [await play(), await play()];
    for (const [row, text] of first.entries()) expect([row, second[row]]).toEqual([row, text]);
    expect(second.length).toBe(first.length);
  });

  test('two sandboxes with one seed start alike and do not meet', async () => {
    await using one = await served(twin, LOGICAL);
    await using other = await served(twin, LOGICAL);
    const start = await other.state();
    expect(await one.state()).toEqual(start);
    await send(one, sample.write(1));
    expect(await other.state()).toEqual(start);
    expect(await other.events()).toEqual([]);
  });

  test('started anew, its world is as declared', async () => {
    const start = await (async () => {
      await using first = await served(twin, LOGICAL);
      const state = await first.state();
      await send(first, sample.write(1));
      return state;
    })();
    await using second = await served(twin, LOGICAL);
    expect(await second.state()).toEqual(start);
  });
}

interface TwinProcess {
  child: ChildProcess;
  url: string;
}

const CONTROL = 'control-token-of-the-shared-suite';

async function startProcess(twin: Twin, entry: URL, journal: string): Promise<TwinProcess> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { SVC_TWIN: twin.id, SVC_JOURNAL: journal, SVC_CONTROL_TOKEN: CONTROL, PATH, NODE_COMPILE_CACHE };
  const child = spawn(process.execPath, [entry.pathname], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line')) as [string];
  return { child, url: `http://127.0.0.1:${(JSON.parse(line) as { listening: number }).listening}` };
}

async function stopProcess({ child }: TwinProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

function describeRecovery(twin: Twin, sample: TwinSample, entry: URL): void {
  test('killed in the middle of writes, it comes back with every acknowledged one, in order, once', async () => {
    await using folder = await temporaryFolder();
    const journal = join(folder.path, 'journal');
    const first = await startProcess(twin, entry, journal);
    const boot = { session_id: 'ses_kill', twin: twin.id, token_sha256: tokenDigest(TOKEN), clock: { mode: 'logical' } };
    await fetch(`${first.url}/_svc/control/boot`, {
      method: 'PUT',
      headers: { 'x-svc-control': CONTROL },
      body: JSON.stringify(boot),
    });
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
    const acknowledged: string[] = [];
    const writer = async (offset: number): Promise<void> => {
      for (let n = offset; ; n += 4) {
        const { method, path, body, headers: own } = sample.write(n);
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        const answer = await fetch(`${first.url}/s/ses_kill${path}`, { method, headers: { ...headers, ...own }, body: text });
        await answer.arrayBuffer();
        acknowledged.push(answer.headers.get('x-svc-request-id') as string);
        if (acknowledged.length === 40) first.child.kill('SIGKILL');
      }
    };
    const ended = once(first.child, 'exit');
    await Promise.allSettled([1, 2, 3, 4].map(writer));
    await ended;
    const second = await startProcess(twin, entry, journal);
    try {
      const rows = (await (await fetch(`${second.url}/s/ses_kill/_svc/events`, { headers })).json()) as TapeRow[];
      const ids = rows.map((row) => row.request_id);
      expect(rows.map((row) => row.seq)).toEqual(rows.map((_, at) => at + 1));
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(expect.arrayContaining(acknowledged));
      const state = await (await fetch(`${second.url}/s/ses_kill/_svc/state`, { headers })).text();
      const rebuilt = await (await fetch(`${second.url}/s/ses_kill/_svc/state?step=${rows.length}`, { headers })).text();
      expect(rebuilt).toBe(state);
      expect(rows.filter((row) => row.state_mutation).length).toBeGreaterThanOrEqual(acknowledged.length);
    } finally {
      await stopProcess(second, 'SIGTERM');
    }
  });
}

export async function connected(twin: { url: string; token: string }): Promise<Client> {
  const client = new Client({ name: 'shared-suite', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${twin.token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${twin.url}/mcp`), { requestInit }));
  return client;
}

function describeMcp(twin: Twin, sample: TwinSample): void {
  test('lists its tools with object schemas, and runs one by either endpoint', async () => {
    await using server = await served(twin);
    const client = await connected(server);
    const { tools } = await client.listTools();
    const isOffered = twin.definition.offers?.({}) ?? (() => true);
    expect(tools.map((tool) => tool.name)).toEqual(twin.definition.tools.filter(isOffered).map((tool) => tool.name));
    for (const tool of tools) expect(tool).toMatchObject({ description: expect.any(String), inputSchema: { type: 'object' } });
    const result = await client.callTool(sample.tools.read);
    expect(result.isError ?? false).toBe(false);
    const plain = await server.call('POST', '/mcp/call', sample.tools.read);
    expect([plain.status, plain.body]).toEqual([200, { content: result.content }]);
    await client.close();
  });

  test('parallel clients each get their own answer, and every write is taped once in commit order', async () => {
    await using server = await served(twin);
    const clients = await Promise.all(Array.from({ length: 4 }, () => connected(server)));
    const calls = clients.flatMap((client, c) =>
      Array.from({ length: 5 }, (_, n) => ({ client, call: sample.tools.write(c * 5 + n + 1) })),
    );
    const results = await Promise.all(
      calls.map(({ client, call }) => client.callTool({ name: call.name, arguments: call.arguments })),
    );
    expect(results.filter((result) => result.isError)).toEqual([]);
    const landed = (await server.events()).filter((row) => row.state_mutation);
    expect(landed.map((row) => row.tool)).toEqual(calls.map(({ call }) => call.action));
    await Promise.all(clients.map((client) => client.close()));
    expect((await server.call('GET', `/_svc/state?step=${(await server.events()).length}`)).body).toEqual(await server.state());
  });
}
