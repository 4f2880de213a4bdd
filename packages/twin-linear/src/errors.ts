import { TwinError } from '@svc/twin-kit';

/** The kinds that Linear's clients tell apart (`extensions.type`). */
export type ErrorType =
  | 'invalid input'
  | 'authentication error'
  | 'forbidden'
  | 'feature not accessible'
  | 'usage limit exceeded'
  | 'ratelimited'
  | 'graphql error'
  | 'internal error';

/** What Linear says of an error beside its message: https://linear.app/developers/graphql#handling-errors */
export interface Extensions {
  type: ErrorType;
  code: string;
  statusCode?: number;
  userError: boolean;
  userPresentableMessage?: string;
  meta?: Record<string, unknown>;
  validationErrors?: readonly { property: string; constraints: Record<string, string> }[];
  http?: { status: number; headers?: Record<string, string> };
}

/**
 * A refusal of Linear's. Below a field it becomes an entry of `errors[]` in an answer of status 200; thrown outside of an
 * execution it is the whole answer. Tools report the sentence that is meant for people.
 */
export class LinearError extends TwinError {
  readonly title: string;
  readonly extensions: Extensions;

  constructor(title: string, extensions: Extensions, status = 200, headers: Record<string, string> = {}) {
    super(status, { errors: [{ message: title, extensions }] }, { message: extensions.userPresentableMessage ?? title, headers });
    this.title = title;
    this.extensions = extensions;
  }
}

const inputError = (code: string, message: string, more: Partial<Extensions> = {}): Extensions => ({
  type: 'invalid input',
  code,
  statusCode: 400,
  userError: true,
  userPresentableMessage: message,
  meta: {},
  ...more,
});

/** An id that names nothing, or nothing the caller can see. */
export class EntityNotFound extends LinearError {
  constructor(type: string) {
    super(`Entity not found: ${type}`, inputError('INPUT_ERROR', `Could not find referenced ${type}.`));
  }
}

/** A value of the right type that the field doesn't take. `rule` is the validator's name, e.g. `isUuid`. */
export class InvalidInput extends LinearError {
  constructor(property: string, rule: string, problem: string, subject = property) {
    const words = `${subject} ${problem}`;
    super(
      'Argument Validation Error',
      inputError('INVALID_INPUT', `${words}.`, {
        validationErrors: [{ property, constraints: { [rule]: words } }],
      }),
    );
  }
}

/** Of a list, in the words that clients of Linear's match: "each value in labelIds must be a UUID." */
export class InvalidItem extends InvalidInput {
  constructor(property: string, rule: string, problem: string) {
    super(property, rule, problem, `each value in ${property}`);
  }
}

/** Well-formed input that breaks a rule of the product. */
export class RuleBroken extends LinearError {
  constructor(title: string, sentence: string) {
    super(title, inputError('INPUT_ERROR', sentence));
  }
}

export class Forbidden extends LinearError {
  constructor(sentence: string) {
    super('Forbidden', {
      type: 'forbidden',
      code: 'FORBIDDEN',
      statusCode: 403,
      userError: true,
      userPresentableMessage: sentence,
      meta: {},
    });
  }
}

/** More than the workspace may hold. */
export class UsageLimitExceeded extends LinearError {
  constructor(sentence: string) {
    super('Usage limit exceeded', {
      type: 'usage limit exceeded',
      code: 'USAGE_LIMIT_EXCEEDED',
      statusCode: 403,
      userError: true,
      userPresentableMessage: sentence,
      meta: {},
    });
  }
}

/** No credential, or one that isn't this workspace's: Linear answers both alike. */
export class Unauthenticated extends LinearError {
  constructor() {
    super(
      'Authentication required, not authenticated',
      {
        type: 'authentication error',
        code: 'AUTHENTICATION_ERROR',
        statusCode: 401,
        userError: true,
        userPresentableMessage: 'You need to authenticate to access this operation.',
        meta: {},
        http: { status: 401 },
      },
      401,
    );
  }
}

/** A part of Linear's schema that the twin doesn't model. */
export class Unsupported extends LinearError {
  constructor(operation: string) {
    const sentence = `The Linear twin doesn't model ${operation}. Nothing was read or changed.`;
    super(
      sentence,
      {
        type: 'feature not accessible',
        code: 'NOT_IMPLEMENTED',
        statusCode: 501,
        userError: false,
        userPresentableMessage: sentence,
        meta: { operation },
        http: { status: 501 },
      },
      501,
    );
  }
}

/** A request that never reaches execution: not GraphQL, not of the schema, or with variables that don't fit. */
export class BadRequest extends LinearError {
  constructor(message: string, status = 400) {
    super(
      message,
      { http: { status, headers: {} }, code: 'GRAPHQL_VALIDATION_FAILED', type: 'graphql error', userError: true },
      status,
    );
  }
}

/** A field that Linear's schema still has and its API serves no more (seen in delucis/github-to-linear#40, raycast/extensions#17738). */
export class Deprecated extends LinearError {
  constructor() {
    super('deprecated', inputError('INPUT_ERROR', 'This endpoint deprecated.'));
  }
}

/** A query that costs more points than one may (seen in mvanhorn/printing-press-library#946). */
export class TooComplex extends LinearError {
  constructor(points: number, most: number) {
    const sentence = `The query is too complex. Complexity: ${points}. Maximum allowed complexity: ${most}.`;
    super(
      'Query too complex',
      {
        type: 'invalid input',
        code: 'INPUT_ERROR',
        statusCode: 400,
        userError: true,
        userPresentableMessage: sentence,
        http: { status: 400 },
      },
      400,
    );
  }
}

/** A path that Linear's API host doesn't have. */
export class NotFound extends TwinError {
  constructor(method: string, path: string) {
    super(404, `Cannot ${method} ${path}`);
  }
}

export class ServerError extends LinearError {
  constructor() {
    super(
      'Internal server error',
      { type: 'internal error', code: 'INTERNAL_SERVER_ERROR', statusCode: 500, userError: false, http: { status: 500 } },
      500,
    );
  }
}
