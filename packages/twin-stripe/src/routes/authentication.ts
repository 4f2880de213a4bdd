import { type Operation, RawJson } from '@svc/twin-kit';
import { finishAuthentication } from '../actions/confirm.ts';
import { getPaymentIntent } from '../actions/lookups.ts';
import { finishSetup, getSetupIntent } from '../actions/setup-intents.ts';
import { CardDeclined, InvalidParameter, NoSuchObject } from '../errors.ts';
import { wire } from '../render/wire.ts';
import type { StripeCollections, StripeContext } from '../world.ts';

const OUTCOMES = { succeed: true, fail: false } as const;

/** The intent that a client secret belongs to. */
function finish(context: StripeContext, secret: string, passed: boolean): object {
  const [id = ''] = secret.split('_secret_');
  const setup = id.startsWith('seti_');
  const intent = setup ? getSetupIntent(context, id) : getPaymentIntent(context, id);
  if (intent.client_secret !== secret) throw new NoSuchObject(setup ? 'setupintent' : 'payment_intent', id);
  if (intent.object === 'payment_intent') return wire(context, finishAuthentication(context, intent, passed));
  try {
    return wire(context, finishSetup(context, intent, passed));
  } catch (error) {
    // The customer's page shows the intent, whatever the issuer said.
    if (!(error instanceof CardDeclined)) throw error;
    return wire(context, getSetupIntent(context, id));
  }
}

/**
 * The page that a `next_action` sends the customer to. Stripe's is opaque; this one takes the customer's answer from
 * `outcome`: `succeed` (the default) or `fail`.
 */
export const authenticationOperation: Operation<StripeCollections> = {
  id: 'AuthenticateCustomer',
  method: 'GET',
  path: '/3d_secure/{client_secret}',
  fidelity: 'shape',
  mutates: true,
  action: 'authenticate_customer',
  handle(context, { params, query, requestId }) {
    const outcome = (query as Record<string, string>).outcome ?? 'succeed';
    if (!Object.hasOwn(OUTCOMES, outcome))
      throw new InvalidParameter('Invalid outcome: must be one of succeed or fail', { param: 'outcome' });
    const cause = { id: requestId, idempotency_key: null };
    const passed = OUTCOMES[outcome as keyof typeof OUTCOMES];
    return { status: 200, body: RawJson.of(finish({ ...context, cause }, params.client_secret ?? '', passed)) };
  },
};
