import { readFile, rm } from 'node:fs/promises';
import { writePrivateFile } from '@svc/platform/files';
import { z } from 'zod';
import { dataDirAt } from './data-dir.ts';
import { holderOf } from './lock.ts';
import { readApiKey } from './secrets.ts';

const addressSchema = z.object({ api_port: z.number().int().min(1).max(65_535) });

/** Tells commands that are started in the same folder where the service answers. */
export async function keepAddress(path: string, apiPort: number): Promise<{ forget(): Promise<void> }> {
  await writePrivateFile(path, `${JSON.stringify({ api_port: apiPort } satisfies z.input<typeof addressSchema>)}\n`);
  return { forget: () => rm(path, { force: true }) };
}

/** The service that runs on a data directory. Only a port is read: whoever wrote the file, the key goes to this machine. */
export async function findRunning(path: string): Promise<{ baseUrl: string; apiKey: string } | undefined> {
  const { address, credentials, lock } = dataDirAt(path);
  if ((await holderOf(lock)) === undefined) return undefined;
  const text = await readFile(address, 'utf8').catch(() => '');
  const kept = addressSchema.safeParse(parsed(text));
  const apiKey = kept.success ? await readApiKey(credentials) : undefined;
  return kept.success && apiKey !== undefined ? { baseUrl: `http://127.0.0.1:${kept.data.api_port}/v1`, apiKey } : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
