import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type HostCredentials, readHostCredentials } from '@svc/platform/agent';

const SCRIPT = join(import.meta.dirname, '../../../../deploy/host-certificates.sh');

export type Part = 'host-agent' | 'control-plane' | 'caller';

/** The certificates of an installation of its own, made as an operator makes them. */
export async function certificates(folder: string): Promise<(part: Part) => Promise<HostCredentials>> {
  await promisify(execFile)('bash', [SCRIPT, folder]);
  return (part) => readHostCredentials(folder, part);
}
