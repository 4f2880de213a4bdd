import { renderReport } from '@svc/grading';
import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { findRun, runRecord } from '../../runs/find.ts';

export const getRunReport: Handler<'getRunReport'> = async (service, { id, teamId }) => {
  const run = await findRun(service, teamId, id);
  return ok(renderReport(runRecord(service, run)), { 'content-type': 'text/markdown; charset=utf-8' });
};
