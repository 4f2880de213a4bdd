import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { stopAll, svc, temporaryFolder } from './support.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let stub: Server | undefined;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  stub?.close();
  await stopAll();
  await folder.remove();
});

const KEY = 'svc_aaaaaaaa_bbbbbbbbbbbbbbbbbbbbbbbb';

interface Finding {
  what: string;
  status: string;
  message: string;
  mend?: string;
}

async function doctor(
  env: Record<string, string> = {},
): Promise<{ code: number | null; all: string; found: Record<string, Finding> }> {
  const { code, stdout, stderr } = await svc(['doctor', '--json'], { cwd: folder.path, env });
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  return { code, all: stdout + stderr, found: Object.fromEntries(findings.map((finding) => [finding.what, finding])) };
}

/** A service that refuses everyone, or lets everyone in. */
async function service(status: number, body: unknown): Promise<string> {
  stub = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(stub, 'listening');
  return `http://127.0.0.1:${(stub.address() as AddressInfo).port}/v1`;
}

const refusal = (type: string) => ({ error: { type, message: 'No.', details: {}, request_id: 'req_1' } });

describe('svc doctor', () => {
  test('in a folder without anything it exits with 0 and says what to start', async () => {
    const { code, found } = await doctor();
    expect(code).toBe(0);
    expect(found.node).toMatchObject({ status: 'ok', message: process.versions.node });
    expect(found['data directory']).toMatchObject({ status: 'ok' });
    expect(found.service).toMatchObject({ status: 'warning', mend: 'svc up' });
    expect(Object.keys(found)).toEqual(
      expect.arrayContaining(['port 4000', 'port 4001', 'port 3333', 'docker', 'configuration']),
    );
  });

  test('a key that the service knows is told by its name, never by itself', async () => {
    const answer = {
      user: { id: 'usr_1', email: 'a@example.com' },
      team: { id: 'team_1', slug: 'acme', plan_tier: 'team' },
      api_key: { id: 'key_1', name: 'laptop' },
    };
    const { code, all, found } = await doctor({ SVC_BASE_URL: await service(200, answer), SVC_API_KEY: KEY });
    expect(code).toBe(0);
    expect(found['API key']).toMatchObject({ status: 'ok', message: '"laptop" of team acme (team)' });
    expect(all).not.toContain(KEY);
  });

  test.each([
    [401, 'invalid_auth', 'does not know it'],
    [403, 'revoked_key', 'revoked'],
  ])('a key refused with %i exits with 2 and is mended by a login', async (status, type, message) => {
    const baseUrl = await service(status, refusal(type));
    const { code, found } = await doctor({ SVC_BASE_URL: baseUrl, SVC_API_KEY: KEY });
    expect(code).toBe(2);
    expect(found['API key']).toMatchObject({
      status: 'problem',
      message: expect.stringContaining(message),
      mend: `unset SVC_API_KEY; svc login --base-url ${baseUrl}`,
    });
  });

  test('a service that is not there is a problem', async () => {
    const { code, found } = await doctor({ SVC_BASE_URL: 'http://127.0.0.1:9/v1', SVC_API_KEY: KEY });
    expect(code).toBe(2);
    expect(found.service).toMatchObject({
      status: 'problem',
      message: expect.stringContaining("can't be reached"),
      mend: 'svc up',
    });
  });

  test('a configuration file that others can read is a problem, and the command mends it', async () => {
    const path = join(folder.path, 'svc', 'config.json');
    await mkdir(join(folder.path, 'svc'));
    await writeFile(path, JSON.stringify({ base_url: await service(401, refusal('invalid_auth')), api_key: KEY }));
    await chmod(path, 0o644);
    const before = await doctor({ XDG_CONFIG_HOME: folder.path });
    expect(before.code).toBe(2);
    expect(before.found.configuration).toMatchObject({ status: 'problem', mend: `chmod 600 ${path}` });
    await chmod(path, 0o600);
    expect((await doctor({ XDG_CONFIG_HOME: folder.path })).found.configuration).toMatchObject({ status: 'ok' });
  });

  test('a status file of a twin that is gone is a warning', async () => {
    await mkdir(join(folder.path, '.svc'));
    const status = { twin: 'github', rest_url: 'http://127.0.0.1:9/s/standalone', mcp_url: '', auth_token: 'x' };
    await writeFile(join(folder.path, '.svc', 'twin-status.json'), JSON.stringify(status));
    const { code, found } = await doctor();
    expect(code).toBe(0);
    expect(found['local twin']).toMatchObject({ status: 'warning', mend: 'rm .svc/twin-status.json' });
  });

  test('a data directory that is a file is a problem', async () => {
    await mkdir(join(folder.path, '.svc'));
    await writeFile(join(folder.path, '.svc', 'data'), '');
    const { code, found } = await doctor();
    expect(code).toBe(2);
    expect(found['data directory']).toMatchObject({ status: 'problem', mend: 'svc up --data-dir ~/svc-data' });
  });

  test('as text, each problem is followed by the command that mends it', async () => {
    const { code, stdout } = await svc(['doctor'], {
      cwd: folder.path,
      env: { SVC_BASE_URL: 'http://127.0.0.1:9/v1', SVC_API_KEY: KEY },
    });
    expect(code).toBe(2);
    expect(stdout).toMatch(/✗ service: .*can't be reached.*\n {4}mend it: svc up\n/);
  });
});
