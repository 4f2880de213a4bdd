import { accountOf, bankAccounts } from '../actions/external-accounts.ts';
import type { StripeContext } from '../world.ts';
import { wireList } from './wire.ts';

const ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

/** The account whose key is used, as `GET /v1/account` shows it. */
export function accountObject(context: StripeContext): object {
  const account = accountOf(context);
  const name = account.display_name;
  return {
    id: account.id,
    object: 'account',
    business_profile: {
      annual_revenue: null,
      estimated_worker_count: null,
      mcc: null,
      minority_owned_business_designation: null,
      name,
      product_description: null,
      specified_commercial_transactions_act_url: null,
      support_address: ADDRESS,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: null,
    },
    business_type: null,
    capabilities: { card_payments: 'active', crypto_payments: 'active', transfers: 'active' },
    charges_enabled: true,
    controller: { type: 'account' },
    country: account.country,
    created: account.created,
    default_currency: account.default_currency,
    details_submitted: true,
    email: account.email,
    external_accounts: wireList(`/v1/accounts/${account.id}/external_accounts`, bankAccounts(context)),
    metadata: {},
    payouts_enabled: true,
    settings: {
      bacs_debit_payments: { display_name: null, service_user_number: null },
      branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
      card_issuing: { tos_acceptance: { date: null, ip: null } },
      card_payments: {
        decline_on: { avs_failure: false, cvc_failure: false },
        statement_descriptor_prefix: null,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
      dashboard: { display_name: name, timezone: 'Etc/UTC' },
      invoices: { default_account_tax_ids: null, hosted_payment_method_save: 'offer' },
      payments: {
        statement_descriptor: null,
        statement_descriptor_kana: null,
        statement_descriptor_kanji: null,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
      payouts: { debit_negative_balances: true, schedule: { delay_days: 2, interval: 'manual' }, statement_descriptor: null },
      sepa_debit_payments: {},
    },
    type: 'standard',
  };
}
