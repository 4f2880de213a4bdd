import type { Made } from './world.ts';

/** A call that succeeds, to which the inputs of its operation are added one by one. */
export interface InputCase {
  params?: Record<string, string>;
  form?: Record<string, unknown>;
  /** What groups of parameters need where an input of theirs is tried. */
  groups?: Record<string, Record<string, unknown>>;
  /** Forms of their own for some inputs, by the beginning of their paths. */
  forms?: Record<string, Record<string, unknown>>;
}

const CARD = { number: '4242424242424242', exp_month: '12', exp_year: '2040' };
const METHOD_DATA = { type: 'card', card: CARD };
/** What is typed in, and what stands behind a token, beside what else the call sends. */
const cardForms = (other: object): Record<string, object> => ({
  'payment_method_data.card': { ...other, payment_method_types: ['card'], payment_method_data: METHOD_DATA },
  'payment_method_data.card.token': {
    ...other,
    payment_method_types: ['card'],
    payment_method_data: { type: 'card', card: { token: 'tok_visa' } },
  },
});
const CRYPTO_DATA = { payment_method_data: { type: 'crypto' } };
const CRYPTO = {
  payment_method_types: ['crypto'],
  payment_method_data: { type: 'crypto' },
  payment_method_options: { crypto: { mode: 'deposit', deposit_options: { networks: ['base'] } } },
};
const DATA = { currency: 'usd', product: 'prod_2', unit_amount: '500' };
const RECURRING = { ...DATA, recurring: { interval: 'month' } };
const NO_PRODUCT = { currency: 'usd', unit_amount: '500', product_data: { name: 'Fresh' } };

const intent = { amount: '2000', currency: 'usd' };
const confirmed = { ...intent, payment_method: 'pm_card_visa', confirm: 'true', payment_method_types: ['card'] };
const secured = { ...confirmed, payment_method: 'pm_card_authenticationRequired' };
const subscribed = { customer: 'cus_3', items: [{ price: 'price_month' }] };

