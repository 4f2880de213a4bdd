import type { SandboxRuntime } from '@svc/platform';

type Method = Exclude<keyof SandboxRuntime, 'startsAtOnce' | 'addressesOf' | 'lookAfter' | 'takeUpLost' | 'awaited'>;

/** Runs a runtime for a test that kills its process: calls come in and answers go out over IPC. */
export function serveRuntime(runtime: SandboxRuntime): void {
  process.on('message', async ({ id, method, args }: { id: number; method: Method; args: unknown[] }) => {
    try {
      const call = runtime[method].bind(runtime) as (...args: unknown[]) => Promise<unknown>;
      process.send?.({ id, value: await call(...args) });
    } catch (error) {
      process.send?.({ id, error: { type: (error as Error).constructor.name, message: (error as Error).message } });
    }
  });
  process.send?.({ id: 0 });
}
