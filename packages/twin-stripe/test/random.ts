import type { InputShape } from '@svc/twin-kit';
import type { Chance, RandomAnswer, RandomCall, RandomCaller } from '@svc/twin-kit/testing';
import { stripe as twin } from '../src/index.ts';
import { specOf } from '../src/params/spec.ts';

/** The prefix of the ids that a parameter of this name takes. */
const PREFIXES: Readonly<Record<string, string>> = {
  customer: 'cus',
  payment_intent: 'pi',
  charge: 'ch',
  refund: 're',
  product: 'prod',
  price: 'price',
  subscription: 'sub',
  subscription_exposed_id: 'sub',
  invoice: 'in',
  invoiceitem: 'ii',
  item: 'si',
  payment_method: 'pm',
  dispute: 'du',
  payout: 'po',
  token: 'tok',
  coupon: 'HALF',
  promotion_code: 'promo',
  tax_rate: 'txr',
  payment_link: 'plink',
  webhook_endpoint: 'we',
  transaction: 'cbtxn',
  default_payment_method: 'pm',
  default_price: 'price',
  client_secret: 'pi',
};
const WORDS = [
  'x',
  '',
  '0',
  '-1',
  '100',
  '2500',
  'true',
  'usd',
  'eur',
  'pm_card_visa',
  'pm_card_chargeDeclined',
  'pm_card_createDispute',
  'pm_card_bypassPending',
  'tok_visa',
  'day',
  'once',
  '❤',
  'null',
  '[]',
  '2147483648',
  'a@b.c',
  'https://example.com',
  '\'"\\',
];

/** Pages lead nowhere. */
const OF_THE_API = twin.definition.operations.filter(({ page }) => !page);

