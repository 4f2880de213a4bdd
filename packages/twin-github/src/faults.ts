import type { FaultCatalogue, TwinRequest } from '@svc/twin-kit';
import { BadCredentials, GithubError } from './errors.ts';
import { loaded } from './graphql/loaded.ts';
import { githubRequestId } from './http.ts';
import { budgetOf } from './rate-limit.ts';

const LIMITS = 'https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api';
const SECONDARY =
  'https://docs.github.com/free-pro-team@latest/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits';
const TROUBLES = 'https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api';
const SECOND_MS = 1000;

const support = ({ requestId }: TwinRequest): string =>
  `If you reach out to GitHub Support for help, please include the request ID ${githubRequestId(requestId)}`;

/** The budget is used up until it is filled again. */
class RateLimitExceeded extends GithubError {
  constructor(request: TwinRequest, status: number, retryAfter: number) {
    const { now, path } = request;
    const { limit, resource } = budgetOf(path, now);
    const at = `${new Date(now).toISOString().replace('T', ' ').slice(0, 'yyyy-mm-dd hh:mm:ss'.length)} UTC`;
    const headers = {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': '0',
      'x-ratelimit-used': String(limit),
      'x-ratelimit-reset': String(Math.ceil(now / SECOND_MS) + retryAfter),
      'x-ratelimit-resource': resource,
    };
    super(status, `API rate limit exceeded for user ID 1. ${support(request)} and timestamp ${at}.`, { docs: LIMITS, headers });
  }
}

/** Too much at once, whatever is left of the budget. */
class SecondaryRateLimitExceeded extends GithubError {
  constructor(request: TwinRequest, status: number, retryAfter: number) {
    const message = `You have exceeded a secondary rate limit. Please wait a few minutes before you try again. ${support(request)}.`;
    super(status, message, { docs: SECONDARY, headers: { 'retry-after': String(retryAfter) } });
  }
}

const GATEWAY_TIMEOUT = 504;

class ServerTrouble extends GithubError {
  constructor(status: number) {
    super(
      status,
      status === GATEWAY_TIMEOUT
        ? "We couldn't respond to your request in time. Sorry about that. Please try resubmitting your request and contact us if the problem persists."
        : 'Server Error',
    );
  }
}

/** How GitHub's calls fail on request. */
export const faults: FaultCatalogue = {
  kinds: {
    rate_limit: {
      description:
        'The primary rate limit: `x-ratelimit-remaining: 0`, and `x-ratelimit-reset` after `retry_after` seconds. GitHub sends no `Retry-After` with it.',
      source: LIMITS,
      options: ['retry_after', 'status'],
      statuses: [403, 429],
      refuse: (request, { status, retryAfter }) => new RateLimitExceeded(request, status, retryAfter),
    },
    secondary_rate_limit: {
      description: 'A secondary rate limit, with `Retry-After`: too many calls at once, or too much written in a short time.',
      source: `${LIMITS}#about-secondary-rate-limits`,
      options: ['retry_after', 'status'],
      statuses: [403, 429],
      refuse: (request, { status, retryAfter }) => new SecondaryRateLimitExceeded(request, status, retryAfter),
    },
    server_error: {
      description: 'GitHub fails before it does anything.',
      source: `${TROUBLES}#timeouts`,
      options: ['status'],
      statuses: [502, 500, 503, GATEWAY_TIMEOUT],
      refuse: (_request, { status }) => new ServerTrouble(status),
    },
    expired_token: {
      description: 'The token has expired or was revoked: 401 `Bad credentials`, over MCP too.',
      source: 'https://docs.github.com/rest/authentication/authenticating-to-the-rest-api#failed-login-limit',
      wholeCall: true,
      refuse: () => new BadCredentials(),
    },
  },
  isList: (name) => /(?:^|\/)(?:list|search)(?:[-_/]|$)/.test(name),
  // Before the first call of the GraphQL API nothing is there that could read a document.
  asked: (body) => loaded()?.asked(body),
};
