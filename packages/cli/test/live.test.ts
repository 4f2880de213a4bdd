import { once } from 'node:events';
import { stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request as requestHttp } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Octokit } from '@octokit/rest';
import { type Client, createClient } from '@svc/sdk';
import { inTheWhole } from '@svc/twin-kit/testing/share';
import { discardSandbox } from '../src/discard.ts';
import { sharedService } from './shared.ts';
import {
  agentCommand,
  LABEL_IT,
  type Running,
  SCENARIO,
  startSvc,
  stopAll,
  svc,
  temporaryFolder,
  using,
  waitFor,
} from './support.ts';

jest.setTimeout(300_000);

const service = sharedService();
let root: Awaited<ReturnType<typeof temporaryFolder>>;
let client: Client;
beforeAll(async () => {
  root = await temporaryFolder();
  const { SVC_BASE_URL: baseUrl, SVC_API_KEY: apiKey } = using(service);
  client = createClient({ baseUrl: baseUrl as string, apiKey: apiKey as string });
});
afterAll(async () => {
  await stopAll();
  await root.remove();
});

interface Sandbox {
  session_id: string;
  agent_token: string;
  per_twin: { github: { api_url: string } };
}
let sandbox: Sandbox;
let isOpen = false;
const opened: Running[] = [];
beforeEach(async () => {
  sandbox = (await client.sandboxes.create({ twins: ['github'], seed: WORLD })) as unknown as Sandbox;
  isOpen = true;
});
afterEach(async () => {
  for (const running of opened.splice(0)) await running.stop('SIGTERM');
  await discard();
});

/** By the API, once: the command that does it is tried elsewhere. */
async function discard(): Promise<void> {
  if (isOpen) await discardSandbox(client, sandbox.session_id);
  isOpen = false;
}

/** Enough issues for a second page. */
const WORLD = {
  users: [{ login: 'bot', type: 'User' }],
  repositories: [
    {
      owner: 'acme',
      name: 'web',
      default_branch: 'main',
      issues: Array.from({ length: 40 }, (_, at) => ({ number: at + 1, title: `Issue ${at + 1}`, state: 'open' })),
    },
  ],
};

const start = async (args: readonly string[], until: RegExp): Promise<Running> => {
  const running = await startSvc(args, until, { cwd: root.path, env: using(service) });
  opened.push(running);
  return running;
};

const label = () =>
  fetch(`${sandbox.per_twin.github.api_url}/repos/acme/web/issues/1/labels`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.agent_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ labels: ['bug'] }),
  });

describe('svc tail', () => {
  test('prints the calls so far and new ones as they come, and ends with the sandbox', async () => {
    await label();
    const { output, child } = await start(['tail', sandbox.session_id], /issues\/1\/labels +200 landed/);
    await fetch(`${sandbox.per_twin.github.api_url}/repos/acme/nothing`, {
      headers: { authorization: `Bearer ${sandbox.agent_token}` },
    });
    await waitFor('the second call', () => /\/repos\/acme\/nothing +404 read/.test(output.stdout));
    await discard();
    await waitFor('the end', () => child.exitCode !== null);
    expect(child.exitCode).toBe(0);
    expect(output.stderr).toContain(`Sandbox ${sandbox.session_id} is closed.`);
    expect(output.stdout + output.stderr).not.toContain(sandbox.agent_token);
  });

  inTheWhole(test)('--no-follow --json prints the rows so far, one a line', async () => {
    await label();
    const { code, stdout } = await svc(['tail', sandbox.session_id, '--no-follow', '--json'], { env: using(service) });
    expect(code).toBe(0);
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows).toEqual([expect.objectContaining({ seq: 1, method: 'POST', status: 200, tool: 'add_issue_labels' })]);
  });

  inTheWhole(test)('Ctrl-C ends it with 0', async () => {
    await label();
    const { stop } = await start(['tail', sandbox.session_id], /landed/);
    opened.pop();
    expect(await stop()).toBe(0);
  });

  test('a closed sandbox and a twin it lacks are refused', async () => {
    const other = await svc(['tail', sandbox.session_id, '--twin', 'slack'], { env: using(service) });
    expect(other.code).toBe(5);
    expect(other.stderr).toContain('has no slack twin');
    await discard();
    const closed = await svc(['tail', sandbox.session_id], { env: using(service) });
    expect(closed.code).toBe(5);
    expect(closed.stderr).toContain('is closed');
  });
});

