import { META_UPLOAD_LIMIT_BYTES } from '@svc/contract';
import { metaKey } from '../../evidence/keys.ts';
import { findSandboxForUpload, mintUpload } from '../../evidence/uploads.ts';
import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';

export const createMetaUpload: Handler<'createMetaUpload'> = async (service, call) => {
  const sandbox = await findSandboxForUpload(service, call, call.id);
  return ok(await mintUpload(service, metaKey(sandbox), META_UPLOAD_LIMIT_BYTES));
};
