import { RawJson, type Reply, type TwinRequest } from '@svc/twin-kit';
import { API_VERSION } from '../actions/emit.ts';
import { InvalidParameter, InvalidRequest, UnknownParameters, Unsupported } from '../errors.ts';
import { parseForm } from '../params/form.ts';
import { specOf } from '../params/spec.ts';
import { withCoupons } from '../render/earlier.ts';
import type { StripeContext } from '../world.ts';

/** Releases of one name differ by additions alone: https://docs.stripe.com/sdks/versioning */
const releaseOf = (version: string): string => version.slice(version.indexOf('.') + 1);

const NEWEST = releaseOf(API_VERSION);
const DATED = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])\./;

const BASIL = 'basil';

/**
 * Releases that are spoken. What Stripe broke since basil concerns families that the twin doesn't model, the shapes of discounts and
 * promotion codes (`inShapesOf`), and one parameter (`inNewestForm`); releases before it have other subscriptions and invoices.
 * (CHANGELOG.md of npm stripe: 18.0.0 is the first basil, 19.0.0 the first clover, 21.0.0 the first dahlia, 23.0.0 the first endive.)
 */
const SPOKEN: ReadonlySet<string> = new Set([BASIL, 'clover', 'dahlia', NEWEST]);

const isBasil = (version: unknown): boolean => typeof version === 'string' && releaseOf(version) === BASIL;

let known: ReadonlySet<string> | undefined;

/** The versions that the twin's source knows of: webhook endpoints can have each of them. */
function versions(): ReadonlySet<string> {
  const spec = specOf('POST /v1/webhook_endpoints').o.api_version;
  known ??= new Set(typeof spec === 'object' && 'e' in spec ? spec.e : []);
  return known;
}

/** Clients are newer than the twin: the newest release goes on, month after month. */
const isLater = (version: string): boolean => releaseOf(version) === NEWEST && DATED.test(version) && version > API_VERSION;

/** @throws for versions that there aren't, and for those whose shapes are others */
export function checkVersion(version: string): void {
  if (version === API_VERSION || isLater(version)) return;
  if (!versions().has(version)) {
    throw new InvalidRequest(`Invalid Stripe API version: ${version}`);
  }
  if (SPOKEN.has(releaseOf(version)) && version.includes('.')) return;
  throw new Unsupported(
    `API version ${version} (it speaks ${API_VERSION}, and every version named ${[...SPOKEN].join(', ')})`,
    'stripe-version',
  );
}

/** @throws for versions that events aren't sent in: their objects have the newest shapes */
export function checkEndpointVersion(version: string | null | undefined): void {
  if (!version) return;
  checkVersion(version);
  if (isBasil(version)) throw new Unsupported(`events in API version ${version}`, 'api_version');
}

type Fields = Readonly<Record<string, unknown>>;

const ANCHOR = 'billing_cycle_anchor';
const WORDS = new Set(['now', 'unchanged']);

function withAnchor(fields: Fields, param: string): Fields {
  const word = fields[ANCHOR];
  if (word === undefined || word === '') return fields;
  if (typeof word === 'string' && WORDS.has(word)) return { ...fields, [ANCHOR]: { type: word } };
  // A preview also takes an instant.
  if (typeof word === 'string' && /^\d+$/.test(word) && param !== ANCHOR)
    return { ...fields, [ANCHOR]: { type: 'timestamp', timestamp: word } };
  throw new InvalidParameter(`Invalid ${ANCHOR}: must be one of now or unchanged`, { param });
}

/** Parameters as the newest version takes them, from whoever names one: until endive the anchor of an update was a word (CHANGELOG.md of npm stripe, 23.0.0). */
export function inNewestForm(version: unknown, operation: string, params: Fields): Fields {
  if (typeof version !== 'string') return fromEarlier(params, operation);
  refuseCoupon(params, operation);
  if (releaseOf(version) === NEWEST) return params;
  const expanding = isBasil(version) ? withPromotion(withoutCoupons(params, operation), operation) : params;
  if (operation === 'PostSubscriptionsSubscriptionExposedId') return withAnchor(expanding, ANCHOR);
  const details = expanding.subscription_details;
  if (operation !== 'PostInvoicesCreatePreview' || typeof details !== 'object' || details === null) return expanding;
  return { ...expanding, subscription_details: withAnchor(details as Fields, `subscription_details[${ANCHOR}]`) };
}

