import { InvalidRequest, MissingParameter, NoSuchObject } from '../errors.ts';
import { newId } from '../ids.ts';
import { type Metadata, newPaymentLink, type PaymentLink, type Price, type StripeContext, seconds } from '../world.ts';
import { checkUrl } from './addresses.ts';
import { currencyOf } from './amounts.ts';
import { createPrice, getPrice, type PriceData } from './catalog.ts';
import { emit, emitChange } from './emit.ts';
import { type ListParams, listing, listPage, type Page } from './list.ts';
import { getObject } from './lookups.ts';
import { mergeMetadata, sent } from './metadata.ts';

export interface PaymentLinkParams {
  active?: boolean;
  after_completion?: {
    type: 'hosted_confirmation' | 'redirect';
    hosted_confirmation?: { custom_message?: string | null };
    redirect?: { url: string };
  };
  allow_promotion_codes?: boolean;
  billing_address_collection?: PaymentLink['billing_address_collection'];
  currency?: string | null;
  customer_creation?: PaymentLink['customer_creation'];
  inactive_message?: string | null;
  line_items?: { id?: string; price?: string | null; price_data?: PriceData; quantity?: number }[];
  metadata?: Metadata | null;
  payment_method_collection?: PaymentLink['payment_method_collection'];
  submit_type?: PaymentLink['submit_type'];
}

const MOST_ITEMS = 20;
const URL_LENGTH = 24;
const ITEM_LENGTH = 14;

export const getPaymentLink = ({ world }: StripeContext, id: string): Readonly<PaymentLink> =>
  getObject(world.payment_links, 'payment_link', id);

function afterCompletion(params: PaymentLinkParams['after_completion']): PaymentLink['after_completion'] {
  if (params?.type !== 'redirect') {
    return {
      type: 'hosted_confirmation',
      hosted_confirmation: { custom_message: params?.hosted_confirmation?.custom_message ?? null },
    };
  }
  if (!params.redirect) throw new MissingParameter('after_completion[redirect]');
  checkUrl(params.redirect.url, 'after_completion[redirect][url]');
  return { type: 'redirect', redirect: { url: params.redirect.url } };
}

export function createPaymentLink(context: StripeContext, params: PaymentLinkParams): Readonly<PaymentLink> {
  const wanted = params.line_items ?? [];
  if (wanted.length === 0) throw new MissingParameter('line_items');
  if (wanted.length > MOST_ITEMS)
    throw new InvalidRequest(`Payment links can have up to ${MOST_ITEMS} line items.`, { param: 'line_items' });
  const prices = wanted.map((item, at): Readonly<Price> => {
    if (item.price) return getPrice(context, item.price, `line_items[${at}][price]`);
    if (item.price_data) return createPrice(context, item.price_data);
    throw new MissingParameter(`line_items[${at}][price]`);
  });
  const [currency = 'usd', ...others] = [...new Set(prices.map((price) => price.currency))];
  if (others.length > 0)
    throw new InvalidRequest('All prices on a payment link must have the same currency.', { param: 'line_items' });
  if (params.currency && currencyOf(params.currency) !== currency)
    throw new InvalidRequest(`The prices of the line items are in ${currency}, not in ${params.currency}.`, {
      param: 'currency',
    });
  const inactive = prices.findIndex((price) => !price.active);
  if (inactive >= 0) {
    throw new InvalidRequest('The price specified is inactive. This field only accepts active prices.', {
      param: `line_items[${inactive}][price]`,
    });
  }
  const made = context.world.payment_links.insert(
    newPaymentLink({
      id: newId(context.ids, 'payment_link'),
      object: 'payment_link' as const,
      active: true,
      after_completion: afterCompletion(params.after_completion),
      allow_promotion_codes: params.allow_promotion_codes ?? false,
      billing_address_collection: params.billing_address_collection ?? ('auto' as const),
      created: seconds(context.now),
      currency,
      customer_creation: params.customer_creation ?? ('if_required' as const),
      inactive_message: params.inactive_message ?? null,
      line_items: prices.map((price, at) => ({
        id: `li_${context.ids.text(ITEM_LENGTH)}`,
        price: price.id,
        quantity: wanted[at]?.quantity ?? 1,
      })),
      metadata: mergeMetadata({}, params.metadata),
      payment_method_collection: params.payment_method_collection ?? ('always' as const),
      submit_type: params.submit_type ?? ('auto' as const),
      url: context.links.to(`/test_${context.ids.text(URL_LENGTH)}`),
    }),
  );
  emit(context, 'payment_link.created', made);
  return made;
}

export function updatePaymentLink(context: StripeContext, id: string, params: PaymentLinkParams): Readonly<PaymentLink> {
  const before = getPaymentLink(context, id);
  for (const [at, { id: wanted = '' }] of (params.line_items ?? []).entries())
    if (!before.line_items.some((item) => item.id === wanted))
      throw new NoSuchObject('line item', wanted, `line_items[${at}][id]`);
  const line_items =
    params.line_items &&
    before.line_items.map((item) => {
      const change = params.line_items?.find((one) => one.id === item.id);
      return change?.quantity === undefined ? item : { ...item, quantity: change.quantity };
    });
  const after = context.world.payment_links.update(id, {
    ...sent({
      active: params.active,
      after_completion: params.after_completion && afterCompletion(params.after_completion),
      allow_promotion_codes: params.allow_promotion_codes,
      billing_address_collection: params.billing_address_collection,
      customer_creation: params.customer_creation,
      inactive_message: params.inactive_message,
      line_items,
      payment_method_collection: params.payment_method_collection,
      submit_type: params.submit_type,
    }),
    metadata: mergeMetadata(before.metadata, params.metadata),
  });
  emitChange(context, 'payment_link.updated', after, before);
  return after;
}

export const listPaymentLinks = ({ world }: StripeContext, params: ListParams & { active?: boolean }): Page<PaymentLink> =>
  listPage(listing(world.payment_links, 'payment_link', { equal: { active: params.active } }), params);
