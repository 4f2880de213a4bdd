import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { isLent } from '@svc/contract/lent-credential';
import type { Route } from '@svc/platform';

const JSON_WEB_TOKEN = /^(eyJ[\w-]{1,2000})\.(eyJ[\w-]{1,4000})\.([\w-]{300,1400})$/;
/** For clocks that differ, in seconds. */
const LEEWAY_S = 60;
const SECOND_MS = 1000;

/** The public half of a key that nobody has: what is held against it takes the time that a real key takes. */
const NOBODYS =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAlYQQCoULGxhzh0FLKbSyE0oGsQvFRqpol8XM2A1hhF8JxP9rL9Wu2hPwxW592nCORB' +
  'MKTkknHJSzJfcbl+98mPu9RqEHWZpRx4VTemGwqKRbjWyAG90gtxAceMQHbSr8vpGJFIY9vH3MSPTHUycb2LaC+JAbAvt8h+tTiGjrgCT083Bx' +
  'ez3FgSQscST8KIGv/LcCZQY2IbV3mF1gQlgE3CZundVCBpRd3G7bVZiYpkAL256Tco9rFhcGS8oaJeHp8K0qPncTgRomYlrxXiZBWjS+ILqTRf' +
  'PsTlvrg86pHaf42r+d1sK42QNjltFLqYwMZ+ANkqOcaG+mu5UNfI9JXwIDAQAB';

const keyOf = (spki: string): KeyObject => createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' });

const keysOfRoutes = new WeakMap<Route, ReadonlyMap<string, readonly KeyObject[]>>();
let nobodys: readonly KeyObject[] | undefined;

/** The keys that callers of a twin sign with, read once a route. */
function keysOf(route: Route | undefined, twin: string): readonly KeyObject[] {
  nobodys ??= [keyOf(NOBODYS)];
  if (!route?.callerKeys) return nobodys;
  const read = keysOfRoutes.get(route) ?? new Map(Object.entries(route.callerKeys).map(([id, keys]) => [id, keys.map(keyOf)]));
  keysOfRoutes.set(route, read);
  return read.get(twin) ?? nobodys;
}

function claimsOf(part: string): { alg?: unknown; exp?: unknown } {
  try {
    return Object(JSON.parse(Buffer.from(part, 'base64url').toString('utf8')));
  } catch {
    return {};
  }
}

function isSignedByCaller(route: Route | undefined, twin: string, credential: string, now: number): boolean {
  const [, head = '', body = '', signature = ''] = JSON_WEB_TOKEN.exec(credential) ?? [];
  if (signature === '' || claimsOf(head).alg !== 'RS256') return false;
  const { exp } = claimsOf(body);
  if (typeof exp !== 'number' || exp + LEEWAY_S < now / SECOND_MS) return false;
  const text = Buffer.from(`${head}.${body}`);
  const given = Buffer.from(signature, 'base64url');
  return keysOf(route, twin).some((key) => verify('RSA-SHA256', text, key, given));
}

/**
 * May a caller pass by what a twin's world knows it by: a credential that the twin gave out, or a JSON web token by a key of its seed
 * (a GitHub App's)? What such a caller may do is the twin's to say.
 *
 * @param now the wall's time in milliseconds since 1970: tokens that are over open nothing
 */
export function opensByWorld(twin: string, route: Route | undefined, credentials: readonly string[], now: number): boolean {
  return credentials.some(
    (credential) => (route && isLent(credential, route.tokenSha256)) || isSignedByCaller(route, twin, credential, now),
  );
}
