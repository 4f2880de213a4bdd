import { TwinError } from '@svc/twin-kit';

/** The body of a Stripe error: https://docs.stripe.com/api/errors */
export interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  code?: string;
  message: string;
  param?: string;
  decline_code?: string;
  [field: string]: unknown;
}

/** As Stripe's answers name it (recorded: pay-rails/pay, test/vcr_cassettes). */
const DOCS = 'https://stripe.com/docs/error-codes/';

/** Stripe's error envelope. */
export class StripeError extends TwinError {
  readonly error: ErrorBody;

  constructor(status: number, error: ErrorBody, headers: Record<string, string> = {}) {
    const full = error.code === undefined ? error : { ...error, doc_url: DOCS + error.code.replaceAll('_', '-') };
    const sorted = Object.fromEntries(Object.entries(full).sort(([one], [other]) => (one < other ? -1 : 1)));
    super(status, { error: sorted }, { message: error.message, headers });
    this.error = sorted as ErrorBody;
  }
}

/** A request that breaks a rule. */
export class InvalidRequest extends StripeError {
  constructor(message: string, details: { status?: number; code?: string; param?: string; [field: string]: unknown } = {}) {
    const { status = 400, ...rest } = details;
    super(status, { type: 'invalid_request_error', message, ...rest });
  }
}

/** Parameters that fail validation before anything is executed: their answer is not kept for an idempotency key. */
export class InvalidParameter extends InvalidRequest {}

export class UnknownParameters extends InvalidParameter {
  constructor(names: readonly string[]) {
    const [first = ''] = names;
    const message = `Received unknown parameter${names.length > 1 ? 's' : ''}: ${names.join(', ')}`;
    super(message, { code: 'parameter_unknown', param: first });
  }
}

export class MissingParameter extends InvalidParameter {
  constructor(param: string, message = `Missing required param: ${param}.`) {
    super(message, { code: 'parameter_missing', param });
  }
}

/** docs: API, "Metadata" */
export const METADATA_KEYS = 50;

/** In the words of https://github.com/FlowFuse/flowfuse/issues/1948 */
export class TooManyKeys extends InvalidParameter {
  constructor(keys: number, param: string) {
    super(
      `Metadata can have up to ${METADATA_KEYS} keys, but you've set ${keys}. Email us at support+metadata@stripe.com for more information.`,
      { param },
    );
  }
}

export class EmptyParameter extends InvalidParameter {
  constructor(param: string) {
    super(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a field; however '${param}' ` +
        `cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      { code: 'parameter_invalid_empty', param },
    );
  }
}

/** What Stripe calls the id of a path, where that isn't `id` (recorded: Kiln-AI/stripe_world, specs/projects/stripe_world/phase_plans). */
const IN_PATH: Readonly<Record<string, string>> = {
  dispute: 'dispute',
  PaymentMethod: 'payment_method',
  payment_intent: 'intent',
  setupintent: 'intent',
};

/** An id that nothing has. In a path it is a 404, as the value of a parameter a 400. */
export class NoSuchObject extends InvalidRequest {
  constructor(object: string, id: string, param?: string, inPath = IN_PATH[object] ?? 'id') {
    super(`No such ${object}: '${id}'`, {
      status: param === undefined ? 404 : 400,
      code: 'resource_missing',
      param: param ?? inPath,
    });
  }
}

/**
 * All that waits to be billed to a customer has one currency, in the words of
 * https://github.com/Automattic/woocommerce-payments/issues/7732
 */
export class CombinedCurrencies extends InvalidRequest {
  constructor(currency: string) {
    super(
      `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${currency}`,
    );
  }
}

/** A customer is charged by what is saved with it; in the words that woocommerce-gateway-stripe looks for. */
export class NoLinkedSource extends InvalidRequest {
  constructor(customer: string, source: string) {
    super(`Customer ${customer} does not have a linked source with ID ${source}.`, {
      status: 404,
      code: 'missing',
      param: 'source',
    });
  }
}

