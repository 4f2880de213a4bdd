import * as catalog from '../actions/catalog.ts';
import type { ListParams } from '../actions/list.ts';
import * as links from '../actions/payment-links.ts';
import * as promotions from '../actions/promotions.ts';
import { SEARCH_FIELDS, type SearchParams, search } from '../actions/search.ts';
import * as inputs from '../inputs/catalog.ts';
import { LIST, SEARCH } from '../inputs/common.ts';
import { linkItems } from '../render/expand.ts';
import { deleted, ListAnswer, operation, PlainAnswer, SearchAnswer } from './operation.ts';

const PRODUCT = '/v1/products/{id}';
const PRICE = '/v1/prices/{price}';
const COUPON = '/v1/coupons/{coupon}';
const CODE = '/v1/promotion_codes/{promotion_code}';
const RATE = '/v1/tax_rates/{tax_rate}';
const LINK = '/v1/payment_links/{payment_link}';

const productRoutes = [
  operation<catalog.ProductParams>({
    method: 'POST',
    path: '/v1/products',
    action: 'create_product',
    reads: inputs.PRODUCT,
    handle: (context, params) => catalog.createProduct(context, params),
  }),
  operation<catalog.ProductListParams>({
    method: 'GET',
    path: '/v1/products',
    action: 'list_products',
    reads: inputs.PRODUCTS,
    handle: (context, params) => new ListAnswer(catalog.listProducts(context, params), '/v1/products'),
  }),
  operation<SearchParams>({
    method: 'GET',
    path: '/v1/products/search',
    action: 'search_products',
    reads: SEARCH,
    handle: (context, params) =>
      new SearchAnswer(search(context, context.world.products, SEARCH_FIELDS.products, params, '/v1/products/search')),
  }),
  operation({
    method: 'GET',
    path: PRODUCT,
    action: 'retrieve_product',
    handle: (context, _params, { id = '' }) => catalog.getProduct(context, id),
  }),
  operation<catalog.ProductParams>({
    method: 'POST',
    path: PRODUCT,
    action: 'update_product',
    reads: inputs.PRODUCT,
    handle: (context, params, { id = '' }) => catalog.updateProduct(context, id, params),
  }),
  operation({
    method: 'DELETE',
    path: PRODUCT,
    action: 'delete_product',
    handle(context, _params, { id = '' }) {
      catalog.deleteProduct(context, id);
      return deleted('product', id);
    },
  }),
];

const priceRoutes = [
  operation<catalog.PriceParams>({
    method: 'POST',
    path: '/v1/prices',
    action: 'create_price',
    reads: inputs.PRICE,
    handle: (context, params) => catalog.createPrice(context, params),
  }),
  operation<catalog.PriceListParams>({
    method: 'GET',
    path: '/v1/prices',
    action: 'list_prices',
    reads: inputs.PRICES,
    handle: (context, params) => new ListAnswer(catalog.listPrices(context, params), '/v1/prices'),
  }),
  operation<SearchParams>({
    method: 'GET',
    path: '/v1/prices/search',
    action: 'search_prices',
    reads: SEARCH,
    handle: (context, params) =>
      new SearchAnswer(search(context, context.world.prices, SEARCH_FIELDS.prices, params, '/v1/prices/search')),
  }),
  operation({
    method: 'GET',
    path: PRICE,
    action: 'retrieve_price',
    handle: (context, _params, { price = '' }) => catalog.getPrice(context, price),
  }),
  operation<catalog.PriceParams>({
    method: 'POST',
    path: PRICE,
    action: 'update_price',
    reads: inputs.PRICE,
    handle: (context, params, { price = '' }) => catalog.updatePrice(context, price, params),
  }),
];

