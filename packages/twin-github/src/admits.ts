import { createPublicKey, verify } from 'node:crypto';
import type { TwinError, World } from '@svc/twin-kit';
import type { GithubCaller } from './actions/access.ts';
import { digestOf, TOKEN_PREFIX } from './actions/apps.ts';
import { JsonWebTokenRefused } from './errors.ts';
import type { App, GithubCollections } from './world.ts';

/** What an app calls for itself; all else asks for a token of an installation. */
const APP_PATHS = /^\/app(?:\/|$)|^\/apps\/[^/]+$|^\/(?:orgs|users)\/[^/]+\/installation$|^\/repos\/[^/]+\/[^/]+\/installation$/;
const JSON_WEB_TOKEN = /^(eyJ[\w-]+)\.(eyJ[\w-]+)\.([\w-]+)$/;
/**
 * Ten minutes, and one for clocks that differ:
 * https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-json-web-token-jwt-for-a-github-app
 */
const LONGEST_S = 660;

/** More apps than a world has; each costs the proxy a look at a token that isn't the sandbox's. */
const MOST_KEYS = 20;

/** The public keys of a seed's apps. */
export function callerKeys(seed: unknown): string[] {
  const { apps } = Object(seed) as { apps?: readonly { key: string }[] };
  const keys = (apps ?? []).map(({ key }) => createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64'));
  return [...new Set(keys)].slice(0, MOST_KEYS);
}

type Found = GithubCaller | TwinError | undefined;

/** An app by its JSON web token, or an installation by its token. */
export function admits(
  { path, credentials }: { path: string; credentials: readonly string[] },
  { world, now }: { world: World<GithubCollections>; now: number },
): Found {
  if (world.apps.size === 0) return undefined;
  for (const credential of credentials) {
    const parts = JSON_WEB_TOKEN.exec(credential);
    if (parts) return APP_PATHS.test(path) ? appOf(world, parts) : undefined;
    if (credential.startsWith(TOKEN_PREFIX)) return installationOf(world, credential, now);
  }
  return undefined;
}

function installationOf(world: World<GithubCollections>, token: string, now: number): Found {
  const digest = digestOf(token);
  const known = world.installation_tokens.get(digest);
  const installation = known && world.installations.get(known.installation_id);
  const app = installation && world.apps.get(installation.app_id);
  if (!app || Date.parse(known.expires_at) <= now) return undefined;
  return { user_id: app.bot_id, installation_id: installation.id, digest };
}

/** Refused in words that clients know: npm @octokit/auth-app corrects its clock by two of them (src/hook.ts). */
function appOf(world: World<GithubCollections>, [, head = '', body = '', signature = '']: readonly string[]): Found {
  const [header, claims] = [readPart(head), readPart(body)];
  if (header?.alg !== 'RS256' || !claims) return new JsonWebTokenRefused();
  const { iss, iat, exp } = claims;
  if (!Number.isInteger(iat))
    return new JsonWebTokenRefused(
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    );
  if (!Number.isInteger(exp))
    return new JsonWebTokenRefused(
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    );
  // Held against each other: a world's clock may be another one than the app's.
  if (exp - iat > LONGEST_S) return new JsonWebTokenRefused("'Expiration time' claim ('exp') is too far in the future");
  const app = world.apps.get(Number(iss)) ?? world.apps.by.client.first(String(iss));
  if (!app) return new JsonWebTokenRefused('Integration not found');
  return isSigned(app, `${head}.${body}`, signature) ? { user_id: app.bot_id, app_id: app.id } : new JsonWebTokenRefused();
}

const isSigned = ({ public_key }: Readonly<App>, text: string, signature: string): boolean =>
  verify('RSA-SHA256', Buffer.from(text), createPublicKey(public_key), Buffer.from(signature, 'base64url'));

// biome-ignore lint/suspicious/noExplicitAny: what a caller wrote
function readPart(part: string): Record<string, any> | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return read !== null && typeof read === 'object' ? read : undefined;
  } catch {
    return undefined;
  }
}
