import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { commandOf, environmentOf, statOf } from './proc.ts';

const run = promisify(execFile);

const POLL_MS = 15;

/** Sends a signal; 0 only asks. @returns whether there is such a process. */
export function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Ends a process that need not be our child, in steps of a signal and how many milliseconds it has to act on it. */
export async function endProcess(pid: number, steps: readonly (readonly [NodeJS.Signals, number])[]): Promise<void> {
  for (const [signal, patience] of steps) {
    if (!signalProcess(pid, signal)) return;
    const deadline = performance.now() + patience;
    while (performance.now() < deadline) {
      if (!signalProcess(pid, 0)) return;
      await delay(POLL_MS);
    }
  }
}

export interface ProcessDescription {
  parent: number | undefined;
  /** The command line; with `environment` it tells our children from others that have got their process id. */
  command: string;
  /** Empty where we may not read it. */
  environment: string;
}

/** Looks a process up: in /proc where there is one, else through ps. */
export async function describeProcess(pid: number): Promise<ProcessDescription> {
  const stat = statOf(pid);
  if (stat) return { parent: stat.parent, command: commandOf(pid), environment: environmentOf(pid) };
  // `e` appends the environment to the command line.
  const { stdout } = await run('ps', ['eww', '-o', 'ppid=,command=', '-p', `${pid}`]).catch(() => ({ stdout: '' }));
  const [, parent, command = ''] = /^\s*(\d+)\s+(.*)$/s.exec(stdout) ?? [];
  return { parent: parent ? Number(parent) : undefined, command, environment: command };
}
