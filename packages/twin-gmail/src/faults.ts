import type { FaultCatalogue } from '@svc/twin-kit';
import { CredentialsInvalid, GmailError } from './errors.ts';

/** Google's page of Gmail's errors, with a sample of each. */
const ERRORS = 'https://developers.google.com/workspace/gmail/api/guides/handle-errors';
const TOO_MANY_REQUESTS = 429;
const SECOND_MS = 1000;

const usageLimit = (status: number, reason: string, message: string): GmailError =>
  new GmailError(status, reason, message, { domain: 'usageLimits' });

/** How Gmail's calls fail on request. */
export const faults: FaultCatalogue = {
  kinds: {
    rate_limit: {
      description:
        'Too many calls of the user: 429 `rateLimitExceeded`, or 403 `userRateLimitExceeded`. Google sends no `Retry-After` with it.',
      source: `${ERRORS}#resolve_a_429_error_too_many_requests`,
      options: ['status'],
      statuses: [TOO_MANY_REQUESTS, 403],
      refuse: (_request, { status }) =>
        status === TOO_MANY_REQUESTS
          ? usageLimit(status, 'rateLimitExceeded', 'Rate Limit Exceeded')
          : usageLimit(status, 'userRateLimitExceeded', 'User Rate Limit Exceeded'),
    },
    concurrent_limit: {
      description: 'Too many calls of the user at once: 429 `rateLimitExceeded`.',
      source: `${ERRORS}#concurrent_requests`,
      refuse: () => usageLimit(TOO_MANY_REQUESTS, 'rateLimitExceeded', 'Too many concurrent requests for user'),
    },
    sending_limit: {
      description:
        'The user has sent as much as a day allows: 429, with the time to try again in its message, after `retry_after` seconds.',
      source: `${ERRORS}#mail_sending_limits`,
      options: ['retry_after'],
      refuse: ({ now }, { retryAfter }) => {
        const until = new Date(now + retryAfter * SECOND_MS).toISOString();
        return usageLimit(
          TOO_MANY_REQUESTS,
          'rateLimitExceeded',
          `User-rate limit exceeded.  Retry after ${until} (Mail sending)`,
        );
      },
    },
    daily_limit: {
      description: "The project's quota of the day is used up: 403 `dailyLimitExceeded`.",
      source: `${ERRORS}#resolve_a_403_error_daily_limit_exceeded`,
      refuse: () => usageLimit(403, 'dailyLimitExceeded', 'Daily Limit Exceeded'),
    },
    server_error: {
      description: 'Google fails before it does anything: `backendError`.',
      source: `${ERRORS}#resolve_a_500_error_backend_error`,
      options: ['status'],
      statuses: [500, 502, 503, 504],
      refuse: (_request, { status }) => new GmailError(status, 'backendError', 'Backend Error'),
    },
    expired_token: {
      description:
        'The access token has expired: 401 `authError`, over MCP too. A client with a refresh token asks for a new one.',
      source: `${ERRORS}#resolve_a_401_error_invalid_credentials`,
      wholeCall: true,
      refuse: () => new CredentialsInvalid(),
    },
  },
  isList: (name) => /(?:^|[._])(?:list|search)(?:_|$)/.test(name),
};
