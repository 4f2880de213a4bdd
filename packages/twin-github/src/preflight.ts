import type { CorsPreflight } from '@svc/twin-kit';

/** What a page's scripts may read of an answer (https://docs.github.com/rest/using-the-rest-api/using-cors-and-jsonp-to-make-cross-origin-requests). */
export const EXPOSED =
  'ETag, Link, Location, Retry-After, X-GitHub-OTP, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Used, X-RateLimit-Resource, ' +
  'X-RateLimit-Reset, X-OAuth-Scopes, X-Accepted-OAuth-Scopes, X-Poll-Interval, X-GitHub-Media-Type, X-GitHub-SSO, X-GitHub-Request-Id, ' +
  'Deprecation, Sunset';

const DAY_S = 86_400;

/** What api.github.com lets a page send: its documentation names fewer headers than it answers, of which clients in browsers need some. */
const ALLOWED =
  'Authorization, Content-Type, If-Match, If-Modified-Since, If-None-Match, If-Unmodified-Since, Accept-Encoding, X-GitHub-OTP, ' +
  'X-Requested-With, User-Agent, GraphQL-Features, X-Github-Next-Global-ID, X-GitHub-Api-Version, X-Fetch-Nonce';

export const corsPreflight: CorsPreflight = () => ({
  'access-control-allow-origin': '*',
  'access-control-allow-headers': ALLOWED,
  'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE',
  'access-control-expose-headers': EXPOSED,
  'access-control-max-age': String(DAY_S),
});
