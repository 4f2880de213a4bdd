import type { OperationId } from '@svc/contract';
import type { Request } from 'express';
import { noteUse } from '../security/key-use.ts';
import type { KnownCaller } from '../security/known-callers.ts';
import type { Service } from '../service.ts';
import type { Answer } from './answer.ts';
import { authenticateCall, bearerOf, type Caller } from './authenticate.ts';

/** Carries out a call for a caller. It may be asked again, for one who was looked up anew. */
export type Attempt = (caller: Caller, known?: KnownCaller) => Promise<Answer>;

/**
 * Carries out a call that starts a sandbox for a caller who is known from earlier calls, without looking it up; where the statement that
 * writes the sandbox down doesn't confirm the caller, or it doesn't come so far, for the caller as it is found now.
 */
export async function forKnownCaller(service: Service, request: Request, attempt: Attempt): Promise<Answer> {
  const bearer = bearerOf(request.headers.authorization);
  const known = bearer === undefined ? undefined : service.knownCallers.find(bearer);
  if (bearer !== undefined && known) {
    const { principal } = known;
    try {
      const answer = await attempt({ teamId: principal.team.id, principal, sandboxScope: undefined }, known);
      if (known.isConfirmed) return answer;
    } catch (error) {
      if (known.isConfirmed) throw error;
    } finally {
      if (known.isConfirmed) noteUse(service, principal.apiKey.id);
    }
    service.knownCallers.forget(bearer);
  }
  const caller = await authenticateCall(service, 'api_key', request);
  const answer = await attempt(caller);
  if (bearer !== undefined && caller.principal) service.knownCallers.keep(bearer, caller.principal);
  return answer;
}

/** Calls that write in one statement what can confirm who asked for it. */
export const takesKnownCallers = (id: OperationId): boolean => id === 'createSandbox' || id === 'forkSandbox';
