import { type ChildProcess, fork } from 'node:child_process';
import { on, once } from 'node:events';
import { RuntimeUnavailable, type SandboxRuntime } from '@svc/platform';

export interface HostedRuntime {
  runtime: SandboxRuntime;
  /** Ends its process as a crash would. */
  kill(): Promise<void>;
}

const METHODS = ['start', 'stop', 'recover', 'list', 'close'];

/**
 * A runtime in a process of its own, so that the process can be killed.
 *
 * @param script passes its runtime to `serveRuntime`
 */
export async function hostRuntime(script: string, options: unknown): Promise<HostedRuntime> {
  const child: ChildProcess = fork(script, [JSON.stringify(options)], { execArgv: [], serialization: 'advanced' });
  await once(child, 'message');
  let calls = 0;
  const call =
    (method: string) =>
    async (...args: unknown[]) => {
      const id = ++calls;
      const messages = on(child, 'message');
      child.send({ id, method, args });
      for await (const [message] of messages) {
        if (message.id !== id) continue;
        if (!message.error) return message.value;
        throw message.error.type === RuntimeUnavailable.name
          ? new RuntimeUnavailable(message.error.message)
          : new Error(message.error.message);
      }
    };
  const runtime = Object.fromEntries(METHODS.map((method) => [method, call(method)])) as unknown as SandboxRuntime;
  const kill = async () => {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  return { runtime, kill };
}
