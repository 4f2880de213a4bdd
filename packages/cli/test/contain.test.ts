// `svc run --contain`: an agent reaches its twins and what is allowed, and nothing else; what it tried is kept.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { processesNaming, svc, temporaryFolder } from './support.ts';

// Starts twins and agents, on a machine that may do much else.
jest.setTimeout(180_000);

/** Whether this system gives anybody a network of their own. */
const isPossible = await promisify(execFile)('unshare', [
  '--user',
  '--map-root-user',
  '--net',
  '--mount',
  '--',
  'ip',
  'link',
]).then(
  () => true,
  () => false,
);

const SCENARIO = `# Look around

## Prompt

Look around acme/storefront.

## Config

\`\`\`yaml
twins: [github]
\`\`\`
`;

/** Tries each way and writes down what came of it. */
const AGENT = `
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
if (process.env.SVC_PREFLIGHT) process.exit(0);
const { SVC_GITHUB_REST_URL: url, SVC_AUTH_TOKEN: token, SVC_ARTIFACTS_DIR: folder, ALLOWED, OTHER } = process.env;
const authorization = 'Bearer ' + token;
const status = (address, headers = {}) => fetch(address, { headers, signal: AbortSignal.timeout(20_000) }).then((answer) => answer.status, () => 'refused');
const ran = (...words) => { try { return execFileSync(words[0], words.slice(1), { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim(); } catch (error) { return 'refused'; } };
const own = createServer((_, response) => response.end('mine')).listen(0, '127.0.0.1');
await new Promise((done) => own.once('listening', done));
const found = {
  twin: await status(url + '/repos/acme/storefront', { authorization }),
  gh: ran('gh', 'repo', 'view', 'acme/storefront', '--json', 'name', '-q', '.name'),
  git: ran('git', 'ls-remote', '--heads', 'https://github.com/acme/storefront.git').replace(/^\\w+\\s+/, ''),
  allowed: await status('http://127.0.0.1:' + ALLOWED),
  own: await status('http://127.0.0.1:' + own.address().port),
  vendor: await status('https://api.github.com/zen'),
  address: await status('http://93.184.215.14/'),
  machine: await status('http://127.0.0.1:' + OTHER),
  ssh: ran('git', 'ls-remote', 'ssh://git@gitlab.example:2222/a.git'),
  services: existsSync('/run') ? readdirSync('/run') : [],
  who: process.getuid(),
};
own.close();
writeFileSync(join(folder, 'found.json'), JSON.stringify(found));
process.exit(7);
`;

/** A server of this machine that isn't meant for the agent, or is. */
async function serving(): Promise<{ server: Server; port: number }> {
  const server = createServer((_request, response) => response.end('hello'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let open: Awaited<ReturnType<typeof serving>>[];
beforeAll(async () => {
  folder = await temporaryFolder();
  open = [await serving(), await serving()];
  await writeFile(join(folder.path, 'scenario.md'), SCENARIO);
  await writeFile(join(folder.path, 'agent.mjs'), AGENT);
});
afterAll(async () => {
  for (const { server } of open) server.close();
  await folder.remove();
});

const run = (...more: string[]) =>
  svc(['run', 'scenario.md', '--local', '--agent', `"${process.execPath}" agent.mjs`, ...more], {
    cwd: folder.path,
    env: { ALLOWED: String(open[0]?.port), OTHER: String(open[1]?.port) },
  });

describe('a contained agent', () => {
  (isPossible ? test : test.skip)('reaches its twins and what is allowed, and what else it tried is told and kept', async () => {
    const { code, stdout, stderr } = await run('--contain', '--allow', `127.0.0.1:${open[0]?.port}`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [id = ''] = await readdir(join(folder.path, '.svc', 'runs'));
    const kept = async (name: string) => JSON.parse(await readFile(join(folder.path, '.svc', 'runs', id, name), 'utf8'));
    expect(await kept('artifacts/found.json')).toEqual({
      twin: 200,
      gh: 'storefront',
      git: 'refs/heads/main',
      allowed: 200,
      own: 200,
      vendor: 'refused',
      address: 'refused',
      machine: 'refused',
      ssh: 'refused',
      services: [],
      who: process.getuid?.(),
    });
    expect(await kept('refused-connections.json')).toEqual([
      { host: 'api.github.com', port: 443 },
      { host: '93.184.215.14', port: 80 },
      { host: 'gitlab.example', port: null },
    ]);
    expect(await kept('meta.json')).toMatchObject({ exit_code: 7, stop_reason: 'exited' });
    expect(stdout).toContain('refused  a connection to api.github.com:443');
    expect(stdout).toContain('refused  the address of gitlab.example');
  });

  (isPossible ? test : test.skip)('is stopped with all that contains it when its time is up', async () => {
    await writeFile(join(folder.path, 'short.md'), SCENARIO.replace('twins: [github]', 'twins: [github]\ntimeout: 3'));
    const agent = `[ -n "$SVC_PREFLIGHT" ] || exec sleep 42424243`;
    const { stdout } = await svc(['run', 'short.md', '--local', '--contain', '--json', '--agent', agent], { cwd: folder.path });
    expect(JSON.parse(stdout)).toMatchObject({ results: [{ stop_reason: 'timeout' }] });
    expect(await processesNaming('42424243')).toEqual([]);
  });

  test('is not started where this system has no way to contain one', async () => {
    const { code, stderr } = await svc(
      ['run', 'scenario.md', '--local', '--agent', `"${process.execPath}" agent.mjs`, '--contain'],
      { cwd: folder.path, env: { PATH: folder.path } },
    );
    expect(code).toBe(5);
    expect(stderr).toMatch(/This system can't contain an agent \(.*unshare.*\)[\s\S]*util-linux/);
  });

  test.each([
    ['--allow about agents that are not contained', ['--allow', 'api.example.com'], /add --contain/],
    ['a host to allow that is none', ['--contain', '--allow', 'http://api.example.com'], /is no host to allow/],
    ['a port that is none', ['--contain', '--allow', 'api.example.com:70000'], /is no host to allow/],
  ])('refuses %s', async (_what, more, words) => {
    const { code, stderr } = await run(...more);
    expect(code).toBe(5);
    expect(stderr).toMatch(words);
  });
});
