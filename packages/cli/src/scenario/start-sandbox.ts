import { setTimeout as delay } from 'node:timers/promises';
import type { CreateSandboxRequest, CreateSandboxResponse } from '@svc/contract';
import { ApiError } from '@svc/sdk';
import type { HostedContext } from './context.ts';

/** Before each further try, in milliseconds. */
const WAITS_MS = [2_000, 8_000];

/**
 * Asks the service for a sandbox, and again where a part of it was away or a twin didn't start in time: nothing stays behind such an answer,
 * and a run among a hundred need not end for it.
 *
 * @throws ApiError what the last try was answered with
 */
export async function startSandbox(context: HostedContext, body: CreateSandboxRequest): Promise<CreateSandboxResponse> {
  for (const waitMs of WAITS_MS) {
    try {
      return await context.client.sandboxes.create(body);
    } catch (error) {
      if (!(error instanceof ApiError) || error.type !== 'downstream_unavailable' || context.signal.aborted) throw error;
      context.line(`  No sandbox yet: ${error.message} Trying again in ${waitMs / 1000} s.`);
      await delay(waitMs, undefined, { signal: context.signal }).catch(() => undefined);
    }
  }
  return await context.client.sandboxes.create(body);
}
