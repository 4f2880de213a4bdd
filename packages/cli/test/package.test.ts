import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { inTheWhole, isWhole } from '@svc/twin-kit/testing/share';
import { PACKAGE_NAME } from '../pack/package-name.ts';
import { published } from '../pack/published.ts';
import { CONSUMER } from './consumer.ts';
import { BIN, LABEL_IT, processesNaming, SCENARIO, temporaryFolder, waitFor } from './support.ts';

// In the whole, the bundle and an installation from the registry come before the first test.
jest.setTimeout(300_000);

const PACK = fileURLToPath(new URL('../pack/main.ts', import.meta.url));
const TYPESCRIPT = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));
const run = promisify(execFile);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
/** An empty folder that the package was installed in, as a user does; in `npm test` the bundle of all suites is laid there as npm lays it. */
let home: string;
/** The package itself, in the whole. */
let tarball: string;
/** Node 24 before whatever else is on the PATH; no service is known. */
const { SVC_BASE_URL, SVC_API_KEY, ...rest } = process.env;
const env = { ...rest, PATH: `${dirname(process.execPath)}:${process.env.PATH}`, XDG_CONFIG_HOME: '/nonexistent' };

beforeAll(async () => {
  folder = await temporaryFolder();
  home = join(folder.path, 'home');
  await mkdir(home);
  await (isWhole ? install() : lay());
});
afterAll(() => folder.remove());

async function install(): Promise<void> {
  const packed = await run(process.execPath, [PACK, join(folder.path, 'packed')], { env });
  // The line to type is all there is to read.
  expect(packed).toEqual({ stdout: expect.stringMatching(/^npm install \S+\.tgz\n$/), stderr: '' });
  const [command = '', ...words] = packed.stdout.trim().split(' ');
  tarball = words.at(-1) as string;
  await run(command, [...words, '--no-audit', '--no-fund'], { cwd: home, env });
}

async function lay(): Promise<void> {
  const place = join(home, 'node_modules', PACKAGE_NAME);
  await mkdir(join(home, 'node_modules/.bin'), { recursive: true });
  await cp(dirname(BIN), join(place, 'dist'), { recursive: true });
  await symlink(join(dirname(dirname(BIN)), 'node_modules'), join(place, 'node_modules'));
  await chmod(join(place, 'dist/svc.mjs'), 0o755);
  await symlink(join(place, 'dist/svc.mjs'), join(home, 'node_modules/.bin/svc'));
  await writeFile(join(place, 'package.json'), JSON.stringify(published));
  await writeFile(join(home, 'package.json'), '{}');
}

/** Starts the installed command and waits for a line; `end` sends SIGTERM and gives the exit code. */
async function start(args: readonly string[], until: RegExp) {
  const child = spawn(join(home, 'node_modules/.bin/svc'), args, { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close') as Promise<[number | null]>;
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  await waitFor(`svc ${args[0]}`, () => until.test(output) || child.exitCode !== null);
  expect(output).toMatch(until);
  return {
    variables: Object.fromEntries([...output.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value])),
    end: async () => {
      child.kill('SIGTERM');
      return (await closed)[0];
    },
  };
}

/** A Node of this machine that is too old, else this one that says it is. */
async function olderNode(): Promise<string[]> {
  for (const folder of (process.env.PATH ?? '').split(':')) {
    const node = join(folder, 'node');
    const version = await run(node, ['--version']).catch(() => undefined);
    if (version && Number.parseInt(version.stdout.slice(1), 10) < 24) return [node];
  }
  const claim = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })";
  return [process.execPath, '--import', `data:text/javascript,${claim}`];
}

describe('the npm package under an older Node', () => {
  const told = /needs Node 24 or newer, and this is Node 2\d\.\d+\.\d+: https:\/\/nodejs\.org$/;

  test('svc says in a sentence which one it needs, and ends with 2', async () => {
    const [node = '', ...options] = await olderNode();
    const ended = run(node, [...options, join(home, 'node_modules/.bin/svc'), '--help'], { cwd: home, env });
    const { code, stdout, stderr } = (await ended.catch((error: unknown) => error)) as {
      code: number;
      stdout: string;
      stderr: string;
    };
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.trimEnd()).toMatch(told);
  });

  test.each(["startTwin('github')", 'createSandbox()'])('%s throws the same sentence', async (call) => {
    const program = `import { startTwin, createSandbox } from '${PACKAGE_NAME}';
await ${call}.catch((error) => console.log(error.message));\n`;
    await writeFile(join(home, 'old.mjs'), program);
    const [node = '', ...options] = await olderNode();
    const { stdout, stderr } = await run(node, [...options, 'old.mjs'], { cwd: home, env });
    expect({ said: stdout.trimEnd(), stderr }).toEqual({ said: expect.stringMatching(told), stderr: '' });
  });
});

/** The other installers, at the versions that they are tried with; the whole run only: they fetch every dependency anew. */
const INSTALLERS = [
  ['pnpm', ['-y', 'pnpm@12.21.0', 'add', '--ignore-scripts']],
  ['yarn', ['-y', 'yarn@1.22.22', 'add', '--silent', '--no-progress']],
] as const;

