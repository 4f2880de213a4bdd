// Writes the pages of docs/ that are made from the declarations of the twins: `node tools/run.mjs pages`.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checksPage, faultsPage, fidelityPage } from '@svc/twin-kit';
import { loadTwin, twinIds } from '../src/index.ts';

export const DOCS: string = join(import.meta.dirname, '../../../docs');

/** Every generated page, by its path below docs/. */
export async function pages(): Promise<ReadonlyMap<string, string>> {
  const made = new Map<string, string>();
  for (const id of twinIds) {
    const twin = await loadTwin(id);
    if (!twin) continue;
    made.set(`fidelity/${id}.md`, await fidelityPage(twin));
    made.set(`checks/${id}.md`, checksPage(twin));
    made.set(`faults/${id}.md`, faultsPage(twin));
  }
  return made;
}

if (import.meta.main) {
  for (const [path, text] of await pages()) {
    await mkdir(dirname(join(DOCS, path)), { recursive: true });
    await writeFile(join(DOCS, path), text);
  }
}
