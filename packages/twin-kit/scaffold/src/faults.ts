import type { FaultCatalogue } from '@svc/twin-kit';
import { SampleError } from './errors.ts';

// The vendor's page on errors belongs here: each kind names its own.
const SOURCE = 'https://example.com/docs/errors';

/** How calls fail on request. */
export const faults: FaultCatalogue = {
  kinds: {
    rate_limit: {
      description: 'Too many requests: 429 with `Retry-After`.',
      source: SOURCE,
      options: ['retry_after'],
      refuse: (_request, { retryAfter }) => new SampleError(429, 'Too many requests.', { 'retry-after': String(retryAfter) }),
    },
    server_error: {
      description: 'The product fails before it does anything.',
      source: SOURCE,
      options: ['status'],
      statuses: [500, 502, 503],
      refuse: (_request, { status }) => new SampleError(status, 'Server error.'),
    },
  },
  isList: (name) => name.startsWith('list_') || name.endsWith('/list'),
};
