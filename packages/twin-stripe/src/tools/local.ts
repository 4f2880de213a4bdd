import { z } from 'zod';
import { account, call, given, humanConfirmation, limit, requireTestMode, routeOf, tool } from './tool.ts';

// The tools of Stripe's earlier local server (npm @stripe/mcp 0.2), by the same names and inputs.

const peopleAndGoods = [
  tool({
    name: 'create_customer',
    description: 'Creates a customer.',
    mutates: true,
    input: z.strictObject({
      name: z.string().describe('Name of the customer'),
      email: z.email().optional().describe('Email address'),
    }),
    handle: (context, input) => call(routeOf('create_customer'), context, given(input)),
  }),
  tool({
    name: 'list_customers',
    description: 'Lists customers, newest first.',
    mutates: false,
    input: z.strictObject({ limit, email: z.string().optional().describe('Only customers with exactly this email address') }),
    handle: (context, input) => call(routeOf('list_customers'), context, given(input)),
  }),
  tool({
    name: 'create_product',
    description: 'Creates a product.',
    mutates: true,
    input: z.strictObject({
      name: z.string().describe('Name of the product'),
      description: z.string().optional().describe('What it is'),
    }),
    handle: (context, input) => call(routeOf('create_product'), context, given(input)),
  }),
  tool({
    name: 'list_products',
    description: 'Lists products, newest first.',
    mutates: false,
    input: z.strictObject({ limit }),
    handle: (context, input) => call(routeOf('list_products'), context, given(input)),
  }),
  tool({
    name: 'create_price',
    description: 'Creates a price of a product. Create the product first.',
    mutates: true,
    input: z.strictObject({
      product: z.string().describe('Id of the product'),
      unit_amount: z.int().describe('Price of one unit in minor units, e.g. cents'),
      currency: z.string().describe('Three-letter currency code'),
    }),
    handle: (context, input) => call(routeOf('create_price'), context, given(input)),
  }),
  tool({
    name: 'list_prices',
    description: 'Lists prices, newest first.',
    mutates: false,
    input: z.strictObject({ product: z.string().optional().describe('Only prices of this product'), limit }),
    handle: (context, input) => call(routeOf('list_prices'), context, given(input)),
  }),
  tool({
    name: 'create_payment_link',
    description: 'Creates a link at which a price can be paid.',
    mutates: true,
    input: z.strictObject({
      price: z.string().describe('Id of the price'),
      quantity: z.int().describe('How many of it'),
      redirect_url: z.string().optional().describe('Where the customer goes after paying'),
    }),
    handle: (context, { price, quantity, redirect_url: url }) =>
      call(routeOf('create_payment_link'), context, {
        line_items: [{ price, quantity }],
        ...(url !== undefined && { after_completion: { type: 'redirect', redirect: { url } } }),
      }),
  }),
  tool({
    name: 'list_coupons',
    description: 'Lists coupons, newest first.',
    mutates: false,
    input: z.strictObject({ limit }),
    handle: (context, input) => call(routeOf('list_coupons'), context, given(input)),
  }),
  tool({
    name: 'create_coupon',
    description: 'Creates a coupon for a percentage or an amount. Send amount_off 0 with percent_off.',
    mutates: true,
    input: z.strictObject({
      name: z.string().describe('Name shown to customers'),
      percent_off: z.number().min(0).max(100).optional().describe('Percentage taken off'),
      amount_off: z.number().describe('Amount taken off in minor units'),
      currency: z.string().default('USD').describe('Currency of amount_off'),
      duration: z.enum(['once', 'repeating', 'forever']).default('once').describe('How long the discount lasts'),
      duration_in_months: z.number().optional().describe('Months of a repeating discount'),
    }),
    handle(context, { amount_off, currency, percent_off, ...rest }) {
      const byAmount = percent_off === undefined || amount_off !== 0;
      return call(routeOf('create_coupon'), context, given({ ...rest, percent_off, ...(byAmount && { amount_off, currency }) }));
    },
  }),
];

