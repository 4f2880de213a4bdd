import { ServiceError } from '@svc/contract';
import type { Express, Request, Response } from 'express';
import { sessionOf } from '../http/authenticate.ts';
import type { RequestFacts } from '../http/logging.ts';
import { readSessionCookie } from '../pages/cookie.ts';
import { wantsPage } from '../pages/html.ts';
import { askToSignIn } from '../pages/sign-in.ts';
import type { Service } from '../service.ts';
import { findSession, type WebSession } from '../sign-in/sessions.ts';
import { showConnection } from './connection.ts';
import { unlessEnded } from './ended.ts';
import { makeExample } from './example.ts';
import { mountFiles, type Shell } from './files.ts';
import { listKeys, mintKey, revokeKey } from './keys.ts';
import { lintText } from './lint.ts';
import { listGroups, listRunValues, listSandboxLines } from './lists.ts';
import { endOfTape, showDeclaredCriteria, showLiveCall, showLiveRecords, showLiveWorld, showRunOf, streamTape } from './live.ts';
import { downloadState, downloadTape, showCall, showTape, showWorld } from './runs.ts';
import { invite, listPeople, removePerson, setRole, withdrawInvitation } from './team.ts';
import { listTwins } from './twins.ts';

/** The addresses of its pages; which of them there are, and what is on them, is the page's own affair. */
const PAGES = [
  '/',
  '/runs',
  '/runs/:id',
  '/groups',
  '/groups/:id',
  '/checks',
  '/scenarios',
  '/sandboxes',
  '/sandboxes/:id',
  '/keys',
  '/team',
];

/** An answer to a page of the dashboard; whoever asks is signed in. */
export type PageHandler = (service: Service, session: WebSession, request: Request, response: Response) => Promise<void>;

/** What its pages need beyond the REST API, for signed-in browsers only. */
const DATA: readonly (readonly ['get' | 'post' | 'patch' | 'delete', string, PageHandler])[] = [
  ['get', '/groups', listGroups],
  ['get', '/run-values', listRunValues],
  ['get', '/runs/:id/tape', showTape],
  ['get', '/runs/:id/calls/:number', showCall],
  ['get', '/runs/:id/world', showWorld],
  ['get', '/runs/:id/events.jsonl', downloadTape],
  ['get', '/runs/:id/state_final.json', downloadState],
  ['get', '/sandboxes', listSandboxLines],
  ['get', '/sandboxes/:id/connection', unlessEnded(showConnection)],
  ['get', '/sandboxes/:id/tape', unlessEnded(streamTape, endOfTape)],
  ['get', '/sandboxes/:id/calls/:twin/:seq', unlessEnded(showLiveCall)],
  ['get', '/sandboxes/:id/world', unlessEnded(showLiveWorld)],
  ['get', '/sandboxes/:id/records', unlessEnded(showLiveRecords)],
  ['get', '/sandboxes/:id/criteria', showDeclaredCriteria],
  ['get', '/sandboxes/:id/run', showRunOf],
  ['post', '/example', makeExample],
  ['post', '/lint', lintText],
  ['get', '/twins', listTwins],
  ['get', '/keys', listKeys],
  ['post', '/keys', mintKey],
  ['delete', '/keys/:id', revokeKey],
  ['get', '/team', listPeople],
  ['post', '/team/invitations', invite],
  ['delete', '/team/invitations/:id', withdrawInvitation],
  ['patch', '/team/members/:id', setRole],
  ['delete', '/team/members/:id', removePerson],
];

/** The dashboard, where it was built. */
export function mountDashboard(app: Express, service: Service): void {
  const shell = mountFiles(app);
  if (shell)
    app.get(PAGES, (request, response, next) => (wantsPage(request) ? showPage(service, shell, request, response) : next()));
  for (const [method, path, handler] of DATA) {
    app[method](`/dashboard${path}`, async (request, response) => {
      const session = await sessionOf(service, request);
      if (!session) throw new ServiceError('invalid_auth', { message: 'Nobody is signed in.' });
      (response.locals.facts as RequestFacts).team = session.team.id;
      await handler(service, session, request, response);
    });
  }
}

async function showPage(service: Service, shell: Shell, request: Request, response: Response): Promise<void> {
  const session = await findSession(service, readSessionCookie(request, service.config));
  if (session) shell(response);
  else await askToSignIn(service, request, response);
}
