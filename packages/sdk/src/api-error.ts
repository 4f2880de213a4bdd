import type { ErrorDetails, ErrorType } from '@svc/contract';
import { betterAddress } from './address.ts';
import type { Answer } from './answer.ts';

/** A refusal of the service. Branch on `type`, `details.error` and `details.reason`, not on the message. */
export class ApiError extends Error {
  /** `unknown` when the answer wasn't the service's own, e.g. a gateway's. */
  readonly type: ErrorType | 'unknown';
  readonly status: number;
  readonly details: ErrorDetails;
  /** Quote it when asking for help. */
  readonly requestId: string | undefined;
  /** The base URL to use instead, where the one that was used probably isn't the service's. */
  readonly betterBaseUrl: string | undefined;

  constructor(answer: {
    type: ErrorType | 'unknown';
    status: number;
    message: string;
    details: ErrorDetails;
    requestId: string | undefined;
    betterBaseUrl?: string | undefined;
  }) {
    super(answer.message);
    this.name = 'ApiError';
    this.type = answer.type;
    this.status = answer.status;
    this.details = answer.details;
    this.requestId = answer.requestId;
    this.betterBaseUrl = answer.betterBaseUrl;
  }
}

/** The service couldn't be asked at all. */
export class UnreachableError extends Error {
  /** The base URL to use instead, where that can be told. */
  readonly betterBaseUrl: string | undefined;

  constructor(message: string, options: { cause: unknown; betterBaseUrl: string | undefined }) {
    super(message, { cause: options.cause });
    this.name = 'UnreachableError';
    this.betterBaseUrl = options.betterBaseUrl;
  }
}

/** What the proxy in front of the twins answers to whatever is no session of theirs. */
const OF_TWINS = 'No twin pod exists for this session.';

/** Reads a refusal, whoever sent it, to a request that was sent below this address. */
export async function toApiError(response: Answer, baseUrl: string): Promise<ApiError> {
  const text = await response.text();
  const error = readEnvelope(text);
  const type = (error?.type as ErrorType | undefined) ?? 'unknown';
  const fromTwins = error?.message === OF_TWINS;
  const misled = !fromTwins && (type === 'unknown' || type === 'not_found');
  const betterBaseUrl = misled ? betterAddress(baseUrl, response, text) : undefined;
  const message = fromTwins ? 'Here are the twins (SVC_TWINS_URL), not the API.' : (error?.message ?? messageOf(response));
  return new ApiError({
    type,
    status: response.status,
    message: betterBaseUrl === undefined ? message : `${message} Use the base URL ${betterBaseUrl} instead.`,
    details: error?.details ?? {},
    requestId: error?.request_id ?? response.headers.get('x-request-id') ?? undefined,
    betterBaseUrl,
  });
}

function messageOf({ status, headers, ok }: Answer): string {
  const location = headers.get('location');
  if (status >= 300 && status < 400 && location !== null)
    return `The service answered ${status} and sends its callers to ${location}.`;
  return ok ? 'A web page answered, not the API of the service.' : `The service answered ${status}.`;
}

interface Envelope {
  type?: string;
  message?: string;
  details?: ErrorDetails;
  request_id?: string;
}

function readEnvelope(text: string): Envelope | undefined {
  try {
    const body = JSON.parse(text) as { error?: unknown };
    return typeof body.error === 'object' && body.error !== null ? body.error : undefined;
  } catch {
    return undefined;
  }
}
