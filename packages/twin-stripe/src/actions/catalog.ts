import { InvalidParameter, InvalidRequest, MissingParameter, Unsupported } from '../errors.ts';
import { newId } from '../ids.ts';
import {
  type Metadata,
  newPrice,
  newProduct,
  type Price,
  type Product,
  type Recurring,
  type StripeContext,
  seconds,
} from '../world.ts';
import { checkUrl } from './addresses.ts';
import { currencyOf } from './amounts.ts';
import { emit, emitChange } from './emit.ts';
import { type ListParams, listing, listPage, type Page } from './list.ts';
import { getObject } from './lookups.ts';
import { mergeMetadata, sent } from './metadata.ts';

export interface PriceData {
  currency: string;
  product?: string;
  product_data?: { name: string; metadata?: Metadata | null };
  recurring?: RecurringParams;
  tax_behavior?: Price['tax_behavior'];
  unit_amount?: number;
  unit_amount_decimal?: number;
}

interface RecurringParams {
  interval: Recurring['interval'];
  interval_count?: number;
  trial_period_days?: number;
  usage_type?: Recurring['usage_type'];
}

export interface ProductParams {
  active?: boolean;
  default_price?: string | null;
  default_price_data?: Omit<PriceData, 'product'>;
  description?: string | null;
  id?: string | null;
  images?: string[] | null;
  marketing_features?: { name: string }[] | null;
  metadata?: Metadata | null;
  name?: string | null;
  package_dimensions?: Product['package_dimensions'];
  shippable?: boolean;
  statement_descriptor?: string | null;
  tax_code?: string | null;
  type?: 'good' | 'service';
  unit_label?: string | null;
  url?: string | null;
}

/** @param param where the id stands, if not in the path */
export const getProduct = ({ world }: StripeContext, id: string, param?: string): Readonly<Product> =>
  getObject(world.products, 'product', id, param);

/** @param param where the id stands, if not in the path */
export const getPrice = ({ world }: StripeContext, id: string, param?: string): Readonly<Price> =>
  getObject(world.prices, 'price', id, param);

const ID = /^[\w-]{1,255}$/;

/** A product with nothing but its name. */
export function blankProduct(context: Pick<StripeContext, 'ids' | 'now'>, name: string, id?: string): Product {
  return newProduct({
    id: id ?? newId(context.ids, 'product'),
    object: 'product' as const,
    active: true,
    created: seconds(context.now),
    default_price: null,
    description: null,
    images: [],
    marketing_features: [],
    metadata: {},
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    type: 'service' as const,
    unit_label: null,
    updated: seconds(context.now),
    url: null,
  });
}

/** docs: Create a product, `images`: "A list of up to 8 URLs of images for this product" */
const MOST_IMAGES = 8;
/** docs: Create a product, `marketing_features`: "A list of up to 15 marketing features" */
const MOST_FEATURES = 15;

/** In the words of docs.stripe.com/error-codes/url-invalid; how many is the twin's own sentence. */
function checkProduct({ url, images, marketing_features: features }: ProductParams): void {
  checkUrl(url, 'url');
  for (const [at, image] of (images ?? []).entries()) checkUrl(image, `images[${at}]`);
  for (const [param, list, most] of [
    ['images', images, MOST_IMAGES],
    ['marketing_features', features, MOST_FEATURES],
  ] as const)
    if ((list?.length ?? 0) > most) throw new InvalidParameter(`${param} can have up to ${most} entries.`, { param });
}

function productFields(params: ProductParams, current: Readonly<Product>): Partial<Product> {
  checkProduct(params);
  return {
    ...sent({
      active: params.active,
      description: params.description,
      images: params.images === null ? [] : params.images,
      marketing_features: params.marketing_features === null ? [] : params.marketing_features,
      name: params.name ?? undefined,
      package_dimensions: params.package_dimensions,
      shippable: params.shippable,
      statement_descriptor: params.statement_descriptor,
      tax_code: params.tax_code,
      type: params.type,
      unit_label: params.unit_label,
      url: params.url,
    }),
    metadata: mergeMetadata(current.metadata, params.metadata),
  };
}

