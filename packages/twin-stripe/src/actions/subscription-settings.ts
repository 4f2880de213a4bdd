import { Unsupported } from '../errors.ts';
import { type ItemInterval, type StripeContext, type Subscription, type SubscriptionPaymentSettings, seconds } from '../world.ts';
import { periodEnd } from './periods.ts';

export interface PaymentSettingsParams {
  payment_method_types?: string[] | null;
  save_default_payment_method?: SubscriptionPaymentSettings['save_default_payment_method'];
}

/** How invoices of a subscription are paid, over what was settled before. */
export function paymentSettings(
  { payment_settings: sent }: { payment_settings?: PaymentSettingsParams },
  before?: SubscriptionPaymentSettings,
): Pick<Subscription, 'payment_settings'> | undefined {
  if (!sent) return undefined;
  const other = sent.payment_method_types?.find((type) => type !== 'card');
  if (other !== undefined) throw new Unsupported(`payment methods of type ${other}`, 'payment_settings[payment_method_types]');
  return {
    payment_settings: {
      payment_method_options: null,
      payment_method_types:
        sent.payment_method_types === undefined ? (before?.payment_method_types ?? null) : sent.payment_method_types,
      save_default_payment_method: sent.save_default_payment_method ?? before?.save_default_payment_method ?? 'off',
    },
  };
}

/** How often invoice items are billed between the periods. */
export function itemInterval(
  context: StripeContext,
  {
    pending_invoice_item_interval: sent,
  }: { pending_invoice_item_interval?: { interval: ItemInterval['interval']; interval_count?: number } | null },
): Pick<Subscription, 'next_pending_invoice_item_invoice' | 'pending_invoice_item_interval'> | undefined {
  if (sent === undefined) return undefined;
  if (sent === null) return { next_pending_invoice_item_invoice: null, pending_invoice_item_interval: null };
  const interval = { interval: sent.interval, interval_count: sent.interval_count ?? 1 };
  const next = periodEnd(seconds(context.now), { ...interval, meter: null, trial_period_days: null, usage_type: 'licensed' });
  return { next_pending_invoice_item_invoice: next, pending_invoice_item_interval: interval };
}
