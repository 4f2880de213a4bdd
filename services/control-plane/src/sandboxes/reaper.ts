import { OPEN_STATES } from '@svc/platform';
import { sql } from 'kysely';
import type { Service } from '../service.ts';
import { recordActivity } from './activity.ts';
import { closeUngraded, removeTwins } from './close.ts';
import { PROVISIONING_LIMIT_MS } from './provision.ts';

/** Sandboxes worked on in one round; the rest wait for the next. */
const ROUND_SIZE = 500;

/** Closes what ran out and removes what closed sandboxes left running, again and again. */
export interface Reaper {
  /** One round, now; waits for a round that is under way. */
  sweep(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

export function createReaper(service: Service): Reaper {
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();
  let stopped = false;
  const sweep = (): Promise<void> => {
    current = current.then(() => round(service));
    return current.catch(() => {});
  };
  const again = (): void => {
    if (stopped) return;
    timer = setTimeout(() => void sweep().finally(again), service.config.reaperIntervalMs);
  };
  return {
    sweep,
    start: again,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await current.catch(() => {});
    },
  };
}

async function round(service: Service): Promise<void> {
  const steps = [
    ['record activity', recordActivity],
    ['expire sandboxes', expire],
    ['fail stuck starts', failStuckStarts],
    ['remove twins', removeLeftTwins],
  ] as const;
  for (const [what, step] of steps) {
    await step(service).catch((error: unknown) => service.log.warn({ err: error, what }, 'a step of the reaper failed'));
  }
}

async function expire(service: Service): Promise<void> {
  const now = service.clock.now();
  const due = await service.database
    .selectFrom('sandboxes')
    .select('id')
    .where('state', 'in', [...OPEN_STATES])
    .where((row) =>
      row.or([row('expires_at', '<=', now), row(sql<Date>`last_activity_at + idle_ms * interval '1 millisecond'`, '<=', now)]),
    )
    .limit(ROUND_SIZE)
    .execute();
  for (const { id } of due) await closeUngraded(service, id, 'expired');
}

async function failStuckStarts(service: Service): Promise<void> {
  const stuck = await service.database
    .selectFrom('sandboxes')
    .select('id')
    .where('state', '=', 'provisioning')
    .where('created_at', '<=', new Date(service.clock.now().getTime() - PROVISIONING_LIMIT_MS))
    .limit(ROUND_SIZE)
    .execute();
  for (const { id } of stuck) await closeUngraded(service, id, 'failed');
}

async function removeLeftTwins(service: Service): Promise<void> {
  const left = await service.database
    .selectFrom('sandbox_twins')
    .innerJoin('sandboxes', 'sandboxes.id', 'sandbox_twins.sandbox_id')
    .select('sandboxes.id')
    .distinct()
    .where('sandboxes.closed_at', 'is not', null)
    .limit(ROUND_SIZE)
    .execute();
  for (const { id } of left) await removeTwins(service, id);
}
