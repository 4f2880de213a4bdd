import { InvalidParameter, InvalidRequest, Unsupported } from '../errors.ts';
import type { NextAction, PaymentIntent, StripeContext } from '../world.ts';
import { charge } from './charges.ts';
import { emit } from './emit.ts';
import { getPaymentIntent } from './lookups.ts';
import { getPaymentMethod } from './payment-methods.ts';
import { unexpected, writeRefusal } from './payment-refusals.ts';

// https://docs.stripe.com/payments/deposit-mode-stablecoin-payments

/** Where USDC lives on each network. */
const CONTRACTS: Readonly<Record<string, string>> = {
  base: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  solana: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  tempo: '0x20c0000000000000000000009e8d7eb59b783726',
};
/** The only hashes that a sandbox takes. */
const SUCCESS_HASH = '0x00000000000000000000000000000000000000000000000000000testsuccess';
const FAILURE_HASH = '0x000000000000000000000000000000000000000000000000000000testfailed';
/** The buyer's wallet when nobody says. */
const NOBODY = `0x${'0'.repeat(40)}`;
const ADDRESS_DIGITS = 40;
const SOLANA_ADDRESS_LENGTH = 44;
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

interface CryptoOptions {
  mode?: string;
  deposit_options?: { networks?: readonly string[] };
}

const optionsOf = (intent: Readonly<PaymentIntent>): CryptoOptions => intent.payment_method_options.crypto ?? {};

/** The addresses to which the customer sends the money, one for each network that was asked for. */
export function depositDetails({ ids }: StripeContext, intent: Readonly<PaymentIntent>): NextAction {
  const { mode, deposit_options: options } = optionsOf(intent);
  if (mode !== 'deposit') throw new Unsupported('crypto payments that are not deposits', 'payment_method_options[crypto][mode]');
  const networks = options?.networks ?? [];
  const param = 'payment_method_options[crypto][deposit_options][networks]';
  if (networks.length === 0)
    throw new InvalidParameter(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  const addresses = networks.map((network) => {
    const contract = CONTRACTS[network];
    if (contract === undefined)
      throw new InvalidParameter(`Invalid networks: must be one of ${Object.keys(CONTRACTS).join(', ')}`, { param });
    const address = network === 'solana' ? ids.text(SOLANA_ADDRESS_LENGTH, BASE58) : `0x${ids.hex(ADDRESS_DIGITS)}`;
    return [network, { address, supported_tokens: [{ token_contract_address: contract, token_currency: 'usdc' }] }];
  });
  return { type: 'crypto_display_details', crypto_display_details: { deposit_addresses: Object.fromEntries(addresses) } };
}

export interface DepositParams {
  buyer_wallet?: string | null;
  network?: string | null;
  token_currency?: string | null;
  transaction_hash?: string | null;
}

/** Plays an incoming deposit. The hash decides whether it succeeds; what is left out is as if all went well. */
export function simulateDeposit(context: StripeContext, id: string, params: DepositParams): Readonly<PaymentIntent> {
  const { world } = context;
  const intent = getPaymentIntent(context, id);
  if (optionsOf(intent).mode !== 'deposit') {
    throw new InvalidRequest(
      'Only a PaymentIntent with payment_method_options[crypto][mode]=deposit can take a crypto deposit.',
      {
        code: 'payment_intent_unexpected_state',
      },
    );
  }
  if (intent.status !== 'requires_action' || intent.payment_method === null) {
    throw unexpected(
      context,
      intent,
      `This PaymentIntent can't take a deposit because it has a status of ${intent.status}. Only a PaymentIntent with one of the following ` +
        'statuses may take one: requires_action.',
    );
  }
  const networks = optionsOf(intent).deposit_options?.networks ?? [];
  const network = params.network ?? networks[0] ?? 'base';
  if (!networks.includes(network)) {
    throw new InvalidParameter(`Invalid network: must be one of ${networks.join(', ')}`, { param: 'network' });
  }
  const hash = params.transaction_hash ?? SUCCESS_HASH;
  if (hash !== SUCCESS_HASH && hash !== FAILURE_HASH) {
    throw new InvalidParameter(`${hash} is not a valid testmode transaction hash.`, { param: 'transaction_hash' });
  }
  const token = params.token_currency ?? 'usdc';
  if (token !== 'usdc') throw new InvalidParameter('Invalid token_currency: must be usdc', { param: 'token_currency' });
  const processing = world.payment_intents.update(id, { next_action: null, status: 'processing' });
  emit(context, 'payment_intent.processing', processing);
  const details = { buyer_address: params.buyer_wallet ?? NOBODY, network, token_currency: token, transaction_hash: hash };
  return hash === FAILURE_HASH ? fail(context, processing) : receive(context, processing, details);
}

function orderOf(context: StripeContext, intent: Readonly<PaymentIntent>) {
  return {
    amount: intent.amount,
    currency: intent.currency,
    capture: true,
    method: getPaymentMethod(context, intent.payment_method ?? ''),
    customer: intent.customer,
    payment_intent: intent.id,
    description: intent.description,
    metadata: intent.metadata,
    receipt_email: intent.receipt_email,
    shipping: intent.shipping,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    transfer_group: intent.transfer_group,
  };
}

function receive(context: StripeContext, intent: Readonly<PaymentIntent>, crypto: object): Readonly<PaymentIntent> {
  const { world } = context;
  const { charge: made } = charge(context, { ...orderOf(context, intent), deposit: crypto });
  const after = world.payment_intents.update(intent.id, {
    amount_received: intent.amount,
    latest_charge: made.id,
    status: 'succeeded',
  });
  emit(context, 'payment_intent.succeeded', after);
  return after;
}

/** A deposit that fails is no error of the call: the PaymentIntent asks for another payment method. */
function fail(context: StripeContext, intent: Readonly<PaymentIntent>): Readonly<PaymentIntent> {
  const decline = {
    code: 'payment_intent_payment_attempt_failed',
    decline_code: 'generic_decline',
    message: 'The payment failed.',
  };
  const { charge: made } = charge(context, orderOf(context, intent), decline);
  return writeRefusal(context, intent.id, decline, made.id).after;
}
