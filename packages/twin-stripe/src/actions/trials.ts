import { InvalidParameter, InvalidRequest } from '../errors.ts';
import { type Price, type StripeContext, seconds } from '../world.ts';
import { DAY_SECONDS } from './periods.ts';

/** Stripe refuses later instants, in the words that the tests of stripe-ruby-mock keep. */
const FIVE_YEARS_S = 5 * 366 * DAY_SECONDS;
/** https://docs.stripe.com/billing/subscriptions/trials: two years at most. */
const LONGEST_TRIAL = 730;

export interface Trial {
  end: number;
}

export interface TrialParams {
  trial_end?: number | string | null;
  trial_from_plan?: boolean;
  trial_period_days?: number;
}

const tooLong = (param: string): InvalidRequest =>
  new InvalidRequest(`The maximum number of trial period days is ${LONGEST_TRIAL} (2 years).`, { param });

/** The end is counted from now on (https://github.com/stripe/stripe-ruby/issues/804). @throws for an instant that is no end of a trial */
export function requireTrialEnd(context: StripeContext, end: number | string): asserts end is number {
  if (typeof end === 'string') throw new InvalidParameter(`Invalid timestamp: ${end}`, { param: 'trial_end' });
  const now = seconds(context.now);
  if (end <= now)
    throw new InvalidParameter('Invalid timestamp: must be an integer Unix timestamp in the future.', { param: 'trial_end' });
  if (end > now + FIVE_YEARS_S)
    throw new InvalidParameter('Invalid timestamp: can be no more than five years in the future.', { param: 'trial_end' });
  if (end > now + LONGEST_TRIAL * DAY_SECONDS) throw tooLong('trial_end');
}

/** When the trial ends that is asked for; undefined where there is none. */
export function trialOf(context: StripeContext, params: TrialParams, prices: readonly Readonly<Price>[]): Trial | undefined {
  const now = seconds(context.now);
  if (params.trial_end !== undefined && params.trial_period_days !== undefined)
    throw new InvalidParameter('You may only specify one of these parameters: trial_end, trial_period_days.', {
      param: 'trial_end',
    });
  if (params.trial_end === 'now') return undefined;
  if (params.trial_end !== undefined && params.trial_end !== null) {
    requireTrialEnd(context, params.trial_end);
    return { end: params.trial_end };
  }
  // docs: Prices, `recurring.trial_period_days`: "when subscribing a customer to this price using `trial_from_plan=true`"
  const ofPrices = params.trial_from_plan ? prices.map((price) => price.recurring?.trial_period_days ?? 0) : [];
  const days = params.trial_period_days ?? Math.max(0, ...ofPrices);
  if (days < 0)
    throw new InvalidParameter('Invalid non-negative integer', {
      code: 'parameter_invalid_integer',
      param: 'trial_period_days',
    });
  if (days > LONGEST_TRIAL) throw tooLong('trial_period_days');
  return days > 0 ? { end: now + days * DAY_SECONDS } : undefined;
}
