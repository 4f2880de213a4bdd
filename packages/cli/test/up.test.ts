import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { eachTime, inTheWhole, shareOf } from '@svc/twin-kit/testing/share';
import {
  agentCommand,
  BIN,
  LABEL_IT,
  layDatabase,
  layTestCluster,
  processesNaming,
  SCENARIO,
  startService,
  startSvc,
  stopAll,
  svc,
  temporaryFolder,
  using,
} from './support.ts';

// Each test starts PostgreSQL, some twice.
jest.setTimeout(300_000);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let dataDir: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  dataDir = join(folder.path, 'data');
});
afterEach(async () => {
  await stopAll();
  await folder.remove();
});

const me = (variables: Record<string, string>) =>
  fetch(`${variables.SVC_BASE_URL}/me`, { headers: { authorization: `Bearer ${variables.SVC_API_KEY}` } });

describe('svc up', () => {
  eachTime(test)(
    'prints three variables and ready, the key opens the API, and secrets are in files that only their owner reads',
    async () => {
      const { output, variables } = await startService(dataDir);
      const [link = ''] = /http\S+\/signin\?token=\w+/.exec(output.stderr) ?? [];
      expect(await (await fetch(link)).text()).toContain('local@localhost');
      const lines = output.stdout.trim().split('\n');
      expect(lines.map((line) => line.split('=')[0])).toEqual(['SVC_BASE_URL', 'SVC_TWINS_URL', 'SVC_API_KEY', 'ready']);
      expect(variables.SVC_BASE_URL).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
      expect((await me(variables)).status).toBe(200);
      for (const name of ['secrets.json', 'credentials.json', 'logs/svc.log']) {
        expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600);
      }
      expect(JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8'))).toEqual({ api_key: variables.SVC_API_KEY });
    },
  );

  inTheWhole(test)('is found by commands in the same folder while it runs, and not afterwards', async () => {
    const cwd = folder.path;
    await layDatabase(cwd);
    const service = await startSvc(['up', '--port', '0'], /^ready$/m, { cwd });
    expect(await svc(['sandbox', 'list'], { cwd })).toMatchObject({ code: 0, stdout: 'No sandboxes.\n' });
    // Who names another service means that one.
    expect(await svc(['sandbox', 'list'], { cwd, env: { SVC_BASE_URL: 'http://127.0.0.1:9/v1' } })).toMatchObject({ code: 3 });
    expect(await service.stop()).toBe(0);
    expect(await svc(['sandbox', 'list'], { cwd })).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('SVC_BASE_URL is not set'),
    });
  });

  eachTime(test)(
    '--exec runs a command with the variables, ends with its exit code, and prints nothing of its own on stdout',
    async () => {
      const command = `"${process.execPath}" "${BIN}" sandbox list; echo "$SVC_TWINS_URL"; MARK="${dataDir}" sleep 600 & exit 7`;
      await layTestCluster(dataDir);
      const { code, stdout } = await svc(['up', '--port', '0', '--data-dir', dataDir, '--exec', command]);
      expect({ code, stdout }).toEqual({
        code: 7,
        stdout: expect.stringMatching(/^No sandboxes\.\nhttp:\/\/127\.0\.0\.1:\d+\n$/),
      });
      expect(processesNaming(dataDir)).toEqual([]);
    },
  );

  inTheWhole(test)('a second start on the same data directory keeps the key and the runs', async () => {
    const first = await startService(dataDir);
    await writeFile(join(folder.path, 'scenario.md'), SCENARIO);
    const agent = await agentCommand(folder.path, 'agent.mjs', LABEL_IT);
    const graded = await svc(['run', 'scenario.md', '--agent', agent, '--json'], { cwd: folder.path, env: using(first) });
    expect(graded.code).toBe(0);
    const [{ run_id }] = (JSON.parse(graded.stdout) as { results: [{ run_id: string }] }).results;
    expect(await first.stop()).toBe(0);

    const second = await startService(dataDir);
    expect(second.variables.SVC_API_KEY).toBe(first.variables.SVC_API_KEY);
    // A line a step, and what takes long is said to.
    const steps = (made: string) =>
      new RegExp(`^Starting the service.*\n  database: PostgreSQL${made}\n  control plane.*\n  grading worker\n`);
    expect(first.output.stderr).toMatch(steps(', made once, which takes some seconds'));
    expect(second.output.stderr).toMatch(steps(''));
    const headers = { authorization: `Bearer ${second.variables.SVC_API_KEY}` };
    const runs = (await (await fetch(`${second.variables.SVC_BASE_URL}/runs`, { headers })).json()) as { id: string }[];
    expect(runs.map(({ id }) => id)).toEqual([run_id]);
    const { url } = (await (await fetch(`${second.variables.SVC_BASE_URL}/runs/${run_id}/trace`, { headers })).json()) as {
      url: string;
    };
    expect((await fetch(url)).status).toBe(200);
  });

  inTheWhole(test)('a second start while one runs exits with 2 and names its process; the first goes on', async () => {
    const first = await startService(dataDir);
    const { code, stderr } = await svc(['up', '--port', '0', '--data-dir', dataDir]);
    expect(code).toBe(2);
    expect(stderr).toContain(`is in use by process ${first.child.pid}`);
    expect((await me(first.variables)).status).toBe(200);
  });

  test.each(shareOf(['/proc/svc', '/dev/null/svc'], 1))(
    'a data directory that cannot be made (%s) exits with 5 and is named',
    async (place) => {
      const { code, stderr } = await svc(['up', '--port', '0', '--data-dir', place]);
      expect(code).toBe(5);
      expect(stderr).toContain(`the folder ${place}/logs can't be made: `);
    },
  );

  inTheWhole(test)('a file where the database is to be exits with 5 and is named', async () => {
    const place = join(folder.path, 'postgres');
    await writeFile(place, 'x');
    const { code, stderr } = await svc(['up', '--port', '0', '--data-dir', folder.path]);
    expect(code).toBe(5);
    expect(stderr).toContain(`the folder ${place} can't be made: `);
  });

  eachTime(test)('a taken port exits with 2, names it, and leaves nothing running', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const { code, stderr } = await svc(['up', '--port', String(port), '--data-dir', dataDir]);
    expect(code).toBe(2);
    expect(stderr).toContain(`Port ${port} is taken.`);
    const twins = await svc(['up', '--port', '0', '--twins-port', String(port), '--data-dir', dataDir]);
    holder.close();
    expect(twins.code).toBe(2);
    expect(twins.stderr).toContain('--twins-port');
    expect(processesNaming(dataDir)).toEqual([]);
    expect(existsSync(join(dataDir, 'service.lock'))).toBe(false);
  });

  eachTime(test)('after kill -9 the next start has the open sandbox, its world and its tape back', async () => {
    const first = await startService(dataDir);
    const created = await svc(['sandbox', 'create', '--twin', 'github', '--json'], { env: using(first) });
    const sandbox = JSON.parse(created.stdout) as {
      session_id: string;
      agent_token: string;
      per_twin: { github: { api_url: string } };
    };
    const headers = { authorization: `Bearer ${sandbox.agent_token}`, 'content-type': 'application/json' };
    const issue = await fetch(`${sandbox.per_twin.github.api_url}/repos/acme/storefront/issues`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ title: 'Before the crash' }),
    });
    expect(issue.status).toBe(201);
    const tape = async () => (await fetch(`${sandbox.per_twin.github.api_url}/_svc/events`, { headers })).text();
    const before = await tape();
    await first.stop('SIGKILL');

    const ports = ['SVC_BASE_URL', 'SVC_TWINS_URL'].map((name) => new URL(first.variables[name] as string).port) as [
      string,
      string,
    ];
    await startService(dataDir, ['--port', ports[0], '--twins-port', ports[1]]);
    expect(await tape()).toBe(before);
    const titles = await fetch(`${sandbox.per_twin.github.api_url}/repos/acme/storefront/issues`, { headers });
    expect(((await titles.json()) as { title: string }[]).map(({ title }) => title)).toContain('Before the crash');
  });
});
