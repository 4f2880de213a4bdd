import { type NormalReply, RawJson, type TwinRequest } from '@svc/twin-kit';

/** Headers of every answer of gmail.googleapis.com. */
export function vendorHeaders(_request: TwinRequest, reply: NormalReply): Record<string, string> {
  return {
    ...(reply.body instanceof RawJson && { 'content-type': 'application/json; charset=UTF-8' }),
    vary: 'Origin, X-Origin, Referer',
    server: 'ESF',
    'cache-control': 'private',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'x-xss-protection': '0',
  };
}

/** Google takes the token in the query too: https://developers.google.com/identity/protocols/oauth2/web-server#callinganapi */
export function queryTokens({ search }: { search: string }): string[] {
  // The names stand in the query as they are, or with escapes in them.
  if (!/_token|%/.test(search)) return [];
  const query = new URLSearchParams(search);
  return ['access_token', 'oauth_token'].flatMap((name) => query.getAll(name));
}
