import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { callerEnvironment } from './config.ts';
import { exitCodeOf } from './scenario/agent-process.ts';
import { ProcessGroup } from './scenario/process-group.ts';

/**
 * Runs a shell command, with the service's variables, and leaves nothing of it behind.
 *
 * @param stopped ends it early
 * @returns its exit code
 */
export async function runWhileUp(
  command: string,
  variables: Readonly<Record<string, string>>,
  stopped: Promise<unknown>,
): Promise<number> {
  const mark = { SVC_UP_ID: randomUUID() };
  const child = spawn(command, {
    shell: true,
    detached: true,
    env: { ...callerEnvironment, ...variables, ...mark },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const group = new ProcessGroup(child, `SVC_UP_ID=${mark.SVC_UP_ID}`);
  const exited = once(child, 'exit');
  await Promise.race([exited, stopped.then(() => group.end())]);
  await exited;
  await group.sweep();
  return exitCodeOf(child);
}