export function createProduct(context: StripeContext, params: ProductParams): Readonly<Product> {
  const { world } = context;
  if (!params.name) throw new MissingParameter('name');
  const { id } = params;
  if (id) {
    if (!ID.test(id)) throw new InvalidParameter(`Invalid id: ${id}`, { param: 'id' });
    if (world.products.has(id)) {
      throw new InvalidRequest('Product already exists.', { code: 'resource_already_exists', param: 'id' });
    }
  }
  const blank = blankProduct(context, params.name, id ?? undefined);
  const made = world.products.insert({ ...blank, ...productFields(params, blank) });
  emit(context, 'product.created', made);
  if (!params.default_price_data) return made;
  const price = createPrice(context, { ...params.default_price_data, product: made.id });
  return world.products.update(made.id, { default_price: price.id });
}

export function updateProduct(context: StripeContext, id: string, params: ProductParams): Readonly<Product> {
  const { world } = context;
  const before = getProduct(context, id);
  if (params.default_price && getPrice(context, params.default_price, 'default_price').product !== id) {
    throw new InvalidRequest(`The price ${params.default_price} does not belong to product ${id}.`, { param: 'default_price' });
  }
  const change = { ...productFields(params, before), ...sent({ default_price: params.default_price }) };
  const same = JSON.stringify({ ...before, ...change }) === JSON.stringify(before);
  if (same) return before;
  const after = world.products.update(id, { ...change, updated: seconds(context.now) });
  emit(context, 'product.updated', after, before);
  return after;
}

/** A product with prices stays: it can only be archived. */
export function deleteProduct(context: StripeContext, id: string): void {
  const product = getProduct(context, id);
  if (context.world.prices.by.product.count(id) > 0) {
    throw new InvalidRequest('This product cannot be deleted because it has one or more user-created prices.');
  }
  context.world.products.remove(id);
  emit(context, 'product.deleted', product);
}

export interface ProductListParams extends ListParams {
  active?: boolean;
  ids?: string[];
  shippable?: boolean;
  type?: Product['type'];
  url?: string | null;
}

export function listProducts({ world }: StripeContext, params: ProductListParams): Page<Product> {
  const { ids } = params;
  const narrowing = {
    equal: { active: params.active, shippable: params.shippable, type: params.type, url: params.url },
    matches: ids ? ({ id }: { id: string }) => ids.includes(id) : undefined,
  };
  return listPage(listing(world.products, 'product', narrowing), params);
}

export interface PriceParams extends Partial<PriceData> {
  active?: boolean;
  billing_scheme?: string;
  lookup_key?: string | null;
  metadata?: Metadata | null;
  nickname?: string | null;
  transfer_lookup_key?: boolean;
}

/** docs: Prices, `recurring.interval_count`: "maximum of three years interval allowed (3 years, 36 months, or 156 weeks)" */
const LONGEST_INTERVAL: Readonly<Record<Recurring['interval'], number>> = { day: 1095, week: 156, month: 36, year: 3 };

function recurringOf(params: RecurringParams | undefined): Recurring | null {
  if (!params) return null;
  const { interval, interval_count = 1, trial_period_days = null, usage_type = 'licensed' } = params;
  const most = LONGEST_INTERVAL[interval];
  if (interval_count < 1 || interval_count > most) {
    throw new InvalidParameter(`Invalid interval_count: must be from 1 to ${most} where the interval is a ${interval}`, {
      param: 'recurring[interval_count]',
    });
  }
  if (usage_type === 'metered') throw new Unsupported('metered prices', 'recurring[usage_type]');
  return { interval, interval_count, meter: null, trial_period_days, usage_type };
}

function refuseUnmodelled(params: PriceParams): void {
  if (params.billing_scheme === 'tiered') throw new Unsupported('tiered prices', 'billing_scheme');
}

function productOf(context: StripeContext, params: PriceParams): Readonly<Product> {
  // Recorded: Kiln-AI/stripe_world, phase 7.
  if (params.product && params.product_data)
    throw new InvalidParameter('You may only specify one of these parameters: product, product_data.', { param: 'product' });
  if (params.product) return getProduct(context, params.product, 'product');
  if (params.product_data) return createProduct(context, params.product_data);
  throw new MissingParameter('product', 'You must specify either `product` or `product_data` when creating a price.');
}