/** In Stripe's words, as those quote them whose account hasn't the method. */
export class UnknownMethodType extends InvalidParameter {
  constructor(type: string) {
    super(
      `The payment method type provided: ${type} is invalid. Please ensure the provided type is activated in your dashboard ` +
        '(https://dashboard.stripe.com/account/payments/settings) and your account is enabled for any preview features that you are trying to use.',
      { param: 'payment_method_types' },
    );
  }
}

const EMPTY_PART = /\/\/|.\/$/;
const IF_EMPTY =
  'If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid ' +
  '(non-empty) identifier in your code. ';

/** Is there an empty part in a path? No address of the API has one. */
export const hasEmptyPart = (path: string): boolean => EMPTY_PART.test(path);

/** With an id left out, the answer says so (as quoted in onetimesecret/onetimesecret issue 569). */
export class UnrecognizedUrl extends InvalidRequest {
  constructor(method: string, path: string) {
    super(
      `Unrecognized request URL (${method}: ${path}). ${hasEmptyPart(path) ? IF_EMPTY : ''}Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
      { status: 404 },
    );
  }
}

export class NoApiKey extends StripeError {
  constructor() {
    const message =
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: " +
      "Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.";
    super(401, { type: 'invalid_request_error', message }, { 'www-authenticate': 'Basic realm="Stripe"' });
  }
}

export class InvalidApiKey extends StripeError {
  constructor() {
    // Stripe repeats the key with its middle blotted out; a twin repeats no credential at all.
    const message = 'Invalid API Key provided: ********';
    super(401, { type: 'invalid_request_error', message }, { 'www-authenticate': 'Basic realm="Stripe"' });
  }
}

/** An account that the key can't act for: https://docs.stripe.com/error-codes#account-invalid */
export class InvalidAccount extends InvalidRequest {
  constructor(account: string) {
    super(
      `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
      { status: 403, code: 'account_invalid' },
    );
  }
}

export class UnreadableBody extends InvalidRequest {
  constructor() {
    super(
      'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, ' +
        'we can help at https://support.stripe.com/.',
    );
  }
}

export class BodyTooLarge extends InvalidRequest {
  constructor(limit: number) {
    super(`The request body is larger than ${limit} bytes.`, { status: 413 });
  }
}

/** What the twin doesn't model. Status 501 is the twin's own; Stripe has no answer for it. */
export class Unsupported extends InvalidRequest {
  constructor(what: string, param?: string) {
    super(`The Stripe twin doesn't model ${what}. Nothing was read or changed.`, {
      status: 501,
      code: 'unsupported_by_twin',
      ...(param !== undefined && { param }),
    });
  }
}

/** A refusal of the API as the tools of Stripe's remote server tell it (recorded: Kiln-AI/stripe_world, probe-results.md, "Error Envelope Shape"). */
export class ToldByTool extends TwinError {
  constructor(refusal: StripeError, operation: string) {
    const hint = `Use stripe_api_details with stripe_api_operation_id: "${operation}" to see all required and optional parameters.`;
    super(refusal.status, refusal.body, {
      message: `Stripe API error: ${refusal.message}\n\n${hint}`,
      headers: refusal.headers,
      unmodelled: refusal.unmodelled,
    });
  }
}

/** The account can't take more. */
export class AccountFull extends InvalidRequest {}

export class ServerError extends StripeError {
  constructor() {
    super(500, { type: 'api_error', message: 'An unknown error occurred' });
  }
}

/** A key that was used for another request (docs: "Idempotent requests"). */
export class IdempotencyMismatch extends StripeError {
  constructor(message: string) {
    super(400, { type: 'idempotency_error', message });
  }
}

/** A card that was refused. What the attempt left behind stays. */
export class CardDeclined extends StripeError {
  constructor(error: Omit<ErrorBody, 'type'> & { message: string }) {
    super(402, { type: 'card_error', ...error });
  }
}

/** An object in a state in which this can't be done. */
export class UnexpectedState extends InvalidRequest {
  constructor(code: string, message: string, details: Record<string, unknown> = {}) {
    super(message, { code, ...details });
  }
}
