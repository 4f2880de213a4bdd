import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

const POLL_MS = 15;

/** SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one (recovers at the next start); each with how long it may take. */
const SHUTDOWN: readonly (readonly [NodeJS.Signals, number])[] = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 3_000],
  ['SIGKILL', 3_000],
];

/** The lock file of a data directory (PostgreSQL: storage file layout): line 1 the process id, line 8 the status. */
export function readPostmaster(cluster: string): { pid: number; ready: boolean } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined;
  } catch {
    return undefined;
  }
}

/** Stops a server in named steps, each bounded. */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const [signal, patience] of SHUTDOWN) {
    if (!signalProcess(pid, signal)) return;
    const deadline = performance.now() + patience;
    while (performance.now() < deadline) {
      if (!signalProcess(pid, 0)) return;
      await delay(POLL_MS);
    }
  }
}

/**
 * Ends a server that an earlier process left behind in this data directory.
 *
 * @throws when the server belongs to a process that still lives: two services can't share a data directory.
 */
export async function stopOrphan(cluster: string): Promise<void> {
  const running = readPostmaster(cluster);
  if (!running) return;
  if (signalProcess(running.pid, 0)) {
    const { parent, command } = await describe(running.pid);
    if (command.includes(cluster)) {
      const owner = readOwner(cluster);
      if (parent === owner && owner !== process.pid) {
        throw new Error(`The data directory ${cluster} is in use by process ${owner}.`);
      }
      await stopPostmaster(running.pid);
    }
  }
  // Left by a crash. PostgreSQL checks only that the process id is free, and another program may have it by now.
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

export const ownerFile = (cluster: string): string => `${cluster}.owner`;

function readOwner(cluster: string): number | undefined {
  try {
    return Number(readFileSync(ownerFile(cluster), 'utf8'));
  } catch {
    return undefined;
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Parent and command line of a process: from /proc where there is one, else from ps. */
async function describe(pid: number): Promise<{ parent: number | undefined; command: string }> {
  try {
    const [stat, command] = await Promise.all([readFile(`/proc/${pid}/stat`, 'utf8'), readFile(`/proc/${pid}/cmdline`, 'utf8')]);
    // The name in parentheses may hold spaces; the parent is the second field after it (proc(5)).
    return { parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]), command };
  } catch {
    const { stdout } = await run('ps', ['-o', 'ppid=,args=', '-p', `${pid}`]).catch(() => ({ stdout: '' }));
    const [, parent, command] = /^\s*(\d+)\s+(.*)$/s.exec(stdout) ?? [];
    return { parent: parent ? Number(parent) : undefined, command: command ?? '' };
  }
}
