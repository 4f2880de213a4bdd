import type { Service } from '../service.ts';

/** Logins that ended are told apart from unknown ones for a while, in milliseconds. */
const KEPT_MS = 3_600_000;

/** Removes links, sessions, logins and invitations that ran out, and counts of tries that no longer count. */
export async function forgetSignIns({ database, clock }: Service): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  for (const table of ['sign_in_links', 'web_sessions', 'device_codes', 'invitations'] as const) {
    await database.deleteFrom(table).where('expires_at', '<=', before).execute();
  }
  await database.deleteFrom('sign_in_tries').where('since', '<=', before).execute();
}
