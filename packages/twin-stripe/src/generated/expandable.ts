// Written by scripts/generate.ts from npm stripe (MIT).

/** The fields that Stripe's types declare as an id or an object, by object; those inside of other fields as dotted paths. */
export const expandableFields: Readonly<Record<string, string>> = {
  balance_transaction:
    'source',
  charge:
    'application application_fee balance_transaction customer failure_balance_transaction on_behalf_of outcome.rule payment_intent payment_method_details.bancontact.generated_sepa_debit payment_method_details.bancontact.generated_sepa_debit_mandate payment_method_details.card.mandate payment_method_details.ideal.generated_sepa_debit payment_method_details.ideal.generated_sepa_debit_mandate payment_method_details.sofort.generated_sepa_debit payment_method_details.sofort.generated_sepa_debit_mandate payment_method_details.us_bank_account.mandate review source_transfer transfer transfer_data.destination',
  coupon:
    '',
  customer:
    'default_source invoice_settings.default_payment_method test_clock',
  customer_balance_transaction:
    'checkout_session credit_note customer invoice',
  discount:
    'customer promotion_code source.coupon',
  dispute:
    'charge evidence.cancellation_policy evidence.customer_communication evidence.customer_signature evidence.duplicate_charge_documentation evidence.receipt evidence.refund_policy evidence.service_documentation evidence.shipping_documentation evidence.uncategorized_file payment_intent',
  invoice:
    'account_tax_ids application automatic_tax.liability.account customer default_payment_method default_source discounts from_invoice.invoice issuer.account latest_revision on_behalf_of parent.subscription_details.subscription shipping_cost.shipping_rate test_clock total_discount_amounts.discount total_pretax_credit_amounts.credit_balance_transaction total_pretax_credit_amounts.discount',
  invoice_payment:
    'invoice payment.charge payment.payment_intent payment.payment_record',
  invoiceitem:
    'customer discounts invoice pricing.price_details.price proration_details.discount_amounts.discount test_clock',
  line_item:
    'discount_amounts.discount discounts pretax_credit_amounts.credit_balance_transaction pretax_credit_amounts.discount pricing.price_details.price subscription',
  payment_intent:
    'application customer latest_charge on_behalf_of payment_method payment_record review source transfer_data.destination',
  payment_link:
    'application automatic_tax.liability.account invoice_creation.invoice_data.account_tax_ids invoice_creation.invoice_data.issuer.account on_behalf_of shipping_options.shipping_rate subscription_data.invoice_settings.account_tax_ids subscription_data.invoice_settings.issuer.account transfer_data.destination',
  payment_method:
    'card.generated_from.setup_attempt customer sepa_debit.generated_from.charge sepa_debit.generated_from.setup_attempt',
  payout:
    'application_fee balance_transaction destination failure_balance_transaction original_payout reversed_by',
  plan:
    'product',
  price:
    'product',
  product:
    'default_price tax_code',
  promotion_code:
    'customer promotion.coupon',
  refund:
    'balance_transaction charge customer failure_balance_transaction payment_intent payment_method source_transfer_reversal transfer_reversal',
  setup_intent:
    'application customer latest_attempt mandate on_behalf_of payment_method single_use_mandate',
  subscription:
    'application automatic_tax.liability.account billing_schedules.applies_to.price cancellation_details.feedback_option customer default_payment_method default_source discounts invoice_settings.account_tax_ids invoice_settings.issuer.account latest_invoice on_behalf_of pending_setup_intent pending_update.discounts schedule test_clock transfer_data.destination',
  subscription_item:
    'discounts',
};
