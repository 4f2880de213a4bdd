import type { Service } from '../service.ts';

/** Nearer than that nobody needs to know when a key was used; a busy one is written once in this time. In milliseconds. */
const KNOWN_WITHIN_MS = 60_000;

/** When each key's use was last written down, by its id. */
export type KeyUses = Map<string, number>;

/** Notes that a key was used, after its call and not in it. */
export function noteUse({ background, clock, database, keyUses }: Service, id: string): void {
  const now = clock.now();
  if (now.getTime() - (keyUses.get(id) ?? Number.NEGATIVE_INFINITY) < KNOWN_WITHIN_MS) return;
  keyUses.set(id, now.getTime());
  background.run('note the use of a key', () =>
    database.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', id).execute(),
  );
}
