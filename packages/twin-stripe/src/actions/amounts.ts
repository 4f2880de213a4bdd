import { CURRENCIES, formatAmount, LARGEST_AMOUNT, smallestCharge } from '../currencies.ts';
import { InvalidParameter, InvalidRequest } from '../errors.ts';

/** A currency code in lower case. @throws for what isn't one */
export function currencyOf(code: string | null | undefined, param = 'currency'): string {
  const currency = (code ?? '').toLowerCase();
  if (!CURRENCIES.has(currency)) {
    const list = [...CURRENCIES].join(', ');
    throw new InvalidParameter(`Invalid currency: ${code}. Stripe currently supports these currencies: ${list}`, { param });
  }
  return currency;
}

/** A positive amount, as refunds and captures take it. */
export function positiveAmount(amount: number, param = 'amount'): number {
  if (amount >= 1) return amount;
  throw new InvalidParameter('This value must be greater than or equal to 1.', { code: 'parameter_invalid_integer', param });
}

/** An amount that can be charged: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
export function chargeableAmount(amount: number, currency: string): number {
  positiveAmount(amount);
  if (amount > LARGEST_AMOUNT) {
    throw new InvalidRequest(`Amount must be no more than ${formatAmount(LARGEST_AMOUNT, currency)}`, {
      code: 'amount_too_large',
      param: 'amount',
    });
  }
  const smallest = smallestCharge(currency);
  if (amount < smallest) {
    throw new InvalidRequest(`Amount must be at least ${formatAmount(smallest, currency)} ${currency}`, {
      code: 'amount_too_small',
      param: 'amount',
    });
  }
  return amount;
}
