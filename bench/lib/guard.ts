import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandOf, environmentOf, processIds } from '@svc/platform/proc';

/**
 * Gives this process a folder for temporary ones of its own, and has a process beside it see to it that nothing is left of either, however this one
 * ends: whatever then has the folder in its command line or environment is killed.
 */
export async function startGuard(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-run-'));
  // PostgreSQL runs as somebody else where this runs as root.
  await chmod(folder, 0o711);
  process.env.TMPDIR = folder;
  // In a group of its own, which no Ctrl-C ends. It hears of the end of this process by that of its input.
  const { TMPDIR: _, ...env } = process.env;
  const guard = spawn(process.execPath, [import.meta.filename, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env,
  });
  guard.unref();
  (guard.stdin as typeof guard.stdin & { unref(): void }).unref();
}

async function clearAway(folder: string): Promise<void> {
  for (const pid of processIds())
    if (pid !== process.pid && (commandOf(pid) + environmentOf(pid)).includes(folder)) process.kill(pid, 'SIGKILL');
  // A server that has just been killed may still write.
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

if (process.argv[1] === import.meta.filename) {
  const folder = process.argv[2] as string;
  process.stdin.resume().once('close', () => void clearAway(folder));
}
