import { ServiceError } from '@svc/contract';
import type { KeyRow, MintedKey } from '@svc/contract/dashboard';
import { z } from 'zod';
import { createApiKey, revokeApiKey } from '../accounts.ts';
import { send } from '../http/send.ts';
import { isoOrNull } from '../sandboxes/view.ts';
import { bodyOf, idOf } from './asked.ts';
import type { PageHandler } from './mount.ts';
import { assertOwner } from './team.ts';

const LONGEST_NAME = 100;

const newKeySchema = z.object({ name: z.string().trim().min(1, 'is needed').max(LONGEST_NAME) });

/** The team's keys, newest first. */
export const listKeys: PageHandler = async ({ database }, { team }, _request, response) => {
  const rows = await database
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select([
      'api_keys.id',
      'api_keys.name',
      'users.email',
      'api_keys.created_at',
      'api_keys.revoked_at',
      'api_keys.last_used_at',
    ])
    .where('api_keys.team_id', '=', team.id)
    .orderBy('api_keys.created_at', 'desc')
    .orderBy('api_keys.id')
    .execute();
  const body = rows.map(
    ({ id, name, email, created_at, revoked_at, last_used_at }): KeyRow => ({
      id,
      name,
      user: email,
      created_at: created_at.toISOString(),
      revoked_at: isoOrNull(revoked_at),
      last_used_at: isoOrNull(last_used_at),
    }),
  );
  send(response, { status: 200, body });
};

export const mintKey: PageHandler = async ({ database, clock }, { team, user }, request, response) => {
  const { name } = await bodyOf(newKeySchema, request);
  const { id, key } = await createApiKey(database, { teamId: team.id, userId: user.id, name }, clock);
  send(response, { status: 201, body: { id, name, key } satisfies MintedKey });
};

/** Another team's key is answered as one that isn't there; a member revokes his own. */
export const revokeKey: PageHandler = async ({ database, clock }, session, request, response) => {
  const id = idOf(request);
  const own = await database
    .selectFrom('api_keys')
    .select('user_id')
    .where('id', '=', id)
    .where('team_id', '=', session.team.id)
    .executeTakeFirst();
  if (!own) throw new ServiceError('not_found', { message: 'There is no such key.' });
  if (own.user_id !== session.user.id) assertOwner(session);
  await revokeApiKey(database, id, clock);
  send(response, { status: 204 });
};
