import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivateFile } from '@svc/platform/files';

export interface TwinStatus {
  twin: string;
  rest_url: string;
  mcp_url: string;
  auth_token: string;
}

/** Writes `.svc/twin-status.json` of a folder; a twin started later in the same folder replaces it. */
export async function keepTwinStatus(folder: string, status: TwinStatus): Promise<{ remove(): Promise<void> }> {
  const path = join(folder, '.svc', 'twin-status.json');
  const text = `${JSON.stringify(status, null, 2)}\n`;
  await writePrivateFile(path, text);
  return {
    remove: async () => {
      if ((await readFile(path, 'utf8').catch(() => undefined)) === text) await rm(path, { force: true });
    },
  };
}
