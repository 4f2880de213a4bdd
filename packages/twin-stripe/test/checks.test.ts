import { describeChecks, type LookAlike } from '@svc/twin-kit/testing';
import { isWhole, shareOf } from '@svc/twin-kit/testing/share';
import { stripe } from '../src/index.ts';
import { cases, record } from './checks/index.ts';
import { variants } from './checks/variants.ts';
import type { Run } from './checks/world.ts';
import { writings } from './checks/writings.ts';

const lookAlikes: LookAlike<Run>[] = [
  ...variants.map(
    ([id, args, run, passes]): LookAlike<Run> => ({
      check: `stripe.${id}`,
      args,
      run,
      status: passes ? 'passed' : 'failed',
    }),
  ),
  ...writings.flatMap((run): LookAlike<Run>[] => [
    { check: 'stripe.nothing-written-containing', args: { needle: 'needle' }, run, status: 'failed' },
    { check: 'stripe.something-written-containing', args: { needle: 'needle' }, run, status: 'passed' },
  ]),
];

const missing = {
  charge: 'ch_none',
  payment_intent: 'pi_none',
  payment_method: 'pm_none',
  invoice: 'in_none',
  subscription: 'sub_none',
  customer: 'nobody@example.com',
  object: 'ch_none',
  price: 'price_none',
  coupon: 'NONE',
  code: 'NONE',
};

describeChecks({
  twin: stripe,
  cases,
  record,
  missing,
  lookAlikes: shareOf(lookAlikes, 0, ({ check }) => check),
  fewEvasions: !isWhole,
});
