import type { FieldsSpec, ParameterSpec } from '../../src/params/spec.ts';
import type { Made } from './world.ts';

type Fields = Record<string, unknown>;

/** An instant after the beginning of every world, and one long before it. */
const FUTURE = '1950000000';
const PAST = '1000000000';
const WIDE = [{ gt: '4000000000' }, { gte: '4000000000' }, { lt: PAST }, { lte: PAST }, PAST];

/** What parameters of these names take, by the end of their paths; the first entry that fits counts. */
function named(made: Made): readonly (readonly [RegExp, readonly unknown[]])[] {
  return [
    [/(^|\.)customer$/, ['cus_2', 'cus_1', 'cus_3', 'cus_new']],
    [/currency$/, ['eur', 'usd', 'gbp']],
    [/invoice_prefix$/, ['ACME7', 'OTHER']],
    [/email$/, ['ben@example.com', 'new@example.com']],
    [/invoice_settings\.default_payment_method$|default_source$/, ['pm_4', 'pm_2', 'pm_3', 'pm_card_mastercard']],
    [/payment_method$/, ['pm_card_mastercard', 'pm_saved', 'pm_2', 'pm_4', 'pm_card_visa']],
    [/^source$/, ['tok_mastercard', 'ch_1', 'tok_visa']],
    [/(^|\.)(price|plan|default_price)$/, ['price_more', 'price_month', 'price_third', 'price_once', 'price_two']],
    [/(^|\.)product$/, ['prod_1', 'prod_2', 'prod_3']],
    [/coupon$/, ['FIVE', 'HALF']],
    [/(^|\.)promotion_code$/, [made.otherPromotion, made.promotion]],
    [/(^|\.)subscription$/, ['sub_1', 'sub_2']],
    [/(^|\.)invoice$/, ['in_draft', 'in_other']],
    [/(^|\.)charge$/, ['ch_1', 'ch_2', 'ch_disputed']],
    [/payment_intent$/, ['pi_returned', 'pi_paid', 'pi_held']],
    [/payout$/, [made.payout, made.otherPayout]],
    [/tax_rates$/, [[made.rate]]],
    [/^(url|redirect\.url)$/, ['https://example.com/a', 'https://example.com/b']],
    [/(url)$/, ['https://example.com/a', 'https://example.com/b']],
    [/transfer_lookup_key$/, ['true', 'false']],
    [/^(created|due_date|arrival_date|current_period_end|current_period_start)$/, [...WIDE, FUTURE]],
    [/(trial_end|cancel_at|redeem_by|expires_at|resumes_at|^billing_cycle_anchor)$/, [FUTURE, 'now', 'unchanged']],
    [/^(invoice_items\.)?period\.start$/, ['1', '2']],
    [/^(invoice_items\.)?period\.end$/, ['1900000000', '1900000001']],
    [/(backdate_start_date|effective_at)$/, ['1700000000', PAST]],
    [/proration_date$/, ['1768300000', '1767300000']],
    [/line_items\.id$/, [made.linkItem, 'li_none']],
    [/payment_method_options\.crypto$/, [{ mode: 'deposit', deposit_options: { networks: ['solana'] } }]],
    [/(^|\.)items\.id$/, [made.oneOfTwo]],
    [/^network$/, ['solana', 'base']],
    [/price_data\.currency$/, ['eur', 'usd']],
    [/^query$/, ['created>0', 'created<0 AND -created>5']],
    [/exp_month$/, ['3', '4']],
    [/exp_year$/, ['2039', '39']],
    [/number$/, ['5555555555554444', '4000056655665556']],
    [/cvc$/, ['123']],
    [/token$/, ['tok_mastercard', made.token]],
    [/(^|\.)country$/, ['US', 'DE']],
    [/(^|\.)state$/, ['NY', 'CA']],
    [/transaction_hash$/, ['0x000000000000000000000000000000000000000000000000000000testfailed']],
    [/networks$/, [['solana'], ['base']]],
    [/payment_method_types$/, [['card'], ['crypto'], ['card', 'crypto']]],
    [/enabled_events$|^types$/, [['charge.succeeded'], ['customer.created'], ['*']]],
    [/^type$/, ['charge.succeeded', 'customer.created', 'charge', 'payout', 'card', 'crypto', 'recurring', 'one_time', 'good']],
    [/lookup_keys$/, [['nothing']]],
    [/^ids$/, [['prod_1']]],
    [/off_session$/, ['true', 'false', 'one_off']],
    [/(^|\.)discount$/, [made.discount]],
    [/products$/, [['prod_1']]],
    [/day_of_month$/, ['20', '25']],
    [/config\.month$/, ['1', '2', '3']],
    [/quantity$/, ['3', '4']],
    [/client_secret$/, ['wrong']],
    [/request_three_d_secure$/, ['any', 'challenge', 'automatic']],
    [/uncategorized_text$/, ['winning_evidence', 'text']],
    [/duration_in_months$/, ['2', '3']],
    [/amount_to_capture$/, ['700']],
    [/minimum_amount$/, ['300']],
    [/status$/, ['canceled', 'draft', 'paid', 'open', 'trialing']],
    [/percentage$|percent_off$/, ['12.5', '50']],
  ];
}