/** A price as calls and seeds make it. */
export function draftPrice(
  context: Pick<StripeContext, 'ids' | 'now'>,
  params: PriceParams & { product: string; id?: string },
): Price {
  const decimal = params.unit_amount_decimal ?? params.unit_amount ?? 0;
  return newPrice({
    id: params.id ?? newId(context.ids, 'price'),
    object: 'price' as const,
    active: params.active ?? true,
    billing_scheme: 'per_unit' as const,
    created: seconds(context.now),
    currency: currencyOf(params.currency),
    lookup_key: params.lookup_key ?? null,
    metadata: mergeMetadata({}, params.metadata),
    nickname: params.nickname ?? null,
    product: params.product,
    recurring: recurringOf(params.recurring),
    tax_behavior: params.tax_behavior ?? ('unspecified' as const),
    type: params.recurring ? ('recurring' as const) : ('one_time' as const),
    unit_amount: Number.isInteger(decimal) ? decimal : null,
    unit_amount_decimal: String(decimal),
  });
}

export function createPrice(context: StripeContext, params: PriceParams): Readonly<Price> {
  refuseUnmodelled(params);
  if (params.unit_amount === undefined && params.unit_amount_decimal === undefined) {
    throw new MissingParameter('unit_amount', 'Prices require an `unit_amount` or `unit_amount_decimal` parameter to be set.');
  }
  if (params.unit_amount !== undefined && params.unit_amount_decimal !== undefined) {
    throw new InvalidParameter('You may only specify one of these parameters: unit_amount, unit_amount_decimal.', {
      param: 'unit_amount',
    });
  }
  if ((params.unit_amount ?? params.unit_amount_decimal ?? 0) < 0) {
    throw new InvalidParameter('Invalid non-negative integer', { code: 'parameter_invalid_integer', param: 'unit_amount' });
  }
  currencyOf(params.currency);
  const product = productOf(context, params);
  if (params.lookup_key) takeLookupKey(context, params.lookup_key, params.transfer_lookup_key === true);
  const made = context.world.prices.insert(draftPrice(context, { ...params, product: product.id }));
  emit(context, 'price.created', made);
  return made;
}

/** A lookup key is one price's at a time. */
function takeLookupKey(context: StripeContext, key: string, transfer: boolean, own?: string): void {
  const holder = context.world.prices.by.lookupKey.first(key);
  if (!holder || holder.id === own) return;
  if (!transfer) {
    throw new InvalidRequest(`A price (\`${holder.id}\`) already uses that lookup key.`, { param: 'lookup_key' });
  }
  context.world.prices.update(holder.id, { lookup_key: null });
}

export function updatePrice(context: StripeContext, id: string, params: PriceParams): Readonly<Price> {
  const before = getPrice(context, id);
  // In Stripe's words, as shops quote them that archive prices.
  if (params.active === false && context.world.products.get(before.product)?.default_price === id)
    throw new InvalidRequest('This price cannot be archived because it is the default price of its product.');
  // docs: Prices, `tax_behavior`: "Once specified as either `inclusive` or `exclusive`, it cannot be changed." The sentence is the twin's own.
  const { tax_behavior: taxed } = before;
  if (params.tax_behavior !== undefined && taxed !== 'unspecified' && params.tax_behavior !== taxed)
    throw new InvalidRequest(`The tax behavior of this price is \`${taxed}\`, which can't be changed.`, {
      param: 'tax_behavior',
    });
  if (params.lookup_key) takeLookupKey(context, params.lookup_key, params.transfer_lookup_key === true, id);
  const after = context.world.prices.update(id, {
    ...sent({
      active: params.active,
      lookup_key: params.lookup_key,
      nickname: params.nickname,
      tax_behavior: params.tax_behavior,
    }),
    metadata: mergeMetadata(before.metadata, params.metadata),
  });
  emitChange(context, 'price.updated', after, before);
  return after;
}

export interface PriceListParams extends ListParams {
  active?: boolean;
  currency?: string | null;
  lookup_keys?: string[];
  product?: string | null;
  recurring?: { interval?: string; usage_type?: string };
  type?: string;
}

export function listPrices({ world }: StripeContext, params: PriceListParams): Page<Price> {
  const { lookup_keys: keys, recurring } = params;
  const matches = (price: Readonly<Price>): boolean =>
    (!keys || (price.lookup_key !== null && keys.includes(price.lookup_key))) &&
    (recurring?.interval === undefined || price.recurring?.interval === recurring.interval) &&
    (recurring?.usage_type === undefined || price.recurring?.usage_type === recurring.usage_type);
  const narrowing = {
    by: { product: ['product', params.product] },
    equal: { active: params.active, currency: params.currency?.toLowerCase(), type: params.type },
    matches: keys || recurring ? matches : undefined,
  } as const;
  return listPage(listing(world.prices, 'price', narrowing), params);
}
