import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** A server under measurement in a process of its own. */
export interface ServerProcess {
  url: string;
  token: string;
  pid: number;
  /** CPU time used so far, in microseconds. */
  cpu(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts one of `bench/servers`; `input` is handed over as its first message. */
export async function startServer(name: string, input: unknown): Promise<ServerProcess> {
  const child: ChildProcess = fork(new URL(`../servers/${name}.ts`, import.meta.url), { serialization: 'advanced' });
  child.send({ start: input });
  const [{ url, token }] = (await once(child, 'message')) as [{ url: string; token: string }];
  return {
    url,
    token,
    pid: child.pid as number,
    cpu: async () => {
      child.send({ cpu: true });
      const [{ cpu }] = (await once(child, 'message')) as [{ cpu: number }];
      return cpu;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

interface Started {
  url: string;
  token: string;
  /** Takes away what the server leaves on disk: journals of gigabytes, with the memory that the system holds them in. */
  close?(): Promise<void>;
}

/** The server's side of `startServer`. */
export function onStart<I>(start: (input: I) => Promise<Started>): void {
  let started: Started | undefined;
  process.on('message', async (message: { start?: I; cpu?: boolean }) => {
    if (message.cpu) {
      const { user, system } = process.cpuUsage();
      process.send?.({ cpu: user + system });
    } else {
      started = await start(message.start as I);
      process.send?.({ url: started.url, token: started.token });
    }
  });
  process.once('SIGTERM', async () => {
    await started?.close?.();
    process.exit();
  });
}
