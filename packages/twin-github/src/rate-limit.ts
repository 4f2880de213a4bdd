/** Requests an hour with a personal token: https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api */
const CORE_LIMIT = 5000;
/** Searches a minute. */
const SEARCH_LIMIT = 30;
const CODE_SEARCH_LIMIT = 10;
const HOUR_S = 3600;
const MINUTE_S = 60;

/** The core budget as every answer's headers state it. A sandbox has no other callers, and the twin takes nothing off. */
export const RATE_LIMIT = { limit: CORE_LIMIT, used: 0 } as const;

/** The end of the window that `now` (milliseconds since 1970) falls into, in seconds since 1970. */
export const rateLimitReset = (now: number, lengthS = HOUR_S): number => (Math.floor(now / 1000 / lengthS) + 1) * lengthS;

const untouched = (limit: number, now: number, lengthS = HOUR_S) => ({
  limit,
  used: 0,
  remaining: limit,
  reset: rateLimitReset(now, lengthS),
});

/** Where the GraphQL API is; its points are as many as REST's requests. */
const GRAPHQL: ReadonlySet<string> = new Set(['/graphql', '/api/graphql']);

/** The budget that a call draws on. */
export const budgetOf = (path: string, now: number) =>
  path.startsWith('/search/')
    ? { resource: 'search', ...untouched(SEARCH_LIMIT, now, MINUTE_S) }
    : { resource: GRAPHQL.has(path) ? 'graphql' : 'core', ...untouched(CORE_LIMIT, now) };

/** The budgets of a caller. */
export function rateLimits(now: number) {
  const core = untouched(CORE_LIMIT, now);
  return {
    resources: {
      core,
      search: untouched(SEARCH_LIMIT, now, MINUTE_S),
      code_search: untouched(CODE_SEARCH_LIMIT, now, MINUTE_S),
      graphql: core,
      integration_manifest: core,
    },
    rate: core,
  };
}
