import type { FaultCatalogue } from '@svc/twin-kit';
import { type ErrorBody, StripeError } from './errors.ts';

const CODES = 'https://docs.stripe.com/error-codes';
const LIMITS = 'https://docs.stripe.com/rate-limits';
const TOO_MANY_REQUESTS = 429;
const CONFLICT = 409;

/** Official clients do as `Stripe-Should-Retry` says, and else by the status: https://github.com/stripe/stripe-node/blob/master/src/RequestSender.ts */
const again = (advised: boolean): Record<string, string> => ({ 'stripe-should-retry': String(advised) });

const refusal = (status: number, error: ErrorBody, advised: boolean, headers: Record<string, string> = {}): StripeError =>
  new StripeError(status, error, { ...headers, ...again(advised) });

/** How Stripe's calls fail on request. Nothing was executed then, so no idempotency key keeps the answer. */
export const faults: FaultCatalogue = {
  kinds: {
    rate_limit: {
      description: 'Too many requests: 429 with the code `rate_limit`. Official clients leave it to their caller to try again.',
      source: LIMITS,
      refuse: () =>
        refusal(
          TOO_MANY_REQUESTS,
          {
            type: 'invalid_request_error',
            code: 'rate_limit',
            message: 'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
          },
          false,
          { 'stripe-rate-limited-reason': 'global-rate' },
        ),
    },
    lock_timeout: {
      description: 'Another request holds the object: 429 with the code `lock_timeout`. Official clients are told to try again.',
      source: `${LIMITS}#object-lock-timeouts`,
      refuse: () =>
        refusal(
          TOO_MANY_REQUESTS,
          {
            type: 'invalid_request_error',
            code: 'lock_timeout',
            message:
              'This object cannot be accessed right now because another API request or Stripe process is currently accessing it. If you see this ' +
              'error intermittently, retry the request. If you see this error frequently and are making multiple concurrent requests to a single ' +
              'object, make your requests serially or at a lower rate. For more details, see https://stripe.com/docs/rate-limits#object-lock-timeouts.',
          },
          true,
        ),
    },
    key_in_use: {
      description: 'A request with the same idempotency key is under way: 409 with the code `idempotency_key_in_use`.',
      source: `${CODES}#idempotency-key-in-use`,
      refuse: ({ headers }) =>
        refusal(
          CONFLICT,
          {
            type: 'invalid_request_error',
            code: 'idempotency_key_in_use',
            message:
              'There is currently another in-progress request using this Stripe Idempotent Key (that probably means you submitted twice, and the ' +
              `other request is still going through): ${String(headers['idempotency-key'] ?? '(none)')}. Please try again later.`,
          },
          true,
        ),
    },
    server_error: {
      description: 'Stripe fails before it executes anything: an `api_error`. Official clients are told to try again.',
      source: 'https://docs.stripe.com/error-low-level#server-errors',
      options: ['status'],
      statuses: [500, 502, 503, 504],
      refuse: (_request, { status }) => refusal(status, { type: 'api_error', message: 'An unknown error occurred' }, true),
    },
    expired_token: {
      description: 'The API key has expired: 401 with the code `api_key_expired`, over MCP too.',
      source: `${CODES}#api-key-expired`,
      wholeCall: true,
      refuse: () =>
        refusal(
          401,
          // Stripe repeats the key with its middle blotted out; a twin repeats no credential at all.
          { type: 'invalid_request_error', code: 'api_key_expired', message: 'Expired API Key provided: ********' },
          false,
        ),
    },
  },
  isList: (name) => /^(?:list|search)_/.test(name),
};
