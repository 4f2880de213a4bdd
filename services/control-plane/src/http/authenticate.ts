import { type OperationAuth, ServiceError } from '@svc/contract';
import type { Request } from 'express';
import { readSessionCookie } from '../pages/cookie.ts';
import { sentByOurPage } from '../pages/own-page.ts';
import { authenticateApiKey, type Principal } from '../security/api-keys.ts';
import { noteUse } from '../security/key-use.ts';
import type { Service } from '../service.ts';
import { findSession, type WebSession } from '../sign-in/sessions.ts';

export interface Caller {
  /** Empty for a caller whom nobody asked who they are. */
  teamId: string;
  principal: Principal | undefined;
  sandboxScope: string | undefined;
}

/** Who calls an operation that is open to everyone. */
const NOBODY: Caller = { teamId: '', principal: undefined, sandboxScope: undefined };

const BEARER = /^Bearer +(\S+) *$/i;

export const bearerOf = (authorization: string | undefined): string | undefined => BEARER.exec(authorization ?? '')?.[1];

const HOW = 'Send it as "Authorization: Bearer svc_…"';

/** A caller who presents nothing is told how; of a key that was sent, no more is said than that it isn't valid. */
function missing(authorization: string | undefined): ServiceError {
  const message =
    authorization === undefined
      ? `No API key was sent. ${HOW}; \`svc up\` prints that of its service, \`svc login\` gets one of another.`
      : `The Authorization header holds no bearer. ${HOW}.`;
  return new ServiceError('invalid_auth', { message });
}

/** @throws ServiceError `invalid_auth` or `revoked_key`. */
export async function authenticate(service: Service, auth: OperationAuth, authorization: string | undefined): Promise<Caller> {
  if (auth === 'none') return NOBODY;
  const bearer = bearerOf(authorization);
  if (bearer === undefined) throw missing(authorization);
  if (auth === 'api_key_or_sandbox_token' && !bearer.startsWith('svc_')) {
    const subject = await service.agentTokens.read(bearer, service.clock.now());
    if (!subject) throw new ServiceError('invalid_auth', { message: 'The API key or sandbox token is not valid.' });
    return { teamId: subject.teamId, principal: undefined, sandboxScope: subject.sandboxId };
  }
  const principal = await authenticateApiKey(service.database, bearer);
  noteUse(service, principal.apiKey.id);
  return { teamId: principal.team.id, principal, sandboxScope: undefined };
}

/** What GET /v1/me says where a signed-in browser stands in for a key. */
export const BROWSER_KEY = { id: 'browser', name: 'Signed-in browser' };

/** As `authenticate`; a page of the dashboard comes with its reader's session instead of a key, and opens the same team. */
export async function authenticateCall(service: Service, auth: OperationAuth, request: Request): Promise<Caller> {
  const { authorization } = request.headers;
  const session = authorization === undefined && auth !== 'none' ? await sessionOf(service, request) : undefined;
  if (!session) return authenticate(service, auth, authorization);
  const { team, user } = session;
  return { teamId: team.id, principal: { team, user, apiKey: BROWSER_KEY }, sandboxScope: undefined };
}

/** The session that a page of ours sent along; one that another site sends counts for nothing. */
export async function sessionOf(service: Service, request: Request): Promise<WebSession | undefined> {
  return sentByOurPage(request, service.config) ? findSession(service, readSessionCookie(request, service.config)) : undefined;
}
