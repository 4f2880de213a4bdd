import { sql } from 'kysely';
import { sha256Hex } from '../security/compare.ts';
import type { Service } from '../service.ts';

/** Tries are counted for so long, in milliseconds. */
export const TRIES_WINDOW_MS = 15 * 60_000;
/** One client for one e-mail address: a person who mistypes. */
const MOST_OF_BOTH = 5;
/** One client for any: an office behind one address. */
const MOST_OF_A_CLIENT = 30;
/** Any clients for one e-mail address: past it a password can't be used for a while, a link or the provider still can. */
const MOST_OF_AN_EMAIL = 50;

interface Try {
  email: string;
  clientAddress: string;
}

const limitsOf = ({ email, clientAddress }: Try): (readonly [key: string, most: number])[] => [
  [sha256Hex(JSON.stringify(['both', email, clientAddress])), MOST_OF_BOTH],
  [sha256Hex(JSON.stringify(['client', clientAddress])), MOST_OF_A_CLIENT],
  [sha256Hex(JSON.stringify(['email', email])), MOST_OF_AN_EMAIL],
];

/** Counts a try before it is made, so that many at once get no more than one after the other. @returns false where there were too many */
export async function mayTry({ database, clock }: Service, attempt: Try): Promise<boolean> {
  const now = clock.now();
  const windowStart = new Date(now.getTime() - TRIES_WINDOW_MS);
  const isOver = sql<boolean>`sign_in_tries.since <= ${windowStart}`;
  const counted = await Promise.all(
    limitsOf(attempt).map(async ([key_sha256, most]) => {
      const { tries } = await database
        .insertInto('sign_in_tries')
        .values({ key_sha256, tries: 1, since: now })
        .onConflict((conflict) =>
          conflict.column('key_sha256').doUpdateSet({
            tries: sql`case when ${isOver} then 1 else sign_in_tries.tries + 1 end`,
            since: sql`case when ${isOver} then ${now}::timestamptz else sign_in_tries.since end`,
          }),
        )
        .returning('tries')
        .executeTakeFirstOrThrow();
      return tries <= most;
    }),
  );
  return counted.every((fits) => fits);
}

/** Whoever got in begins anew; what else his client tried stays counted. */
export async function forgetTries({ database }: Service, attempt: Try): Promise<void> {
  const [both] = limitsOf(attempt);
  await database
    .deleteFrom('sign_in_tries')
    .where('key_sha256', '=', both?.[0] ?? '')
    .execute();
}
