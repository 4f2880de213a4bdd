import { hash } from 'node:crypto';

/** A refusal by the issuer: https://docs.stripe.com/declines/codes */
export interface Decline {
  code: string;
  decline_code: string;
  message: string;
  param?: string;
}

/** What an issuer of a test card says beside its code (recorded: pay-rails/pay, test/vcr_cassettes, of a generic decline). */
export const ISSUER_SAYS = { advice_code: 'try_again_later', network_decline_code: '01' };

/** How a test card behaves: https://docs.stripe.com/testing */
export interface Behaviour {
  /** Charges are refused. */
  decline?: Decline;
  /** Saving it to a customer works although charges are refused. */
  attaches?: true;
  /** The issuer wants 3D Secure: for every payment, or unless it was set up for later use. */
  authentication?: 'always' | 'unless_set_up';
  /** Charges succeed and are disputed at once. */
  dispute?: { reason: string; inquiry?: true };
  /** Money is available at once. */
  bypassPending?: true;
  cvcFails?: true;
  addressFails?: true;
  riskLevel?: 'elevated' | 'highest';
  /** Radar refuses it. */
  blocked?: true;
  refundsPend?: true;
  /** Refunds succeed, and fail afterwards. */
  refundsFail?: true;
}

export interface TestCard extends Behaviour {
  number: string;
  /** After `pm_card_` and `tok_`. */
  names: readonly string[];
  brand: string;
  funding: 'credit' | 'debit' | 'prepaid';
  country: string;
}

const decline = (
  code: string,
  decline_code = code,
  message = 'Your card was declined.',
  param?: string,
): { decline: Decline } => ({
  decline: { code, decline_code, message, ...(param !== undefined && { param }) },
});

const GENERIC = decline('card_declined', 'generic_decline');
const NO_FUNDS = decline('card_declined', 'insufficient_funds', 'Your card has insufficient funds.');

const visa = (number: string, names: string, behaviour: Behaviour = {}, country = 'US'): TestCard => ({
  number,
  names: names.split(' '),
  brand: 'visa',
  funding: 'credit',
  country,
  ...behaviour,
});

const other = (number: string, names: string, brand: string, funding: TestCard['funding'] = 'credit'): TestCard => ({
  ...visa(number, names),
  brand,
  funding,
});

