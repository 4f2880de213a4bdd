import { LARGEST_AMOUNT, smallestCharge } from '../currencies.ts';
import { namedTestCard } from '../test-cards.ts';
import type { ChargeSeed, IntentSeed, RefundSeed, Seed } from './schema.ts';

type Path = readonly (string | number)[];

/** A broken rule: where, what, and a name for it that programs can read. */
export interface Fault {
  path: Path;
  message: string;
  code: string;
}

const unknown = (path: Path, what: string, id: string): Fault => ({
  path,
  message: `there is no ${what} "${id}"`,
  code: 'unknown_reference',
});

function* duplicates(ids: readonly (string | null | undefined)[], pathOf: (at: number) => Path): Generator<Fault> {
  const seen = new Set<string>();
  for (const [at, id] of ids.entries()) {
    if (id === undefined || id === null) continue;
    if (seen.has(id)) yield { path: pathOf(at), message: `${id} is declared twice`, code: 'duplicate' };
    seen.add(id);
  }
}

/** The rules across fields of a seed. */
export function* checkSeed(seed: Seed): Generator<Fault> {
  yield* checkIds(seed);
  yield* checkCatalog(seed);
  yield* checkPayments(seed);
  yield* checkRefunds(seed);
  yield* checkBilling(seed);
}

function* checkIds(seed: Seed): Generator<Fault> {
  for (const name of [
    'customers',
    'coupons',
    'charges',
    'payment_intents',
    'subscriptions',
    'invoices',
    'webhook_endpoints',
  ] as const) {
    yield* duplicates(
      seed[name].map(({ id }) => id),
      (at) => [name, at, 'id'],
    );
  }
  yield* duplicates(
    seed.customers.map(({ email }) => email),
    (at) => ['customers', at, 'email'],
  );
  const methods = seed.customers.flatMap(({ payment_methods }, at) =>
    payment_methods.map((method, index) => ({
      id: 'id' in method ? method.id : undefined,
      path: ['customers', at, 'payment_methods', index, 'id'],
    })),
  );
  yield* duplicates(
    methods.map(({ id }) => id),
    (at) => methods[at]?.path ?? [],
  );
}

function* checkCatalog({ products, prices, coupons }: Seed): Generator<Fault> {
  yield* duplicates(
    products.map(({ id }) => id),
    (at) => ['products', at, 'id'],
  );
  const inner = products.flatMap((product, at) =>
    product.prices.map((price, index) => ({ price, path: ['products', at, 'prices', index] })),
  );
  const all = [...inner, ...prices.map((price, at) => ({ price, path: ['prices', at] as Path }))];
  yield* duplicates(
    all.map(({ price }) => price.id),
    (at) => [...(all[at]?.path ?? []), 'id'],
  );
  yield* duplicates(
    all.map(({ price }) => price.lookup_key),
    (at) => [...(all[at]?.path ?? []), 'lookup_key'],
  );
  for (const [at, { product }] of prices.entries()) {
    if (!products.some(({ id }) => id === product)) yield unknown(['prices', at, 'product'], 'product', product);
  }
  for (const [at, coupon] of coupons.entries()) {
    if ((coupon.percent_off === undefined) === (coupon.amount_off === undefined)) {
      yield { path: ['coupons', at], message: 'must have either percent_off or amount_off', code: 'ambiguous_discount' };
    }
    if (coupon.amount_off !== undefined && coupon.currency === undefined) {
      yield { path: ['coupons', at, 'currency'], message: 'amount_off needs a currency', code: 'missing_currency' };
    }
  }
}

const knows = (seed: Seed, customer: string): boolean =>
  seed.customers.some(({ id, email }) => id === customer || email === customer);

function* checkPayments(seed: Seed): Generator<Fault> {
  for (const name of ['charges', 'payment_intents'] as const) {
    for (const [at, payment] of seed[name].entries()) {
      if (payment.customer && !knows(seed, payment.customer)) yield unknown([name, at, 'customer'], 'customer', payment.customer);
      const smallest = smallestCharge(payment.currency);
      if (payment.amount < smallest) {
        yield {
          path: [name, at, 'amount'],
          message: `must be at least ${smallest} in ${payment.currency}`,
          code: 'amount_too_small',
        };
      }
    }
  }
  yield* checkCharges(seed.charges);
  yield* checkIntents(seed.payment_intents);
}

