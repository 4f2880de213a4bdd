import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './port.ts';

export interface Haproxy {
  origin: string;
  stop(): Promise<void>;
}

const STARTS_WITHIN_MS = 5_000;
const ASKED_EVERY_MS = 50;

/** HAProxy on one thread and one port. Needs the `haproxy` program (Debian's package). @param rest of the configuration, below its `bind` */
export async function startHaproxy(rest: string, files: Readonly<Record<string, string>> = {}): Promise<Haproxy> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'));
  const port = await freePort();
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const configuration = `global
  nbthread 1
defaults
  mode http
  timeout connect 3s
  timeout client 60s
  timeout server 60s
  http-reuse always
frontend door
  bind 127.0.0.1:${port}
${rest}
`;
  await writeFile(join(folder, 'haproxy.cfg'), configuration);
  const child = spawn('haproxy', ['-db', '-q', '-f', 'haproxy.cfg'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) => reject(new Error('this benchmark needs the haproxy program', { cause })));
  });
  const origin = `http://127.0.0.1:${port}`;
  await listening(origin);
  return {
    origin,
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function listening(origin: string): Promise<void> {
  const until = performance.now() + STARTS_WITHIN_MS;
  const answered = () =>
    fetch(origin).then(
      () => true,
      () => false,
    );
  while (!(await answered())) {
    if (performance.now() > until) throw new Error(`${origin} does not answer`);
    await delay(ASKED_EVERY_MS);
  }
}
