import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request } from 'express';
import type { ControlPlaneConfig } from '../config.ts';
import { SESSION_MS } from '../sign-in/sessions.ts';

const NAME = 'svc_session';
const SECOND_MS = 1000;

/** Where a visitor wanted to go who had to sign in first. */
const NEXT_NAME = 'svc_next';
/** As long as a sign-in link works. */
const NEXT_SECONDS = 15 * 60;
/** Pages of ours only, by their path. */
const OWN_PATH = /^\/(?![/\\])[\w\-./?=&%~]{0,500}$/;

export const readSessionCookie = ({ headers }: Request): string | undefined => parseCookie(headers.cookie ?? '')[NAME];

/** Lax: a link to the page from elsewhere finds its user signed in, a form from elsewhere doesn't. */
const attributes = ({ dashboardUrl }: ControlPlaneConfig) =>
  ({ httpOnly: true, sameSite: 'lax', secure: dashboardUrl.startsWith('https:'), path: '/' }) as const;

export const sessionCookie = (config: ControlPlaneConfig, token: string): string =>
  stringifySetCookie({ ...attributes(config), name: NAME, value: token, maxAge: SESSION_MS / SECOND_MS });

export const noSessionCookie = (config: ControlPlaneConfig): string =>
  stringifySetCookie({ ...attributes(config), name: NAME, value: '', maxAge: 0 });

/** Remembers where to go after the sign-in. */
export const nextCookie = (config: ControlPlaneConfig, path: string): string =>
  stringifySetCookie({ ...attributes(config), name: NEXT_NAME, value: path, maxAge: NEXT_SECONDS });

export const noNextCookie = (config: ControlPlaneConfig): string =>
  stringifySetCookie({ ...attributes(config), name: NEXT_NAME, value: '', maxAge: 0 });

/** @returns a path of ours, whatever the cookie says */
export function readNextCookie({ headers }: Request): string {
  const path = parseCookie(headers.cookie ?? '')[NEXT_NAME] ?? '';
  return OWN_PATH.test(path) ? path : '/';
}
