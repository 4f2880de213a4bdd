import { SMALL_BODY_LIMIT_BYTES } from '@svc/contract';
import type { Request, Response } from 'express';
import { readBody } from '../http/read-body.ts';
import type { Service } from '../service.ts';
import { findSignInLink, useSignInToken } from '../sign-in/links.ts';
import { openSession } from '../sign-in/sessions.ts';
import { sessionCookie } from './cookie.ts';
import { html, sendPage, sendToPage } from './html.ts';

const TITLE = 'Sign in';

/** GET /signin?token=… asks. Programs that look a link over, for a preview or for malice, must not use it up. */
export async function showSignInPage(service: Service, request: Request, response: Response): Promise<void> {
  const { token } = request.query;
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
  response.setHeader('set-cookie', sessionCookie(service.config, await openSession(service.database, userId, now)));
  // The address with the token must not stay in sight.
  sendToPage(response, '/device');
}

const refuseLink = (response: Response): void =>
  sendPage(
    response,
    401,
    'This link does not work',
    html`<p>A sign-in link works once and for a short time. Ask for a new one.</p>`,
  );
