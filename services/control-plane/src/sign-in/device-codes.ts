import {
  DEVICE_CODE_SECONDS,
  DEVICE_POLL_INTERVAL_SECONDS,
  type DeviceCode,
  type DeviceToken,
  reasonedError,
  ServiceError,
} from '@svc/contract';
import type { DeviceCodeTable } from '@svc/platform';
import type { Selectable } from 'kysely';
import { createApiKey } from '../accounts.ts';
import { randomText } from '../ids.ts';
import { sha256Hex } from '../security/compare.ts';
import type { Service } from '../service.ts';
import { mintToken } from './tokens.ts';

type DeviceCodeRecord = Selectable<DeviceCodeTable>;

/** Letters that make no words and don't look alike (RFC 8628, section 6.1). */
const USER_CODE_ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';
const USER_CODE_LENGTH = 8;
const SECOND_MS = 1000;
/** What each poll that comes too soon adds to the interval, in seconds (RFC 8628, section 3.5). */
const SLOW_DOWN_SECONDS = 5;
/** Nobody has this many terminals; whoever starts more is after the user codes, or the table. */
const MAX_PENDING_LOGINS = 20;
/** Polls arrive a little early now and then, in milliseconds. */
const POLL_TOLERANCE_MS = 500;

export const formatUserCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** A user code as people type it. @returns undefined for what can't be one. */
export function parseUserCode(typed: string): string | undefined {
  const letters = typed.toUpperCase().replaceAll(/[\s-]/g, '');
  return new RegExp(`^[${USER_CODE_ALPHABET}]{${USER_CODE_LENGTH}}$`).test(letters) ? letters : undefined;
}

/** @param clientAddress whose logins are counted @throws ServiceError where too many of them wait */
export async function createCode(service: Service, clientName: string, clientAddress: string): Promise<DeviceCode> {
  const { database, clock, config } = service;
  if ((await countPending(service, clientAddress)) >= MAX_PENDING_LOGINS) throw reasonedError('too_many_logins');
  const { token, sha256 } = mintToken();
  const userCode = randomText(USER_CODE_LENGTH, USER_CODE_ALPHABET);
  const at = clock.now();
  await database
    .insertInto('device_codes')
    .values({
      device_code_sha256: sha256,
      user_code: userCode,
      client_name: clientName,
      status: 'pending',
      user_id: null,
      interval_seconds: DEVICE_POLL_INTERVAL_SECONDS,
      client_address: clientAddress,
      created_at: at,
      expires_at: new Date(at.getTime() + DEVICE_CODE_SECONDS * SECOND_MS),
    })
    .execute();
  const page = `${config.dashboardUrl}/device`;
  return {
    device_code: token,
    user_code: formatUserCode(userCode),
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${formatUserCode(userCode)}`,
    expires_in: DEVICE_CODE_SECONDS,
    interval: DEVICE_POLL_INTERVAL_SECONDS,
  };
}

async function countPending({ database, clock }: Service, clientAddress: string): Promise<number> {
  const { count } = await database
    .selectFrom('device_codes')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('client_address', '=', clientAddress)
    .where('status', '=', 'pending')
    .where('expires_at', '>', clock.now())
    .executeTakeFirstOrThrow();
  return count;
}

/** A login that waits for a decision. */
export function findPending({ database, clock }: Service, userCode: string): Promise<DeviceCodeRecord | undefined> {
  return database
    .selectFrom('device_codes')
    .selectAll()
    .where('user_code', '=', userCode)
    .where('status', '=', 'pending')
    .where('expires_at', '>', clock.now())
    .executeTakeFirst();
}

/** @returns false when the login is no longer waiting. */
export async function decide(
  { database, clock }: Service,
  userCode: string,
  decision: { status: 'approved' | 'denied'; userId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('device_codes')
    .set({ status: decision.status, user_id: decision.userId })
    .where('user_code', '=', userCode)
    .where('status', '=', 'pending')
    .where('expires_at', '>', clock.now())
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The key of an approved login; made when it is fetched, so that it is never stored. @throws ServiceError with RFC 8628's reason. */
export async function redeem(service: Service, deviceCode: string): Promise<DeviceToken> {
  const { database, clock } = service;
  const sha256 = sha256Hex(deviceCode);
  const record = await database
    .selectFrom('device_codes')
    .selectAll()
    .where('device_code_sha256', '=', sha256)
    .executeTakeFirst();
  if (!record) throw new ServiceError('not_found', { message: 'There is no such device code.' });
  if (record.status === 'redeemed' || record.expires_at <= clock.now()) throw reasonedError('expired_token');
  if (record.status === 'denied') throw reasonedError('access_denied');
  if (record.status === 'pending') throw await pending(service, record);
  return mintKey(service, sha256);
}

async function pending({ database, clock }: Service, record: DeviceCodeRecord): Promise<ServiceError> {
  const now = clock.now();
  const since = record.last_polled_at === null ? Number.POSITIVE_INFINITY : now.getTime() - record.last_polled_at.getTime();
  const tooSoon = since < record.interval_seconds * SECOND_MS - POLL_TOLERANCE_MS;
  const interval = record.interval_seconds + (tooSoon ? SLOW_DOWN_SECONDS : 0);
  await database
    .updateTable('device_codes')
    .set({ last_polled_at: now, interval_seconds: interval })
    .where('device_code_sha256', '=', record.device_code_sha256)
    .execute();
  return reasonedError(tooSoon ? 'slow_down' : 'authorization_pending', { interval });
}

async function mintKey({ database, clock }: Service, sha256: string): Promise<DeviceToken> {
  return database.transaction().execute(async (trx) => {
    const taken = await trx
      .updateTable('device_codes')
      .set({ status: 'redeemed' })
      .where('device_code_sha256', '=', sha256)
      .where('status', '=', 'approved')
      .returning(['user_id', 'client_name'])
      .executeTakeFirst();
    if (!taken?.user_id) throw reasonedError('expired_token');
    const team = await trx
      .selectFrom('users')
      .innerJoin('teams', 'teams.id', 'users.team_id')
      .select(['teams.id', 'teams.slug', 'teams.plan_tier'])
      .where('users.id', '=', taken.user_id)
      .where('users.removed_at', 'is', null)
      .executeTakeFirst();
    if (!team) throw reasonedError('access_denied');
    const { id, slug, plan_tier } = team;
    const made = await createApiKey(trx, { teamId: id, userId: taken.user_id, name: taken.client_name }, clock);
    return {
      access_token: made.key,
      token_type: 'Bearer',
      api_key: { id: made.id, name: taken.client_name },
      team: { id, slug, plan_tier },
    };
  });
}