/** Calls that get somewhere, with places for ids; half of all calls are of these. */
const USUAL = [
  'POST /v1/customers name=Ada&payment_method=pm_card_visa&invoice_settings[default_payment_method]=pm_card_visa',
  'POST /v1/customers/{cus} metadata[a]=b&name=Grace',
  'POST /v1/payment_intents amount=2000&currency=usd&payment_method=pm_card_visa&confirm=true&return_url=https://example.com/back',
  'POST /v1/payment_intents amount=3000&currency=usd&payment_method=pm_card_visa&confirm=true&return_url=https://example.com/back&capture_method=manual',
  'POST /v1/payment_intents amount=2500&currency=eur&payment_method=pm_card_bypassPending&confirm=true&return_url=https://example.com/back',
  'POST /v1/payment_intents amount=2500&currency=usd&payment_method=pm_card_chargeDeclined&confirm=true&return_url=https://example.com/back',
  'POST /v1/payment_intents amount=2500&currency=usd&payment_method=pm_card_createDispute&confirm=true&return_url=https://example.com/back',
  'POST /v1/payment_intents amount=2500&currency=usd&payment_method=pm_card_authenticationRequired&confirm=true&return_url=https://example.com/back',
  'POST /v1/payment_intents amount=1000&currency=usd&customer={cus}&payment_method=pm_card_visa&setup_future_usage=off_session&confirm=true&return_url=https://example.com/back',
  'POST /v1/payment_intents amount=900&currency=usd&payment_method_types[]=crypto&payment_method_data[type]=crypto&confirm=true&payment_method_options[crypto][mode]=deposit&payment_method_options[crypto][deposit_options][networks][]=base',
  'POST /v1/test_helpers/payment_intents/{pi}/simulate_crypto_deposit network=base',
  'POST /v1/payment_intents/{pi}/confirm payment_method=pm_card_visa&return_url=https://example.com/back',
  'POST /v1/payment_intents/{pi}/capture amount_to_capture=700',
  'POST /v1/payment_intents/{pi}/cancel cancellation_reason=abandoned',
  'POST /v1/charges amount=800&currency=usd&source=tok_visa',
  'POST /v1/charges/{ch}/capture amount=600',
  'POST /v1/refunds charge={ch}&amount=100',
  'POST /v1/refunds payment_intent={pi}',
  'POST /v1/disputes/{du} evidence[uncategorized_text]=winning_evidence',
  'POST /v1/disputes/{du}/close ',
  'POST /v1/payouts amount=500&currency=eur',
  'POST /v1/payouts/{po}/cancel ',
  'POST /v1/prices product=prod_1&currency=usd&unit_amount=1200&recurring[interval]=year',
  'POST /v1/subscriptions customer={cus}&items[0][price]={price}&default_payment_method=pm_card_visa&discounts[0][coupon]=HALF',
  'POST /v1/subscriptions customer={cus}&items[0][price]=price_1&trial_period_days=3',
  'POST /v1/subscriptions/{sub} items[0][id]={si}&items[0][quantity]=3&proration_behavior=always_invoice',
  'POST /v1/subscriptions/{sub} trial_end=now',
  'POST /v1/subscription_items subscription={sub}&price={price}',
  'DELETE /v1/subscriptions/{sub} ',
  'POST /v1/invoices customer={cus}&pending_invoice_items_behavior=include',
  'POST /v1/invoiceitems customer={cus}&amount=1500&currency=usd',
  'POST /v1/invoiceitems invoice={in}&pricing[price]=price_2&quantity=2',
  'POST /v1/invoices/{in}/finalize ',
  'POST /v1/invoices/{in}/pay payment_method=pm_card_visa',
  'POST /v1/invoices/{in}/pay payment_method=pm_card_chargeDeclined',
  'POST /v1/invoices/{in}/void ',
  'POST /v1/customers/{cus}/balance_transactions amount=-900&currency=usd',
  'POST /v1/payment_methods/pm_card_mastercard/attach customer={cus}',
  'POST /v1/payment_methods/{pm}/detach ',
  'POST /v1/setup_intents customer={cus}&payment_method=pm_card_visa&confirm=true&return_url=https://example.com/back',
  'POST /v1/invoices/create_preview subscription={sub}',
  'POST /v1/invoices/create_preview customer={cus}&subscription_details[items][0][price]=price_1',
  'POST /v1/subscriptions customer={cus}&items[0][price]=price_1&discounts[0][promotion_code]={promo}',
  'POST /v1/subscriptions customer={cus}&items[0][price]=price_1&default_tax_rates[0]={txr}&discounts[0][coupon]=HALF',
  'POST /v1/invoiceitems customer={cus}&amount=900&currency=eur',
  'POST /v1/invoiceitems customer={cus}&amount=800&currency=usd&tax_rates[0]={txr}&discounts[0][coupon]=HALF',
  'POST /v1/invoices customer={cus}&pending_invoice_items_behavior=include&default_tax_rates[0]={txr}',
  'POST /v1/tax_rates display_name=VAT&inclusive=false&percentage=19',
  'POST /v1/tax_rates display_name=VAT&inclusive=true&percentage=7.7',
  'POST /v1/promotion_codes promotion[type]=coupon&promotion[coupon]=HALF&max_redemptions=2',
  'POST /v1/coupons percent_off=10&duration=once',
  'POST /v1/payment_links line_items[0][price]=price_2&line_items[0][quantity]=1',
  'GET /v1/charges limit=3&expand[]=data.balance_transaction&starting_after={ch}',
  'GET /v1/subscriptions status=all&expand[]=data.latest_invoice',
] as const;

/** Good values for the parameters that matter, so that calls get somewhere. */
const GOOD: Readonly<Record<string, readonly string[]>> = {
  amount: ['500', '1000', '2000', '7'],
  amount_to_capture: ['100', '900'],
  currency: ['usd', 'usd', 'usd', 'eur'],
  confirm: ['true', 'true', 'false'],
  capture_method: ['automatic', 'manual'],
  unit_amount: ['0', '700', '1500'],
  quantity: ['1', '2', '3'],
  percent_off: ['10', '100'],
  limit: ['1', '3', '100'],
  name: ['Name'],
  type: ['card', 'redirect', 'coupon'],
  url: ['https://example.com/hook'],
  email: ['ben@example.com'],
  expand: ['customer', 'data.customer', 'latest_charge', 'charge', 'latest_invoice'],
  query: ['email:"a"', 'status:"succeeded"', 'created>1', 'oops'],
  source: ['tok_visa', 'tok_chargeDeclined'],
  enabled_events: ['*'],
  number: ['4242424242424242', '4000000000000002', '1'],
  exp_month: ['12'],
  exp_year: ['2034'],
  trial_end: ['now', '1900000000'],
};
const CARDS = [
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_chargeDeclined',
  'pm_card_authenticationRequired',
  'pm_card_createDispute',
];
/** Parameters that mostly decide whether a call gets somewhere. */
const DECISIVE = [
  ...['payment_method', 'confirm', 'customer', 'items', 'line_items', 'payment_intent', 'charge', 'product', 'amount', 'card'],
];

