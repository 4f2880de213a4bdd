import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request } from 'express';
import type { ControlPlaneConfig } from '../config.ts';
import { sha256Hex } from '../security/compare.ts';
import { SESSION_MS } from '../sign-in/sessions.ts';

const SECOND_MS = 1000;

/** Hexadecimal digits. */
const MARK_LENGTH = 8;

type Named = Pick<ControlPlaneConfig, 'dashboardUrl'>;

/** Cookies know hosts and no ports: two services of one host would sign each other's readers out under one name. */
const named = (name: string, { dashboardUrl }: Named): string =>
  `${name}_${sha256Hex(new URL(dashboardUrl).origin).slice(0, MARK_LENGTH)}`;

const sessionName = (config: Named): string => named('svc_session', config);
/** Where a visitor wanted to go who had to sign in first. */
const nextName = (config: Named): string => named('svc_next', config);
/** As long as a sign-in link works. */
const NEXT_SECONDS = 15 * 60;
/** Pages of ours only, by their path. */
const OWN_PATH = /^\/(?![/\\])[\w\-./?=&%~]{0,500}$/;

export const readSessionCookie = ({ headers }: Request, config: Named): string | undefined =>
  parseCookie(headers.cookie ?? '')[sessionName(config)];

/** Lax: a link to the page from elsewhere finds its user signed in, a form from elsewhere doesn't. */
const attributes = ({ dashboardUrl }: ControlPlaneConfig) =>
  ({ httpOnly: true, sameSite: 'lax', secure: dashboardUrl.startsWith('https:'), path: '/' }) as const;

export const sessionCookie = (config: ControlPlaneConfig, token: string): string =>
  stringifySetCookie({ ...attributes(config), name: sessionName(config), value: token, maxAge: SESSION_MS / SECOND_MS });

export const noSessionCookie = (config: ControlPlaneConfig): string =>
  stringifySetCookie({ ...attributes(config), name: sessionName(config), value: '', maxAge: 0 });

/** Remembers where to go after the sign-in. */
export const nextCookie = (config: ControlPlaneConfig, path: string): string =>
  stringifySetCookie({ ...attributes(config), name: nextName(config), value: path, maxAge: NEXT_SECONDS });

export const noNextCookie = (config: ControlPlaneConfig): string =>
  stringifySetCookie({ ...attributes(config), name: nextName(config), value: '', maxAge: 0 });

/** @returns a path of ours, whatever the cookie says */
export function readNextCookie({ headers }: Request, config: Named): string {
  const path = parseCookie(headers.cookie ?? '')[nextName(config)] ?? '';
  return OWN_PATH.test(path) ? path : '/';
}

/** What a browser keeps while it is at the OpenID provider. */
const oidcName = (config: Named): string => named('svc_oidc', config);
const OIDC_SECONDS = 10 * 60;
const OIDC_PATH = '/signin/oidc';

export const oidcCookie = (config: ControlPlaneConfig, value: string): string =>
  stringifySetCookie({ ...attributes(config), path: OIDC_PATH, name: oidcName(config), value, maxAge: OIDC_SECONDS });

export const noOidcCookie = (config: ControlPlaneConfig): string =>
  stringifySetCookie({ ...attributes(config), path: OIDC_PATH, name: oidcName(config), value: '', maxAge: 0 });

export const readOidcCookie = ({ headers }: Request, config: Named): string | undefined =>
  parseCookie(headers.cookie ?? '')[oidcName(config)];
