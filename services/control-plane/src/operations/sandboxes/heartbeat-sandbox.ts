import { OPEN_STATES } from '@svc/platform';
import { noContent } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { closed, findSandbox } from '../../sandboxes/find.ts';

export const heartbeatSandbox: Handler<'heartbeatSandbox'> = async (service, call) => {
  const sandbox = await findSandbox(service, call, call.id);
  const { numUpdatedRows } = await service.database
    .updateTable('sandboxes')
    .set({ last_activity_at: service.clock.now() })
    .where('id', '=', sandbox.id)
    .where('state', 'in', [...OPEN_STATES])
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw closed(sandbox);
  return noContent();
};
