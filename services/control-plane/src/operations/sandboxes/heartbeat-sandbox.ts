import { ServiceError } from '@svc/contract';
import { OPEN_STATES } from '@svc/platform';
import { noContent } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { findSandbox } from '../../sandboxes/find.ts';

export const heartbeatSandbox: Handler<'heartbeatSandbox'> = async (service, call) => {
  const { id } = await findSandbox(service, call, call.id);
  const { numUpdatedRows } = await service.database
    .updateTable('sandboxes')
    .set({ last_activity_at: service.clock.now() })
    .where('id', '=', id)
    .where('state', 'in', [...OPEN_STATES])
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ServiceError('session_expired');
  return noContent();
};
