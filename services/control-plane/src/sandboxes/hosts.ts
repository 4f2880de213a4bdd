import { OPEN_STATES } from '@svc/platform';
import { sql } from 'kysely';
import type { Service } from '../service.ts';
import { closeFailed } from './close.ts';
import { eachAtOnce } from './each.ts';
import { publishWhileOpen } from './restore.ts';

/** Fails the sandboxes of hosts that were lost, or has them come back elsewhere, and finds those again whose host is reached at another address. */
export async function lookAfterHosts(service: Service): Promise<void> {
  const report = await service.runtime.lookAfter?.();
  if (!report) return;
  const reasons = new Map(report.failed.map(({ sessionId, reason }) => [sessionId, reason]));
  await eachAtOnce([...reasons], ([id, reason]) => closeFailed(service, id, reason));
  service.takingUp.begin(service, report.lost ?? []);
  if (report.moved.length > 0) await follow(service, report.moved);
}

type Moved = readonly { sessionId: string; twin: string; url: string }[];

async function follow(service: Service, moved: Moved): Promise<void> {
  const { rows } = await sql<{ sandbox_id: string }>`
    update sandbox_twins set url = moved.url
    from unnest(${moved.map(({ sessionId }) => sessionId)}::text[], ${moved.map(({ twin }) => twin)}::text[],
      ${moved.map(({ url }) => url)}::text[]) as moved(sandbox_id, twin, url)
    where sandbox_twins.sandbox_id = moved.sandbox_id and sandbox_twins.twin = moved.twin and sandbox_twins.url <> moved.url
    returning sandbox_twins.sandbox_id
  `.execute(service.database);
  const ids = new Set(rows.map(({ sandbox_id }) => sandbox_id));
  await eachAtOnce([...ids], (id) => publishAgain(service, id));
}

async function publishAgain(service: Service, id: string): Promise<void> {
  const sandbox = await service.database
    .selectFrom('sandboxes')
    .selectAll()
    .where('id', '=', id)
    .where('state', 'in', [...OPEN_STATES])
    .executeTakeFirst();
  if (!sandbox) return;
  const twins = await service.database.selectFrom('sandbox_twins').select(['twin', 'url']).where('sandbox_id', '=', id).execute();
  await publishWhileOpen(service, sandbox, twins);
}
