import type { Request, Response } from 'express';
import type { Service } from '../service.ts';
import { acceptInvitation, findInvitation, type Invitation } from '../sign-in/invitations.ts';
import { hashPassword, passwordFault } from '../sign-in/passwords.ts';
import { isOtherSites, readForm } from './form.ts';
import { type Html, html, sendPage } from './html.ts';
import { NEW_PASSWORD } from './password.ts';
import { signIn } from './sign-in.ts';

const TITLE = 'Join a team';

/** GET /invitation?token=… asks; it is not used up by being looked at. */
export async function showInvitation(service: Service, request: Request, response: Response): Promise<void> {
  const { token } = request.query;
  const invitation = await find(service, token);
  if (typeof token !== 'string' || !invitation) return refuse(response);
  sendPage(response, 200, TITLE, question(service, token, invitation));
}

/** POST /invitation takes it, with a password, and signs the new member in. */
export async function postInvitation(service: Service, request: Request, response: Response): Promise<void> {
  if (isOtherSites(request))
    return sendPage(response, 403, TITLE, html`<p>This form was sent by another site. Open the invitation itself.</p>`);
  const form = await readForm(request);
  const token = form.get('token') ?? '';
  const invitation = await find(service, token);
  if (!invitation) return refuse(response);
  const password = form.get('password') ?? '';
  const fault = passwordFault(password, invitation.email);
  if (fault) return sendPage(response, 422, TITLE, question(service, token, invitation, fault));
  const userId = await acceptInvitation(service.database, invitation, await hashPassword(password), service.clock);
  if (userId === undefined) return refuse(response);
  await signIn(service, userId, request, response);
}

const find = ({ database, clock }: Service, token: unknown): Promise<Invitation | undefined> =>
  typeof token === 'string' ? findInvitation(database, token, clock.now()) : Promise.resolve(undefined);

const question = ({ oidc }: Service, token: string, { email, team, role }: Invitation, fault = ''): Html => html`
${fault ? html`<p role="alert">${fault}</p>` : ''}
<p>${email} is invited to team <strong>${team}</strong> as ${role === 'owner' ? 'an owner' : 'a member'}.</p>
${oidc ? html`<p><a class="button" href="/signin/oidc">Continue with ${oidc.name}</a></p><p>Or choose a password:</p>` : ''}
<form method="post" action="/invitation"><input type="hidden" name="token" value="${token}">
<input type="hidden" name="email" value="${email}" autocomplete="username">
${NEW_PASSWORD}
<button>Join</button></form>`;

const refuse = (response: Response): void =>
  sendPage(
    response,
    401,
    'This invitation does not work',
    html`<p>An invitation works once, within a week. Ask an owner of the team for another.</p>`,
  );
