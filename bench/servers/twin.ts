import { serveTwin } from '@svc/twin-kit/server';
import { loadTwin } from '@svc/twins';
import { onStart } from '../lib/process.ts';

/** More than any measurement writes, in bytes: a twin that is full answers faster. */
const ROOM = { journalBytes: 2 ** 36, worldBytes: 2 ** 34 };

/** A twin alone with the world it is given, taped and journalled as always. */
onStart(async ({ twin: id, seed }: { twin: string; seed: unknown }) => {
  const twin = await loadTwin(id);
  if (!twin) throw new Error(`there is no twin called ${id}`);
  return serveTwin(twin, { seed, room: ROOM });
});
