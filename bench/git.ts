import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ServerProcess, startServer } from './lib/process.ts';
import type { Result } from './lib/result.ts';
import { median } from './lib/rounds.ts';

const COMMITS = 5_000;
const FILES = 2_000;
const PUSHED = 100;
const ROUNDS = 5;
/** As often as the rival's time. */
const MOST_TIMES = 3;
const PACK_MIB = 200;
/** Of one file, below what GitHub warns of. */
const FILE_MIB = 40;
/** What such a pack may add to the memory of the twin's process, above what one of a single file did. */
const MOST_GROWTH_MIB = 32;

const run = promisify(execFile);
const git = (folder: string, ...args: string[]) =>
  run('git', ['-c', 'gc.auto=0', '-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', '-C', folder, ...args], {
    maxBuffer: 1 << 30,
  });

/** A history in the language of `git fast-import`: all files at once, then one changed by each commit. */
function history(): string {
  const path = (at: number) => `dir${at % 40}/sub${at % 7}/file${at}.txt`;
  const text = (at: number, version: number) =>
    Array.from({ length: 40 }, (_, line) => `${at} ${line === version % 40 ? version : line}\n`).join('');
  const file = (at: number, version: number) =>
    `M 100644 inline ${path(at)}\ndata ${text(at, version).length}\n${text(at, version)}\n`;
  const commit = (number: number, files: string) =>
    `commit refs/heads/main\ncommitter Bench <bench@example.com> ${1_700_000_000 + number} +0000\ndata 7\nCommit\n${files}\n`;
  const first = commit(0, Array.from({ length: FILES }, (_, at) => file(at, 0)).join(''));
  return first + Array.from({ length: COMMITS - 1 }, (_, at) => commit(at + 1, file((at * 7) % FILES, at + 1))).join('');
}

/** The same repository at both, and a clone of it to push from. */
interface Field {
  folder: string;
  twin: ServerProcess;
  rival: ServerProcess;
  /** Addresses of the repository of this name. */
  remotes(name: string): { ours: string; theirs: string };
}

async function inField<R>(work: (field: Field) => Promise<R>): Promise<R> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-git-'));
  const repositories = ['history', 'large', ...Array.from({ length: ROUNDS }, (_, at) => `push${at}`)];
  const seed = { users: [{ login: 'mona' }], repositories: repositories.map((name) => ({ owner: 'mona', name, files: {} })) };
  const twin = await startServer('twin', { twin: 'github', seed });
  const rival = await startServer('git-http-backend', { folder });
  try {
    for (const name of repositories) {
      await git(folder, 'init', '-q', '--bare', '-b', 'main', `${name}.git`);
      await git(join(folder, `${name}.git`), 'config', 'http.receivepack', 'true');
    }
    const base = twin.url.replace('//', `//x:${twin.token}@`);
    return await work({
      folder,
      twin,
      rival,
      remotes: (name) => ({ ours: `${base}/mona/${name}.git`, theirs: `${rival.url}/${name}.git` }),
    });
  } finally {
    await Promise.all([twin.stop(), rival.stop()]);
    await rm(folder, { recursive: true, force: true });
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function result(what: string, ours: readonly number[], theirs: readonly number[]): Result {
  const ratio = median(ours) / median(theirs);
  const numbers = `${Math.round(median(ours))} ms against ${Math.round(median(theirs))} ms`;
  return { what, ratio, budget: `≤ ${MOST_TIMES} × git http-backend`, met: ratio <= MOST_TIMES, numbers };
}

async function makeHistory(folder: string): Promise<string> {
  const work = join(folder, 'work');
  await git(folder, 'init', '-q', '-b', 'main', 'work');
  const import_ = run('git', ['-C', work, 'fast-import', '--quiet'], { maxBuffer: 1 << 20 });
  import_.child.stdin?.end(history());
  await import_;
  // As a repository is that people have worked with.
  await git(work, 'repack', '-adq');
  return work;
}

/** A clone of a history as long as a project's. */
export const gitClone = (): Promise<Result> =>
  inField(async ({ folder, remotes }) => {
    const work = await makeHistory(folder);
    const { ours, theirs } = remotes('history');
    for (const remote of [ours, theirs]) await git(work, 'push', '-q', remote, 'main');
    const clone = async (remote: string) => {
      const ms = await timed(() => git(folder, 'clone', '-q', remote, 'clone'));
      await rm(join(folder, 'clone'), { recursive: true });
      return ms;
    };
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      times[0].push(await clone(ours));
      times[1].push(await clone(theirs));
    }
    return result(`clone of ${COMMITS} commits and ${FILES} files`, ...times);
  });

/** A push of a hundred commits into a repository that has them not. */
export const gitPush = (): Promise<Result> =>
  inField(async ({ folder, remotes }) => {
    const work = await makeHistory(folder);
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { ours, theirs } = remotes(`push${round}`);
      for (const [at, remote] of [ours, theirs].entries()) {
        await git(work, 'push', '-q', remote, `main~${PUSHED}:refs/heads/main`);
        times[at as 0 | 1].push(await timed(() => git(work, 'push', '-q', remote, 'main')));
      }
    }
    return result(`push of ${PUSHED} commits`, ...times);
  });

/** The largest that a process was, in bytes (proc(5)). */
async function peakOf(pid: number): Promise<number> {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) << 10;
}

/** A push and a clone of a pack of 200 MiB: what that adds to the memory of the twin's process, beside those of a fifth of it. */
export const gitMemory = (): Promise<Result> =>
  inField(async ({ folder, twin, remotes }) => {
    const work = join(folder, 'work');
    await git(folder, 'init', '-q', '-b', 'main', 'work');
    const { randomBytes } = await import('node:crypto');
    for (let at = 0; at < PACK_MIB / FILE_MIB; at += 1) await writeFile(join(work, `file${at}.bin`), randomBytes(FILE_MIB << 20));
    await git(work, 'add', '.');
    await git(work, 'commit', '-q', '-m', 'Large');
    const { ours } = remotes('large');
    // What one file takes is there before: a pack of many may take no more.
    const { ours: small } = remotes('push0');
    await git(folder, 'init', '-q', '-b', 'main', 'small');
    await writeFile(join(folder, 'small', 'file.bin'), randomBytes(FILE_MIB << 20));
    await git(join(folder, 'small'), 'add', '.');
    await git(join(folder, 'small'), 'commit', '-q', '-m', 'Small');
    await git(join(folder, 'small'), 'push', '-q', small, 'main');
    await git(folder, 'clone', '-q', small, 'small-clone');
    const before = await peakOf(twin.pid);
    await git(work, 'push', '-q', ours, 'main');
    await git(folder, 'clone', '-q', ours, 'clone');
    const grown = ((await peakOf(twin.pid)) - before) / (1 << 20);
    return {
      what: `memory of a twin that takes and gives a pack of ${PACK_MIB} MiB`,
      ratio: grown / MOST_GROWTH_MIB,
      budget: `≤ ${MOST_GROWTH_MIB} MiB`,
      met: grown <= MOST_GROWTH_MIB,
      numbers: `${grown.toFixed(1)} MiB more at its peak`,
    };
  });
