import { z } from 'zod';
import { type GithubSeedContext, INTERACTION_LIMITS, type LimitPlace, limitKey, timestamp } from '../world.ts';
import { nameOr, time } from './schema-parts.ts';

const group = z.enum(INTERACTION_LIMITS);
const DAY_MS = 86_400_000;

/** Who alone may interact with what is public, for a day unless it says until when. */
export const interactionLimitField = nameOr(group, z.object({ limit: group, expires_at: time.optional() })).nullish();

type LimitSeed = z.output<typeof interactionLimitField>;

export function loadInteractionLimit(context: GithubSeedContext, place: LimitPlace, seed: LimitSeed): void {
  if (seed == null) return;
  const { limit, expires_at } = typeof seed === 'string' ? { limit: seed, expires_at: undefined } : seed;
  const end = expires_at === undefined ? context.now + DAY_MS : Date.parse(expires_at);
  context.world.interaction_limits.insert({
    key: limitKey(place),
    repository_id: null,
    account_id: null,
    ...place,
    limit,
    expires_at: timestamp(end),
  });
}
