/** What an API key may ask for in an hour: requests, and complexity points (https://linear.app/developers/rate-limiting). */
export const RATE_LIMITS = { requests: 5000, complexity: 3_000_000 } as const;
export const HOUR_MS = 3_600_000;

/** Headers of every answer of Linear's (seen in mre/rate-limits#8). A sandbox has no other callers, and the twin takes nothing off. */
export function rateLimitHeaders(now: number): Record<string, string> {
  const reset = String((Math.floor(now / HOUR_MS) + 1) * HOUR_MS);
  const headers: Record<string, string> = {};
  for (const [kind, limit] of Object.entries(RATE_LIMITS)) {
    headers[`x-ratelimit-${kind}-limit`] = String(limit);
    headers[`x-ratelimit-${kind}-remaining`] = String(limit);
    headers[`x-ratelimit-${kind}-reset`] = reset;
  }
  return headers;
}
