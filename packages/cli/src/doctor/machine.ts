import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { systemCode } from '@svc/platform/files';
import type { Finding } from './examine.ts';

/** The first release that runs the command's own language features. */
const LEAST_NODE_MAJOR = 24;

export function examineNode(): Finding {
  const { node } = process.versions;
  if (Number(node.split('.')[0]) >= LEAST_NODE_MAJOR) return { what: 'node', status: 'ok', message: node };
  return {
    what: 'node',
    status: 'problem',
    message: `${node} is older than ${LEAST_NODE_MAJOR}`,
    mend: `npx -y node@${LEAST_NODE_MAJOR} $(command -v svc) doctor`,
  };
}

const DOCKER_TIMEOUT_MS = 5_000;

/** Docker is needed for a fleet only. */
export async function examineDocker(): Promise<Finding> {
  const what = 'docker';
  try {
    const args = ['version', '--format', '{{.Server.Version}}'];
    const { stdout } = await promisify(execFile)('docker', args, { timeout: DOCKER_TIMEOUT_MS });
    return { what, status: 'ok', message: stdout.trim() };
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return { what, status: 'ok', message: 'not installed; only a fleet needs it' };
    return {
      what,
      status: 'warning',
      message: 'installed, but its daemon does not answer; only a fleet needs it',
      mend: 'sudo systemctl start docker',
    };
  }
}

const TWIN_TIMEOUT_MS = 2_000;

/** The status file of a twin that was killed names an address where nothing answers. */
export async function examineTwinStatus(): Promise<Finding> {
  const what = 'local twin';
  const path = join('.svc', 'twin-status.json');
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return { what, status: 'ok', message: 'none in this folder' };
  const stale: Finding = { what, status: 'warning', message: `${path} names a twin that is gone`, mend: `rm ${path}` };
  try {
    const { twin, rest_url } = JSON.parse(text) as { twin: string; rest_url: string };
    await fetch(`${rest_url}/_svc/health`, { signal: AbortSignal.timeout(TWIN_TIMEOUT_MS) });
    return { what, status: 'ok', message: `${twin} at ${rest_url}` };
  } catch {
    return stale;
  }
}