/** Calls of the tool that reaches every operation. */
const OPERATIONS: Readonly<Record<string, object>> = {
  GetCustomers: { limit: 2 },
  GetChargesCharge: { charge: 'ch_1' },
  PostCustomers: { name: 'Ada' },
  PostRefunds: { charge: 'ch_1', amount: 10 },
  PostPaymentIntents: {
    amount: 700,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    return_url: 'https://example.com/back',
  },
  PostInvoicesInvoicePay: { invoice: 'in_2', payment_method: 'pm_card_visa' },
  Nothing: {},
};

type Spec = ReturnType<typeof specOf>['o'][string];
type Pairs = [name: string, text: string][];

/** What of an operation's parameters is read: the others are refused before anything happens. */
function readOf(spec: Spec, reads: InputShape): Spec {
  if (typeof spec !== 'object' || typeof reads !== 'object') return spec;
  if ('z' in spec) return { z: readOf(spec.z, reads) };
  if ('a' in spec) return { a: readOf(spec.a, reads) };
  if (!('o' in spec)) return spec;
  const read = Object.entries(spec.o).filter(([name]) => Object.hasOwn(reads, name));
  const fields = read.map(([name, field]): [string, Spec] => [name, readOf(field, reads[name] as InputShape)]);
  return { ...spec, o: Object.fromEntries(fields) };
}

/** Makes calls that mostly fit: half are such as get somewhere, half are of any operation, by its parameters. */
export class Caller implements RandomCaller {
  readonly #chance: Chance;
  /** Ids by prefix, as answers brought them. */
  readonly #seen = new Map<string, string[]>();

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  know(state: object): void {
    if (this.#seen.size === 0) this.#learn(state);
  }

  learn({ text }: RandomAnswer): void {
    this.#learn(JSON.parse(text));
  }

  #learn(value: unknown): void {
    if (Array.isArray(value)) for (const item of value) this.#learn(item);
    if (typeof value !== 'object' || value === null) return;
    const { id } = value as { id?: unknown };
    if (typeof id === 'string') {
      const prefix = id.replace(/_.*/, '');
      this.#seen.set(prefix, [...(this.#seen.get(prefix) ?? []).filter((one) => one !== id).slice(-20), id]);
    }
    for (const field of Object.values(value)) this.#learn(field);
  }

  #idFor(name: string, path: string): string {
    const ofPath: Readonly<Record<string, string>> = {
      intent: path.includes('setup_intents') ? 'seti' : 'pi',
      id: path.includes('products') ? 'prod' : path.includes('events') ? 'evt' : 'txn',
    };
    const known = this.#seen.get(ofPath[name] ?? PREFIXES[name] ?? '') ?? [];
    if (known.length > 0 && this.#chance.below(12) > 0) return this.#chance.of(known);
    return this.#chance.of(['none', 'cus_1', 'HALF', '%00', '..%2f..', 'ch_1']);
  }

  #good(name: string, path: string): string | undefined {
    if (this.#chance.below(10) === 0) return undefined;
    if (name === 'payment_method') return this.#chance.of([...CARDS, this.#idFor(name, path)]);
    const good = GOOD[name];
    if (good) return this.#chance.of(good);
    return PREFIXES[name] === undefined ? undefined : this.#idFor(name, path);
  }

