import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { systemCode, writePrivateFile } from '@svc/platform/files';
import { z } from 'zod';
import { InstallationFailure } from './failure.ts';

const secretsSchema = z.object({ installation_secret: z.string().min(32) });
const credentialsSchema = z.object({ api_key: z.string().min(1) });

/** The secret that tokens are signed and sealed with: made at the first start, kept for good. */
export async function keepInstallationSecret(path: string): Promise<string> {
  const kept = await readKept(path, secretsSchema);
  if (kept) return kept.installation_secret;
  const secret = randomBytes(32).toString('hex');
  await writePrivateFile(path, `${JSON.stringify({ installation_secret: secret }, null, 2)}\n`);
  return secret;
}

export async function readApiKey(path: string): Promise<string | undefined> {
  return (await readKept(path, credentialsSchema))?.api_key;
}

export async function keepApiKey(path: string, key: string): Promise<void> {
  await writePrivateFile(path, `${JSON.stringify({ api_key: key }, null, 2)}\n`);
}

async function readKept<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S> | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new InstallationFailure(`${path} is damaged.`, { hint: 'restore it, or start over with another --data-dir.' });
  }
}
