import { TwinError } from '@svc/twin-kit';

/** The codes of google.rpc.Code that Gmail answers with, by HTTP status. */
const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  413: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  501: 'UNIMPLEMENTED',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

interface GmailErrorOptions {
  /** Name of the google.rpc code where it isn't the usual one of the HTTP status. */
  status?: string;
  /** Whose error it is, in the entry of `errors[]`. */
  domain?: string;
  /** Message of the entry in `errors[]`, where it differs. */
  short?: string;
  location?: { location: string; locationType: string };
  details?: readonly object[];
  headers?: Record<string, string>;
}

/** Google's error envelope: https://developers.google.com/workspace/gmail/api/guides/handle-errors */
export class GmailError extends TwinError {
  constructor(code: number, reason: string, message: string, options: GmailErrorOptions = {}) {
    const { status, domain = 'global', short = message, location, details, headers } = options;
    const error = {
      code,
      message,
      errors: [{ message: short, domain, reason, ...location }],
      status: status ?? STATUS_NAMES[code] ?? 'UNKNOWN',
      ...(details && { details }),
    };
    super(code, { error }, { message, ...(headers && { headers }) });
  }
}

const SIGN_IN = 'https://developers.google.com/identity/sign-in/web/devconsole-project';
const EXPECTED = `Expected OAuth 2 access token, login cookie or other valid authentication credential. See ${SIGN_IN}.`;
const AUTHORIZATION = { location: 'Authorization', locationType: 'header' };

const errorInfo = (reason: string) => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  domain: 'googleapis.com',
  metadata: { service: 'gmail.googleapis.com' },
});

export class CredentialsMissing extends GmailError {
  constructor() {
    super(401, 'required', `Request is missing required authentication credential. ${EXPECTED}`, {
      short: 'Login Required.',
      location: AUTHORIZATION,
      details: [errorInfo('CREDENTIALS_MISSING')],
      headers: { 'www-authenticate': 'Bearer realm="https://accounts.google.com/"' },
    });
  }
}

export class CredentialsInvalid extends GmailError {
  constructor() {
    super(401, 'authError', `Request had invalid authentication credentials. ${EXPECTED}`, {
      short: 'Invalid Credentials',
      location: AUTHORIZATION,
      details: [errorInfo('ACCESS_TOKEN_TYPE_UNSUPPORTED')],
      headers: { 'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"' },
    });
  }
}

/** Another person's mailbox. */
export class DelegationDenied extends GmailError {
  constructor(user: string) {
    super(403, 'forbidden', `Delegation denied for ${user}`);
  }
}

export class NotFound extends GmailError {
  constructor() {
    super(404, 'notFound', 'Requested entity was not found.');
  }
}

/** The request is well-formed and breaks a rule of Gmail's. */
export class InvalidArgument extends GmailError {
  constructor(message: string) {
    super(400, 'invalidArgument', message);
  }
}

export class PreconditionFailed extends GmailError {
  constructor(message = 'Precondition check failed.') {
    super(400, 'failedPrecondition', message, { status: 'FAILED_PRECONDITION' });
  }
}

/** A name that is taken. */
export class Aborted extends GmailError {
  constructor(message: string) {
    super(409, 'aborted', message);
  }
}

export class AlreadyExists extends GmailError {
  constructor(message: string) {
    super(409, 'alreadyExists', message, { status: 'ALREADY_EXISTS' });
  }
}

/** The request doesn't fit the method's types; each fault names its field. */
export class InvalidRequest extends GmailError {
  constructor(faults: readonly { field: string; message: string }[]) {
    super(400, 'invalid', faults.map(({ message }) => message).join('\n'), {
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.BadRequest',
          fieldViolations: faults.map(({ field, message }) => ({ ...(field !== '' && { field }), description: message })),
        },
      ],
    });
  }
}

export class InvalidFieldSelection extends GmailError {
  constructor(message: string) {
    super(400, 'invalidParameter', message, { location: { location: 'fields', locationType: 'parameter' } });
  }
}

export class ParseError extends GmailError {
  constructor(message = 'Invalid JSON payload received. Unexpected token.') {
    super(400, 'parseError', message);
  }
}

export class MessageTooLarge extends GmailError {
  constructor(limit: number) {
    super(413, 'uploadTooLarge', `Request is too large: the limit is ${limit} bytes.`);
  }
}

/** As for a full Drive, under a reason that Google's clients don't try again: https://developers.google.com/workspace/drive/api/guides/handle-errors */
export class StorageQuotaExceeded extends GmailError {
  constructor(message: string) {
    super(403, 'storageQuotaExceeded', message);
  }
}

/** A documented method that the twin doesn't model. */
export class Unsupported extends GmailError {
  constructor(operation: string) {
    super(501, 'notImplemented', `The Gmail twin doesn't model ${operation}. Nothing was read or changed.`);
  }
}

export class BackendError extends GmailError {
  constructor() {
    super(500, 'backendError', 'Internal error encountered.');
  }
}

/** Google's frontend answers a path that no service has with a page, not with JSON. */
export class UnknownPath extends TwinError {
  constructor(path: string) {
    const shown = path.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
    const page = `<!DOCTYPE html>
<html lang=en>
  <meta charset=utf-8>
  <title>Error 404 (Not Found)!!1</title>
  <p><b>404.</b> <ins>That’s an error.</ins>
  <p>The requested URL <code>${shown}</code> was not found on this server.  <ins>That’s all we know.</ins>
`;
    super(404, page, { message: `${path} was not found`, headers: { 'content-type': 'text/html; charset=UTF-8' } });
  }
}