  #value(name: string, spec: Spec, path: string): Pairs {
    if (typeof spec === 'object' && 'z' in spec)
      return this.#chance.below(10) === 0 ? [['', '']] : this.#value(name, spec.z, path);
    if (this.#chance.below(60) === 0) return [[this.#chance.of(['', '[]', '[a]', '[0][b]']), this.#chance.of(WORDS)]];
    if (typeof spec === 'object' && 'a' in spec) {
      const items = Array.from({ length: 1 + this.#chance.below(2) }, () => this.#value(name, spec.a, path));
      return items.flatMap((item, at) => item.map(([key, text]): Pairs[number] => [`[${at}]${key}`, text]));
    }
    if (typeof spec === 'object' && 'o' in spec)
      return this.#chosen(spec, path, 3).map(([key, text]) => [key.replace(/^([^[]+)/, '[$1]'), text]);
    return this.#scalar(name, spec, path);
  }

  #scalar(name: string, spec: Spec, path: string): Pairs {
    if (typeof spec === 'object' && 'e' in spec) return [['', this.#chance.of(spec.e)]];
    if (spec === 'm') return [[`[${this.#chance.of(['a', 'b'])}]`, this.#chance.of(WORDS)]];
    const good = this.#good(name, path);
    if (good !== undefined) return [['', good]];
    if (spec === 'b') return [['', this.#chance.of(['true', 'false'])]];
    if (spec === 'i' || spec === 'r' || spec === 'w') return [['', this.#chance.of(['1', '30', '1000', '0', '1900000000'])]];
    return [['', this.#chance.of(this.#chance.below(6) === 0 ? WORDS : ['some text', 'x'])]];
  }

  /** A choice of an operation's parameters; the required ones nearly always. */
  #chosen(spec: ReturnType<typeof specOf>, path: string, most: number): Pairs {
    // A wrong secret is off the tape, so that nobody can make the call again.
    const names = Object.keys(spec.o).filter((name) => name !== 'client_secret');
    const some = [
      ...(spec.r ?? []).filter(() => this.#chance.below(25) > 0),
      ...Array.from({ length: this.#chance.below(most + 1) }, () => this.#chance.of(names)),
      ...DECISIVE.filter((name) => name in spec.o && this.#chance.below(2) === 0),
    ];
    return [...new Set(some)]
      .filter((name) => name !== undefined)
      .flatMap((name) => this.#value(name, spec.o[name] as Spec, path).map(([key, text]): Pairs[number] => [name + key, text]));
  }

  named(argument: string): unknown {
    if (argument === 'stripe_context') return 'acct_1';
    if (argument === 'livemode') return false;
    if (argument === 'stripe_api_operation_id') return this.#chance.of(Object.keys(OPERATIONS));
    if (argument === 'parameters') return this.#chance.of(Object.values(OPERATIONS));
    const value = this.#good(argument, '') ?? this.#chance.of(WORDS);
    return /^\d+$/.test(value) ? Number(value) : value;
  }

  #usual(): RandomCall {
    const call = this.#chance.of(USUAL);
    const [method = '', path = '', form = ''] = call
      .replaceAll(/\{(\w+)\}/g, (_all, prefix: string) => this.#chance.of(this.#seen.get(prefix) ?? ['none']))
      .split(' ');
    return this.#call(`${method} ${call.split(' ')[1]}`, method, path, form);
  }

  #call(operation: string, method: string, path: string, form: string, headers: Record<string, string> = {}): RandomCall {
    // A template of the usual calls names what an id is of, the declared one its parameter.
    const named = operation.replaceAll(/\{\w+\}|(?<=\/)pm_card_\w+|(?<=\/)prod_1/g, '{}');
    if (method !== 'POST') return { operation: named, method, path: `${path}?${form}`, headers };
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return { operation: named, method, path, body: form, headers: { ...type, ...headers } };
  }

  next(): RandomCall {
    if (this.#chance.below(2) === 0) return this.#usual();
    const { method, path: template, inputs } = this.#chance.of(OF_THE_API);
    // Deleted customers would soon leave nothing to do.
    if (method === 'DELETE' && this.#chance.below(4) > 0) return this.#usual();
    const path = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => this.#idFor(name, template));
    const whole = specOf(`${method} ${template.replaceAll(/\{\w+\}/g, '{}')}`);
    const spec = this.#chance.below(20) === 0 ? whole : (readOf(whole, inputs?.reads ?? {}) as typeof whole);
    const pairs = this.#chosen(spec, template, 4);
    if (this.#chance.below(50) === 0) pairs.push(['nonsense[deep][]', 'x']);
    const form = pairs.map(([key, text]) => `${encodeURIComponent(key)}=${encodeURIComponent(text)}`).join('&');
    const headers: Record<string, string> =
      this.#chance.below(8) === 0 ? { 'idempotency-key': `key-${this.#chance.below(15)}` } : {};
    if (this.#chance.below(80) === 0) headers['content-type'] = 'application/json';
    return this.#call(`${method} ${template}`, method, path, form, headers);
  }
}
