import { TwinError, type VendorErrors } from '@svc/twin-kit';

/** The vendor's envelope. */
export class SampleError extends TwinError {
  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(status, { error: message }, { headers });
  }
}

export class NotFound extends SampleError {
  constructor() {
    super(404, 'Not found.');
  }
}

export class TitleTaken extends SampleError {
  constructor(title: string) {
    super(409, `There is an item called "${title}".`);
  }
}

/** What no operation handles. */
export const errors: VendorErrors = {
  notFound: () => new NotFound(),
  unsupported: (_request, what) => new SampleError(501, `${what} is not simulated.`),
  unauthenticated: () => new SampleError(401, 'Send a token.'),
  badCredentials: () => new SampleError(401, 'Wrong token.'),
  malformedBody: () => new SampleError(400, 'The body is not JSON.'),
  bodyTooLarge: (_request, limit) => new SampleError(413, `At most ${limit} bytes.`),
  invalidInput: (_request, issues) => new SampleError(422, issues.map(({ path, message }) => `${path}: ${message}`).join('; ')),
  outOfRoom: (_request, reason) => new SampleError(403, reason),
  internal: () => new SampleError(500, 'The twin failed.'),
};
