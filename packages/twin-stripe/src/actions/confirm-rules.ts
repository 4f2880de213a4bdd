import { InvalidParameter, InvalidRequest, NoSuchObject } from '../errors.ts';
import { hasHost } from './addresses.ts';

/** What of a call says how a confirmation goes on. */
export interface ConfirmationParams {
  client_secret?: string | null;
  return_url?: string | null;
  use_stripe_sdk?: boolean;
}

interface Confirmable {
  id: string;
  object: 'payment_intent' | 'setup_intent';
  automatic_payment_methods: { allow_redirects: string; enabled: boolean } | null;
  client_secret: string;
}

/** docs: PaymentIntents, "Retrieve", `client_secret` */
export function requireSecret(intent: Readonly<Confirmable>, secret: string | null | undefined): void {
  if (!secret || secret === intent.client_secret) return;
  throw new NoSuchObject(intent.object, secret.split('_secret_')[0] ?? '', 'client_secret');
}

/**
 * A page to come back to is needed where a payment method may lead away from the shop's, in the words of
 * https://github.com/woocommerce/woocommerce-gateway-stripe/issues/2982
 */
export function requireReturnUrl(intent: Readonly<Confirmable>, params: ConfirmationParams): void {
  const { automatic_payment_methods: automatic } = intent;
  if (params.return_url && !hasHost(params.return_url))
    throw new InvalidParameter('Not a valid URL', { code: 'url_invalid', param: 'return_url' });
  if (!automatic?.enabled || automatic.allow_redirects === 'never' || params.return_url || params.use_stripe_sdk) return;
  const name = intent.object === 'payment_intent' ? 'Payment Intent' : 'Setup Intent';
  throw new InvalidRequest(
    `A \`return_url\` must be specified because this ${name} is configured to automatically accept the payment methods enabled in the ` +
      'Dashboard, some of which may require a full page redirect to succeed. If you do not want to accept redirect-based payment methods, ' +
      'set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup ' +
      'Intents and Payment Intents.',
    { param: 'return_url' },
  );
}

const WITH_CONFIRM = ['error_on_requires_action', 'off_session', 'return_url', 'use_stripe_sdk'];

/** docs: PaymentIntents, "Create": "This parameter can only be used with `confirm=true`" */
export function requireConfirm(params: object, confirm: boolean | undefined): void {
  if (confirm) return;
  const early = WITH_CONFIRM.find((name) => (params as Record<string, unknown>)[name] !== undefined);
  if (early === undefined) return;
  throw new InvalidParameter(`You must set \`confirm\` to true to use the parameter \`${early}\`.`, { param: early });
}
