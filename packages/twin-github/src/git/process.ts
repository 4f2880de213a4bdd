import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/**
 * What git runs in: no settings but the repository's own, none of the variables by which a caller's git speaks to those that it calls, English,
 * and no more memory than a sandbox can give, in KiB, nor processor time than a call has, in seconds: who kills a script doesn't kill what it started.
 * Nothing is started as a session of its own, which schedulers let wait behind those of a busy machine.
 */
const SURROUNDINGS = `
ulimit -v 1572864 2>/dev/null
ulimit -t 110 2>/dev/null
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_COMMON_DIR GIT_NAMESPACE GIT_PREFIX GIT_CONFIG GIT_CONFIG_PARAMETERS GIT_CONFIG_COUNT \
  GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_QUARANTINE_PATH GIT_PROTOCOL GIT_SHALLOW_FILE GIT_TRACE GIT_TRACE_PACKET GIT_TRACE2 \
  GIT_TRACE2_EVENT GIT_REPLACE_REF_BASE GIT_CEILING_DIRECTORIES GIT_TEMPLATE_DIR
export LC_ALL=C GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null GIT_ATTR_NOSYSTEM=1 GIT_TERMINAL_PROMPT=0 GIT_NO_REPLACE_OBJECTS=1
command -v git >/dev/null || exit 127
exec env "$@"`;

/** There is no git where the twin runs. */
export class NoGit extends Error {}
const NOT_FOUND = 127;

/** In milliseconds: more than any call has that fits into a sandbox. */
const LONGEST_RUN_MS = 110_000;
/** What git says of what is wrong, at most, in bytes. */
const MOST_WORDS = 16 << 10;

/** How a run of git ended. */
export interface Ended {
  code: number;
  words: string;
}

type Git = ChildProcessByStdio<Writable | null, Readable, Readable>;

export interface GitOptions {
  /** Variables for it. */
  env?: Readonly<Record<string, string>>;
  /** A file that it reads from, from where that was read to. */
  stdin?: number;
}

interface Started {
  git: Git;
  ended: Promise<Ended>;
}

/** Starts git. Its end is known once all it wrote was read. */
export const startGit = (args: readonly string[], options: GitOptions = {}): Started =>
  start(['git', '-c', 'safe.directory=*', ...args], options);

function start(command: readonly string[], { env = {}, stdin }: GitOptions): Started {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const git = spawn('sh', ['-c', SURROUNDINGS, 'sh', ...variables, ...command], {
    stdio: [stdin ?? 'pipe', 'pipe', 'pipe'],
    timeout: LONGEST_RUN_MS,
    killSignal: 'SIGKILL',
  }) as Git;
  let words = '';
  git.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (words.length < MOST_WORDS) words += text;
  });
  // What it doesn't read it didn't need: its answer says what it made of the rest.
  git.stdin?.on('error', () => {});
  const ended = new Promise<Ended>((resolve, reject) => {
    git.on('error', reject);
    git.on('close', (code) => {
      if (code === NOT_FOUND) reject(new NoGit('git is not installed'));
      else resolve({ code: code ?? -1, words });
    });
  });
  return { git, ended };
}

/** What git writes, while it does so: it is started, and stopped once nobody reads on. @param input what it reads */
export function gitOutput(args: readonly string[], { input, ...options }: RunOptions = {}): Readable {
  const { git, ended } = startGit(args, options);
  // What it says of an error stands in its answer, or shows in that it ends too early.
  ended.catch(() => {});
  git.stdout.on('close', () => git.kill());
  git.stdin?.end(input);
  return git.stdout;
}

let isThere = false;

/** For answers that need no git by themselves, and would lead nowhere without. @throws NoGit */
export async function requireGit(): Promise<void> {
  if (!isThere) await runGit(['--version']);
  isThere = true;
}

type RunOptions = GitOptions & { input?: string | Buffer };
type Ran = Ended & { output: Buffer };

/** Runs git to its end. @param input what it reads, unless it reads from a file */
export const runGit = (args: readonly string[], options: RunOptions = {}): Promise<Ran> =>
  finished(startGit(args, options), options);

/** Runs a script of the shell in which `git` is a command, to its end: one process more of this one, however many it starts. @param args `$1` and so on */
export const runScript = (script: string, args: readonly string[], options: RunOptions = {}): Promise<Ran> =>
  finished(start(['sh', '-c', `git() { command git -c 'safe.directory=*' "$@"; }\n${script}`, 'sh', ...args], options), options);

async function finished({ git, ended }: Started, options: RunOptions): Promise<Ran> {
  const chunks: Buffer[] = [];
  git.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  git.stdin?.end(options.input);
  const end = await ended;
  return { ...end, output: Buffer.concat(chunks) };
}