const CARDS: readonly TestCard[] = [
  visa('4242424242424242', 'visa us'),
  other('4000056655665556', 'visa_debit', 'visa', 'debit'),
  other('5555555555554444', 'mastercard', 'mastercard'),
  other('2223003122003222', 'mastercard_2series', 'mastercard'),
  other('5200828282828210', 'mastercard_debit', 'mastercard', 'debit'),
  other('5105105105105100', 'mastercard_prepaid', 'mastercard', 'prepaid'),
  other('378282246310005', 'amex', 'amex'),
  other('371449635398431', 'amex_2', 'amex'),
  other('6011111111111117', 'discover', 'discover'),
  other('6011000990139424', 'discover_2', 'discover'),
  other('3056930009020004', 'diners', 'diners'),
  other('36227206271667', 'diners_14digits', 'diners'),
  other('3566002020360505', 'jcb', 'jcb'),
  other('6200000000000005', 'unionpay', 'unionpay'),
  visa('4000001240000000', 'ca', {}, 'CA'),
  visa('4000008260000000', 'gb', {}, 'GB'),
  visa('4000002760000016', 'de', {}, 'DE'),
  visa('4000002500000003', 'fr', {}, 'FR'),
  visa('4000000760000002', 'br', {}, 'BR'),
  visa('4000004840008001', 'mx', {}, 'MX'),
  visa('4000003560000008', 'in', {}, 'IN'),
  visa('4000003920000003', 'jp', {}, 'JP'),
  visa('4000000360000006', 'au', {}, 'AU'),
  visa('4000000000000002', 'chargeDeclined visa_chargeDeclined', GENERIC),
  visa('4000000000009995', 'chargeDeclinedInsufficientFunds visa_chargeDeclinedInsufficientFunds', NO_FUNDS),
  visa('4000000000009987', 'chargeDeclinedLostCard visa_chargeDeclinedLostCard', decline('card_declined', 'lost_card')),
  visa('4000000000009979', 'chargeDeclinedStolenCard visa_chargeDeclinedStolenCard', decline('card_declined', 'stolen_card')),
  visa(
    '4000000000000069',
    'chargeDeclinedExpiredCard',
    decline('expired_card', 'expired_card', 'Your card has expired.', 'exp_month'),
  ),
  visa(
    '4000000000000127',
    'chargeDeclinedIncorrectCvc',
    decline('incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect.", 'cvc'),
  ),
  visa(
    '4000000000000119',
    'chargeDeclinedProcessingError',
    decline('processing_error', 'processing_error', 'An error occurred while processing your card. Try again in a little bit.'),
  ),
  visa(
    '4000000000006975',
    'chargeDeclinedVelocityLimitExceeded visa_chargeDeclinedVelocityLimitExceeded',
    decline(
      'card_declined',
      'card_velocity_exceeded',
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    ),
  ),
  visa('4000000000000341', 'chargeCustomerFail', { ...GENERIC, attaches: true }),
  visa('4100000000000019', 'radarBlock chargeDeclinedFraudulent', {
    ...decline('card_declined', 'fraudulent'),
    attaches: true,
    blocked: true,
    riskLevel: 'highest',
  }),
  visa('4000000000009235', 'riskLevelElevated', { riskLevel: 'elevated' }),
  visa('4000000000000101', 'cvcCheckFail', { cvcFails: true }),
  visa('4000000000000010', 'avsFail', { addressFails: true }),
  visa('4000000000003220', 'threeDSecure2Required', { authentication: 'always' }),
  visa('4000000000003063', 'threeDSecureRequired', { authentication: 'always' }),
  visa('4000008400001629', 'threeDSecureRequiredChargeDeclined', { authentication: 'always', attaches: true, ...GENERIC }),
  visa('4000000000003055', 'threeDSecureOptional'),
  visa('4000002760003184', 'authenticationRequired', { authentication: 'always' }, 'DE'),
  visa('4000002500003155', 'authenticationRequiredOnSetup', { authentication: 'unless_set_up' }, 'FR'),
  visa('4000003800000446', 'authenticationRequiredSetupForOffSession', { authentication: 'unless_set_up' }, 'IT'),
  visa(
    '4000008260003178',
    'authenticationRequiredChargeDeclinedInsufficientFunds',
    { authentication: 'always', attaches: true, ...NO_FUNDS },
    'GB',
  ),
  visa('4000000000000259', 'createDispute', { dispute: { reason: 'fraudulent' } }),
  visa('4000000000002685', 'createDisputeProductNotReceived', { dispute: { reason: 'product_not_received' } }),
  visa('4000000000001976', 'createDisputeInquiry', { dispute: { reason: 'fraudulent', inquiry: true } }),
  visa('4000000000000077', 'bypassPending', { bypassPending: true }),
  visa('4000003720000278', 'bypassPendingInternational', { bypassPending: true }, 'IE'),
  visa('4000000000007726', 'pendingRefund', { refundsPend: true }),
  visa('4000000000005126', 'refundFail', { refundsFail: true }),
];

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const FINGERPRINT_LENGTH = 16;

/** Stripe gives a card number the same fingerprint wherever it comes up in an account. */
function fingerprintOf(number: string): string {
  const digest = hash('sha256', `card ${number}`, 'buffer').subarray(0, FINGERPRINT_LENGTH);
  return Array.from(digest, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

const byNumber = new Map(CARDS.map((card) => [card.number, card]));
const byName = new Map(CARDS.flatMap((card) => card.names.map((name) => [name, card] as const)));
const fingerprints = new Map(CARDS.map((card) => [card.number, fingerprintOf(card.number)]));
const byFingerprint = new Map(CARDS.map((card) => [fingerprint(card), card]));

/** @param name `pm_card_visa` or `tok_visa` */
export function namedTestCard(name: string): TestCard | undefined {
  const match = /^(?:pm_card_|tok_)(\w+)$/.exec(name);
  return match ? byName.get(match[1] as string) : undefined;
}

export const numberedTestCard = (number: string): TestCard | undefined => byNumber.get(number);
export function fingerprint(card: TestCard): string {
  return fingerprints.get(card.number) as string;
}

/** How the card with this fingerprint behaves. */
export const behaviourOf = (mark: string | undefined): Behaviour => (mark === undefined ? {} : (byFingerprint.get(mark) ?? {}));

/** The check digit of card numbers (ISO/IEC 7812). */
export function hasCheckDigit(number: string): boolean {
  let sum = 0;
  for (let at = 0; at < number.length; at += 1) {
    const digit = Number(number[number.length - 1 - at]);
    sum += at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return number.length >= 12 && number.length <= 19 && sum % 10 === 0;
}