const billing = [
  tool({
    name: 'create_invoice',
    description: 'Creates a draft invoice for a customer.',
    mutates: true,
    input: z.strictObject({
      customer: z.string().describe('Id of the customer'),
      days_until_due: z.int().optional().describe('Days until it is due; the customer then pays it by hand'),
    }),
    handle: (context, { customer, days_until_due: days }) =>
      call(routeOf('create_invoice'), context, {
        customer,
        ...(days !== undefined && { collection_method: 'send_invoice', days_until_due: days }),
      }),
  }),
  tool({
    name: 'list_invoices',
    description: 'Lists invoices, newest first.',
    mutates: false,
    input: z.strictObject({ customer: z.string().optional().describe('Only invoices of this customer'), limit }),
    handle: (context, input) => call(routeOf('list_invoices'), context, given(input)),
  }),
  tool({
    name: 'create_invoice_item',
    description: 'Adds a price to a draft invoice.',
    mutates: true,
    input: z.strictObject({
      customer: z.string().describe('Id of the customer'),
      price: z.string().describe('Id of a one-time price'),
      invoice: z.string().describe('Id of the draft invoice'),
    }),
    handle: (context, { customer, price, invoice }) =>
      call(routeOf('create_invoice_item'), context, { customer, invoice, pricing: { price } }),
  }),
  tool({
    name: 'finalize_invoice',
    description: 'Finalizes a draft invoice, so that it can be paid.',
    mutates: true,
    input: z.strictObject({ invoice: z.string().describe('Id of the invoice') }),
    handle: (context, { invoice }) => call(routeOf('finalize_invoice'), context, {}, { invoice }),
  }),
  tool({
    name: 'list_subscriptions',
    description: 'Lists subscriptions, newest first; without a status, those that have not ended.',
    mutates: false,
    input: z.strictObject({
      customer: z.string().optional().describe('Only subscriptions of this customer'),
      price: z.string().optional().describe('Only subscriptions with this price'),
      status: z
        .enum(['active', 'past_due', 'unpaid', 'canceled', 'incomplete', 'incomplete_expired', 'trialing', 'all'])
        .optional()
        .describe('Only subscriptions with this status'),
      limit,
    }),
    handle: (context, input) => call(routeOf('list_subscriptions'), context, given(input)),
  }),
  tool({
    name: 'cancel_subscription',
    description: 'Ends a subscription at once.',
    mutates: true,
    input: z.strictObject({ subscription: z.string().describe('Id of the subscription') }),
    handle: (context, { subscription: id }) => call(routeOf('cancel_subscription'), context, {}, { subscription_exposed_id: id }),
  }),
  tool({
    name: 'update_subscription',
    description: 'Changes the items of a subscription.',
    mutates: true,
    input: z.strictObject({
      subscription: z.string().describe('Id of the subscription'),
      proration_behavior: z
        .enum(['create_prorations', 'none', 'always_invoice', 'none_implicit'])
        .optional()
        .describe('What happens with the rest of the period'),
      items: z
        .array(
          z.strictObject({
            id: z.string().optional().describe('Item to change; without it one is added'),
            price: z.string().optional().describe('Id of the price'),
            quantity: z.int().min(1).optional().describe('How many of it'),
            deleted: z.boolean().optional().describe('Whether to remove the item'),
          }),
        )
        .optional()
        .describe('Items to add, change or remove'),
    }),
    handle: (context, { subscription: id, proration_behavior: proration, items }) =>
      call(
        routeOf('update_subscription'),
        context,
        given({ items: items?.map(given), proration_behavior: proration === 'none_implicit' ? 'none' : proration }),
        { subscription_exposed_id: id },
      ),
  }),
];

const evidence = z.string().max(20_000).optional();

const payments = [
  tool({
    name: 'retrieve_balance',
    description: 'Reads the balance of the account.',
    mutates: false,
    input: z.object({}),
    handle: (context) => call(routeOf('retrieve_balance'), context, {}),
  }),
  tool({
    name: 'create_refund',
    description: 'Refunds a payment, whole or in part.',
    mutates: true,
    input: z.object({
      payment_intent: z.string().describe('Id of the PaymentIntent'),
      amount: z.int().optional().describe('Amount in minor units; without it, all that is left'),
      reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional().describe('Why'),
      // The remote server's tool of this name says for which account.
      human_confirmation: humanConfirmation,
      stripe_context: account.stripe_context.optional(),
      livemode: account.livemode.optional(),
    }),
    handle(context, { stripe_context, livemode, human_confirmation: _approved, ...input }) {
      requireTestMode(context, { stripe_context, livemode });
      return call(routeOf('create_refund'), context, given(input));
    },
  }),
  tool({
    name: 'list_payment_intents',
    description: 'Lists PaymentIntents, newest first.',
    mutates: false,
    input: z.strictObject({ customer: z.string().optional().describe('Only those of this customer'), limit }),
    handle: (context, input) => call(routeOf('list_payment_intents'), context, given(input)),
  }),
  tool({
    name: 'list_disputes',
    description: 'Lists disputes, newest first.',
    mutates: false,
    input: z.strictObject({
      charge: z.string().optional().describe('Only disputes of this charge'),
      payment_intent: z.string().optional().describe('Only disputes of this PaymentIntent'),
      limit: z.int().min(1).max(100).default(10).describe('How many objects to return, from 1 to 100.'),
    }),
    handle: (context, input) => call(routeOf('list_disputes'), context, given(input)),
  }),
  tool({
    name: 'update_dispute',
    description: 'Adds evidence to a dispute, and submits it.',
    mutates: true,
    input: z.strictObject({
      dispute: z.string().describe('Id of the dispute'),
      evidence: z
        .strictObject({
          cancellation_policy_disclosure: evidence.describe('How the customer was shown the refund policy'),
          duplicate_charge_explanation: evidence.describe('How this charge differs from the one it seems to repeat'),
          uncategorized_text: evidence.describe('Anything else'),
        })
        .optional()
        .describe('Evidence to add'),
      submit: z.boolean().optional().describe('Whether to send it to the bank now'),
    }),
    handle: (context, { dispute, ...input }) => call(routeOf('update_dispute'), context, given(input), { dispute }),
  }),
];

export const localTools = [...peopleAndGoods, ...billing, ...payments];
