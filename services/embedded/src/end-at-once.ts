import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * For the second Ctrl-C, and a fault of ours: the database is told to quit without ceremony, and recovers at the next start. Twins end by themselves when
 * this process is gone.
 */
export function endAtOnce(dataDir: string): void {
  try {
    // The first line of a running cluster's lock file is the server's process id (PostgreSQL: storage file layout).
    const pid = Number(readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
    if (Number.isInteger(pid) && pid > 1) process.kill(pid, 'SIGQUIT');
  } catch {
    // It isn't running.
  }
}
