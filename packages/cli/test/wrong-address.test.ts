import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createSandbox } from '@svc/cli';
import { layDatabase, type Running, startSvc, stopAll, svc, temporaryFolder } from './support.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
/** Where the service was started: commands there find it by themselves. */
let home: string;
let service: Running;
let origin: string;
let key: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  home = join(folder.path, 'home');
  await mkdir(home);
  await layDatabase(home);
  service = await startSvc(['up', '--port', '0'], /^ready$/m, { cwd: home });
  origin = new URL(service.variables.SVC_BASE_URL as string).origin;
  key = service.variables.SVC_API_KEY as string;
});
afterAll(stopAll);
afterAll(() => folder.remove());

const list = (env: Record<string, string>, cwd = folder.path) => svc(['sandbox', 'list'], { cwd, env });

describe('svc says what to type', () => {
  test.each([
    ['', 'There is no GET /sandboxes. The paths of the API begin with /v1: GET /v1/sandboxes.'],
    ['/', 'There is no GET /sandboxes.'],
    ['/v1/sandboxes', 'There is no such sandbox.'],
  ])('where SVC_BASE_URL ends in "%s" instead of /v1', async (end, message) => {
    const { code, stderr } = await list({ SVC_BASE_URL: `${origin}${end}`, SVC_API_KEY: key });
    expect(code).toBe(5);
    expect(stderr).toContain(message);
    expect(stderr).toContain(`hint: type: export SVC_BASE_URL=${origin}/v1\n`);
  });

  test('a slash at the end is no fault', async () => {
    expect(await list({ SVC_BASE_URL: `${origin}/v1/`, SVC_API_KEY: key })).toMatchObject({ code: 0, stderr: '' });
  });

  test('an address without its scheme', async () => {
    const { code, stderr } = await list({ SVC_BASE_URL: new URL(origin).host, SVC_API_KEY: key });
    expect(code).toBe(5);
    expect(stderr).toContain(`hint: it looks like ${origin}/v1.`);
  });

  test('https where http is', async () => {
    const { code, stderr } = await list({ SVC_BASE_URL: origin.replace('http:', 'https:'), SVC_API_KEY: key });
    expect(code).toBe(2);
    expect(stderr).toContain('speaks http, not https');
    expect(stderr).toContain(`hint: type: export SVC_BASE_URL=${origin}/v1\n`);
  });

  test('a wrong port: nothing listens there, and in the folder of a service where that one is', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    const wrong = { SVC_BASE_URL: `http://127.0.0.1:${port}/v1`, SVC_API_KEY: key };
    const elsewhere = await list(wrong);
    expect(elsewhere.code).toBe(2);
    expect(elsewhere.stderr).toContain(`nothing listens at 127.0.0.1:${port}`);
    expect(elsewhere.stderr).toContain('hint: check SVC_BASE_URL; `svc up` starts a service on this machine.');
    const beside = await list(wrong, home);
    expect(beside.stderr).toContain(`\`svc up\` of this folder answers at ${origin}/v1`);
    expect(beside.stderr).toContain('type: unset SVC_BASE_URL SVC_API_KEY');
  });

  test.each(['', '/v1'])('the port of the twins instead of that of the API, with "%s"', async (end) => {
    const { code, stderr } = await list({ SVC_BASE_URL: `${service.variables.SVC_TWINS_URL}${end}`, SVC_API_KEY: key }, home);
    expect(code).not.toBe(0);
    expect(stderr).toContain('Here are the twins (SVC_TWINS_URL), not the API.');
    expect(stderr).toContain(`\`svc up\` of this folder answers at ${origin}/v1`);
  });
});

describe('keys', () => {
  const foreign = 'svc_aaaaaaaa_bbbbbbbbbbbbbbbbbbbbbbbb';

  test('of another installation, in the variable', async () => {
    const { code, stderr } = await list({ SVC_BASE_URL: `${origin}/v1`, SVC_API_KEY: foreign });
    expect(code).toBe(3);
    expect(stderr).toContain('The API key is not valid: a key counts only at the installation that made it.');
    expect(stderr).toContain(`type: unset SVC_API_KEY; svc login --base-url ${origin}/v1`);
    expect(stderr).not.toContain(foreign);
    const beside = await list({ SVC_BASE_URL: `${origin}/v1`, SVC_API_KEY: foreign }, home);
    expect(beside.stderr).toContain('type: unset SVC_BASE_URL SVC_API_KEY');
  });

  test('of another installation, from the last login', async () => {
    const config = join(folder.path, 'config');
    await mkdir(join(config, 'svc'), { recursive: true });
    const kept = { base_url: 'https://other.example.com/v1', api_key: foreign };
    await writeFile(join(config, 'svc', 'config.json'), JSON.stringify(kept));
    const { code, stderr } = await list({ SVC_BASE_URL: `${origin}/v1`, XDG_CONFIG_HOME: config });
    expect(code).toBe(3);
    expect(stderr).toContain(
      `the key is that of the last login (${join(config, 'svc', 'config.json')}, at https://other.example.com/v1)`,
    );
    expect(stderr).toContain(`type: svc login --base-url ${origin}/v1`);
  });

  test.each([
    ['in quotation marks', () => `"${key}"`, 'without quotation marks'],
    ['with its scheme', () => `Bearer ${key}`, 'it begins with "Bearer", which is left out'],
    ['over two lines', () => `${key.slice(0, 20)}\n${key.slice(20)}`, 'it looks like svc_…'],
    ['left as the guide has it', () => 'svc_…', 'it looks like svc_…'],
  ])('%s', async (_how, given, message) => {
    const { code, stderr } = await list({ SVC_BASE_URL: `${origin}/v1`, SVC_API_KEY: given() });
    expect(code).toBe(3);
    expect(stderr).toContain('What SVC_API_KEY holds is no API key');
    expect(stderr).toContain(message);
    expect(stderr).not.toContain(key.slice(0, 20));
  });

  test('with blanks around it is taken', async () => {
    expect(await list({ SVC_BASE_URL: `${origin}/v1`, SVC_API_KEY: ` ${key}\n` })).toMatchObject({ code: 0 });
  });
});

test('createSandbox says it in the message, which is all that a test runner shows', async () => {
  const made = (baseUrl: string, apiKey: string) => createSandbox({ twins: ['stripe'], baseUrl, apiKey });
  await expect(made(origin, key)).rejects.toThrow(`Use the base URL ${origin}/v1 instead.`);
  await expect(made('http://127.0.0.1:9/v1', key)).rejects.toThrow(/can't be reached .* Hint: check SVC_BASE_URL/);
  await expect(made(`${origin}/v1`, 'svc_aaaaaaaa_bbbbbbbbbbbbbbbbbbbbbbbb')).rejects.toThrow(
    'a key counts only at the installation',
  );
});
