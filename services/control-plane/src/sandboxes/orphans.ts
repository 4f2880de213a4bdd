import { OPEN_STATES } from '@svc/platform';
import { sql } from 'kysely';
import type { Service } from '../service.ts';
import { eachAtOnce } from './each.ts';

/** Stops what runs without an open sandbox, e.g. what a crash left behind. */
export async function stopOrphans({ database, runtime, starting }: Service): Promise<void> {
  // Looked at before what runs and before what is written down: what is in neither of the three was left.
  const running = (await runtime.list()).filter((id) => !starting.has(id));
  if (running.length === 0) return;
  // Read after the list: a sandbox is in the database before its twins start.
  const open = await database
    .selectFrom('sandboxes')
    .select('id')
    .where(sql<boolean>`id = any(${running}::text[])`)
    .where('state', 'in', [...OPEN_STATES])
    .execute();
  const kept = new Set(open.map(({ id }) => id));
  await eachAtOnce(
    running.filter((id) => !kept.has(id)),
    (id) => runtime.stop(id),
  );
}
