/** What an API key may ask for in an hour: requests, and complexity points (https://linear.app/developers/rate-limiting). */
export const RATE_LIMITS = { requests: 5000, complexity: 3_000_000 } as const;
export const HOUR_MS = 3_600_000;

const REQUESTS = String(RATE_LIMITS.requests);
const COMPLEXITY = String(RATE_LIMITS.complexity);

/** Headers of every answer of Linear's (seen in mre/rate-limits#8). A sandbox has no other callers, and the twin takes nothing off. */
export function rateLimitHeaders(now: number): Record<string, string> {
  const reset = String((Math.floor(now / HOUR_MS) + 1) * HOUR_MS);
  return {
    'x-ratelimit-requests-limit': REQUESTS,
    'x-ratelimit-requests-remaining': REQUESTS,
    'x-ratelimit-requests-reset': reset,
    'x-ratelimit-complexity-limit': COMPLEXITY,
    'x-ratelimit-complexity-remaining': COMPLEXITY,
    'x-ratelimit-complexity-reset': reset,
  };
}
