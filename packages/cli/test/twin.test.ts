import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Octokit } from '@octokit/rest';
import type { Twin } from '@svc/twin-kit';
import { eachTime, inTheWhole, shareOf } from '@svc/twin-kit/testing/share';
import { loadTwin, twinIds } from '@svc/twins';
import { parse } from 'yaml';
import { z } from 'zod';
import { startSvc, stopAll, svc, temporaryFolder } from './support.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  await stopAll();
  await folder.remove();
});

const startTwin = (args: readonly string[] = []) =>
  startSvc(['twin', 'start', 'github', '--port', '0', ...args], /^SVC_AUTH_TOKEN=/m, { cwd: folder.path });

describe('svc twin start', () => {
  eachTime(test)('serves the default world to the official client at the printed address', async () => {
    const { variables, stop } = await startTwin();
    const github = new Octokit({ baseUrl: variables.SVC_GITHUB_REST_URL, auth: variables.SVC_AUTH_TOKEN });
    const { data } = await github.rest.issues.get({ owner: 'acme', repo: 'storefront', issue_number: 1 });
    // Spec, "Seed": one open, labelled, unassigned issue #1 without comments.
    expect(data).toMatchObject({ state: 'open', assignees: [], comments: 0 });
    expect(data.labels).toHaveLength(1);
    expect(await stop()).toBe(0);
  });

  inTheWhole(test)('prints the addresses by their names and nothing else on stdout', async () => {
    const { output, variables } = await startTwin();
    expect(variables.SVC_GITHUB_REST_URL).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/s\/standalone$/);
    expect(variables.SVC_GITHUB_MCP_URL).toBe(`${variables.SVC_GITHUB_REST_URL}/mcp`);
    const names = output.stdout
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0]);
    expect(names).toEqual(['SVC_GITHUB_REST_URL', 'SVC_GITHUB_MCP_URL', 'SVC_AUTH_TOKEN']);
  });

  test.each(shareOf(['gmail', 'linear'], 1))(
    'prints the token of %s once more under the twin’s own name, and it opens the twin',
    async (twin) => {
      const { variables } = await startSvc(['twin', 'start', twin, '--port', '0'], /^SVC_AUTH_TOKEN=.+\n/m, { cwd: folder.path });
      const token = variables[`SVC_${twin.toUpperCase()}_TOKEN`] as string;
      expect(token).toBe(variables.SVC_AUTH_TOKEN);
      const state = await fetch(`${variables[`SVC_${twin.toUpperCase()}_REST_URL`]}/_svc/state`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(state.status).toBe(200);
    },
  );

  inTheWhole(test)('--json prints the same on one line', async () => {
    const { output } = await startSvc(['twin', 'start', 'github', '--port', '0', '--json'], /\n/, { cwd: folder.path });
    const [line, ...rest] = output.stdout.split('\n');
    expect(rest).toEqual(['']);
    expect(JSON.parse(line as string)).toEqual({
      twin: 'github',
      rest_url: expect.stringMatching(/\/s\/standalone$/),
      mcp_url: expect.stringMatching(/\/s\/standalone\/mcp$/),
      auth_token: expect.any(String),
    });
  });

  eachTime(test)('keeps its address and token in .svc/twin-status.json while it runs, for its owner only', async () => {
    const { variables, stop } = await startTwin();
    const path = join(folder.path, '.svc', 'twin-status.json');
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
      rest_url: variables.SVC_GITHUB_REST_URL,
      auth_token: variables.SVC_AUTH_TOKEN,
    });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await stop('SIGTERM');
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });

  inTheWhole(test)(
    'a second twin in the folder replaces the status file, and the first leaves it alone when it ends',
    async () => {
      const first = await startTwin();
      const second = await startTwin();
      const status = async () => JSON.parse(await readFile(join(folder.path, '.svc', 'twin-status.json'), 'utf8'));
      expect(await status()).toMatchObject({ rest_url: second.variables.SVC_GITHUB_REST_URL });
      await first.stop();
      expect(await status()).toMatchObject({ rest_url: second.variables.SVC_GITHUB_REST_URL });
    },
  );

  eachTime(test)('listens on 3333 when no port is named', async () => {
    const { stdout } = await svc(['twin', 'start', '--help']);
    expect(stdout).toMatch(/--port <n>.*\(default: 3333\)/s);
  });

  eachTime(test)('starts from a YAML seed instead of the default world', async () => {
    const seed = join(folder.path, 'world.yaml');
    await writeFile(seed, 'repositories:\n  - { owner: zeta, name: app, issues: [{ number: 4, title: Four, state: open }] }\n');
    const { variables } = await startTwin(['--seed', seed]);
    const github = new Octokit({
      baseUrl: variables.SVC_GITHUB_REST_URL,
      auth: variables.SVC_AUTH_TOKEN,
      log: { debug() {}, info() {}, warn() {}, error() {} },
    });
    const { data } = await github.rest.issues.get({ owner: 'zeta', repo: 'app', issue_number: 4 });
    expect(data.title).toBe('Four');
    await expect(github.rest.repos.get({ owner: 'acme', repo: 'storefront' })).rejects.toMatchObject({ status: 404 });
  });

  eachTime(test)('begins anew at every start', async () => {
    const first = await startTwin();
    const target = { owner: 'acme', repo: 'storefront', issue_number: 1 };
    const github = new Octokit({ baseUrl: first.variables.SVC_GITHUB_REST_URL, auth: first.variables.SVC_AUTH_TOKEN });
    await github.rest.issues.update({ ...target, state: 'closed' });
    await first.stop();
    const second = await startTwin();
    const again = new Octokit({ baseUrl: second.variables.SVC_GITHUB_REST_URL, auth: second.variables.SVC_AUTH_TOKEN });
    expect((await again.rest.issues.get(target)).data.state).toBe('open');
  });

  inTheWhole(test)('a taken port exits with 2, names it and --port, and leaves no status file', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const { code, stderr } = await svc(['twin', 'start', 'github', '--port', String(port)], { cwd: folder.path });
    holder.close();
    expect(code).toBe(2);
    expect(stderr).toContain(`Port ${port} is taken.`);
    expect(stderr).toContain('--port');
    await expect(stat(join(folder.path, '.svc'))).rejects.toThrow('ENOENT');
  });

  eachTime(test)('a seed the twin refuses exits with 5 and names the place', async () => {
    await writeFile(
      join(folder.path, 'bad.json'),
      JSON.stringify({ repositories: [{ owner: 'acme', name: 'web', issues: [{ number: 1, state: 'ajar' }] }] }),
    );
    const { code, stderr } = await svc(['twin', 'start', 'github', '--seed', 'bad.json'], { cwd: folder.path });
    expect(code).toBe(5);
    expect(stderr).toContain('repositories[0].issues[0].title');
    expect(stderr).toContain('repositories[0].issues[0].state');
  });

  eachTime(test)('a seed file that is no YAML exits with 5', async () => {
    await writeFile(join(folder.path, 'bad.yaml'), 'a: [1\nb: 2');
    const { code, stderr } = await svc(['twin', 'start', 'github', '--seed', 'bad.yaml'], { cwd: folder.path });
    expect(code).toBe(5);
    expect(stderr).toContain('bad.yaml is not YAML');
  });
});

