import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stepsOf } from '../../docs/test/page.ts';
import { composeProject, removeTwins } from './engine.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const GUIDE = join(ROOT, 'docs/operate.md');

/** The images are made where the sources are: once, though the guide asks for it again. */
const BUILD = `#!/bin/bash
[ -e "$0.done" ] || { "${ROOT}/docker/build.sh" && touch "$0.done"; }
`;
/** \`git pull\` has nothing that is newer than what is tested; everything else is git's. */
const GIT = `#!/bin/bash
[ "$1" = pull ] && exit 0
PATH=\${PATH#*:} exec git "$@"
`;

/** Somebody who runs a fleet of their own by docs/operate.md, on the engine of this machine. */
export class Operator {
  readonly clone: string;
  readonly project = composeProject();
  readonly environment: NodeJS.ProcessEnv;
  readonly origin: string;

  private constructor(clone: string, [api, twins, evidence]: readonly number[]) {
    this.clone = clone;
    this.origin = `http://localhost:${api}`;
    this.environment = {
      ...process.env,
      PATH: `${join(clone, 'bin')}:${process.env.PATH}`,
      COMPOSE_PROJECT_NAME: this.project,
      SVC_BASE_URL: `${this.origin}/v1`,
      SVC_TWINS_URL: `http://localhost:${twins}`,
      SVC_EVIDENCE_URL: `http://localhost:${evidence}`,
      SVC_API_PORT: String(api),
      SVC_TWINS_PORT: String(twins),
      SVC_EVIDENCE_PORT: String(evidence),
    };
  }

  /** With a clone of their own as far as the commands need one, so that the `deploy/.env` of whoever runs this stays out of it. */
  static async sitDown(): Promise<Operator> {
    const clone = await mkdtemp(join(tmpdir(), 'svc-operator-'));
    const kept = (path: string) => !/\/(\.env.*|backups)$/.test(path);
    await cp(join(ROOT, 'deploy'), join(clone, 'deploy'), { recursive: true, filter: kept });
    for (const part of ['svc', 'examples', 'node_modules']) await symlink(join(ROOT, part), join(clone, part));
    await cp(join(ROOT, '.gitignore'), join(clone, '.gitignore'));
    for (const [path, script] of [
      ['docker/build.sh', BUILD],
      ['bin/git', GIT],
    ] as const) {
      await mkdir(join(clone, path, '..'), { recursive: true });
      await writeFile(join(clone, path), script);
      await chmod(join(clone, path), 0o755);
    }
    await run('git', ['init', '--quiet', clone]);
    return new Operator(clone, await Promise.all([freePort(), freePort(), freePort()]));
  }

  /** Runs a command as its user types it, in the root of the clone. */
  shell(command: string): Promise<{ stdout: string; stderr: string }> {
    return run('bash', ['-euo', 'pipefail', '-c', command], { cwd: this.clone, env: this.environment });
  }

  /** Types the blocks of a section of the guide, one after the other in one terminal. @returns what they printed */
  async follow(heading: string, which: (blocks: string[]) => string[] = (blocks) => blocks): Promise<string> {
    const blocks = (await stepsOf(GUIDE, [heading])).map(({ code }) => code);
    const typed = which(blocks);
    if (typed.length === 0) throw new Error(`docs/operate.md has nothing to type below "${heading}"`);
    const exported = join(this.clone, 'exported');
    const { stdout } = await this.shell(`${typed.join('\n')}\nexport -p > ${exported}`);
    for (const [, name, value] of (await readFile(exported, 'utf8')).matchAll(/^declare -x (SVC_\w+)="(.*)"$/gm)) {
      this.environment[name as string] = value;
    }
    return stdout;
  }

  async leave(): Promise<void> {
    await this.shell('docker-compose -f deploy/compose.yaml down --volumes --timeout 30').catch(() => {});
    await removeTwins(this.project);
    await rm(this.clone, { recursive: true, force: true });
  }
}

/** A port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
