import type { Usage } from '@svc/contract';
import type { TeamIdentity } from '../security/team-identity.ts';
import type { Service } from '../service.ts';

/** Concurrent sandboxes that a team may have. A plan that isn't configured has none. */
export const quotaOf = ({ config }: Service, team: TeamIdentity): number => team.quota ?? config.plans[team.planTier] ?? 0;

/** The period is the calendar month in UTC; the count is of sandboxes open right now. */
export async function usageOf(service: Service, team: TeamIdentity): Promise<Usage> {
  const { open_sandboxes: used } = await service.database
    .selectFrom('teams')
    .select('open_sandboxes')
    .where('id', '=', team.id)
    .executeTakeFirstOrThrow();
  const now = service.clock.now();
  const quota = quotaOf(service, team);
  return {
    period_start: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)).toISOString(),
    period_end: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString(),
    sessions_used: used,
    sessions_quota: quota,
    sessions_remaining: Math.max(0, quota - used),
    plan_tier: team.planTier,
  };
}
