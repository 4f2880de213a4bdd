import type { Request, Response } from 'express';
import type { Service } from '../service.ts';
import { emailKey } from '../sign-in/invitations.ts';
import { hashPassword, isPassword, PASSWORD_MIN, passwordFault } from '../sign-in/passwords.ts';
import { closeOtherSessions, csrfToken, findSession, isCsrfToken, type WebSession } from '../sign-in/sessions.ts';
import { forgetTries, mayTry } from '../sign-in/tries.ts';
import { readSessionCookie } from './cookie.ts';
import { isOtherSites, readForm } from './form.ts';
import { type Html, html, sendPage } from './html.ts';
import { askToSignIn, sendSignInPage, signIn } from './sign-in.ts';

const TITLE = 'Password';
const WRONG = 'E-mail and password do not fit together.';
const TOO_MANY = 'Too many passwords were wrong. Wait a quarter of an hour, or use a sign-in link.';
/** One address may be in several teams, each with a password of its own. */
const MOST_TEAMS = 5;

/** POST /signin/password. What is wrong is not told apart: an address that nobody has takes as long as a wrong password. */
export async function postPasswordSignIn(service: Service, request: Request, response: Response): Promise<void> {
  if (isOtherSites(request)) return sendSignInPage(service, response, 403, 'This form was sent by another site.');
  const form = await readForm(request);
  const attempt = { email: emailKey(form.get('email') ?? ''), clientAddress: request.ip ?? '' };
  if (!(await mayTry(service, attempt))) return sendSignInPage(service, response, 429, TOO_MANY);
  const userId = await userOf(service, attempt.email, form.get('password') ?? '');
  if (userId === undefined) return sendSignInPage(service, response, 401, WRONG);
  await forgetTries(service, attempt);
  await signIn(service, userId, request, response);
}

async function userOf({ database }: Service, email: string, password: string): Promise<string | undefined> {
  const users = await database
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where((where) => where(where.fn('lower', ['email']), '=', email))
    .where('removed_at', 'is', null)
    .where('password_hash', 'is not', null)
    .orderBy('created_at')
    .limit(MOST_TEAMS)
    .execute();
  for (const { id, password_hash } of users) if (await isPassword(password, password_hash ?? undefined)) return id;
  if (users.length === 0) await isPassword(password, undefined);
  return undefined;
}

/** GET /password: asks a signed-in person for a new one. */
export async function showPasswordPage(service: Service, request: Request, response: Response): Promise<void> {
  const session = await findSession(service, readSessionCookie(request, service.config));
  if (!session) return askToSignIn(service, request, response);
  sendPage(response, 200, TITLE, await askForPassword(service, session));
}

/** POST /password: sets it, and ends the sessions of other browsers. */
export async function postPasswordPage(service: Service, request: Request, response: Response): Promise<void> {
  const session = await findSession(service, readSessionCookie(request, service.config));
  if (!session) return askToSignIn(service, request, response);
  const form = await readForm(request);
  const again = async (status: number, fault: string): Promise<void> =>
    sendPage(response, status, TITLE, await askForPassword(service, session, fault));
  if (!isCsrfToken(service, session, form.get('csrf') ?? '')) return again(403, 'This form was out of date.');
  const { user } = session;
  const password = form.get('password') ?? '';
  const fault = passwordFault(password, user.email);
  if (fault) return again(422, fault);
  const kept = await keptHash(service, user.id);
  const attempt = { email: emailKey(user.email), clientAddress: request.ip ?? '' };
  if (kept !== undefined) {
    if (!(await mayTry(service, attempt))) return again(429, TOO_MANY);
    if (!(await isPassword(form.get('current') ?? '', kept))) return again(401, 'The password that holds now is another.');
    await forgetTries(service, attempt);
  }
  const password_hash = await hashPassword(password);
  await service.database.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute();
  await closeOtherSessions(service.database, session);
  sendPage(
    response,
    200,
    TITLE,
    html`<p>The password is set. Other browsers are signed out.</p><p><a class="button" href="/">Go on</a></p>`,
  );
}

async function keptHash({ database }: Service, userId: string): Promise<string | undefined> {
  const { password_hash } = await database
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return password_hash ?? undefined;
}

async function askForPassword(service: Service, session: WebSession, fault = ''): Promise<Html> {
  const has = (await keptHash(service, session.user.id)) !== undefined;
  return html`${fault ? html`<p role="alert">${fault}</p>` : ''}
<p>${has ? 'Change' : 'Set'} the password of ${session.user.email}, in team ${session.team.slug}.</p>
<form method="post" action="/password"><input type="hidden" name="csrf" value="${csrfToken(service, session)}">
<input type="hidden" name="email" value="${session.user.email}" autocomplete="username">
${has ? html`<label>Password that holds now <input name="current" type="password" autocomplete="current-password" required></label>` : ''}
${NEW_PASSWORD}
<button>Set it</button></form>`;
}

export const NEW_PASSWORD = html`<label>New password, ${String(PASSWORD_MIN)} characters or more <input name="password" type="password"
minlength="${String(PASSWORD_MIN)}" autocomplete="new-password" required></label>`;