function* checkCharges(charges: readonly ChargeSeed[]): Generator<Fault> {
  for (const [at, charge] of charges.entries()) {
    const card = namedTestCard(charge.card);
    if (charge.status === 'succeeded' && card?.decline) {
      yield {
        path: ['charges', at, 'card'],
        message: 'is always refused, so the charge cannot have succeeded',
        code: 'card_declines',
      };
    }
    if (charge.disputed && (charge.status === 'failed' || !charge.captured)) {
      yield { path: ['charges', at, 'disputed'], message: 'only a captured charge can be disputed', code: 'not_disputable' };
    }
    if (charge.disputed && charge.refunds.length > 0) {
      yield { path: ['charges', at, 'refunds'], message: 'a disputed charge cannot be refunded', code: 'not_refundable' };
    }
  }
}

function* checkIntents(intents: readonly IntentSeed[]): Generator<Fault> {
  for (const [at, intent] of intents.entries()) {
    const card = namedTestCard(intent.card);
    const pays = intent.status === 'succeeded' || intent.status === 'requires_capture';
    if (pays && (card?.decline || card?.authentication)) {
      yield {
        path: ['payment_intents', at, 'card'],
        message: `cannot pay, so the status cannot be ${intent.status}`,
        code: 'card_declines',
      };
    }
    if (card?.dispute && intent.refunds.length > 0) {
      yield { path: ['payment_intents', at, 'refunds'], message: 'a disputed charge cannot be refunded', code: 'not_refundable' };
    }
    if (intent.status !== 'succeeded' && intent.refunds.length > 0) {
      yield {
        path: ['payment_intents', at, 'refunds'],
        message: 'only a succeeded payment can be refunded',
        code: 'not_refundable',
      };
    }
  }
}

interface Purse {
  amount: number;
  refundable: boolean;
  captured: boolean;
}

/** What a payment has left to refund, by id. */
function purses(seed: Seed): {
  charges: Map<string, Purse>;
  intents: Map<string, Purse>;
  nameless: [Path, Purse, readonly RefundLike[]][];
} {
  const charges = new Map<string, Purse>();
  const intents = new Map<string, Purse>();
  const nameless: [Path, Purse, readonly RefundLike[]][] = [];
  for (const [at, charge] of seed.charges.entries()) {
    const refundable = charge.status === 'succeeded' && !charge.disputed && !namedTestCard(charge.card)?.dispute;
    const purse = { amount: charge.amount, refundable, captured: charge.captured };
    nameless.push([['charges', at, 'refunds'], purse, charge.refunds]);
    if (charge.id) charges.set(charge.id, purse);
  }
  for (const [at, intent] of seed.payment_intents.entries()) {
    const refundable = intent.status === 'succeeded' && !namedTestCard(intent.card)?.dispute;
    const purse = { amount: intent.amount, refundable, captured: true };
    nameless.push([['payment_intents', at, 'refunds'], purse, intent.refunds]);
    if (intent.id) intents.set(intent.id, purse);
  }
  return { charges, intents, nameless };
}

type RefundLike = Pick<RefundSeed, 'amount'>;

function* spend(purse: Purse, refund: RefundLike, path: Path): Generator<Fault> {
  if (!purse.refundable) {
    yield { path, message: 'the payment cannot be refunded', code: 'not_refundable' };
    return;
  }
  const amount = refund.amount ?? purse.amount;
  if (purse.amount === 0) yield { path, message: 'the payment is refunded already', code: 'over_refunded' };
  else if (amount > purse.amount)
    yield { path: [...path, 'amount'], message: `only ${purse.amount} is left to refund`, code: 'over_refunded' };
  else if (!purse.captured && amount < purse.amount) {
    yield { path: [...path, 'amount'], message: 'an uncaptured charge is refunded whole or not at all', code: 'not_refundable' };
  } else purse.amount -= amount;
}

