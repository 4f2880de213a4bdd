import { type Capture, LeftOut } from './capture.ts';
import { CaptureError } from './error.ts';
import { type Exported, isRecord, known, listOf, numberOf, recordOf, textOf } from './exported.ts';
import type { People } from './people.ts';
import { withoutId } from './private-texts.ts';

/** Objects of the API say what they are (docs: "object"). What they are called in a seed, and what their invented ids begin with. */
const KINDS: Readonly<Record<string, string>> = {
  customer: 'cus',
  product: 'prod',
  price: 'price',
  coupon: 'coupon',
  charge: 'ch',
  payment_intent: 'pi',
  refund: 're',
  subscription: 'sub',
  invoice: 'in',
};
/** Brands of cards, and the test cards that have them (docs: "Testing"). */
const CARDS: Readonly<Record<string, string>> = {
  visa: 'pm_card_visa',
  mastercard: 'pm_card_mastercard',
  amex: 'pm_card_amex',
  discover: 'pm_card_discover',
};
/** An id of any object. */
const ID =
  /\b(?:cus|ch|py|pi|pm|card|src|in|ii|il|sub|si|re|price|prod|plan|acct|evt|txn|po|dp|cs|seti|tok|promo|di)_[A-Za-z0-9]{8,}\b/g;

export const stripe: Capture = {
  twin: 'stripe',
  how: 'stripe customers list --limit 100 > customers.json; likewise products, prices, coupons, charges, payment_intents, refunds, subscriptions, invoices',
  seed(files, people) {
    const leftOut = new LeftOut();
    const records = files.flatMap((file) => file.records.flatMap(unwrapped));
    const read = records.filter(
      (one) => Object.hasOwn(KINDS, String(one.object)) || leftOut.add(`objects of kind ${String(one.object)}`),
    );
    if (read.length === 0) throw new CaptureError('The files hold no object of Stripe that is read.', stripe.how);
    const scene = new Scene(read, people, leftOut);
    const of = (kind: string): Exported[] => read.filter(({ object }) => object === kind);
    for (const { name, email } of of('customer')) people.person({ name: textOf(name), email: textOf(email) });
    const intents = of('payment_intent').filter(
      ({ amount, status }) => numberOf(amount) !== undefined && status !== 'processing',
    );
    // What an intent or an invoice charged comes into the world with it.
    const charges = of('charge').filter(
      ({ payment_intent, invoice }) => !scene.has(idOf(payment_intent)) && !scene.has(idOf(invoice)),
    );
    const seed = {
      customers: of('customer').map((one) => customerOf(one, scene)),
      products: of('product').map((one) =>
        known({
          ...scene.base(one),
          name: scene.text(one.name) ?? 'Product',
          description: scene.text(one.description),
          active: one.active !== false,
        }),
      ),
      prices: of('price').flatMap((one) => priceOf(one, scene)),
      coupons: of('coupon').map((one) =>
        known({
          ...scene.base(one),
          name: scene.text(one.name)?.slice(0, 40),
          percent_off: numberOf(one.percent_off),
          amount_off: numberOf(one.amount_off),
          currency: textOf(one.currency),
          duration: textOf(one.duration),
          duration_in_months: numberOf(one.duration_in_months),
        }),
      ),
      charges: charges.flatMap((one) => chargeOf(one, scene)),
      payment_intents: intents.map((one) => known({ ...paymentOf(one, scene), status: textOf(one.status), refunds: undefined })),
      refunds: of('refund').flatMap((one) => refundOf(one, { scene, charges, intents })),
      subscriptions: of('subscription').flatMap((one) => subscriptionOf(one, scene)),
      invoices: of('invoice').flatMap((one) => invoiceOf(one, scene)),
    };
    return { seed: Object.fromEntries(Object.entries(seed).filter(([, list]) => list.length > 0)), leftOut };
  },
};

/** Lists of the API, and what is inside expanded objects. */
const unwrapped = (one: Exported): Exported[] =>
  one.object === 'list' || (one.object === undefined && Array.isArray(one.data)) ? listOf(one.data) : [one];

/** An id, or the object that was expanded in its place. */
const idOf = (value: unknown): string | undefined => textOf(value) ?? (isRecord(value) ? textOf(value.id) : undefined);

class Scene {
  readonly people: People;
  readonly leftOut: LeftOut;
  readonly #ids = new Map<string, string>();

  constructor(records: readonly Exported[], people: People, leftOut: LeftOut) {
    this.people = people;
    this.leftOut = leftOut;
    const counts: Record<string, number> = {};
    for (const { id, object } of records) {
      const prefix = KINDS[String(object)] as string;
      counts[prefix] = (counts[prefix] ?? 0) + 1;
      if (typeof id === 'string') this.#ids.set(id, `${prefix}_${counts[prefix]}`);
    }
  }

  has(id: string | undefined): boolean {
    return id !== undefined && this.#ids.has(id);
  }

  /** The invented id of an object that is in the files too. */
  id(value: unknown): string | undefined {
    return this.#ids.get(idOf(value) ?? '');
  }