describe('svc connect', () => {
  test('serves the twin at the root of a port, with the bearer added, and pages lead back to it', async () => {
    const { variables, output } = await start(['connect', sandbox.session_id], /Connected/);
    const base = variables.SVC_GITHUB_REST_URL as string;
    expect(base).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(variables.SVC_GITHUB_MCP_URL).toBe(`${base}/mcp`);
    expect(output.stdout + output.stderr).not.toContain(sandbox.agent_token);
    const github = new Octokit({ baseUrl: base, auth: 'any' });
    // 40 issues by 30 a page: the second is found by the Link header of the first (docs: Using pagination in the REST API).
    const issues = await github.paginate(github.rest.issues.listForRepo, { owner: 'acme', repo: 'web', per_page: 30 });
    expect(issues).toHaveLength(40);
    for (const { url } of issues) expect(url.startsWith(`${base}/`)).toBe(true);
    const followed = await fetch(issues[39]?.url as string);
    expect(((await followed.json()) as { number: number }).number).toBe(issues[39]?.number);
  });

  test('writes and what the client sends reach the tape as one call, without the client’s own token', async () => {
    const { variables } = await start(['connect', sandbox.session_id], /Connected/);
    const github = new Octokit({ baseUrl: variables.SVC_GITHUB_REST_URL, auth: 'a-token-of-the-client' });
    await github.rest.issues.create({ owner: 'acme', repo: 'web', title: 'ünïcode' });
    const { stdout } = await svc(['tail', sandbox.session_id, '--no-follow', '--json'], { env: using(service) });
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows).toEqual([
      expect.objectContaining({ method: 'POST', status: 201, request_body: expect.objectContaining({ title: 'ünïcode' }) }),
    ]);
    expect(stdout).not.toContain('a-token-of-the-client');
  });

  inTheWhole(test)('--port names the port, and one that is taken exits with 2', async () => {
    const { variables } = await start(['connect', sandbox.session_id], /Connected/);
    const port = new URL(variables.SVC_GITHUB_REST_URL as string).port;
    const { code, stderr } = await svc(['connect', sandbox.session_id, '--port', port], { env: using(service) });
    expect(code).toBe(2);
    expect(stderr).toContain(`Port ${port} is taken.`);
  });

  inTheWhole(test)('the twins of a sandbox have ports one after the other', async () => {
    const made = await svc(['sandbox', 'create', '--twin', 'github', '--twin', 'slack', '--json'], { env: using(service) });
    const { session_id } = JSON.parse(made.stdout) as Sandbox;
    // Two free ports in a row: whoever else takes one of them has this test try the next pair.
    let running: Running | undefined;
    for (let port = 42_000; !running && port < 42_100; port += 2) {
      running = await start(['connect', session_id, '--port', String(port)], /Connected/).catch(() => undefined);
    }
    const [github, slack] = ['GITHUB', 'SLACK'].map((name) => new URL(running?.variables[`SVC_${name}_REST_URL`] as string));
    expect(Number(slack?.port)).toBe(Number(github?.port) + 1);
    const answer = await fetch(`${slack?.origin}/auth.test`, { method: 'POST' });
    expect(await answer.json()).toMatchObject({ ok: true });
    await svc(['sandbox', 'stop', session_id, '--confirm'], { env: using(service) });
  });

  test('--socket-dir makes a socket that only its owner opens, works under any host name, and goes with the command', async () => {
    const folder = join(root.path, 'sockets');
    const { variables, stop } = await start(['connect', sandbox.session_id, '--socket-dir', folder], /Connected/);
    const socketPath = variables.SVC_GITHUB_SOCKET as string;
    expect(socketPath).toBe(join(folder, 'github.sock'));
    expect(variables.SVC_GITHUB_REST_URL).toBeUndefined();
    expect((await stat(socketPath)).mode & 0o777).toBe(0o600);
    const get = async (path: string): Promise<{ status: number | undefined; body: string; link: string }> => {
      // As gh does: plain HTTP on the socket, with the vendor's own host name.
      const outgoing = requestHttp({ socketPath, path, headers: { host: 'api.github.com' } }).end();
      const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
      return { status: answer.statusCode, body: await text(answer), link: String(answer.headers.link) };
    };
    const page = await get('/repos/acme/web/issues?per_page=30');
    expect(page.status).toBe(200);
    const next = new URL(/<([^>]+)>; rel="next"/.exec(page.link)?.[1] as string);
    expect(next.host).toBe('api.github.com');
    expect((JSON.parse((await get(next.pathname + next.search)).body) as unknown[]).length).toBe(10);
    opened.pop();
    expect(await stop()).toBe(0);
    await expect(stat(socketPath)).rejects.toThrow('ENOENT');
  });

  inTheWhole(test)('a socket file that a killed command left is replaced, one in use is not', async () => {
    const folder = join(root.path, 'left');
    const first = await start(['connect', sandbox.session_id, '--socket-dir', folder], /Connected/);
    const inUse = await svc(['connect', sandbox.session_id, '--socket-dir', folder], { env: using(service) });
    expect(inUse.code).toBe(2);
    expect(inUse.stderr).toContain('is in use');
    await first.stop('SIGKILL');
    opened.pop();
    expect((await stat(join(folder, 'github.sock'))).isSocket()).toBe(true);
    await start(['connect', sandbox.session_id, '--socket-dir', folder], /Connected/);
  });

  test('a page with a name of its own that points to this machine gets nothing', async () => {
    const { variables } = await start(['connect', sandbox.session_id], /Connected/);
    const { hostname, port } = new URL(variables.SVC_GITHUB_REST_URL as string);
    const outgoing = requestHttp({ hostname, port, path: '/user', headers: { host: 'evil.example' } }).end();
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(403);
    answer.resume();
  });

  inTheWhole(test)('a client that takes it for its HTTP proxy is served too', async () => {
    const { variables } = await start(['connect', sandbox.session_id], /Connected/);
    const { hostname, port } = new URL(variables.SVC_GITHUB_REST_URL as string);
    const path = 'http://api.github.localhost/repos/acme/web';
    const outgoing = requestHttp({ hostname, port, path, headers: { host: 'api.github.localhost' } }).end();
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect((JSON.parse(await text(answer)) as { full_name: string }).full_name).toBe('acme/web');
  });
});

