import { SMALL_BODY_LIMIT_BYTES } from '@svc/contract';
import type { Request, Response } from 'express';
import { readBody } from '../http/read-body.ts';
import type { Service } from '../service.ts';
import { findSignInLink, useSignInToken } from '../sign-in/links.ts';
import { closeSession, findSession, openSession } from '../sign-in/sessions.ts';
import { nextCookie, noNextCookie, noSessionCookie, readNextCookie, readSessionCookie, sessionCookie } from './cookie.ts';
import { html, sendPage, sendToPage } from './html.ts';
import { sentByOurPage } from './own-page.ts';

const TITLE = 'Sign in';

/** A link as it is pasted into the form of a visitor who isn't signed in. */
const LINK = /[?&]token=(\w+)/;

/** A visitor who isn't signed in is told how to, and comes back to the page that he asked for. */
export function askToSignIn({ config }: Service, request: Request, response: Response): void {
  response.setHeader('set-cookie', nextCookie(config, request.originalUrl));
  sendPage(
    response,
    401,
    TITLE,
    html`<p>Open a sign-in link, or paste it here. <code>svc up</code> prints one when it starts; <code>svc admin link</code> makes
another, on the machine of the service.</p>
<form action="/signin"><label>Sign-in link <input name="token" autofocus autocomplete="off" spellcheck="false" required></label>
<button>Continue</button></form>`,
  );
}

/** GET /signin?token=… asks. Programs that look a link over, for a preview or for malice, must not use it up. */
export async function showSignInPage(service: Service, request: Request, response: Response): Promise<void> {
  const { token: given } = request.query;
  const token = typeof given === 'string' ? (LINK.exec(given)?.[1] ?? given.trim()) : undefined;
  const link = typeof token === 'string' ? await findSignInLink(service.database, token, service.clock.now()) : undefined;
  if (typeof token !== 'string' || !link) return refuseLink(response);
  sendPage(
    response,
    200,
    TITLE,
    html`<p>You are about to sign in as ${link.email} of team ${link.team}.</p>
<form method="post" action="/signin"><input type="hidden" name="token" value="${token}"><button autofocus>Sign in</button></form>`,
  );
}

/** POST /signin takes the link, once. */
export async function postSignInPage(service: Service, request: Request, response: Response): Promise<void> {
  // Another site must not sign its visitor in as somebody of its choice. Our page sends no referrer, and then browsers name no origin either.
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    return sendPage(response, 403, TITLE, html`<p>This form was sent by another site. Open the sign-in link itself.</p>`);
  }
  const form = new URLSearchParams((await readBody(request, SMALL_BODY_LIMIT_BYTES)).toString('utf8'));
  const now = service.clock.now();
  const userId = await useSignInToken(service.database, form.get('token') ?? '', now);
  if (userId === undefined) return refuseLink(response);
  const session = sessionCookie(service.config, await openSession(service.database, userId, now));
  response.setHeader('set-cookie', [session, noNextCookie(service.config)]);
  // The address with the token must not stay in sight.
  sendToPage(response, readNextCookie(request, service.config));
}

/** POST /signout ends the session. */
export async function postSignOut(service: Service, request: Request, response: Response): Promise<void> {
  const session =
    sentByOurPage(request, service.config) && (await findSession(service, readSessionCookie(request, service.config)));
  if (!session) return sendPage(response, 403, TITLE, html`<p>This form was sent by another site, or nobody is signed in.</p>`);
  await closeSession(service.database, session);
  response.setHeader('set-cookie', noSessionCookie(service.config));
  sendPage(response, 200, 'Signed out', html`<p>You are signed out on this browser.</p>`);
}

const refuseLink = (response: Response): void =>
  sendPage(
    response,
    401,
    'This link does not work',
    html`<p>A sign-in link works once and for a short time. Ask for a new one.</p>`,
  );
