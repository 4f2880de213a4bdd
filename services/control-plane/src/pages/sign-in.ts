import type { Request, Response } from 'express';
import type { Service } from '../service.ts';
import { useSignInToken } from '../sign-in/links.ts';
import { openSession } from '../sign-in/sessions.ts';
import { sessionCookie } from './cookie.ts';
import { html, sendPage } from './html.ts';

/** GET /signin?token=… */
export async function signInPage(service: Service, request: Request, response: Response): Promise<void> {
  // Programs that look a link over, e.g. for a preview, must not use it up.
  if (request.method === 'HEAD') {
    response.status(200).end();
    return;
  }
  const { token } = request.query;
  const now = service.clock.now();
  const userId = typeof token === 'string' ? await useSignInToken(service.database, token, now) : undefined;
  if (userId === undefined) {
    sendPage(
      response,
      401,
      'This link does not work',
      html`<p>A sign-in link works once and for a short time. Ask for a new one.</p>`,
    );
    return;
  }
  response.setHeader('set-cookie', sessionCookie(service.config, await openSession(service.database, userId, now)));
  // The address with the token must not stay in sight.
  response.status(303).setHeader('location', '/device').end();
}
