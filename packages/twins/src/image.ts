import { startupSnapshot } from 'node:v8';
import { readConfig } from './config.ts';
import { loadTwin } from './index.ts';
import { serveProcess } from './process.ts';

/**
 * What an image of a twin runs. While that is built, node writes the heap as it is now, the twin loaded, into a snapshot, and each
 * container begins with it where the twin is started.
 *
 * @param id of the one twin of the image
 */
export async function startTwin(id: string): Promise<void> {
  const twin = await loadTwin(id);
  if (!twin) throw new Error(`there is no twin called ${id}`);
  const start = (): void => void serveProcess(twin, readConfig());
  if (startupSnapshot.isBuildingSnapshot()) startupSnapshot.setDeserializeMainFunction(start);
  else start();
}
