import type { StateUploadResponse } from '@svc/contract';
import { findSandboxForUpload, mintStatePair } from '../../evidence/uploads.ts';
import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { invalidField } from '../../http/validate.ts';

export const createStateUploads: Handler<'createStateUploads'> = async (service, call) => {
  const sandbox = await findSandboxForUpload(service, call, call.id);
  const twins = call.body.twins;
  const stray = twins?.findIndex((twin) => !sandbox.twins.includes(twin)) ?? -1;
  if (stray >= 0) throw invalidField(`twins[${stray}]`, 'is not a twin of this sandbox', 'unknown_twin');
  const answer: StateUploadResponse = await mintStatePair(service, sandbox);
  if (twins) {
    const pairs = twins.map(async (twin) => [twin, await mintStatePair(service, sandbox, twin)] as const);
    answer.per_twin = Object.fromEntries(await Promise.all(pairs));
  }
  return ok(answer);
};