for (const [name, args] of isWhole ? INSTALLERS : [])
  describe(`installed by ${name}`, () => {
    let consumer: string;
    beforeAll(async () => {
      consumer = join(folder.path, name);
      await mkdir(consumer);
      await writeFile(join(consumer, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
      await run('npx', [...args, `file:${tarball}`], { cwd: consumer, env });
    });

    test('svc, startTwin, createSandbox, and what promptfoo and matchers take, work', async () => {
      const program = `import { createSandbox, SandboxProvider, sandboxMatchers, startTwin } from '${PACKAGE_NAME}';
await using twin = await startTwin('github');
const repositories: number = (await twin.state()).repositories.length;
await using sandbox = await createSandbox({ twins: ['linear'] });
console.log(repositories, Object.keys(sandbox.twins).join(), typeof sandboxMatchers.toPass, typeof SandboxProvider);\n`;
      await writeFile(join(consumer, 'use.ts'), program);
      const args = ['up', '--port', '0', '--data-dir', join(consumer, 'data'), '--exec', 'node use.ts'];
      const { stdout } = await run(join(consumer, 'node_modules/.bin/svc'), args, { cwd: consumer, env });
      expect(stdout).toContain('1 linear function function\n');
    });

    test('the types are those of each twin', async () => {
      await writeFile(join(consumer, 'consumer.ts'), CONSUMER);
      const flags = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022', '--module', 'nodenext', 'consumer.ts'];
      const compiled = await run(process.execPath, [TYPESCRIPT, ...flags], { cwd: consumer, env }).catch(
        (error: unknown) => error,
      );
      expect(compiled).toMatchObject({ stdout: '', stderr: '' });
    });
  });

describe('the npm package in an empty folder', () => {
  test('npx svc --help lists the commands, and --version is that of the package', async () => {
    const { stdout, stderr } = await run('npx', ['--no-install', 'svc', '--help'], { cwd: home, env });
    expect(stdout).toMatch(/^ {2}run \[options\] <scenario/m);
    expect(stderr).toBe('');
    const { version } = JSON.parse(await readFile(join(home, 'node_modules', PACKAGE_NAME, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect((await run('npx', ['--no-install', 'svc', '--version'], { cwd: home, env })).stdout).toBe(`${version}\n`);
  });

  inTheWhole(test).each(['github', 'stripe', 'slack', 'gmail', 'linear'])(
    'svc twin start %s answers its health check',
    async (twin) => {
      const { variables, end } = await start(['twin', 'start', twin, '--port', '0'], /SVC_AUTH_TOKEN=/);
      try {
        const answer = await fetch(`${variables[`SVC_${twin.toUpperCase()}_REST_URL`]}/_svc/health`);
        expect(answer.status).toBe(200);
      } finally {
        expect(await end()).toBe(0);
      }
    },
  );

  test('svc twin start github answers an official route', async () => {
    const { variables, end } = await start(['twin', 'start', 'github', '--port', '0'], /SVC_AUTH_TOKEN=/);
    try {
      const answer = await fetch(`${variables.SVC_GITHUB_REST_URL}/user`, {
        headers: { authorization: `Bearer ${variables.SVC_AUTH_TOKEN}` },
      });
      expect({ status: answer.status, body: await answer.json() }).toMatchObject({ status: 200, body: { type: 'User' } });
    } finally {
      await end();
    }
  });

  test('svc up grades a run, and leaves nothing behind', async () => {
    await writeFile(join(home, 'label.md'), SCENARIO);
    await writeFile(join(home, 'agent.mjs'), `if (process.env.SVC_PREFLIGHT) process.exit(0);\n${LABEL_IT}`);
    const { variables, end } = await start(['up', '--port', '0'], /^ready$/m);
    try {
      const graded = await run('npx', ['--no-install', 'svc', 'run', 'label.md', '--agent', 'node agent.mjs', '--json'], {
        cwd: home,
        env: { ...env, ...variables },
      });
      expect(JSON.parse(graded.stdout)).toMatchObject({ results: [{ verdict: 'passed', score: 100 }] });
      // The dashboard is in it too.
      const page = await fetch(new URL('/runs', variables.SVC_BASE_URL), { headers: { accept: 'text/html' } });
      expect({ status: page.status, type: page.headers.get('content-type') }).toEqual({
        status: 401,
        type: 'text/html; charset=utf-8',
      });
    } finally {
      expect(await end()).toBe(0);
    }
    expect(processesNaming(home)).toEqual([]);
  });

  test('programs import it', async () => {
    const program = `import { startTwin } from '${PACKAGE_NAME}';
const twin = await startTwin('github');
const repositories: number = (await twin.state()).repositories.length;
console.log(repositories);
await twin.close();\n`;
    await writeFile(join(home, 'use.ts'), program);
    await writeFile(
      join(home, 'package.json'),
      JSON.stringify({ ...JSON.parse(await readFile(join(home, 'package.json'), 'utf8')), type: 'module' }),
    );
    expect((await run(process.execPath, ['use.ts'], { cwd: home, env })).stdout).toBe('1\n');
  });

  // The library check is left on: the package's own types are checked too.
  const resolutions: readonly [string, string[]][] = [
    ['NodeNext', ['--module', 'nodenext']],
    ['Bundler', ['--module', 'esnext', '--moduleResolution', 'bundler']],
  ];
  inTheWhole(test).each(resolutions)(
    'types are those of each twin, for programs of ES2022 with the resolution of %s',
    async (_name, resolution) => {
      await writeFile(join(home, 'consumer.ts'), CONSUMER);
      const flags = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022', ...resolution, 'consumer.ts'];
      const compiled = await run(process.execPath, [TYPESCRIPT, ...flags], { cwd: home, env }).catch((error: unknown) => error);
      expect(compiled).toMatchObject({ stdout: '', stderr: '' });
    },
  );

  inTheWhole(test)('names the packages it contains and their terms', async () => {
    const notices = await readFile(join(home, 'node_modules', PACKAGE_NAME, 'THIRD_PARTY_NOTICES.txt'), 'utf8');
    for (const name of ['commander', 'express', 'kysely', 'bullmq', 'graphql', 'react-dom'])
      expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'));
  });
});
