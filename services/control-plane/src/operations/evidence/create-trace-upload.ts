import { TRACE_UPLOAD_LIMIT_BYTES } from '@svc/contract';
import { traceKey } from '../../evidence/keys.ts';
import { findSandboxForUpload, mintUpload } from '../../evidence/uploads.ts';
import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';

export const createTraceUpload: Handler<'createTraceUpload'> = async (service, call) => {
  const sandbox = await findSandboxForUpload(service, call, call.id);
  return ok(await mintUpload(service, traceKey(sandbox), TRACE_UPLOAD_LIMIT_BYTES));
};
