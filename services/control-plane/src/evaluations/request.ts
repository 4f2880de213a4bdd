import { namedError, type ParsedFinalizeRequest, reasonedError, ServiceError } from '@svc/contract';
import { isUploadKey } from '../evidence/keys.ts';
import { invalidField } from '../http/validate.ts';
import { closed } from '../sandboxes/find.ts';
import type { SandboxRecord } from '../sandboxes/view.ts';

/** What of a finalize can be refused without looking at the sandbox's state. @throws ServiceError 422. */
export function checkFinalize(sandbox: SandboxRecord, request: ParsedFinalizeRequest, asynchronous: boolean): void {
  if (request.source === 'twin-pull' && asynchronous) throw namedError('twin_pull_requires_sync');
  // An upload of the local evaluate command declares no criteria by design.
  const ungradedUpload = sandbox.self_reported && request.source === 'blob';
  if (request.criteria.length === 0 && !ungradedUpload) throw namedError('empty_criteria');
  checkTwins(sandbox, request);
  checkKeys(sandbox, request);
}

function checkTwins({ twins }: SandboxRecord, request: ParsedFinalizeRequest): void {
  const named = [
    ...request.criteria.map(({ twin }, index) => [`criteria[${index}].twin`, twin] as const),
    ...Object.keys(request.per_twin_state_keys ?? {}).map((twin) => [`per_twin_state_keys.${twin}`, twin] as const),
  ];
  for (const [path, twin] of named) {
    if (twin !== undefined && !twins.includes(twin)) throw invalidField(path, 'is not a twin of this sandbox', 'unknown_twin');
  }
}

function checkKeys(sandbox: SandboxRecord, request: ParsedFinalizeRequest): void {
  const keys: [string, string | undefined][] = [
    ['trace_storage_key', request.trace_storage_key],
    ['state_initial_storage_key', request.state_initial_storage_key],
    ['state_final_storage_key', request.state_final_storage_key],
  ];
  for (const [twin, pair] of Object.entries(request.per_twin_state_keys ?? {})) {
    keys.push([`per_twin_state_keys.${twin}.state_initial_key`, pair.state_initial_key]);
    keys.push([`per_twin_state_keys.${twin}.state_final_key`, pair.state_final_key]);
  }
  for (const [path, key] of keys) {
    if (key !== undefined && !isUploadKey(sandbox, key)) throw invalidField(path, 'is not a key of this sandbox', 'foreign_key');
  }
}

/** Grading needs a live sandbox. @throws ServiceError 409 for a twin-pull that comes too late or too early, else 410. */
export function requireLive(sandbox: SandboxRecord, { source }: ParsedFinalizeRequest): void {
  const live = sandbox.state === 'ready' || sandbox.state === 'running';
  if (source === 'twin-pull' && sandbox.self_reported)
    throw reasonedError('capture_incomplete', {}, { message: 'The session has no twins to read.' });
  if (live) return;
  if (source === 'twin-pull')
    throw reasonedError(
      'capture_incomplete',
      { state: sandbox.state },
      { message: `The sandbox is not live.${sandbox.failure === null ? '' : ` ${sandbox.failure}`}` },
    );
  if (sandbox.state === 'provisioning')
    throw new ServiceError('conflict', { message: 'The sandbox is still starting.', details: { state: 'provisioning' } });
  throw closed(sandbox);
}

/** RFC 7240: preferences are a comma-separated list of tokens. */
export const prefersAsync = (prefer: string | string[] | undefined): boolean =>
  [prefer ?? []]
    .flat()
    .join(',')
    .split(',')
    .some((preference) => preference.trim().toLowerCase().split(';')[0] === 'respond-async');
