import { type Card, inWireOrder, type LegacyCard, type PaymentMethod } from '../world.ts';

const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'MasterCard',
  amex: 'American Express',
  jcb: 'JCB',
};

/** The older form of a card, which tokens, and the charges that were made by them, carry. */
export const legacyCard = (card: Readonly<Card>, id: string, name: string | null = null): LegacyCard =>
  inWireOrder({
    id,
    object: 'card' as const,
    address_city: null,
    address_country: null,
    address_line1: null,
    address_line1_check: null,
    address_line2: null,
    address_state: null,
    address_zip: null,
    address_zip_check: null,
    brand: BRANDS[card.brand] ?? card.brand[0]?.toUpperCase() + card.brand.slice(1),
    country: card.country,
    cvc_check: card.checks.cvc_check,
    dynamic_last4: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint,
    funding: card.funding,
    last4: card.last4,
    metadata: {},
    name,
    networks: { preferred: null },
    regulated_status: card.regulated_status,
    tokenization_method: null,
    wallet: null,
  });

/** A saved card in that form; it says whose it is. */
export const legacySource = ({ id, card, customer, billing_details: billing }: Readonly<PaymentMethod>): LegacyCard | null =>
  card ? inWireOrder({ ...legacyCard(card, id, billing.name), customer }) : null;
