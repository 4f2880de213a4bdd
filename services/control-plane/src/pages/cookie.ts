import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request } from 'express';
import type { ControlPlaneConfig } from '../config.ts';
import { SESSION_MS } from '../sign-in/sessions.ts';

const NAME = 'svc_session';
const SECOND_MS = 1000;

export const readSessionCookie = ({ headers }: Request): string | undefined => parseCookie(headers.cookie ?? '')[NAME];

/** Lax: a link to the page from elsewhere finds its user signed in, a form from elsewhere doesn't. */
export const sessionCookie = ({ dashboardUrl }: ControlPlaneConfig, token: string): string =>
  stringifySetCookie({
    name: NAME,
    value: token,
    httpOnly: true,
    sameSite: 'lax',
    secure: dashboardUrl.startsWith('https:'),
    path: '/',
    maxAge: SESSION_MS / SECOND_MS,
  });
