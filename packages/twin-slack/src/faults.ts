import { type FaultCatalogue, TwinError } from '@svc/twin-kit';
import { SlackError } from './errors.ts';

const LIMITS = 'https://docs.slack.dev/apis/web-api/rate-limits';
const METHOD = 'https://docs.slack.dev/reference/methods/chat.postMessage#errors';
const TOO_MANY_REQUESTS = 429;
/** Codes of Slack's own failures by the status they come with. */
const SERVER_CODES: Readonly<Record<number, string>> = { 500: 'internal_error', 503: 'service_unavailable' };

class RateLimited extends TwinError {
  constructor(retryAfter: number) {
    super(
      TOO_MANY_REQUESTS,
      { ok: false, error: 'ratelimited' },
      { message: `ratelimited: retry after ${retryAfter} seconds`, headers: { 'retry-after': String(retryAfter) } },
    );
  }
}

/** Reads of channels and threads are lists too: of messages. */
const LISTS =
  /(?:^|[._])(?:list|search|history|replies|members)(?:[._]|$)|^users\.conversations$|^slack_read_(?:channel|thread)$/;

/** How Slack's calls fail on request. */
export const faults: FaultCatalogue = {
  kinds: {
    rate_limit: {
      description: 'Too many calls of a method: 429 `ratelimited` with `Retry-After`.',
      source: LIMITS,
      options: ['retry_after'],
      refuse: (_request, { retryAfter }) => new RateLimited(retryAfter),
    },
    posting_limit: {
      description: 'Too many messages of the app: `rate_limited` in an answer of status 200, which clients take for final.',
      source: METHOD,
      refuse: () => new SlackError('rate_limited'),
    },
    server_error: {
      description: 'Slack fails before it does anything: `internal_error`, or `service_unavailable` with 503.',
      source: METHOD,
      options: ['status'],
      statuses: [500, 503],
      refuse: (_request, { status }) => new SlackError(SERVER_CODES[status] ?? 'internal_error', { status }),
    },
    expired_token: {
      description: 'The access token has expired: `token_expired` in an answer of status 200, over MCP too.',
      source: 'https://docs.slack.dev/authentication/using-token-rotation',
      wholeCall: true,
      refuse: () => new SlackError('token_expired'),
    },
  },
  isList: (name) => LISTS.test(name),
};
