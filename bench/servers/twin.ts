import { serveTwin } from '@svc/twin-kit/server';
import { loadTwin } from '@svc/twins';
import { onStart } from '../lib/process.ts';

/** A twin alone with the world it is given, taped and journalled as always. */
onStart(async ({ twin: id, seed }: { twin: string; seed: unknown }) => {
  const twin = await loadTwin(id);
  if (!twin) throw new Error(`there is no twin called ${id}`);
  return serveTwin(twin, { seed });
});
