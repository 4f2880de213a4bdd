import type { Request, Response } from 'express';
import type { Service } from '../service.ts';
import { findSignInLink, useSignInToken } from '../sign-in/links.ts';
import { closeSession, findSession, openSession } from '../sign-in/sessions.ts';
import { nextCookie, noNextCookie, noSessionCookie, readNextCookie, readSessionCookie, sessionCookie } from './cookie.ts';
import { isOtherSites, readForm } from './form.ts';
import { html, sendPage, sendToPage } from './html.ts';
import { sentByOurPage } from './own-page.ts';

const TITLE = 'Sign in';

/** A link as it is pasted into the form of a visitor who isn't signed in. */
const LINK = /[?&]token=(\w+)/;

/** A visitor who isn't signed in is told how to, and comes back to the page that he asked for. */
export async function askToSignIn(service: Service, request: Request, response: Response): Promise<void> {
  response.setHeader('set-cookie', nextCookie(service.config, request.originalUrl));
  await sendSignInPage(service, response, 401);
}

/** The ways that there are here: the provider's, a password once anybody has one, and a link. @param fault what went wrong before, in a sentence */
export async function sendSignInPage(service: Service, response: Response, status: number, fault = ''): Promise<void> {
  const { oidc } = service;
  const passwords = await anyPassword(service);
  sendPage(
    response,
    status,
    TITLE,
    html`${fault ? html`<p role="alert">${fault}</p>` : ''}
${oidc ? html`<p><a class="button" href="/signin/oidc">Continue with ${oidc.name}</a></p>` : ''}
${passwords ? PASSWORD_FORM : ''}
<p>${oidc || passwords ? 'Or open' : 'Open'} a sign-in link, or paste it here. <code>svc up</code> prints one when it starts;
<code>svc admin link</code> makes another, on the machine of the service.</p>
<form action="/signin"><label>Sign-in link <input name="token" autocomplete="off" spellcheck="false" required></label>
<button>Continue</button></form>`,
  );
}

const PASSWORD_FORM = html`<form method="post" action="/signin/password">
<label>E-mail <input name="email" type="email" autocomplete="username" required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button>Sign in</button></form>`;

/** An installation whose people all use links isn't asked for passwords. */
async function anyPassword({ database }: Service): Promise<boolean> {
  const first = await database.selectFrom('users').select('id').where('password_hash', 'is not', null).limit(1).execute();
  return first.length > 0;
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
  if (isOtherSites(request)) {
    return sendPage(response, 403, TITLE, html`<p>This form was sent by another site. Open the sign-in link itself.</p>`);
  }
  const form = await readForm(request);
  const userId = await useSignInToken(service.database, form.get('token') ?? '', service.clock.now());
  if (userId === undefined) return refuseLink(response);
  await signIn(service, userId, request, response);
}

/** Opens a session, and sends the browser where its reader wanted to go: an address with a token must not stay in sight. */
export async function signIn(service: Service, userId: string, request: Request, response: Response): Promise<void> {
  const { config, database, clock } = service;
  const session = sessionCookie(config, await openSession(database, userId, clock.now()));
  response.append('set-cookie', [session, noNextCookie(config)]);
  sendToPage(response, readNextCookie(request, config));
}

/** POST /signout ends the session. */
export async function postSignOut(service: Service, request: Request, response: Response): Promise<void> {
  const session =
    sentByOurPage(request, service.config) && (await findSession(service, readSessionCookie(request, service.config)));
  if (!session) return sendPage(response, 403, TITLE, html`<p>This form was sent by another site, or nobody is signed in.</p>`);
  await closeSession(service.database, session);
  response.setHeader('set-cookie', noSessionCookie(service.config));
  sendPage(
    response,
    200,
    'Signed out',
    html`<p>You are signed out on this browser.</p>
<p><a class="button" href="/">Sign in again</a></p>`,
  );
}

const refuseLink = (response: Response): void =>
  sendPage(
    response,
    401,
    'This link does not work',
    html`<p>A sign-in link works once and for a short time. <code>svc up</code> prints one when it starts; <code>svc admin link</code> makes another, on the machine of the service.</p>
<p><a class="button" href="/">Sign in another way</a></p>`,
  );
