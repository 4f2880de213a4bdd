import type { AskedNames, FaultCatalogue, TwinRequest, WantedRefusal } from '@svc/twin-kit';
import { LinearError, Unauthenticated } from './errors.ts';
import { mutationActions, queryActions } from './generated/actions.ts';
import { loaded } from './graphql/loaded.ts';
import { HOUR_MS, RATE_LIMITS } from './rate-limits.ts';

const LIMITS = 'https://linear.app/developers/rate-limiting';
const ERRORS = 'https://linear.app/developers/graphql#handling-errors';
const SECOND_MS = 1000;
/** Linear answers a limit with this status, and the client tells it by its code. */
const BAD_REQUEST = 400;

/** A budget that is used up until it is filled again. */
class RateLimited extends LinearError {
  constructor(budget: keyof typeof RATE_LIMITS, { now }: TwinRequest, { retryAfter }: WantedRefusal) {
    const limit = RATE_LIMITS[budget];
    const reset = now + retryAfter * SECOND_MS;
    const what = budget === 'requests' ? `${limit} requests are` : `a complexity of ${limit} is`;
    super(
      'Rate limit exceeded',
      {
        type: 'ratelimited',
        code: 'RATELIMITED',
        statusCode: 429,
        userError: true,
        userPresentableMessage: `Rate limit exceeded. Only ${what} allowed per 1 hour.`,
        meta: {
          rateLimitResult: {
            allowed: false,
            requestedAmount: 1,
            allowedAmount: limit,
            period: HOUR_MS,
            remainingAmount: 0,
            reset,
          },
        },
      },
      BAD_REQUEST,
      {
        'retry-after': String(retryAfter),
        [`x-ratelimit-${budget}-limit`]: String(limit),
        [`x-ratelimit-${budget}-remaining`]: '0',
        [`x-ratelimit-${budget}-reset`]: String(reset),
      },
    );
  }
}

class ServerTrouble extends LinearError {
  constructor(status: number) {
    const extensions = { type: 'internal error', code: 'INTERNAL_SERVER_ERROR', statusCode: status, userError: false } as const;
    super('Internal server error', { ...extensions, http: { status } }, status);
  }
}

/** How Linear's calls fail on request: a document fails as a whole. */
export const faults: FaultCatalogue = {
  kinds: {
    rate_limit: {
      description: 'Too many requests: 400 with the code `RATELIMITED`, `X-RateLimit-Requests-*`, and `Retry-After`.',
      source: LIMITS,
      options: ['retry_after'],
      refuse: (request, wanted) => new RateLimited('requests', request, wanted),
    },
    complexity_limit: {
      description:
        'Too complex requests in an hour: 400 with the code `RATELIMITED`, `X-RateLimit-Complexity-*`, and `Retry-After`.',
      source: `${LIMITS}#complexity-based-limits`,
      options: ['retry_after'],
      refuse: (request, wanted) => new RateLimited('complexity', request, wanted),
    },
    server_error: {
      description: 'Linear fails before it does anything.',
      source: ERRORS,
      options: ['status'],
      statuses: [500, 502, 503, 504],
      refuse: (_request, { status }) => new ServerTrouble(status),
    },
    expired_token: {
      description: 'The key or token has expired: 401 `AUTHENTICATION_ERROR`, over MCP too.',
      source: ERRORS,
      wholeCall: true,
      refuse: () => new Unauthenticated(),
    },
  },
  isList: (name) => /^(?:list|search)_/.test(name),
  asked: (body): AskedNames | undefined => loaded().asked(body),
  names: async () => {
    const fields = (await import('./graphql/root-fields.ts')).rootFields();
    return { operations: fields.flatMap(({ modelled }) => modelled), tools: [...queryActions, ...mutationActions] };
  },
};
