import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { standingFaults } from '../../sandboxes/faults.ts';
import { findRunning } from '../../sandboxes/find.ts';

export const getFaults: Handler<'getFaults'> = async (service, call) => {
  const { id } = await findRunning(service, call, call.id);
  return ok(await standingFaults(service, id));
};
