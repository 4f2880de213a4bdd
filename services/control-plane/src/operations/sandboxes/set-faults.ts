import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { putFaults, readFaults } from '../../sandboxes/faults.ts';
import { findRunning } from '../../sandboxes/find.ts';
import { loadAll } from '../../seeds/worlds.ts';

export const setFaults: Handler<'setFaults'> = async (service, call) => {
  const { id, twins } = await findRunning(service, call, call.id);
  const byTwin = await readFaults(await loadAll(service.twins, twins), call.body.faults);
  return ok(await putFaults(service, id, byTwin));
};
