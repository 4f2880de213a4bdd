/** Currencies in which cards can be charged: https://docs.stripe.com/currencies */
const CODES =
  'usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf clp cny cop crc cve czk ' +
  'djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl htg huf idr ils inr isk jmd jod jpy kes kgs khr kmf krw kwd kyd ' +
  'kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ' +
  'ron rsd rub rwf sar sbd scr sek sgd shp sle sos srd std szl thb tjs tnd top try ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xof xpf ' +
  'yer zar zmw';

export const CURRENCIES: ReadonlySet<string> = new Set(CODES.split(' '));

/** Their minor unit is the unit itself: https://docs.stripe.com/currencies#zero-decimal */
const ZERO_DECIMAL = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
/** https://docs.stripe.com/currencies#three-decimal */
const THREE_DECIMAL = new Set('bhd jod kwd omr tnd'.split(' '));

/** The smallest charge in minor units: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const MINIMUM: Readonly<Record<string, number>> = {
  usd: 50,
  aed: 200,
  aud: 50,
  bgn: 100,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  inr: 50,
  jpy: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1000,
};
/** Eight digits (docs: PaymentIntents, `amount`). */
export const LARGEST_AMOUNT = 99_999_999;

export const decimalsOf = (currency: string): number => (ZERO_DECIMAL.has(currency) ? 0 : THREE_DECIMAL.has(currency) ? 3 : 2);

const SIGNS: Readonly<Record<string, string>> = { usd: '$', eur: '€', gbp: '£', jpy: '¥', inr: '₹' };

/** An amount as Stripe writes it in messages, e.g. `$20.00`. */
export function formatAmount(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const [whole = '0', fraction] = (Math.abs(amount) / 10 ** decimals).toFixed(decimals).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  const number = `${amount < 0 ? '-' : ''}${SIGNS[currency] ?? ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
  return SIGNS[currency] === undefined ? `${number} ${currency}` : number;
}

/** A price a unit, which may have parts of a minor unit, e.g. `$0.005`. */
export function formatUnitAmount(decimal: string, currency: string): string {
  const amount = Number(decimal);
  if (Number.isInteger(amount)) return formatAmount(amount, currency);
  const whole = String(amount / 10 ** decimalsOf(currency));
  return SIGNS[currency] === undefined ? `${whole} ${currency}` : `${SIGNS[currency]}${whole}`;
}

export const smallestCharge = (currency: string): number => MINIMUM[currency] ?? 1;