const couponRoutes = [
  operation<promotions.CouponParams>({
    method: 'POST',
    path: '/v1/coupons',
    action: 'create_coupon',
    reads: inputs.COUPON,
    handle: (context, params) => promotions.createCoupon(context, params),
  }),
  operation<ListParams>({
    method: 'GET',
    path: '/v1/coupons',
    action: 'list_coupons',
    reads: LIST,
    handle: (context, params) => new ListAnswer(promotions.listCoupons(context, params), '/v1/coupons'),
  }),
  operation({
    method: 'GET',
    path: COUPON,
    action: 'retrieve_coupon',
    handle: (context, _params, { coupon = '' }) => promotions.getCoupon(context, coupon),
  }),
  operation<promotions.CouponParams>({
    method: 'POST',
    path: COUPON,
    action: 'update_coupon',
    reads: inputs.COUPON,
    handle: (context, params, { coupon = '' }) => promotions.updateCoupon(context, coupon, params),
  }),
  operation({
    method: 'DELETE',
    path: COUPON,
    action: 'delete_coupon',
    handle(context, _params, { coupon = '' }) {
      promotions.deleteCoupon(context, coupon);
      return deleted('coupon', coupon);
    },
  }),
  operation<promotions.PromotionCodeParams>({
    method: 'POST',
    path: '/v1/promotion_codes',
    action: 'create_promotion_code',
    reads: inputs.PROMOTION_CODE,
    handle: (context, params) => promotions.createPromotionCode(context, params),
  }),
  operation<promotions.PromotionCodeListParams>({
    method: 'GET',
    path: '/v1/promotion_codes',
    action: 'list_promotion_codes',
    reads: inputs.PROMOTION_CODES,
    handle: (context, params) => new ListAnswer(promotions.listPromotionCodes(context, params), '/v1/promotion_codes'),
  }),
  operation({
    method: 'GET',
    path: CODE,
    action: 'retrieve_promotion_code',
    handle: (context, _params, { promotion_code: id = '' }) => promotions.getPromotionCode(context, id),
  }),
  operation<promotions.PromotionCodeParams>({
    method: 'POST',
    path: CODE,
    action: 'update_promotion_code',
    reads: inputs.PROMOTION_CODE,
    handle: (context, params, { promotion_code: id = '' }) => promotions.updatePromotionCode(context, id, params),
  }),
];

const taxRateRoutes = [
  operation<promotions.TaxRateParams>({
    method: 'POST',
    path: '/v1/tax_rates',
    action: 'create_tax_rate',
    reads: inputs.TAX_RATE,
    handle: (context, params) => promotions.createTaxRate(context, params),
  }),
  operation<promotions.TaxRateListParams>({
    method: 'GET',
    path: '/v1/tax_rates',
    action: 'list_tax_rates',
    reads: inputs.TAX_RATES,
    handle: (context, params) => new ListAnswer(promotions.listTaxRates(context, params), '/v1/tax_rates'),
  }),
  operation({
    method: 'GET',
    path: RATE,
    action: 'retrieve_tax_rate',
    handle: (context, _params, { tax_rate: id = '' }) => promotions.getTaxRate(context, id),
  }),
  operation<promotions.TaxRateParams>({
    method: 'POST',
    path: RATE,
    action: 'update_tax_rate',
    reads: inputs.TAX_RATE,
    handle: (context, params, { tax_rate: id = '' }) => promotions.updateTaxRate(context, id, params),
  }),
];

const paymentLinkRoutes = [
  operation<links.PaymentLinkParams>({
    method: 'POST',
    path: '/v1/payment_links',
    action: 'create_payment_link',
    reads: inputs.PAYMENT_LINK,
    handle: (context, params) => links.createPaymentLink(context, params),
  }),
  operation<ListParams & { active?: boolean }>({
    method: 'GET',
    path: '/v1/payment_links',
    action: 'list_payment_links',
    reads: inputs.PAYMENT_LINKS,
    handle: (context, params) => new ListAnswer(links.listPaymentLinks(context, params), '/v1/payment_links'),
  }),
  operation({
    method: 'GET',
    path: LINK,
    action: 'retrieve_payment_link',
    handle: (context, _params, { payment_link: id = '' }) => links.getPaymentLink(context, id),
  }),
  operation<links.PaymentLinkParams>({
    method: 'POST',
    path: LINK,
    action: 'update_payment_link',
    reads: inputs.PAYMENT_LINK,
    handle: (context, params, { payment_link: id = '' }) => links.updatePaymentLink(context, id, params),
  }),
  operation<ListParams>({
    method: 'GET',
    path: `${LINK}/line_items`,
    action: 'list_payment_link_line_items',
    reads: LIST,
    handle: (context, params, { payment_link: id = '' }) =>
      new PlainAnswer(linkItems(context, links.getPaymentLink(context, id).id, params)),
  }),
];

export const catalogRoutes = [...productRoutes, ...priceRoutes, ...couponRoutes, ...taxRateRoutes, ...paymentLinkRoutes];
