import { mintDownload } from '../../evidence/downloads.ts';
import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { findRun } from '../../runs/find.ts';

export const getRunTrace: Handler<'getRunTrace'> = async (service, { id, teamId }) => {
  const run = await findRun(service, teamId, id);
  return ok(await mintDownload(service, 'events.jsonl', run.trace_s3_key));
};
