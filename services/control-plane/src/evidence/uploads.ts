import { reasonedError, SIGNED_UPLOAD_SECONDS, STATE_UPLOAD_LIMIT_BYTES, type Upload } from '@svc/contract';
import { isOpen } from '@svc/platform';
import { findSandbox } from '../sandboxes/find.ts';
import type { SandboxRecord } from '../sandboxes/view.ts';
import type { Service } from '../service.ts';
import { withinTime } from '../timeout.ts';
import { stateKey } from './keys.ts';

/** @throws ServiceError 404, or 409 once the sandbox is closed. */
export async function findSandboxForUpload(
  service: Service,
  caller: { teamId: string; sandboxScope: string | undefined },
  id: string,
): Promise<SandboxRecord> {
  const sandbox = await findSandbox(service, caller, id);
  if (!isOpen(sandbox.state)) throw reasonedError('session_closed');
  return sandbox;
}

/** A key keeps its name, so that uploading again overwrites. */
export async function mintUpload({ blobs, config }: Service, key: string, maxBytes: number): Promise<Upload> {
  const minting = blobs.signedPut(key, { expiresInSeconds: SIGNED_UPLOAD_SECONDS, maxBytes });
  return { key, url: await withinTime(minting, config.downstreamTimeoutMs, 'Evidence storage is not reachable. Retry.') };
}

export async function mintStatePair(service: Service, sandbox: SandboxRecord, twin?: string) {
  const [initial, final] = await Promise.all(
    (['initial', 'final'] as const).map((which) => mintUpload(service, stateKey(sandbox, which, twin), STATE_UPLOAD_LIMIT_BYTES)),
  );
  return { state_initial: initial as Upload, state_final: final as Upload };
}
