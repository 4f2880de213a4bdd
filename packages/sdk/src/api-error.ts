import type { ErrorDetails, ErrorType } from '@svc/contract';

/** A refusal of the service. Branch on `type`, `details.error` and `details.reason`, not on the message. */
export class ApiError extends Error {
  /** `unknown` when the answer wasn't the service's own, e.g. a gateway's. */
  readonly type: ErrorType | 'unknown';
  readonly status: number;
  readonly details: ErrorDetails;
  /** Quote it when asking for help. */
  readonly requestId: string | undefined;

  constructor(answer: {
    type: ErrorType | 'unknown';
    status: number;
    message: string;
    details: ErrorDetails;
    requestId: string | undefined;
  }) {
    super(answer.message);
    this.name = 'ApiError';
    this.type = answer.type;
    this.status = answer.status;
    this.details = answer.details;
    this.requestId = answer.requestId;
  }
}

/** Reads a refusal, whoever sent it. */
export async function toApiError(response: Response): Promise<ApiError> {
  const text = await response.text();
  const error = readEnvelope(text);
  return new ApiError({
    type: (error?.type as ErrorType | undefined) ?? 'unknown',
    status: response.status,
    message: error?.message ?? `The service answered ${response.status}.`,
    details: error?.details ?? {},
    requestId: error?.request_id ?? response.headers.get('x-request-id') ?? undefined,
  });
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
