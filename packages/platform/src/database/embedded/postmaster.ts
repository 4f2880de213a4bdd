import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describeProcess, endProcess, signalProcess } from '../../processes.ts';

/** SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one (recovers at the next start); each with how long it may take. */
const SHUTDOWN: readonly (readonly [NodeJS.Signals, number])[] = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 3_000],
  ['SIGKILL', 3_000],
];

/** The lock file of a data directory (PostgreSQL: storage file layout): line 1 the process id, line 4 the port, line 8 the status. */
export function readPostmaster(cluster: string): { pid: number; port: number; ready: boolean } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 0 ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' } : undefined;
  } catch {
    return undefined;
  }
}

/** Stops a server in named steps, each bounded. */
export const stopPostmaster = (pid: number): Promise<void> => endProcess(pid, SHUTDOWN);

/**
 * Ends a server that an earlier process left behind in this data directory.
 *
 * @throws when the server belongs to a process that still lives: two services can't share a data directory.
 */
export async function stopOrphan(cluster: string): Promise<void> {
  const running = readPostmaster(cluster);
  if (!running) return;
  if (signalProcess(running.pid, 0)) {
    const { parent, command } = await describeProcess(running.pid);
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