/** By the operation's id; an operation without a case of its own is called with nothing. */
export function cases(made: Made): Readonly<Record<string, InputCase>> {
  const subscriptionForms = {
    'items.price_data.product_data': {
      customer: 'cus_3',
      items: [{ price_data: { ...NO_PRODUCT, recurring: { interval: 'month' } } }],
    },
    'items.price_data.unit_amount_decimal': {
      customer: 'cus_3',
      items: [{ price_data: { currency: 'usd', product: 'prod_2', recurring: { interval: 'month' } } }],
    },
    'items.price_data': { customer: 'cus_3', items: [{ price_data: RECURRING }] },
    'items.plan': { customer: 'cus_3', items: [{}] },
    add_invoice_items: { ...subscribed, add_invoice_items: [{ price: 'price_once' }] },
    'add_invoice_items.price_data': { ...subscribed, add_invoice_items: [{ price_data: DATA }] },
    'add_invoice_items.price_data.unit_amount_decimal': {
      ...subscribed,
      add_invoice_items: [{ price_data: { currency: 'usd', product: 'prod_2' } }],
    },
    off_session: { ...subscribed, default_payment_method: made.secured },
    proration_behavior: { ...subscribed, backdate_start_date: '1764547200' },
    trial_from_plan: { customer: 'cus_3', items: [{ price: made.trialPrice }] },
    days_until_due: { ...subscribed, collection_method: 'send_invoice', days_until_due: '3' },
    collection_method: { ...subscribed, days_until_due: '3' },
    payment_behavior: { ...subscribed, default_payment_method: 'pm_4' },
  };
  return {
    PostCharges: { form: { ...intent, source: 'tok_visa' }, forms: { customer: intent } },
    PostChargesCharge: { params: { charge: 'ch_1' } },
    PostChargesChargeCapture: { params: { charge: 'ch_authorised' } },
    GetChargesCharge: { params: { charge: 'ch_1' } },
    GetAccountsAccountExternalAccounts: { params: { account: 'acct_twin' } },
    GetChargesChargeRefunds: { params: { charge: 'ch_2' } },
    GetCustomersCustomerSources: { params: { customer: 'cus_3' } },
    GetCustomersCustomerSubscriptions: { params: { customer: 'cus_2' } },
    GetCustomersCustomerTaxIds: { params: { customer: 'cus_3' } },
    GetChargesSearch: { form: { query: 'amount>0' } },
    PostCoupons: {
      form: { percent_off: '10' },
      forms: {
        amount_off: { currency: 'usd' },
        currency: { amount_off: '100' },
        percent_off: {},
        duration_in_months: { percent_off: '10', duration: 'repeating' },
        duration: { percent_off: '10', duration_in_months: '4' },
      },
    },
    PostCouponsCoupon: { params: { coupon: 'HALF' } },
    PostCustomersCustomer: { params: { customer: 'cus_3' } },
    GetCustomersSearch: { form: { query: 'created>0' } },
    GetCustomersCustomerPaymentMethods: { params: { customer: 'cus_3' } },
    PostCustomersCustomerBalanceTransactions: { params: { customer: 'cus_1' }, form: { amount: '-100', currency: 'usd' } },
    GetCustomersCustomerBalanceTransactions: { params: { customer: 'cus_3' } },
    PostCustomersCustomerBalanceTransactionsTransaction: { params: { customer: 'cus_3', transaction: made.balance as string } },
    PostDisputesDispute: { params: { dispute: made.dispute as string } },
    PostInvoiceitems: {
      form: { customer: 'cus_1', amount: '100', currency: 'usd' },
      forms: {
        quantity: { customer: 'cus_1', unit_amount_decimal: '100', currency: 'usd' },
        price_data: { customer: 'cus_new', price_data: DATA },
        'price_data.unit_amount_decimal': { customer: 'cus_new', price_data: { currency: 'usd', product: 'prod_2' } },
        price: { customer: 'cus_1' },
        pricing: { customer: 'cus_1' },
        unit_amount: { customer: 'cus_1', currency: 'usd' },
        unit_amount_decimal: { customer: 'cus_1', currency: 'usd' },
        currency: { customer: 'cus_new', amount: '100', currency: 'usd' },
      },
    },
    PostInvoiceitemsInvoiceitem: {
      params: { invoiceitem: made.item as string },
      forms: {
        price_data: { price_data: DATA },
        'price_data.unit_amount_decimal': { price_data: { currency: 'usd', product: 'prod_2' } },
      },
    },
    PostInvoices: {
      form: { customer: 'cus_1' },
      forms: {
        days_until_due: { customer: 'cus_1', collection_method: 'send_invoice', days_until_due: '3' },
        due_date: { customer: 'cus_1', collection_method: 'send_invoice', due_date: '1900000000' },
        collection_method: { customer: 'cus_1', days_until_due: '3' },
        currency: { customer: 'cus_new' },
        customer: { customer: 'cus_new' },
      },
    },
    GetInvoicesSearch: { form: { query: 'created>0' } },
    PostInvoicesCreatePreview: {
      form: { customer: 'cus_new', subscription_details: { items: [{ price: 'price_third' }] } },
      forms: {
        currency: { customer: 'cus_new' },
        invoice_items: { customer: 'cus_new', invoice_items: [{ amount: '500', currency: 'usd' }] },
        'invoice_items.price': { customer: 'cus_new', invoice_items: [{}] },
        'invoice_items.quantity': { customer: 'cus_new', invoice_items: [{ unit_amount_decimal: '5', currency: 'usd' }] },
        'invoice_items.unit_amount': { customer: 'cus_new', invoice_items: [{ currency: 'usd' }] },
        'invoice_items.unit_amount_decimal': { customer: 'cus_new', invoice_items: [{ currency: 'usd' }] },
        'invoice_items.price_data': { customer: 'cus_new', invoice_items: [{ price_data: DATA }] },
        'invoice_items.price_data.unit_amount_decimal': {
          customer: 'cus_new',
          invoice_items: [{ price_data: { currency: 'usd', product: 'prod_2' } }],
        },
        subscription_details: { subscription: 'sub_3', subscription_details: { items: [{ id: made.oneOfTwo, quantity: '5' }] } },
        'subscription_details.default_tax_rates': {
          customer: 'cus_new',
          subscription_details: { items: [{ price: 'price_third' }] },
        },
        'subscription_details.items.id': {
          subscription: 'sub_3',
          subscription_details: { items: [{ quantity: '4', price: 'price_third' }] },
        },
        'subscription_details.items.price_data': {
          subscription: 'sub_3',
          subscription_details: { items: [{ price_data: RECURRING }] },
        },
        'subscription_details.items.price_data.unit_amount_decimal': {
          subscription: 'sub_3',
          subscription_details: {
            items: [{ price_data: { currency: 'usd', product: 'prod_2', recurring: { interval: 'month' } } }],
          },
        },
        'subscription_details.items.plan': { customer: 'cus_new', subscription_details: { items: [{}] } },
      },
    },
    PostInvoicesInvoice: { params: { invoice: made.sent as string } },
    PostInvoicesInvoiceFinalize: { params: { invoice: made.sent as string } },
    PostInvoicesInvoicePay: {
      params: { invoice: 'in_open' },
      forms: { off_session: { payment_method: 'pm_card_authenticationRequired' } },
    },
    GetInvoicesInvoiceLines: { params: { invoice: made.sent as string } },
    PostPaymentIntents: {
      form: intent,
      groups: CRYPTO_DATA,
      forms: {
        off_session: secured,
        error_on_requires_action: secured,
        return_url: secured,
        use_stripe_sdk: { ...secured, return_url: 'https://example.com/back' },
        confirm: { ...confirmed, confirm: 'false' },
        payment_method_data: { ...intent, payment_method_types: ['crypto'] },
        ...cardForms(intent),
        'payment_method_options.card.request_three_d_secure': confirmed,
        'payment_method_options.crypto': { ...intent, ...CRYPTO, confirm: 'true' },
      },
    },
    GetPaymentIntentsIntent: { params: { intent: 'pi_new' } },
    GetPaymentIntentsSearch: { form: { query: 'amount>0' } },
    PostPaymentIntentsIntent: {
      params: { intent: 'pi_new' },
      groups: CRYPTO_DATA,
      forms: {
        payment_method_data: { payment_method_types: ['crypto'] },
        ...cardForms({}),
        'payment_method_options.crypto': { payment_method_types: ['crypto'] },
      },
    },
    PostPaymentIntentsIntentConfirm: {
      params: { intent: 'pi_ready' },
      form: { return_url: 'https://example.com/back' },
      groups: CRYPTO_DATA,
      forms: {
        payment_method_data: {
          payment_method_types: ['crypto'],
          payment_method_options: CRYPTO.payment_method_options,
          return_url: 'https://example.com/back',
        },
        ...cardForms({ return_url: 'https://example.com/back' }),
        'payment_method_options.crypto': { ...CRYPTO, return_url: 'https://example.com/back' },
        off_session: { payment_method: 'pm_card_authenticationRequired', return_url: 'https://example.com/back' },
        error_on_requires_action: { payment_method: 'pm_card_authenticationRequired', return_url: 'https://example.com/back' },
        return_url: { payment_method: 'pm_card_authenticationRequired', return_url: 'https://example.com/back' },
        use_stripe_sdk: { payment_method: 'pm_card_authenticationRequired', return_url: 'https://example.com/back' },
      },
    },
    PostPaymentIntentsIntentCapture: { params: { intent: 'pi_held' } },
    PostPaymentIntentsIntentCancel: { params: { intent: 'pi_new' } },
    PostPaymentLinks: {
      form: { line_items: [{ price: 'price_once', quantity: '1' }] },
      groups: { after_completion: { type: 'hosted_confirmation', redirect: { url: 'https://example.com/first' } } },
      forms: {
        'line_items.price_data': { line_items: [{ price_data: DATA, quantity: '1' }] },
        'line_items.price_data.product_data': { line_items: [{ price_data: NO_PRODUCT, quantity: '1' }] },
        'line_items.price_data.unit_amount_decimal': {
          line_items: [{ price_data: { currency: 'usd', product: 'prod_2' }, quantity: '1' }],
        },
        'after_completion.redirect': {
          line_items: [{ price: 'price_once', quantity: '1' }],
          after_completion: { type: 'redirect', redirect: { url: 'https://example.com/first' } },
        },
      },
    },
    PostPaymentLinksPaymentLink: {
      params: { payment_link: made.link as string },
      groups: {
        after_completion: { type: 'hosted_confirmation', redirect: { url: 'https://example.com/first' } },
        line_items: { id: made.linkItem, quantity: '2' },
      },
      forms: {
        'after_completion.redirect': {
          after_completion: { type: 'redirect', redirect: { url: 'https://example.com/first' } },
        },
      },
    },
    GetPaymentLinksPaymentLinkLineItems: { params: { payment_link: made.longLink as string } },
    PostPaymentMethods: {
      form: METHOD_DATA,
      forms: { type: { type: 'crypto', card: CARD }, 'card.token': { type: 'card', card: { token: 'tok_visa' } } },
    },
    GetPaymentMethods: { form: { customer: 'cus_3' } },
    PostPaymentMethodsPaymentMethod: { params: { payment_method: 'pm_saved' } },
    PostPaymentMethodsPaymentMethodAttach: { params: { payment_method: 'pm_card_visa' }, form: { customer: 'cus_1' } },
    PostPayouts: { form: { amount: '100', currency: 'usd' } },
    PostPayoutsPayout: { params: { payout: made.payout as string } },
    PostPrices: {
      form: DATA,
      forms: {
        product_data: NO_PRODUCT,
        transfer_lookup_key: { ...DATA, lookup_key: 'taken' },
        recurring: { ...DATA, recurring: { interval: 'month' } },
        unit_amount_decimal: { currency: 'usd', product: 'prod_2' },
        product: { currency: 'usd', unit_amount: '1', product: 'prod_1' },
      },
    },
    GetPricesSearch: { form: { query: 'active:"true"' } },
    PostPricesPrice: {
      params: { price: 'price_eur' },
      forms: { transfer_lookup_key: { lookup_key: 'taken' } },
    },
    PostProducts: {
      form: { name: 'New' },
      groups: { default_price_data: { currency: 'usd', unit_amount: '700' } },
      forms: { 'default_price_data.unit_amount_decimal': { name: 'New', default_price_data: { currency: 'usd' } } },
    },
    PostProductsId: { params: { id: 'prod_2' } },
    GetProductsSearch: { form: { query: 'active:"true"' } },
    PostPromotionCodes: {
      form: { promotion: { type: 'coupon', coupon: 'HALF' } },
      groups: { restrictions: { minimum_amount_currency: 'usd' } },
      forms: { coupon: {} },
    },
    PostPromotionCodesPromotionCode: { params: { promotion_code: made.promotion as string } },
    PostRefunds: { form: { charge: 'ch_1' }, forms: { payment_intent: {}, charge: {} } },
    PostRefundsRefund: { params: { refund: 're_1' } },
    PostSetupIntents: {
      form: {},
      groups: CRYPTO_DATA,
      forms: {
        payment_method_data: { payment_method_types: ['crypto'] },
        ...cardForms({}),
        return_url: { payment_method: 'pm_card_authenticationRequired', confirm: 'true', payment_method_types: ['card'] },
        use_stripe_sdk: {
          payment_method: 'pm_card_authenticationRequired',
          confirm: 'true',
          payment_method_types: ['card'],
          return_url: 'https://example.com/back',
        },
        confirm: { payment_method: 'pm_card_visa', payment_method_types: ['card'] },
      },
    },
    PostSetupIntentsIntent: {
      params: { intent: made.otherSetup as string },
      groups: CRYPTO_DATA,
      forms: { payment_method_data: { payment_method_types: ['crypto'] }, ...cardForms({}) },
    },
    GetSetupIntentsIntent: { params: { intent: made.setup as string } },
    PostSetupIntentsIntentConfirm: {
      params: { intent: made.ready as string },
      groups: CRYPTO_DATA,
      forms: {
        'payment_method_data.card': { payment_method_data: METHOD_DATA },
        'payment_method_data.card.token': { payment_method_data: { type: 'card', card: { token: 'tok_visa' } } },
        return_url: { payment_method: 'pm_card_authenticationRequired' },
        use_stripe_sdk: { payment_method: 'pm_card_authenticationRequired', return_url: 'https://example.com/back' },
      },
    },
    PostSetupIntentsIntentCancel: { params: { intent: made.setup as string } },
    PostSubscriptionItems: {
      form: { subscription: 'sub_1', price: 'price_third' },
      forms: {
        price_data: { subscription: 'sub_1', price_data: RECURRING },
        'price_data.unit_amount_decimal': {
          subscription: 'sub_1',
          price_data: { currency: 'usd', product: 'prod_2', recurring: { interval: 'month' } },
        },
        plan: { subscription: 'sub_1' },
      },
    },
    GetSubscriptionItems: { form: { subscription: 'sub_2' } },
    PostSubscriptionItemsItem: {
      params: { item: made.subscriptionItem as string },
      forms: {
        payment_behavior: { price_data: { ...RECURRING, recurring: { interval: 'year' } } },
        proration_behavior: { quantity: '9' },
        proration_date: { quantity: '9' },
        price_data: { price_data: RECURRING },
        'price_data.unit_amount_decimal': {
          price_data: { currency: 'usd', product: 'prod_2', recurring: { interval: 'month' } },
        },
      },
    },
    DeleteSubscriptionItemsItem: { params: { item: made.oneOfTwo as string } },
    PostSubscriptions: { form: subscribed, groups: { trial_settings: {} }, forms: subscriptionForms },
    GetSubscriptionsSearch: { form: { query: 'created>0' } },
    PostSubscriptionsSubscriptionExposedId: {
      params: { subscription_exposed_id: 'sub_3' },
      forms: {
        collection_method: { days_until_due: '3' },
        days_until_due: { collection_method: 'send_invoice', days_until_due: '3' },
        add_invoice_items: { add_invoice_items: [{ price: 'price_once' }] },
        'add_invoice_items.price_data': { add_invoice_items: [{ price_data: DATA }] },
        'add_invoice_items.price_data.unit_amount_decimal': {
          add_invoice_items: [{ price_data: { currency: 'usd', product: 'prod_2' } }],
        },
        billing_cycle_anchor: { billing_cycle_anchor: { type: 'unchanged' } },
        items: { items: [{ id: made.oneOfTwo }] },
        'items.id': { items: [{ quantity: '4', price: 'price_third' }] },
        'items.deleted': { items: [{ id: made.oneOfTwo }] },
        'items.price_data': { items: [{ price_data: RECURRING }] },
        'items.price_data.unit_amount_decimal': {
          items: [{ price_data: { currency: 'usd', product: 'prod_2', recurring: { interval: 'month' } } }],
        },
        payment_behavior: {
          items: [{ id: made.oneOfTwo, quantity: '9' }],
          proration_behavior: 'always_invoice',
          default_payment_method: made.failing,
        },
        proration_behavior: { items: [{ id: made.oneOfTwo, quantity: '9' }] },
        proration_date: { items: [{ id: made.oneOfTwo, quantity: '9' }] },
      },
    },
    DeleteSubscriptionsSubscriptionExposedId: {
      params: { subscription_exposed_id: 'sub_1' },
      forms: { invoice_now: { prorate: 'true' } },
    },
    PostTaxRates: { form: { display_name: 'VAT', inclusive: 'false', percentage: '20' } },
    PostTaxRatesTaxRate: { params: { tax_rate: made.rate as string } },
    PostTokens: { form: { card: CARD } },
    PostWebhookEndpoints: { form: { url: 'http://127.0.0.1:1/a', enabled_events: ['*'] } },
    PostWebhookEndpointsWebhookEndpoint: { params: { webhook_endpoint: 'we_1' } },
    PostTestHelpersPaymentIntentsIntentSimulateCryptoDeposit: { params: { intent: made.deposit as string } },
  };
}
