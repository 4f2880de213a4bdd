import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { callTwin, clientOf, createSandbox, discardAll, ISSUES, json, type Sandbox, WORLD } from '../fleet/client.ts';
import { openFiles, upstreamSockets } from '../fleet/engine.ts';
import { sharedFleet } from '../fleet/shared.ts';
import { until } from '../fleet/wait.ts';

const fleet = sharedFleet();
const client = clientOf(fleet);
const MIB = 1 << 20;
const FILE = '/repos/octo/demo/contents/big.bin';
/** More than the sockets on the way hold, so that a half-read answer is under way at every hop. */
const HALF_READ = '/repos/octo/demo/contents/half-read.bin';

let sandbox: Sandbox;
const content = randomBytes(8 * MIB);

beforeAll(async () => {
  sandbox = await createSandbox(client, { seed: WORLD });
  const body = { message: 'A large file', content: content.toString('base64') };
  await json(await callTwin(sandbox, FILE, { method: 'PUT', body }));
  const part = { message: 'A smaller one', content: content.subarray(0, MIB / 2).toString('base64') };
  await json(await callTwin(sandbox, HALF_READ, { method: 'PUT', body: part }));
});
afterAll(() => discardAll(client));

const RAW = { accept: 'application/vnd.github.raw+json' };

describe('large bodies', () => {
  test('of 8 MiB go up and come down byte for byte', async () => {
    const response = await callTwin(sandbox, FILE, { headers: RAW });
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
  });

  test('past the limit of the twin are refused, and the connection is of use afterwards', async () => {
    const body = { message: 'Too large', content: 'A'.repeat(30 * MIB) };
    const response = await callTwin(sandbox, FILE, { method: 'PUT', body });
    expect({ status: response.status, body: await response.text() }).toMatchObject({ status: 413 });
    expect((await callTwin(sandbox, ISSUES)).status).toBe(200);
  });

  test('of the API past its limit are refused in its envelope', async () => {
    const answer = await fetch(`${fleet.baseUrl}/sandboxes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${fleet.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ seed: { users: [{ login: 'x'.repeat(4 * MIB) }] } }),
    });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: { type: 'validation_failed' } });
  });
});

test('an answer in server-sent events passes', async () => {
  const response = await callTwin(sandbox, '/mcp', {
    method: 'POST',
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    headers: { accept: 'application/json, text/event-stream' },
  });
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('get_issue');
});

describe('a client that goes away', () => {
  test('2,000 times in the middle of an answer leaves no connection to a twin and no socket open at the proxies', async () => {
    const proxies = ['routing-proxy-1', 'routing-proxy-2'].map((name) => fleet.containers[name]!);
    const sum = async (count: (id: string) => Promise<number>) =>
      (await Promise.all(proxies.map(count))).reduce((total, each) => total + each, 0);
    const open = await sum(openFiles);
    const CLIENTS = 20;
    const lanes = Array.from({ length: CLIENTS }, async () => {
      for (let count = 0; count < 2_000 / CLIENTS; count++) await readHalf();
    });
    await Promise.all(lanes);
    await until('the connections to the twin to be gone', 5_000, async () => (await sum(upstreamSockets)) === 0);
    // What the edge keeps alive for its next calls: at most one connection for each client at a time.
    await until('the sockets to be gone', 5_000, async () => (await sum(openFiles)) <= open + CLIENTS);
    // 2,000 answers of half a megabyte: a minute on an idle machine, several under load.
  }, 400_000);

  async function readHalf(): Promise<void> {
    const gone = new AbortController();
    const response = await callTwin(sandbox, HALF_READ, { headers: RAW, signal: gone.signal });
    await response.body?.getReader().read();
    gone.abort();
  }
});

describe('an upgrade', () => {
  test('that the twin does not know is answered, and nothing hangs', async () => {
    const url = new URL(`${sandbox.urls.github!.api_url}${ISSUES}`);
    const socket = connect(Number(url.port), '127.0.0.1');
    socket.write(
      [`GET ${url.pathname} HTTP/1.1`, `host: ${url.host}`, `authorization: Bearer ${sandbox.token}`].join('\r\n') +
        '\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    const [first] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(first.toString()).toMatch(/^HTTP\/1\.1 [2-5]\d\d /);
  });
});

describe('the host-name form', () => {
  const host = (): string => new URL(sandbox.urls.github!.root_url!).host;

  /** `*.localhost` is this machine (RFC 6761), whether its resolver knows that or not. */
  async function atHost(
    path: string,
    token = sandbox.token,
  ): Promise<{ status: number | undefined; headers: IncomingMessage['headers']; body: string }> {
    const { port } = new URL(fleet.twinsUrl);
    const outgoing = request({ host: '127.0.0.1', port, path, headers: { host: host(), authorization: `Bearer ${token}` } });
    outgoing.end();
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
  }

  test('answers at the root, and its URLs keep the form', async () => {
    const { status, body } = await atHost(ISSUES);
    expect(status).toBe(200);
    const [issue] = JSON.parse(body) as { url: string }[];
    expect(issue?.url).toBe(`http://${host()}/repos/octo/demo/issues/1`);
  });

  test('answers a wrong bearer as if there were no sandbox', async () => {
    expect((await atHost(ISSUES, 'wrong')).status).toBe(404);
  });
});

test('URLs in answers keep the path form, the host and the port that the call came to', async () => {
  const [issue] = await json<{ url: string }[]>(await callTwin(sandbox, ISSUES));
  expect(issue?.url).toBe(`${sandbox.urls.github!.api_url}/repos/octo/demo/issues/1`);
});
