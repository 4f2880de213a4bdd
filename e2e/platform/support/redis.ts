import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './service-process.ts';

export interface RedisServer {
  url: string;
  /** Of the process that runs now. */
  pid(): number;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  /** Starts it again, on its port and with what it had acknowledged. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A Redis of its own on loopback, durable as the fleet's is. */
export async function startRedis(): Promise<RedisServer> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-redis-'));
  const port = await freePort();
  let server = await launch(directory, port);
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.kill('SIGKILL');
    await exited;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: () => server.pid as number,
    kill,
    restart: async () => {
      await kill();
      server = await launch(directory, port);
    },
    stop: async () => {
      await kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function launch(directory: string, port: number): Promise<ChildProcess> {
  const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', '', '--maxmemory-policy', 'noeviction'];
  const server = spawn('redis-server', ['--bind', '127.0.0.1', '--port', `${port}`, '--dir', directory, ...durable], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const failed = once(server, 'error').then(([error]) => {
    throw new Error('redis-server is needed: apt-get install redis-server', { cause: error });
  });
  const ready = new Promise<void>((resolve) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      if (line.includes('Ready to accept connections')) resolve();
    });
  });
  await Promise.race([ready, failed]);
  failed.catch(() => {});
  return server;
}
