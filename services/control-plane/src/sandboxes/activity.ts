import { OPEN_STATES, SANDBOX_TRANSITIONS } from '@svc/platform';
import { sql } from 'kysely';
import type { Service } from '../service.ts';

/** Writes what proxies saw since the last time into the rows; the first call of an agent turns `ready` into `running`. */
export async function recordActivity({ activity, database }: Service): Promise<void> {
  const seen = await activity.drain();
  if (seen.size === 0) return;
  const { from, to } = SANDBOX_TRANSITIONS.called;
  const at = [...seen.values()].map((time) => new Date(time));
  try {
    await sql`
      update sandboxes set
        last_activity_at = greatest(last_activity_at, seen.at),
        last_request_at = greatest(last_request_at, seen.at),
        state = case when state = any(${[...from]}) then ${to} else state end
      from unnest(${[...seen.keys()]}::text[], ${at}::timestamptz[]) as seen(id, at)
      where sandboxes.id = seen.id and state = any(${[...OPEN_STATES]})
    `.execute(database);
  } catch (error) {
    // Nothing seen is lost: the next round tries again.
    for (const [sessionId, time] of seen) activity.touch(sessionId, time);
    throw error;
  }
}

/**
 * For what is asked of sandboxes, which is answered without the latest calls where these can't be had.
 *
 * @returns why they couldn't
 */
export const tryToRecordActivity = (service: Service): Promise<{ fault: unknown } | undefined> =>
  recordActivity(service).then(
    () => undefined,
    (fault: unknown) => ({ fault }),
  );