const SUBSCRIBING = new Set(['PostSubscriptions', 'PostSubscriptionsSubscriptionExposedId']);
const OF_CUSTOMERS = new Set(['PostCustomers', 'PostCustomersCustomer']);

/** A promotion code as it was made until clover: https://docs.stripe.com/changelog/clover/2025-09-30/polymorphic-coupon */
function withPromotion(params: Fields, operation: string): Fields {
  if (operation !== 'PostPromotionCodes' || params.coupon === undefined) return params;
  const { coupon, ...others } = params;
  return { ...others, promotion: { type: 'coupon', coupon } };
}

/**
 * What was taken before basil, in its present form. Who names no version has that of the account, which may be one of those: Stripe's own
 * command line triggers events so (`stripe trigger customer.discount.created`).
 * https://docs.stripe.com/changelog/basil/2025-03-31/deprecate-singular-coupon-promotion-code
 */
function fromEarlier(params: Fields, operation: string): Fields {
  if (SUBSCRIBING.has(operation)) {
    const { coupon, promotion_code, ...others } = params;
    if (coupon === undefined && promotion_code === undefined) return params;
    return { ...others, discounts: coupon === '' ? '' : [coupon ? { coupon } : { promotion_code }] };
  }
  if (operation !== 'PostInvoiceitems' && operation !== 'PostInvoiceitemsInvoiceitem') return withPromotion(params, operation);
  const { price, unit_amount, ...others } = params;
  return {
    ...others,
    ...(price !== undefined && { pricing: { price } }),
    ...(unit_amount !== undefined && { unit_amount_decimal: unit_amount }),
  };
}

/** A customer's discount has no newer form. @throws for callers that name a version */
function refuseCoupon(params: Fields, operation: string): void {
  const stray = OF_CUSTOMERS.has(operation) ? ['coupon', 'promotion_code'].find((name) => params[name] !== undefined) : undefined;
  if (stray === undefined) return;
  throw new UnknownParameters([stray]);
}

/** Where basil has coupons that were never ids: in discounts, and in promotion codes, which the paths of their own routes begin with. */
const COUPON_PATH = /^((?:.*\.)?(?:discounts?|promotion_code))\.coupon(?:\.applies_to)?$/;
const OWN_COUPON = /^(?:data\.)?coupon(?:\.applies_to)?$/;

/** The paths to expand without coupons: there they are in full as it is, and `inShapesOf` adds their products. */
function withoutCoupons(params: Fields, operation: string): Fields {
  const { expand } = params;
  if (typeof expand !== 'object' || expand === null) return params;
  const paths = Object.values(expand).flatMap((path) => {
    if (typeof path !== 'string') return [path];
    if (operation.includes('PromotionCodes') && OWN_COUPON.test(path)) return [];
    return [COUPON_PATH.exec(path)?.[1] ?? path];
  });
  const { expand: _expand, ...others } = params;
  return paths.length === 0 ? others : { ...others, expand: paths };
}

/** An answer in the shapes of the version that a call asks for. */
export function inShapesOf({ headers, search, body }: TwinRequest, context: StripeContext, reply: Reply): Reply {
  if (!isBasil(headers['stripe-version']) || !(reply.body instanceof RawJson)) return reply;
  const { expand } = { ...parseForm(search), ...(body as Fields) } as { expand?: object };
  const products = Object.values(expand ?? {}).some((path) => String(path).endsWith('coupon.applies_to'));
  return { ...reply, body: RawJson.of(withCoupons(context, JSON.parse(reply.body.text), products) as object) };
}