describe('svc connect to a service that is observed', () => {
  /** A service with one sandbox whose twin does as the test says. */
  async function observed(
    twin: Parameters<typeof createServer>[1] & object,
  ): Promise<{ env: Record<string, string>; server: ReturnType<typeof createServer> }> {
    const server = createServer((request, response) => {
      if (!request.url?.startsWith('/v1/')) return twin(request, response);
      const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          id: 'ses_1',
          twins: ['notes'],
          state: 'ready',
          agent_token: 'agent-token',
          expires_at: new Date(Date.now() + 60_000).toISOString(),
          per_twin: { notes: { api_url: `${origin}/notes/s/ses_1`, mcp_url: `${origin}/notes/s/ses_1/mcp` } },
        }),
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    return { server, env: { SVC_BASE_URL: `http://127.0.0.1:${port}/v1`, SVC_API_KEY: 'svc_aaaaaaaa_bbbbbbbbbbbbbbbbbbbbbbbb' } };
  }

  test('bodies stream both ways, and a client that goes away frees the twin', async () => {
    let gone: () => void = () => {};
    const freed = new Promise<void>((resolve) => {
      gone = resolve;
    });
    const { server, env } = await observed((request, response) => {
      response.once('close', gone);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      // Echoes each piece before the next one is sent: neither side may be held back.
      request.on('data', (piece: Buffer) =>
        response.write(`${request.method} ${request.url} ${request.headers.authorization} ${piece}`),
      );
    });
    const running = await startSvc(['connect', 'ses_1'], /Connected/, { env });
    opened.push(running);
    const { hostname, port } = new URL(running.variables.SVC_NOTES_REST_URL as string);
    const outgoing = requestHttp({
      hostname,
      port,
      path: '/a//b?c=%2F',
      method: 'POST',
      headers: { authorization: 'token mine' },
    });
    outgoing.on('error', () => {});
    outgoing.write('one');
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    const [first] = (await once(answer, 'data')) as [Buffer];
    expect(first.toString()).toBe('POST /notes/s/ses_1/a//b?c=%2F Bearer agent-token one');
    outgoing.write('two');
    const [second] = (await once(answer, 'data')) as [Buffer];
    expect(second.toString()).toContain('two');
    outgoing.destroy();
    await freed;
    server.closeAllConnections();
    server.close();
  });

  test('an upgrade passes', async () => {
    const { server, env } = await observed((_request, response) => void response.end());
    server.on('upgrade', (request, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
      socket.write(`${request.url} ${request.headers.authorization} `);
      socket.pipe(socket);
    });
    const running = await startSvc(['connect', 'ses_1'], /Connected/, { env });
    opened.push(running);
    const { hostname, port } = new URL(running.variables.SVC_NOTES_REST_URL as string);
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.on('data', (piece) => {
      received += piece;
    });
    socket.write(`GET /socket HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
    await waitFor('the greeting', () => received.includes('/notes/s/ses_1/socket Bearer agent-token '));
    socket.write('hello');
    await waitFor('the echo', () => received.endsWith('hello'));
    expect(received).toMatch(/^HTTP\/1\.1 101 /);
    socket.destroy();
    server.closeAllConnections();
    server.close();
  });

  inTheWhole(test)('a twin that is away is 502 with the reason', async () => {
    const { server, env } = await observed((_request, response) => void response.end());
    const running = await startSvc(['connect', 'ses_1'], /Connected/, { env });
    opened.push(running);
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    const answer = await fetch(`${running.variables.SVC_NOTES_REST_URL}/user`);
    expect(answer.status).toBe(502);
    expect(await answer.text()).toContain('ECONNREFUSED');
  });
});

describe('svc report', () => {
  inTheWhole(test)('prints the report of a run by its id and by its folder', async () => {
    await writeFile(join(root.path, 'scenario.md'), SCENARIO);
    const command = await agentCommand(root.path, 'agent.mjs', LABEL_IT);
    const ran = await svc(['run', 'scenario.md', '--agent', command, '--json'], { cwd: root.path, env: using(service) });
    const { run_id, run_dir } = (JSON.parse(ran.stdout) as { results: [{ run_id: string; run_dir: string }] }).results[0];
    const byId = await svc(['report', run_id], { env: using(service) });
    expect(byId.code).toBe(0);
    expect(byId.stdout).toContain('100');
    const byFolder = await svc(['report', run_dir]);
    expect(byFolder.stdout).toBe(byId.stdout);
    const record = await svc(['report', run_id, '--json'], { env: using(service) });
    expect(JSON.parse(record.stdout)).toMatchObject({ id: run_id, satisfaction_score: 100 });
  });

  test('a run id that is not there exits with 5', async () => {
    const { code, stderr } = await svc(['report', 'run_00000000000000000000000000'], { env: using(service) });
    expect(code).toBe(5);
    expect(stderr).toContain('There is no such run');
  });
});
