import type { Request, Response } from 'express';
import type { Service } from '../service.ts';
import { decide, findPending, formatUserCode, parseUserCode } from '../sign-in/device-codes.ts';
import { countFailedCode, csrfToken, findSession, isCsrfToken, type WebSession } from '../sign-in/sessions.ts';
import { readSessionCookie } from './cookie.ts';
import { readForm } from './form.ts';
import { type Html, html, sendPage } from './html.ts';
import { askToSignIn } from './sign-in.ts';

const TITLE = 'Let a command line in';

/** GET /device: asks for the code that `svc login` shows. */
export async function showDevicePage(service: Service, request: Request, response: Response): Promise<void> {
  const session = await findSession(service, readSessionCookie(request, service.config));
  if (!session) return askToSignIn(service, request, response);
  const { user_code: given } = request.query;
  const code = typeof given === 'string' ? (parseUserCode(given) ?? '') : '';
  sendPage(response, 200, TITLE, askForCode(service, session, code && formatUserCode(code)));
}

/** POST /device: first names the client and asks for a decision, then takes it. */
export async function postDevicePage(service: Service, request: Request, response: Response): Promise<void> {
  const session = await findSession(service, readSessionCookie(request, service.config));
  if (!session) return askToSignIn(service, request, response);
  const form = await readForm(request);
  if (!isCsrfToken(service, session, form.get('csrf') ?? '')) {
    return sendPage(response, 403, TITLE, html`<p>This form is out of date. Open the page again.</p>`);
  }
  if (session.blocked) {
    return sendPage(response, 429, TITLE, html`<p>Too many codes were wrong. Wait a quarter of an hour.</p>`);
  }
  const code = parseUserCode(form.get('user_code') ?? '');
  const login = code && (await findPending(service, code));
  if (!code || !login) {
    await countFailedCode(service, session);
    return sendPage(
      response,
      404,
      TITLE,
      html`<p>There is no such code, or it has expired.</p>${askForCode(service, session, '')}`,
    );
  }
  const decision = form.get('decision');
  if (decision !== 'approved' && decision !== 'denied') {
    return sendPage(response, 200, TITLE, askForDecision(service, session, login.client_name, code));
  }
  await decide(service, code, { status: decision, userId: session.user.id });
  const done = decision === 'approved' ? 'The command line is let in. You may close this page.' : 'The command line was refused.';
  sendPage(response, 200, TITLE, html`<p>${done}</p>`);
}

const askForCode = (service: Service, session: WebSession, code: string): Html => html`
<p>Signed in as ${session.user.email} of team ${session.team.slug}.</p>
<form method="post" action="/device"><input type="hidden" name="csrf" value="${csrfToken(service, session)}">
<label><span>Code shown by <code>svc login</code></span> <input name="user_code" value="${code}" autocomplete="off" autofocus required></label>
<button>Continue</button></form>`;

const askForDecision = (service: Service, session: WebSession, client: string, code: string): Html => html`
<p><strong>${client}</strong> asks for an API key of team <strong>${session.team.slug}</strong>. Approve only if the code
<strong><code>${formatUserCode(code)}</code></strong> stands in your own terminal.</p>
<form method="post" action="/device"><input type="hidden" name="csrf" value="${csrfToken(service, session)}">
<input type="hidden" name="user_code" value="${code}">
<span class="choice"><button name="decision" value="approved">Approve</button>
<button class="other" name="decision" value="denied">Refuse</button></span></form>`;
