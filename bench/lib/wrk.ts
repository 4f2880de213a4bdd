import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Target } from './load.ts';

const CONNECTIONS = 32;

/**
 * Loads a target for `seconds` with wrk (Debian's package), which takes less of the machine than any generator in node: what is measured here is faster than that.
 *
 * @returns answers a second. @throws when any answer isn't 2xx
 */
export async function wrk({ url, headers = {} }: Target, seconds: number): Promise<number> {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const args = ['-t', '1', '-c', String(CONNECTIONS), '-d', String(seconds), ...named, url];
  const { stdout } = await promisify(execFile)('wrk', args).catch((cause) => {
    throw new Error('this benchmark needs the wrk program', { cause });
  });
  const rate = /^Requests\/sec:\s+([\d.]+)$/m.exec(stdout)?.[1];
  if (rate === undefined || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url}: ${stdout}`);
  return Number(rate);
}