/** Values that may make a difference, the likeliest first. */
export function candidates(spec: ParameterSpec, path: string, made: Made): readonly unknown[] {
  if (typeof spec === 'object' && 'z' in spec) return [...candidates(spec.z, path, made), ''];
  if (typeof spec === 'object' && 'e' in spec) return spec.e;
  const known = named(made).find(([pattern]) => pattern.test(path))?.[1];
  if (known) return known;
  if (typeof spec === 'object' && 'a' in spec) return candidates(spec.a, path, made).map((value) => [value]);
  if (typeof spec === 'object' && 't' in spec) return ['text', 'other'];
  if (typeof spec === 'object') return [minimal(spec, path, made)];
  if (spec === 'm') return [{ order: '7' }];
  if (spec === 'b') return ['true', 'false'];
  if (spec === 'n') return ['12.5', '50'];
  if (spec === 'i') return ['1', '7', '60', '500'];
  if (spec === 'r') return WIDE;
  if (spec === 'x') return ['x', { x: '1' }];
  return ['text', 'other'];
}

/** The fields that must be there. */
export function minimal(spec: FieldsSpec, path: string, made: Made): Fields {
  return Object.fromEntries(
    (spec.r ?? []).map((name) => [name, candidates(spec.o[name] as ParameterSpec, `${path}.${name}`, made)[0]]),
  );
}

const inner = (spec: ParameterSpec): ParameterSpec => {
  if (typeof spec === 'object' && 'z' in spec) return inner(spec.z);
  return typeof spec === 'object' && 'a' in spec ? inner(spec.a) : spec;
};

/** A word that is the only one there is says nothing. */
export const isOnlyWord = (spec: ParameterSpec): boolean => typeof spec === 'object' && 'e' in spec && spec.e.length === 1;

export const isList = (spec: ParameterSpec): boolean =>
  typeof spec === 'object' && ('a' in spec || ('z' in spec && isList(spec.z)));

/** What a parameter takes, by its path. */
export function specAt(spec: FieldsSpec, path: string): ParameterSpec {
  let at: ParameterSpec = spec;
  for (const step of path.split('.')) at = (inner(at) as FieldsSpec).o[step] as ParameterSpec;
  return at;
}

/** A form with the groups that lead to a parameter, and with the parameter where a value is given. */
export function withInput(
  spec: FieldsSpec,
  form: Fields,
  path: string,
  made: Made,
  value?: unknown,
  groups: Readonly<Record<string, Fields>> = {},
): Fields {
  const copy = structuredClone(form);
  let fields = copy;
  let at: FieldsSpec = spec;
  const steps = path.split('.');
  for (const [index, step] of steps.slice(0, -1).entries()) {
    const group = at.o[step] as ParameterSpec;
    const whole = steps.slice(0, index + 1).join('.');
    at = inner(group) as FieldsSpec;
    const fresh = (): Fields => structuredClone(groups[whole]) ?? minimal(at, whole, made);
    if (isList(group)) {
      fields[step] ??= [fresh()];
      fields = (fields[step] as Fields[])[0] as Fields;
    } else {
      fields[step] ??= fresh();
      fields = fields[step] as Fields;
    }
  }
  if (value !== undefined) fields[steps.at(-1) as string] = value;
  return copy;
}
