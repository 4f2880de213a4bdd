import type { InputsOf } from '@svc/twin-kit';
import type { ExternalAccountListParams } from '../actions/external-accounts.ts';
import type { InvoicePaymentListParams } from '../actions/invoice-payments.ts';
import type { ListParams } from '../actions/list.ts';
import type { FieldsSpec } from '../params/spec.ts';
import { LIST } from './common.ts';

/** What the list inside another object takes. */
export type InnerListParams = Omit<ListParams, 'created'>;
export const INNER: InputsOf<InnerListParams> = { ending_before: true, limit: true, starting_after: true };

/** The same where Stripe publishes no parameters, since the address is an older one. */
export const INNER_SPEC: FieldsSpec = { o: { ending_before: 's', limit: 'i', starting_after: 's', expand: { a: 's' } } };

export const EXTERNAL_ACCOUNTS: InputsOf<ExternalAccountListParams> = { ...INNER, object: true };

/** Of what nobody has there is one page, whatever is asked. */
export const EMPTY: InputsOf<InnerListParams> = { ending_before: 'ignored', limit: 'ignored', starting_after: 'ignored' };

export const SOURCES: InputsOf<{ object?: string | null } & InnerListParams> = { ...EMPTY, object: 'ignored' };

export const INVOICE_PAYMENTS: InputsOf<InvoicePaymentListParams> = {
  ...LIST,
  invoice: true,
  payment: { payment_intent: true, payment_record: true, type: true },
  status: true,
};