function* checkRefunds(seed: Seed): Generator<Fault> {
  const { charges, intents, nameless } = purses(seed);
  for (const [path, purse, refunds] of nameless) {
    for (const [at, refund] of refunds.entries()) yield* spend(purse, refund, [...path, at]);
  }
  for (const [at, refund] of seed.refunds.entries()) {
    const path = ['refunds', at];
    if ((refund.charge === undefined) === (refund.payment_intent === undefined)) {
      yield { path, message: 'must name either a charge or a payment_intent', code: 'ambiguous_refund' };
      continue;
    }
    const purse = refund.charge === undefined ? intents.get(refund.payment_intent ?? '') : charges.get(refund.charge);
    if (purse) yield* spend(purse, refund, path);
    else if (refund.charge !== undefined) yield unknown([...path, 'charge'], 'charge', refund.charge);
    else yield unknown([...path, 'payment_intent'], 'payment_intent', refund.payment_intent ?? '');
  }
  const ids = [...seed.charges, ...seed.payment_intents].flatMap(({ refunds }) => refunds.map(({ id }) => id));
  yield* duplicates([...ids, ...seed.refunds.map(({ id }) => id)], (at) => ['refunds', Math.max(0, at - ids.length), 'id']);
}

/** All that waits to be billed to a customer has one currency. */
function* checkCurrencies(seed: Seed, currencyOf: (price: string) => string | undefined): Generator<Fault> {
  const running = new Map<string, string>();
  for (const [at, { customer, items, status }] of seed.subscriptions.entries()) {
    const owner = seed.customers.find(({ id, email }) => id === customer || email === customer);
    const name = owner?.id ?? owner?.email ?? customer;
    const currency = currencyOf(items[0]?.price ?? '');
    const known = running.get(name);
    if (currency !== undefined && known !== undefined && known !== currency) {
      yield {
        path: ['subscriptions', at, 'items'],
        message: `the customer has a subscription in ${known} that is not canceled`,
        code: 'mixed_currencies',
      };
    } else if (currency !== undefined && status !== 'canceled') running.set(name, currency);
  }
}

function* checkBilling(seed: Seed): Generator<Fault> {
  const prices = new Map(
    [...seed.products.flatMap((product) => product.prices), ...seed.prices].flatMap((price) =>
      price.id ? [[price.id, price] as const] : [],
    ),
  );
  for (const [at, subscription] of seed.subscriptions.entries()) {
    const path = ['subscriptions', at];
    if (!knows(seed, subscription.customer)) yield unknown([...path, 'customer'], 'customer', subscription.customer);
    const card = namedTestCard(subscription.card);
    if (card?.decline || card?.authentication) yield { path: [...path, 'card'], message: 'cannot pay', code: 'card_declines' };
    const currencies = new Set<string>();
    for (const [index, { price: id }] of subscription.items.entries()) {
      const price = prices.get(id);
      const where = [...path, 'items', index, 'price'];
      if (!price) yield unknown(where, 'price', id);
      else if (!price.recurring) yield { path: where, message: `price ${id} is not recurring`, code: 'not_recurring' };
      else if (!price.active) yield { path: where, message: `price ${id} is not active`, code: 'inactive_price' };
      if (price) currencies.add(price.currency);
    }
    const sum = subscription.items.reduce((total, item) => total + (prices.get(item.price)?.unit_amount ?? 0) * item.quantity, 0);
    if (sum > LARGEST_AMOUNT)
      yield { path: [...path, 'items'], message: `must cost at most ${LARGEST_AMOUNT}`, code: 'amount_too_large' };
    if (currencies.size > 1)
      yield { path: [...path, 'items'], message: 'all prices must have one currency', code: 'mixed_currencies' };
  }
  yield* checkCurrencies(seed, (price) => prices.get(price)?.currency);
  for (const [at, invoice] of seed.invoices.entries()) {
    if (!knows(seed, invoice.customer)) yield unknown(['invoices', at, 'customer'], 'customer', invoice.customer);
    const sum = invoice.lines.reduce((total, line) => total + line.amount * line.quantity, 0);
    if (sum > LARGEST_AMOUNT)
      yield { path: ['invoices', at, 'lines'], message: `must come to at most ${LARGEST_AMOUNT}`, code: 'amount_too_large' };
  }
}
