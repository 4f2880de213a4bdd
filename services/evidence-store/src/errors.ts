/** Code, status and text as S3 has them (S3 API reference: error responses). */
const ERRORS = {
  AccessDenied: [403, 'Access Denied'],
  AuthorizationHeaderMalformed: [400, 'The authorization header that you provided is not valid.'],
  AuthorizationQueryParametersError: [400, 'The authorization query parameters that you provided are not valid.'],
  EntityTooLarge: [400, 'Your proposed upload exceeds the maximum allowed object size.'],
  IncompleteBody: [400, 'You did not provide the number of bytes specified by the Content-Length HTTP header.'],
  InternalError: [500, 'We encountered an internal error. Please try again.'],
  InvalidAccessKeyId: [403, 'The AWS access key ID that you provided does not exist in our records.'],
  InvalidRequest: [400, 'The request is not valid.'],
  MethodNotAllowed: [405, 'The specified method is not allowed against this resource.'],
  NoSuchKey: [404, 'The specified key does not exist.'],
  RequestTimeTooSkewed: [403, 'The difference between the request time and the current time is too large.'],
  ServiceUnavailable: [503, 'The evidence could not be read or written. Please try again.'],
  SignatureDoesNotMatch: [
    403,
    'The request signature that the server calculated does not match the signature that you provided.',
  ],
  XAmzContentSHA256Mismatch: [400, 'The provided x-amz-content-sha256 header does not match what was computed.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type S3ErrorCode = keyof typeof ERRORS;

/** What a request is answered with instead. */
export class S3Error extends Error {
  readonly code: S3ErrorCode;
  readonly status: number;

  /** @param message a text of ours in plain ASCII without markup; left out, S3's own */
  constructor(code: S3ErrorCode, message: string = ERRORS[code][1], options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.status = ERRORS[code][0];
  }

  /** S3's envelope. Nothing of the request is repeated in it. */
  get body(): string {
    return `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${this.code}</Code><Message>${this.message}</Message></Error>`;
  }
}
