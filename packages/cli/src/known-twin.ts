import type { Twin } from '@svc/twin-kit';
import { loadTwin, twinIds } from '@svc/twins';
import { UsageError } from './errors.ts';

/** The twin by this id. @throws UsageError naming the ones there are. */
export async function knownTwin(id: string): Promise<Twin> {
  const twin = await loadTwin(id);
  if (twin) return twin;
  if (twinIds.includes(id)) throw new UsageError(`This version has no ${id} twin yet.`);
  throw new UsageError(`There is no twin called "${id}".`, `the twins are ${twinIds.join(', ')}.`);
}
