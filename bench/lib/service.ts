import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Usage, usageOf } from './usage.ts';

const SVC = fileURLToPath(new URL('../../packages/cli/bin/svc.ts', import.meta.url));
const BYTES_PER_KIB = 1024;

/** The embedded service in a process of its own. */
export interface Service {
  baseUrl: string;
  apiKey: string;
  /** From the start of the process to `ready`, in milliseconds. */
  startMs: number;
  /** Resident memory of the process now, in bytes. */
  memory(): Promise<number>;
  /** Memory and processor time of the whole installation, its children and database included. */
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/** Runs `svc up` on a data directory. @param more arguments */
export async function startService(dataDir: string, more: readonly string[] = []): Promise<Service> {
  const begun = performance.now();
  const child = spawn(process.execPath, [SVC, 'up', '--port', '0', '--twins-port', '0', '--data-dir', dataDir, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const variables: Record<string, string> = {};
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'ready') break;
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (name) variables[name] = value as string;
  }
  if (child.exitCode !== null || !variables.SVC_BASE_URL) throw new Error('svc up did not start');
  return {
    baseUrl: variables.SVC_BASE_URL,
    apiKey: variables.SVC_API_KEY as string,
    startMs: performance.now() - begun,
    memory: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * BYTES_PER_KIB;
    },
    usage: () => usageOf(child.pid as number),
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
