import type { Request, Response } from 'express';
import type { RequestFacts } from '../http/logging.ts';
import type { Service } from '../service.ts';
import { type OidcAttempt, type OidcPerson, type OidcProvider, userOf } from '../sign-in/oidc.ts';
import { noOidcCookie, oidcCookie, readOidcCookie } from './cookie.ts';
import { sendToPage } from './html.ts';
import { sendSignInPage, signIn } from './sign-in.ts';

/** What the cookie is sealed for. */
const CONTEXT = 'oidc-attempt';
const AWAY = 'The provider does not answer. Try again, or sign in another way.';
const REFUSED = 'The provider did not sign you in. Try again, or sign in another way.';
const STRANGER =
  'Nobody here has the e-mail address that the provider gives for you. Ask an owner of your team for an invitation.';

/** GET /signin/oidc sends the browser to the provider. */
export async function beginOidc(service: Service, _request: Request, response: Response): Promise<void> {
  const begun = await tried(response, () => provider(service).begin());
  if (!begun) return sendSignInPage(service, response, 503, AWAY);
  const { url, attempt } = begun;
  response.setHeader('set-cookie', oidcCookie(service.config, service.sealer.seal(JSON.stringify(attempt), CONTEXT)));
  sendToPage(response, url.href);
}

/** GET /signin/oidc/callback: the browser is back. */
export async function finishOidc(service: Service, request: Request, response: Response): Promise<void> {
  const attempt = attemptOf(service, readOidcCookie(request, service.config));
  // An attempt is for one answer.
  response.setHeader('set-cookie', noOidcCookie(service.config));
  const person =
    attempt &&
    (await tried<OidcPerson>(response, () => provider(service).finish(new URL(request.url, 'http://localhost').search, attempt)));
  if (!person) return sendSignInPage(service, response, 401, REFUSED);
  const userId = await userOf(service, person);
  if (userId === undefined) return sendSignInPage(service, response, 403, STRANGER);
  await signIn(service, userId, request, response);
}

function provider({ oidc }: Service): OidcProvider {
  if (!oidc) throw new Error('no provider is configured');
  return oidc;
}

function attemptOf({ sealer }: Service, sealed: string | undefined): OidcAttempt | undefined {
  try {
    return sealed === undefined ? undefined : (JSON.parse(sealer.open(sealed, CONTEXT)) as OidcAttempt);
  } catch {
    return undefined;
  }
}

/** What fails at the provider is for the log; a visitor can't do anything about it. */
async function tried<T>(response: Response, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    (response.locals.facts as RequestFacts).error = error;
    return undefined;
  }
}
