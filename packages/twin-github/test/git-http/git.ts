import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What a run of git came to. */
export interface Ran {
  code: number;
  out: string;
  err: string;
}

/** Nothing of whoever runs the tests, and a clock that stands, so that a history has the same ids each time. */
const SURROUNDINGS = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Mona',
  GIT_AUTHOR_EMAIL: 'mona@example.com',
  GIT_COMMITTER_NAME: 'Mona',
  GIT_COMMITTER_EMAIL: 'mona@example.com',
  GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z',
  GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z',
};

const MOST_OUTPUT = 64 << 20;

/** The real git in a folder of its own. */
export class Git {
  readonly folder: string;
  readonly #settings: readonly string[];

  constructor(folder: string, settings: readonly string[] = []) {
    this.folder = folder;
    this.#settings = settings;
  }

  static async inNewFolder(settings: readonly string[] = []): Promise<Git> {
    return new Git(await mkdtemp(join(tmpdir(), 'svc-git-')), settings);
  }

  /** The same settings in another folder. */
  in(folder: string): Git {
    return new Git(join(this.folder, folder), this.#settings);
  }

  /** Runs git, whatever it comes to. */
  async tries(...args: string[]): Promise<Ran> {
    const settings = ['init.defaultBranch=main', 'gc.auto=0', ...this.#settings].flatMap((one) => ['-c', one]);
    const options = { cwd: this.folder, env: SURROUNDINGS, maxBuffer: MOST_OUTPUT };
    return run('git', [...settings, ...args], options).then(
      ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, out: stdout, err: stderr }),
    );
  }

  /** Runs git and expects it to succeed. @returns what it wrote, without the last line end */
  async does(...args: string[]): Promise<string> {
    const { code, out, err } = await this.tries(...args);
    if (code !== 0) throw new Error(`git ${args.join(' ')}: ${code}\n${out}\n${err}`);
    return out.trimEnd();
  }

  /** Removes the folder; every clone of a twin in it has to be whole. */
  async remove(): Promise<void> {
    const faults = await this.#faults();
    await rm(this.folder, { recursive: true, force: true });
    if (faults.length > 0) throw new Error(faults.join('\n'));
  }

  async #faults(): Promise<string[]> {
    const faults: string[] = [];
    for (const entry of await readdir(this.folder, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      const clone = this.in(entry.name);
      const isClone = /^http:/.test((await clone.tries('config', '--local', 'remote.origin.url')).out);
      if (!isClone) continue;
      const { code, out, err } = await clone.tries('fsck', '--full', '--strict', '--no-dangling', '--no-progress');
      if (code !== 0) faults.push(`git fsck of ${entry.name}: ${code} ${out}${err}`);
    }
    return faults;
  }
}

/** An address with a user and the sandbox's token in it, as people put it into a remote. */
export function remoteOf(url: string, token: string, repository: string): string {
  const address = new URL(`${url}/${repository}`);
  address.username = 'x-access-token';
  address.password = token;
  return address.href;
}
