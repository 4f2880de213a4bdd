import type { TeamTable } from '@svc/platform';
import type { Selectable } from 'kysely';

export interface TeamIdentity {
  id: string;
  slug: string;
  planTier: string;
  /** Overrides of the team, null for the plan's or the service's. */
  quota: number | null;
  lifetimeMs: number | null;
  idleMs: number | null;
  journalMib: number | null;
  worldMib: number | null;
  /** Its open sandboxes, when the caller was recognised. */
  openSandboxes: number;
}

/** What of the team's row it is made of. */
export const TEAM_COLUMNS = [
  'teams.id as team_id',
  'teams.slug',
  'teams.plan_tier',
  'teams.quota',
  'teams.lifetime_ms',
  'teams.idle_ms',
  'teams.journal_mib',
  'teams.world_mib',
  'teams.open_sandboxes',
] as const;

type TeamRow = Pick<
  Selectable<TeamTable>,
  'slug' | 'plan_tier' | 'quota' | 'lifetime_ms' | 'idle_ms' | 'journal_mib' | 'world_mib' | 'open_sandboxes'
> & { team_id: string };

export const teamIdentity = (row: TeamRow): TeamIdentity => ({
  id: row.team_id,
  slug: row.slug,
  planTier: row.plan_tier,
  quota: row.quota,
  lifetimeMs: row.lifetime_ms,
  idleMs: row.idle_ms,
  journalMib: row.journal_mib,
  worldMib: row.world_mib,
  openSandboxes: row.open_sandboxes,
});

/** What of the team's row its identity stands for, but for what changes with every sandbox. */
export const teamColumns = ({ planTier, quota, lifetimeMs, idleMs, journalMib, worldMib }: TeamIdentity) => ({
  plan_tier: planTier,
  quota,
  lifetime_ms: lifetimeMs,
  idle_ms: idleMs,
  journal_mib: journalMib,
  world_mib: worldMib,
});