describe('svc twin new-seed', () => {
  eachTime(test)('writes the default world as YAML that the twin starts from', async () => {
    const { code, stdout } = await svc(['twin', 'new-seed', 'github'], { cwd: folder.path });
    expect(code).toBe(0);
    expect(stdout).toBe('github.seed.yaml\n');
    const seed = parse(await readFile(join(folder.path, 'github.seed.yaml'), 'utf8')) as { repositories: { name: string }[] };
    expect(seed.repositories.map(({ name }) => name)).toEqual(['storefront']);
    const { variables } = await startTwin(['--seed', 'github.seed.yaml']);
    const github = new Octokit({ baseUrl: variables.SVC_GITHUB_REST_URL, auth: variables.SVC_AUTH_TOKEN });
    expect((await github.rest.repos.get({ owner: 'acme', repo: 'storefront' })).data.full_name).toBe('acme/storefront');
  });

  test.each(shareOf(twinIds, 2))(
    'of %s is a document that its parser takes, under comments that name every collection',
    async (id) => {
      expect((await svc(['twin', 'new-seed', id], { cwd: folder.path })).code).toBe(0);
      const text = await readFile(join(folder.path, `${id}.seed.yaml`), 'utf8');
      const twin = (await loadTwin(id)) as Twin;
      expect(twin.parseSeed(parse(text))).toMatchObject({ ok: true });
      const strangers = twin.parseSeed({ nobody_knows_this: 1 }).ok ? 'dropped' : 'refused';
      const comments = text.split('\n').filter((line) => line.startsWith('#'));
      expect(comments[1]).toContain(`doesn't know are ${strangers}`);
      const { properties } = z.toJSONSchema(twin.definition.seed.schema, { io: 'input', unrepresentable: 'any' }) as {
        properties: object;
      };
      const named = comments.flatMap((line) => /^# {3}(\w+)\*?:/.exec(line)?.[1] ?? []);
      expect(named).toEqual(Object.keys(properties));
      expect(named.length).toBeGreaterThan(2);
    },
  );

  eachTime(test)('overwrites nothing', async () => {
    await writeFile(join(folder.path, 'github.seed.yaml'), 'mine');
    const { code, stderr } = await svc(['twin', 'new-seed', 'github'], { cwd: folder.path });
    expect(code).toBe(5);
    expect(stderr).toContain('github.seed.yaml exists and is not overwritten');
    expect(await readFile(join(folder.path, 'github.seed.yaml'), 'utf8')).toBe('mine');
  });
});
