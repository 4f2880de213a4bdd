import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface Target {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

/** Enough to keep a server busy. */
const CONNECTIONS = 32;
const SENDERS = 16;

/**
 * Loads a target for `seconds` with wrk (Debian's package): generators in node take more of the machine than what is measured
 * here, and leave it waiting.
 *
 * @returns answers a second. @throws when any answer isn't 2xx
 */
export async function load(target: Target, seconds: number): Promise<number> {
  const { rate, told } = await press(target, seconds, CONNECTIONS);
  if (/Non-2xx|Socket errors/.test(told)) throw new Error(`${target.url}: ${told}`);
  return rate;
}

/** The same whatever is answered. @returns answers a second, and what wrk tells of them */
export async function press(target: Target, seconds: number, connections: number): Promise<{ rate: number; told: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'));
  try {
    const script = join(folder, 'request.lua');
    await writeFile(script, requestScript(target));
    const args = ['-t', '1', '-c', String(connections), '-d', String(seconds), '--timeout', '30', '-s', script, target.url];
    const { stdout } = await promisify(execFile)('wrk', args).catch((cause) => {
      throw new Error('the benchmarks need the wrk program', { cause });
    });
    const rate = /^Requests\/sec:\s+([\d.]+)$/m.exec(stdout)?.[1];
    if (rate === undefined) throw new Error(`${target.url}: ${stdout}`);
    return { rate: Number(rate), told: stdout };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What wrk is to send, in its own words. JSON's strings are Lua's for all that is sent here. */
function requestScript({ method = 'GET', headers = {}, body }: Target): string {
  const lines = [`wrk.method = ${JSON.stringify(method)}`];
  for (const [name, value] of Object.entries(headers))
    lines.push(`wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`);
  if (body !== undefined) lines.push(`wrk.body = ${JSON.stringify(body)}`);
  return lines.join('\n');
}

/** Sends a target so many requests, some at a time. @throws when any answer isn't 2xx */
export async function send(target: Target, amount: number): Promise<void> {
  let left = amount;
  const sender = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const { url, ...init } = target;
      const answer = await fetch(url, init);
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${target.url}: ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
}