  text(value: unknown): string | undefined {
    const text = textOf(value);
    return text === undefined
      ? undefined
      : this.people.text(text.replaceAll(ID, (id) => this.#ids.get(id) ?? `${id.split('_')[0]}_0`));
  }

  base(one: Exported) {
    const metadata = Object.entries(recordOf(one.metadata)).map(([key, value]) => [
      key,
      withoutId(this.text(String(value)) ?? ''),
    ]);
    return {
      id: this.id(one.id),
      created: numberOf(one.created),
      metadata: metadata.length > 0 ? Object.fromEntries(metadata) : undefined,
    };
  }
}

function customerOf(one: Exported, scene: Scene) {
  const person = scene.people.person({ name: textOf(one.name), email: textOf(one.email) });
  const { city, country, state } = recordOf(one.address);
  const address = known({ city: textOf(city), country: textOf(country), state: textOf(state) });
  return known({
    ...scene.base(one),
    name: textOf(one.name) && person.name,
    email: textOf(one.email) && person.email,
    description: scene.text(one.description),
    balance: numberOf(one.balance) || undefined,
    address: Object.keys(address).length > 0 ? address : undefined,
  });
}

function priceOf(one: Exported, scene: Scene) {
  const product = scene.id(one.product);
  const unit_amount = numberOf(one.unit_amount);
  if (product === undefined) return scene.leftOut.add('prices whose product is not in the files') ?? [];
  if (unit_amount === undefined) return scene.leftOut.add('prices without an amount') ?? [];
  const { interval, interval_count } = recordOf(one.recurring);
  const recurring = textOf(interval) ? known({ interval, interval_count: numberOf(interval_count) }) : undefined;
  return [
    known({
      ...scene.base(one),
      product,
      unit_amount,
      currency: textOf(one.currency),
      nickname: scene.text(one.nickname),
      active: one.active !== false,
      recurring,
    }),
  ];
}

const brandOf = (one: Exported): string | undefined =>
  CARDS[
    String(
      recordOf(recordOf(one.payment_method_details).card).brand ??
        recordOf(recordOf(recordOf(one.latest_charge).payment_method_details).card).brand,
    )
  ];

/** What charges and intents have in common. */
const paymentOf = (one: Exported, scene: Scene) => ({
  ...scene.base(one),
  amount: numberOf(one.amount),
  currency: textOf(one.currency),
  customer: scene.id(one.customer),
  description: scene.text(one.description),
  receipt_email: textOf(one.receipt_email) && scene.people.person({ email: textOf(one.receipt_email) }).email,
  card: brandOf(one),
});

function chargeOf(one: Exported, scene: Scene) {
  if (!numberOf(one.amount) || one.status === 'pending') return scene.leftOut.add('charges that are pending or of nothing') ?? [];
  const failed = one.status === 'failed';
  return [
    known({
      ...paymentOf(one, scene),
      status: failed ? 'failed' : undefined,
      failure_code: failed ? textOf(one.failure_code) : undefined,
      captured: one.captured === false && !failed ? false : undefined,
      disputed: one.disputed === true ? true : undefined,
    }),
  ];
}

const REASONS = new Set(['duplicate', 'fraudulent', 'requested_by_customer']);

function refundOf(
  one: Exported,
  { scene, charges, intents }: { scene: Scene; charges: readonly Exported[]; intents: readonly Exported[] },
) {
  const intent = intents.find(({ id, status }) => id === idOf(one.payment_intent) && status === 'succeeded');
  const charge = charges.find(
    ({ id, status, captured }) => id === idOf(one.charge) && status === 'succeeded' && captured !== false,
  );
  if (!(intent || charge) || one.status !== 'succeeded' || !numberOf(one.amount))
    return scene.leftOut.add('refunds that did not succeed, or whose payment is not in the files') ?? [];
  return [
    known({
      ...scene.base(one),
      amount: numberOf(one.amount),
      reason: REASONS.has(String(one.reason)) ? one.reason : undefined,
      ...(intent ? { payment_intent: scene.id(intent.id) } : { charge: scene.id(charge?.id) }),
    }),
  ];
}

const SUBSCRIPTION_STATES = new Set(['active', 'trialing', 'past_due', 'canceled']);

function subscriptionOf(one: Exported, scene: Scene) {
  const items = listOf(recordOf(one.items).data).map(({ price, quantity }) =>
    known({ price: scene.id(price), quantity: numberOf(quantity) || undefined }),
  );
  const customer = scene.id(one.customer);
  if (!customer || items.length === 0 || items.some(({ price }) => price === undefined))
    return scene.leftOut.add('subscriptions whose customer or price is not in the files') ?? [];
  if (!SUBSCRIPTION_STATES.has(String(one.status)))
    return scene.leftOut.add(`subscriptions that are ${String(one.status)}`) ?? [];
  return [known({ ...scene.base(one), customer, items, status: textOf(one.status), description: scene.text(one.description) })];
}

function invoiceOf(one: Exported, scene: Scene) {
  const customer = scene.id(one.customer);
  const lines = listOf(recordOf(one.lines).data)
    .filter(({ amount }) => (numberOf(amount) ?? 0) > 0)
    .map((line) => known({ description: scene.text(line.description), amount: numberOf(line.amount) }));
  if (!customer || lines.length === 0)
    return scene.leftOut.add('invoices without lines, or whose customer is not in the files') ?? [];
  return [
    known({
      ...scene.base(one),
      customer,
      currency: textOf(one.currency),
      description: scene.text(one.description),
      lines,
      status: textOf(one.status),
    }),
  ];
}
