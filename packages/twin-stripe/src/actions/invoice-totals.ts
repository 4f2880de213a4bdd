import type { Discount, DiscountAmount, Invoice, InvoiceLineItem, PretaxCredit, StripeContext, Tax, TaxRate } from '../world.ts';
import { appliesTo, reductionOf } from './discounts.ts';

/** A line on its way to what is paid for it. */
interface Priced {
  line: Readonly<InvoiceLineItem>;
  /** What is left after the discounts so far. */
  rest: number;
  reductions: DiscountAmount[];
  taxes: Tax[];
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** Spreads a reduction over lines by what is left of each; the last one takes what rounding leaves over. */
function spread(discount: string, reduction: number, lines: readonly Priced[]): void {
  const positive = lines.filter(({ rest }) => rest > 0);
  let left = reduction;
  let base = sum(positive.map(({ rest }) => rest));
  for (const priced of positive) {
    const share = base === 0 ? 0 : Math.round((left * priced.rest) / base);
    base -= priced.rest;
    left -= share;
    priced.rest -= share;
    if (share > 0) priced.reductions.push({ amount: share, discount });
  }
}

/** Takes a discount off the lines whose products it applies to. */
function takeOff(context: StripeContext, id: string, lines: readonly Priced[]): DiscountAmount {
  const discount = context.world.discounts.get(id) as Readonly<Discount>;
  const eligible = lines.filter(({ line }) => appliesTo(context, discount, line.pricing?.price_details.product));
  const base = Math.max(0, sum(eligible.map(({ rest }) => rest)));
  const amount = reductionOf(context, discount, base);
  spread(id, amount, eligible);
  return { amount, discount: id };
}

/** The tax rates of a line: its own, else the invoice's (docs: Tax rates, "Invoices"). */
function ratesOf({ world }: StripeContext, invoice: Readonly<Invoice>, line: Readonly<InvoiceLineItem>): readonly TaxRate[] {
  const { invoice_item_details: item, subscription_item_details: subscribed } = line.parent as unknown as {
    invoice_item_details: { invoice_item: string } | null;
    subscription_item_details: { subscription_item: string } | null;
  };
  const own = item
    ? world.invoiceitems.get(item.invoice_item)?.tax_rates
    : world.subscription_items.get(subscribed?.subscription_item ?? '')?.tax_rates;
  return own && own.length > 0 ? own : invoice.default_tax_rates;
}

const REASONS = { exempt: 'customer_exempt', none: 'not_available', reverse: 'reverse_charge' } as const;

/** The taxes on an amount. Inclusive ones are in it already, exclusive ones come on top. */
function taxesOn(amount: number, rates: readonly TaxRate[], exemption: string): Tax[] {
  const included = sum(rates.filter(({ inclusive }) => inclusive).map(({ percentage }) => percentage));
  const taxable = Math.round(amount / (1 + included / 100));
  return rates.map((rate) => ({
    amount: exemption === 'none' ? Math.round((taxable * rate.percentage) / 100) : 0,
    tax_behavior: rate.inclusive ? 'inclusive' : 'exclusive',
    tax_rate_details: { tax_rate: rate.id },
    taxability_reason: REASONS[exemption as keyof typeof REASONS],
    taxable_amount: taxable,
    type: 'tax_rate_details',
  }));
}

/** Taxes of several lines, one a rate. */
function totalTaxes(taxes: readonly Tax[]): Tax[] {
  const byRate = new Map<string, Tax>();
  for (const tax of taxes) {
    const { tax_rate: rate } = tax.tax_rate_details;
    const known = byRate.get(rate);
    byRate.set(
      rate,
      known ? { ...known, amount: known.amount + tax.amount, taxable_amount: known.taxable_amount + tax.taxable_amount } : tax,
    );
  }
  return [...byRate.values()];
}

const taxOf = (taxes: readonly Tax[], behaviour: Tax['tax_behavior']): number =>
  sum(taxes.filter(({ tax_behavior }) => tax_behavior === behaviour).map(({ amount }) => amount));

/** Discounts are all that is taken off before taxes (recorded: pay-rails/pay, test/vcr_cassettes, of a coupon). */
const creditsOf = (reductions: readonly DiscountAmount[]): PretaxCredit[] =>
  reductions.map((reduction) => ({ ...reduction, type: 'discount' }));

/** Tells a line what was taken off it and what tax is on it. */
function tellLine({ world }: StripeContext, { line, reductions, taxes }: Priced): void {
  const told = line.discount_amounts.length + line.taxes.length + reductions.length + taxes.length > 0;
  if (told) {
    world.invoice_line_items.update(line.id, {
      discount_amounts: reductions,
      pretax_credit_amounts: creditsOf(reductions),
      taxes,
    });
  }
}

/** Adds an invoice up: lines, their discounts, the invoice's discounts, taxes. */
export function total(context: StripeContext, id: string): Readonly<Invoice> {
  const { world } = context;
  const invoice = world.invoices.get(id) as Readonly<Invoice>;
  const lines = world.invoice_line_items.by.invoice
    .page(id)
    .map((line): Priced => ({ line, rest: line.amount, reductions: [], taxes: [] }));
  const own = lines.flatMap((priced) => priced.line.discounts.map((discount) => takeOff(context, discount, [priced])));
  const discountable = lines.filter(({ line }) => line.discountable);
  const reductions = [...own, ...invoice.discounts.map((discount) => takeOff(context, discount, discountable))];
  for (const priced of lines) {
    priced.taxes = taxesOn(priced.rest, ratesOf(context, invoice, priced.line), invoice.customer_tax_exempt);
    tellLine(context, priced);
  }
  const taxes = lines.flatMap((priced) => priced.taxes);
  const subtotal = sum(lines.map(({ line }) => line.amount));
  const discounted = subtotal - sum(reductions.map(({ amount }) => amount));
  const amount = discounted + taxOf(taxes, 'exclusive');
  const due = Math.max(0, amount);
  return world.invoices.update(id, {
    amount_due: due,
    amount_remaining: due,
    subtotal,
    subtotal_excluding_tax: subtotal - taxOf(taxes, 'inclusive'),
    total: amount,
    total_discount_amounts: reductions,
    total_pretax_credit_amounts: creditsOf(reductions),
    total_excluding_tax: discounted - taxOf(taxes, 'inclusive'),
    total_taxes: totalTaxes(taxes),
  });
}
