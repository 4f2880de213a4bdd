import type { Insertable, Kysely, Transaction } from 'kysely';
import type { Database, SandboxState } from './schema.ts';

/** What happens to a sandbox: from which states, and into which. A closed state has no way out. */
export const SANDBOX_TRANSITIONS = {
  started: { from: ['provisioning'], to: 'ready' },
  called: { from: ['ready'], to: 'running' },
  graded: { from: ['ready', 'running'], to: 'done' },
  /** Lifetime over, idle too long, or discarded by its owner. */
  expired: { from: ['provisioning', 'ready', 'running'], to: 'expired' },
  /** Could not be started, or could not be brought back. */
  failed: { from: ['provisioning', 'ready', 'running'], to: 'failed' },
} as const satisfies Record<string, { from: readonly SandboxState[]; to: SandboxState }>;

/** States in which a sandbox counts against its team's quota. */
export const OPEN_STATES = ['provisioning', 'ready', 'running'] as const satisfies readonly SandboxState[];

export const isOpen = (state: SandboxState): boolean => (OPEN_STATES as readonly SandboxState[]).includes(state);

/** The states a sandbox closes into, with the transition that leads there. */
const CLOSING = {
  done: SANDBOX_TRANSITIONS.graded,
  expired: SANDBOX_TRANSITIONS.expired,
  failed: SANDBOX_TRANSITIONS.failed,
} as const;
export type ClosedState = keyof typeof CLOSING;

export type Connection = Kysely<Database> | Transaction<Database>;

/**
 * Closes a sandbox and gives its slot back to the team, in one statement, so that neither can happen twice or alone.
 *
 * @returns false when the state it is in doesn't allow it; nothing changed then.
 */
export async function closeSandbox(
  database: Connection,
  { id, to, at, failure }: { id: string; to: ClosedState; at: Date; failure?: string },
): Promise<boolean> {
  const result = await database
    .with('closed', (query) =>
      query
        .updateTable('sandboxes')
        .set({ state: to, closed_at: at, ...(failure !== undefined && { failure }) })
        .where('id', '=', id)
        .where('state', 'in', [...CLOSING[to].from])
        .returning('team_id'),
    )
    .updateTable('teams')
    .from('closed')
    .set((update) => ({ open_sandboxes: update('open_sandboxes', '-', 1) }))
    .whereRef('teams.id', '=', 'closed.team_id')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Where a sandbox's twins are reached, as it is stored. */
export type StoredTwin = Insertable<Database['sandbox_twins']>;

/** Says where twins are reached, whatever was said before. */
export const storeTwins = (database: Pick<Connection, 'insertInto'>, twins: readonly StoredTwin[]) =>
  database
    .insertInto('sandbox_twins')
    .values(twins)
    .onConflict((conflict) =>
      conflict.columns(['sandbox_id', 'twin']).doUpdateSet((row) => ({
        url: row.ref('excluded.url'),
        control_token_sealed: row.ref('excluded.control_token_sealed'),
      })),
    );

/** Marks a sandbox ready for calls, and says where its twins are reached. @returns false when it was closed meanwhile. */
export async function markReady(
  database: Connection,
  { id, at, twins }: { id: string; at: Date; twins: readonly StoredTwin[] },
): Promise<boolean> {
  const { from, to } = SANDBOX_TRANSITIONS.started;
  const result = await database
    .with('stored', (query) => storeTwins(query, twins).returning('twin'))
    .updateTable('sandboxes')
    .set({ state: to, ready_at: at, last_activity_at: at })
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
