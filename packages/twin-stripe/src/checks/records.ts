import { failed, passed } from '@svc/twin-kit';
import { check, listed, withCustomer } from './find.ts';
import * as params from './params.ts';

const { amount, currency, email, invoice, invoiceStatus, key, percent, product, subscriptionStatus, value } = params;

export const recordChecks = [
  check({
    id: 'stripe.customer-exists',
    template: 'A customer with the email "{email}" exists.',
    description: 'At least one customer has exactly this email address.',
    compares: 'the email addresses of all customers with {email}',
    substrate: 'final_state',
    params: { email },
    evaluate: (args, state) => withCustomer(state, args.email, ({ id }) => passed(`customer ${id} has that email`)),
  }),
  check({
    id: 'stripe.customer-metadata-is',
    template: 'The customer with the email "{email}" has the metadata "{key}" set to "{value}".',
    description: 'One key of the metadata of a customer.',
    compares: 'the value under {key} of the customer with {value}',
    substrate: 'final_state',
    params: { email, key, value },
    evaluate: (args, state) =>
      withCustomer(state, args.email, ({ id, metadata }) => {
        const actual = metadata[args.key];
        const evidence = `metadata "${args.key}" of customer ${id}: ${actual === undefined ? 'absent' : `"${actual}"`}`;
        return actual === args.value ? passed(evidence) : failed(evidence);
      }),
  }),
  check({
    id: 'stripe.subscription-status',
    template: 'The customer with the email "{email}" has a subscription with status {status}.',
    description: 'At least one subscription of the customer has this status.',
    compares: 'the statuses of the subscriptions of the customer with {status}',
    substrate: 'final_state',
    params: { email, status: subscriptionStatus },
    evaluate: (args, state) =>
      withCustomer(state, args.email, ({ id }) => {
        const own = state.subscriptions.filter((one) => one.customer === id);
        const evidence = `subscriptions of customer ${id}: ${listed(own.map((one) => `${one.id} is ${one.status}`))}`;
        return own.some((one) => one.status === args.status) ? passed(evidence) : failed(evidence);
      }),
  }),
  check({
    id: 'stripe.subscription-ends-with-period',
    template: 'The customer with the email "{email}" has a subscription that ends with its period.',
    description: 'At least one subscription of the customer goes on until its period is over and is not renewed then.',
    compares: 'status and cancel_at_period_end of the subscriptions of the customer with a cancellation to come',
    substrate: 'final_state',
    params: { email },
    evaluate: (args, state) =>
      withCustomer(state, args.email, ({ id }) => {
        const own = state.subscriptions.filter((one) => one.customer === id);
        const found = own.find((one) => one.cancel_at_period_end && one.status !== 'canceled');
        if (found) return passed(`subscription ${found.id} is ${found.status} and ends with its period`);
        const said = own.map((one) => `${one.id} is ${one.status}${one.status === 'canceled' ? '' : ' and goes on'}`);
        return failed(`subscriptions of customer ${id}: ${listed(said)}`);
      }),
  }),
  check({
    id: 'stripe.invoice-status',
    template: 'Invoice {invoice} is {status}.',
    description: 'The status of one invoice.',
    compares: 'the status of the invoice with {status}',
    substrate: 'final_state',
    params: { invoice, status: invoiceStatus },
    evaluate(args, { invoices }) {
      const found = invoices.find((one) => one.id === args.invoice);
      if (!found) return failed(`there is no invoice ${args.invoice} among ${invoices.length}`);
      const evidence = `invoice ${found.id} is ${found.status}`;
      return found.status === args.status ? passed(evidence) : failed(evidence);
    },
  }),
  check({
    id: 'stripe.product-exists',
    template: 'A product called "{product}" exists.',
    description: 'At least one product has exactly this name.',
    compares: 'the names of all products with {product}',
    substrate: 'final_state',
    params: { product },
    evaluate(args, { products }) {
      const found = products.find((one) => one.name === args.product);
      return found
        ? passed(`product ${found.id} has that name`)
        : failed(`products: ${listed(products.map((one) => `"${one.name}"`))}`);
    },
  }),
  check({
    id: 'stripe.price-exists',
    template: 'The product "{product}" has an active price of {amount} {currency}.',
    description: 'At least one active price of the product has this unit amount in minor units and this currency.',
    compares: 'unit amount and currency of the active prices of the product with {amount} and {currency}',
    substrate: 'final_state',
    params: { product, amount, currency },
    evaluate(args, { products, prices }) {
      const ids = new Set(products.filter((one) => one.name === args.product).map((one) => one.id));
      const own = prices.filter((one) => ids.has(one.product) && one.active);
      const found = own.find((one) => one.unit_amount === Number(args.amount) && one.currency === args.currency);
      if (found) return passed(`price ${found.id} is ${found.unit_amount} ${found.currency}`);
      return failed(
        `active prices of "${args.product}": ${listed(own.map((one) => `${one.id} is ${one.unit_amount} ${one.currency}`))}`,
      );
    },
  }),
  check({
    id: 'stripe.coupon-percent-off',
    template: 'A coupon for {percent} percent off exists.',
    description: 'At least one coupon takes off this percentage.',
    compares: 'the percentages of all coupons with {percent}',
    substrate: 'final_state',
    params: { percent },
    evaluate(args, { coupons }) {
      const found = coupons.find((one) => one.percent_off === Number(args.percent));
      if (found) return passed(`coupon ${found.id} takes ${found.percent_off} % off`);
      return failed(`coupons: ${listed(coupons.map((one) => `${one.id} takes ${one.percent_off ?? one.amount_off} off`))}`);
    },
  }),
];
