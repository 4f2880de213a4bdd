import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '../../..');

export interface ServiceProcess {
  url: string;
  pid: number;
  /** Its log, one object a line. */
  lines: Record<string, unknown>[];
  /** Resolves with the exit code when it has ended. */
  ended: Promise<number | null>;
  signal(signal: NodeJS.Signals): void;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Starts a service from its sources, as its image starts it. @throws with its log when it ends before it is ready */
export async function startService(name: string, environment: Record<string, string>): Promise<ServiceProcess> {
  const port = Number(environment.SVC_PORT ?? (await freePort()));
  // The agent listens on no port.
  const address = environment.SVC_AGENT_SOCKET && !environment.SVC_PORT ? {} : { SVC_HOST: '127.0.0.1', SVC_PORT: `${port}` };
  const child: ChildProcess = spawn(process.execPath, [join(root, 'services', name, 'src/main.ts')], {
    env: { PATH: process.env.PATH ?? '', ...environment, ...address },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: Record<string, unknown>[] = [];
  let words = '';
  child.stderr?.on('data', (chunk) => {
    words += String(chunk);
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const ready = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const read = JSON.parse(line) as Record<string, unknown>;
      lines.push(read);
      if (read.msg === 'ready') resolve();
    });
  });
  const failed = ended.then((code) => {
    throw new Error(`${name} ended with ${code}: ${words}${JSON.stringify(lines, null, 1)}`);
  });
  failed.catch(() => {});
  await Promise.race([ready, failed]);
  return { url: `http://127.0.0.1:${port}`, pid: child.pid as number, lines, ended, signal: (signal) => void child.kill(signal) };
}
