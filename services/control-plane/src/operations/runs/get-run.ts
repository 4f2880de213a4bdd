import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { findRun, runRecord } from '../../runs/find.ts';

export const getRun: Handler<'getRun'> = async (service, { id, teamId }) =>
  ok(runRecord(service, await findRun(service, teamId, id)));
