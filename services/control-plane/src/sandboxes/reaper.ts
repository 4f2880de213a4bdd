import { OPEN_STATES } from '@svc/platform';
import { sql } from 'kysely';
import type { Service } from '../service.ts';
import { forgetSignIns } from '../sign-in/forget.ts';
import { recordActivity } from './activity.ts';
import { closeUngraded, removeTwins } from './close.ts';
import { eachAtOnce } from './each.ts';
import { lookAfterHosts } from './hosts.ts';
import { stopOrphans } from './orphans.ts';
import { PROVISIONING_LIMIT_MS, START_SILENCE_MS } from './provision.ts';
import { restoreRoutes, resumeEvaluations } from './restore.ts';

/** Sandboxes worked on in one round; the rest wait for the next. */
const ROUND_SIZE = 500;

/** Closes what ran out and removes what closed sandboxes left running, again and again. */
export interface Reaper {
  /** One round, now; waits for a round that is under way. */
  sweep(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/** One thing that is done again and again, every so many rounds. */
interface Step {
  what: string;
  work(service: Service): Promise<unknown>;
  every: number;
}

export const createReaper = (service: Service): Reaper => repeated(service, STEPS);

/** Apart from the reaper: a host that doesn't answer when it is asked to remove something keeps nothing else from running out. */
export const createRemover = (service: Service): Reaper => repeated(service, REMOVAL_STEPS);

/** Apart from both: nor does it keep anybody from seeing that it is lost. */
export const createHostWatch = (service: Service): Reaper => repeated(service, HOST_STEPS);

function repeated(service: Service, steps: readonly Step[]): Reaper {
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();
  let stopped = false;
  let rounds = 0;
  const sweep = (): Promise<void> => {
    current = current.then(() => round(service, steps, ++rounds));
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

/** Listing everything that runs is dear in a fleet: once in so many rounds will do. */
const ORPHAN_ROUNDS = 30;
/** What a queue or route table lost is put back this often. */
const RESTORE_ROUNDS = 10;

const STEPS: readonly Step[] = [
  { what: 'record activity', work: recordActivity, every: 1 },
  { what: 'expire sandboxes', work: expire, every: 1 },
  { what: 'fail stuck starts', work: failStuckStarts, every: 1 },
  { what: 'forget sign-ins', work: forgetSignIns, every: ORPHAN_ROUNDS },
  { what: 'restore routes', work: restoreRoutes, every: RESTORE_ROUNDS },
  { what: 'resume evaluations', work: (service: Service) => resumeEvaluations(service), every: RESTORE_ROUNDS },
];

const REMOVAL_STEPS: readonly Step[] = [
  { what: 'remove twins', work: removeLeftTwins, every: 1 },
  { what: 'stop orphans', work: stopOrphans, every: ORPHAN_ROUNDS },
];

const HOST_STEPS: readonly Step[] = [{ what: 'look after the hosts', work: lookAfterHosts, every: 1 }];

async function round(service: Service, steps: readonly Step[], count: number): Promise<void> {
  for (const { what, work, every } of steps) {
    if (count % every !== 0) continue;
    await work(service).catch((error: unknown) => service.log.warn({ err: error, what }, 'a step of the reaper failed'));
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
    // Control planes side by side are not to reach for the same ones.
    .orderBy(sql`random()`)
    .limit(ROUND_SIZE)
    .execute();
  await eachAtOnce(due, ({ id }) => closeUngraded(service, id, 'expired'));
}

async function failStuckStarts(service: Service): Promise<void> {
  const now = service.clock.now().getTime();
  const stuck = await service.database
    .selectFrom('sandboxes')
    .select('id')
    .where('state', '=', 'provisioning')
    .where((row) =>
      row.or([
        row('created_at', '<=', new Date(now - PROVISIONING_LIMIT_MS)),
        row('last_activity_at', '<=', new Date(now - START_SILENCE_MS)),
      ]),
    )
    .limit(ROUND_SIZE)
    .execute();
  await eachAtOnce(stuck, ({ id }) => closeUngraded(service, id, 'failed'));
}

async function removeLeftTwins(service: Service): Promise<void> {
  // Of those that are open there is an index; those that were closed are all that ever were.
  const left = await service.database
    .selectFrom('sandbox_twins')
    .select('sandbox_id as id')
    .distinct()
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sandboxes')
            .select('id')
            .whereRef('sandboxes.id', '=', 'sandbox_twins.sandbox_id')
            .where('state', 'in', [...OPEN_STATES]),
        ),
      ),
    )
    .limit(ROUND_SIZE)
    .execute();
  await eachAtOnce(left, ({ id }) => removeTwins(service, id));
}
