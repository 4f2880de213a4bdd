import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-images-'));
  await mkdir(join(folder, 'bin'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A program in the place of the real one, which a machine of the tests may not have. */
async function program(name: string, script: string): Promise<void> {
  const path = join(folder, 'bin', name);
  await writeFile(path, `#!/bin/bash\n${script}\n`);
  await chmod(path, 0o755);
}

const environment = (more: Record<string, string> = {}) => ({
  ...process.env,
  PATH: `${folder}/bin:${process.env.PATH}`,
  ...more,
});

describe('docker/base/build.sh', () => {
  const build = () =>
    run(join(ROOT, 'docker/base/build.sh'), {
      env: environment({ SVC_BASE_CACHE: join(folder, 'cache'), SVC_RETRY_PAUSES: '0 0 0' }),
    });

  /** Fails the first `failures` times of each kind, and leaves half of its work behind, as a download that broke off does. */
  async function mirror(failures: number): Promise<void> {
    const flaky = (kind: string) =>
      `echo ${kind} >> ${folder}/tried; [ "$(grep -c '^${kind}$' ${folder}/tried)" -gt ${failures} ]`;
    await program(
      'debootstrap',
      `target=\${!#}; [ ! -e "$target" ] || { echo 'the target is there already'; exit 1; }
       mkdir -p "$target"/{etc/dpkg/dpkg.cfg.d,usr/sbin}; ${flaky('debootstrap')}`,
    );
    await program(
      'npm',
      `while [ "$1" != --prefix ]; do shift; done
       mkdir -p "$2"/node_modules/node-linux-{x64,arm64}/bin; touch "$2"/node_modules/node-linux-{x64,arm64}/bin/node; ${flaky('npm')}`,
    );
    await program('docker', `case $1 in build) ${flaky('build')} ;; esac`);
  }

  test('tries a download that fails again, from its beginning', async () => {
    await mirror(2);
    const { stdout } = await build();
    expect(stdout).toContain('svc-base/haproxy:local');
    const tried = (await readFile(join(folder, 'tried'), 'utf8')).trim().split('\n');
    expect(tried.filter((what) => what === 'debootstrap')).toHaveLength(3);
    expect(tried.filter((what) => what === 'npm').length).toBeGreaterThanOrEqual(3);
  });

  test('fails where the mirror stays away, and keeps nothing half done', async () => {
    await mirror(100);
    await expect(build()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('trying again') });
    expect((await readdir(join(folder, 'cache'))).filter((name) => !name.endsWith('.log'))).toEqual([]);
  });
});

describe('deploy/generate-secrets.sh', () => {
  const socket = () => join(folder, 'engine.sock');
  const generate = (more: Record<string, string> = {}) =>
    run(join(ROOT, 'deploy/generate-secrets.sh'), [join(folder, '.env')], {
      env: environment({ SVC_DOCKER_SOCKET: socket(), SVC_TAG: 'x', ...more }),
    });
  let listening: ReturnType<typeof createServer>;
  beforeEach(async () => {
    listening = createServer().listen(socket());
    await new Promise((resolve) => listening.once('listening', resolve));
  });
  afterEach(() => void listening.close());

  test('writes the file for its owner, with the twins that have images', async () => {
    await program('docker', 'printf "%s\\n" svc/twin-slack:x svc/twin-github:x svc/twin-stripe:other');
    await generate();
    expect((await stat(join(folder, '.env'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(folder, '.env'), 'utf8')).toMatch(/^SVC_TWINS=github,slack$/m);
  });

  test.each([
    ['there are no images of twins', 'echo svc/twin-github:other', {}, /run docker\/build\.sh first/],
    ['the engine does not answer', 'echo away >&2; exit 1', {}, /away/],
    [
      'there is no socket of an engine',
      'echo svc/twin-github:x',
      { SVC_DOCKER_SOCKET: '/nowhere' },
      /is the container engine there/,
    ],
  ])('writes nothing where %s', async (_what, docker, more, reason) => {
    await program('docker', docker);
    await expect(generate(more as Record<string, string>)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(reason),
    });
    expect((await readdir(folder)).filter((name) => name.startsWith('.env'))).toEqual([]);
  });
});
