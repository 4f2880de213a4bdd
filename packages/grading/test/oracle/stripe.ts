/** What can be done and said on Stripe. */
import { changing, removing, some, TEXTS } from './deeds.ts';
import type { Deed, Row, World } from './history.ts';
import { bearers, COUNT, holdsAsTyped, of, type Sentence, same, sentence, TEXT, writesIn } from './oracle.ts';

export const stripeSeed = {
  customers: [
    { id: 'cus_ada', email: 'ada@example.com', name: 'Ada', description: 'It fails here' },
    { id: 'cus_ben', email: 'ben@example.com', name: 'Ben', description: 'Nothing' },
    { id: 'cus_eve', email: 'eve@example.com', name: 'Eve' },
  ],
  charges: [
    { id: 'ch_one', amount: 2000, customer: 'cus_ada', refunds: [{ id: 're_one', amount: 500 }] },
    { id: 'ch_two', amount: 900, customer: 'cus_ben' },
  ],
};
export const STRIPE_TOOLS = ['create_refund', 'update_customer', 'list_charges'];
export const STRIPE_VALUES = ['cus_ada', 'cus_ben', 'ada@example.com', 'ben@example.com', 'eve@example.com', 'ch_one', 'ch_two'];
const EMAILS = ['ada@example.com', 'ben@example.com', 'eve@example.com'];

export const stripeDeeds: readonly Deed[] = [
  (board, chance) => {
    const [charge, like] = [some(board, 'charges', chance), board.all('refunds')[0]];
    if (!charge || !like) return 'create_refund';
    const id = `re_${board.next()}`;
    const amount = chance.of([100, 300, 500]);
    board.put('refunds', id, () => false, { ...like, id, charge: charge.id, amount, description: chance.of(TEXTS) });
    board.change('charges', charge, { amount_refunded: Number(charge.amount_refunded) + amount });
    return 'create_refund';
  },
  (board, chance) => {
    const like = board.all('customers')[0];
    const id = `cus_${board.next()}`;
    if (like) board.put('customers', id, () => false, { ...like, id, email: chance.of(EMAILS), description: chance.of(TEXTS) });
    return 'create_customer';
  },
  changing('update_customer', 'customers', (_one, _board, chance) => ({ description: chance.of(TEXTS) })),
  changing('update_customer', 'customers', (_one, _board, chance) => ({ email: chance.of(EMAILS) })),
  removing(null, 'customers'),
];

const CHARGE = Object.assign(/[\w.-]+/, { like: /ch_[a-z]+/ });
const EMAIL = /[^\s@"]+@[^\s@"]+/;
const CUSTOMER = Object.assign(/[^\s@"]+@[^\s@"]+|[\w.-]+/, { like: /cus_[a-z]+|[a-z]+@example\.com/ });

const onCharge = (text: string, value: RegExp, isTrue: (refunds: readonly Row[], value: number, charge: Row) => boolean) =>
  sentence(text, text.startsWith('Charge') ? [CHARGE, value] : [value, CHARGE], 'end', (values, { final }) => {
    const [id, amount] = text.startsWith('Charge') ? values : [values[1], values[0]];
    const charge = of(final, 'charges').find((one) => one.id === id);
    return (
      charge !== undefined &&
      isTrue(
        of(final, 'refunds').filter((one) => one.charge === id),
        Number(amount),
        charge,
      )
    );
  });

const sum = (refunds: readonly Row[]): number => refunds.reduce((total, { amount }) => total + Number(amount), 0);
const fresh = (seed: World, final: World, collection: string): Row[] =>
  of(final, collection).filter(({ id }) => !of(seed, collection).some((one) => one.id === id));

const TEXT_FIELDS = ['name', 'email', 'description'];
const AMOUNT = /\d{1,6}/;

export const stripeSentences: readonly Sentence[] = [
  sentence('No new refunds were made.', [], 'end and seed', (_, { seed, final }) => fresh(seed, final, 'refunds').length === 0),
  sentence('There are exactly ~ refunds.', [COUNT], 'end', ([count], { final }) => of(final, 'refunds').length === Number(count)),
  onCharge('Charge ~ has exactly ~ refunds.', COUNT, (refunds, count) => refunds.length === count),
  onCharge('Charge ~ has a refund of ~.', AMOUNT, (refunds, amount) => refunds.some((one) => one.amount === amount)),
  onCharge('Exactly ~ of charge ~ is refunded.', AMOUNT, (refunds, amount) => sum(refunds) === amount),
  sentence('No charge other than ~ was refunded.', [CHARGE], 'end and seed', ([id], { seed, final }) =>
    of(final, 'charges').every((one) => {
      const before = of(seed, 'charges').find((old) => old.id === one.id)?.amount_refunded ?? 0;
      return one.id === id || one.amount_refunded === before;
    }),
  ),
  sentence('A customer with the email "~" exists.', [EMAIL], 'end', ([email], { final }) =>
    of(final, 'customers').some((one) => one.email === email),
  ),
  sentence('A customer with the email "~" was created.', [EMAIL], 'end and seed', ([email], { seed, final }) =>
    fresh(seed, final, 'customers').some((one) => one.email === email),
  ),
  sentence('No customers were deleted.', [], 'calls and seed', (_, { calls }) =>
    writesIn(calls).every(({ collection, after }) => collection !== 'customers' || after !== null),
  ),
  sentence('The description of customer ~ is "~".', [CUSTOMER, TEXT], 'end', ([who = '', text = ''], { seed, final }) =>
    bearers(of(seed, 'customers'), of(final, 'customers'), (one) => one.id === who || one.email === who).some(({ description }) =>
      same(description ?? '', text),
    ),
  ),
  sentence('Nothing that was written contains "~".', [TEXT], 'calls and seed', ([needle = ''], { calls }) =>
    writesIn(calls).every(({ before, after }) =>
      TEXT_FIELDS.every((field) => !holdsAsTyped(after?.[field], needle) || before?.[field] === after?.[field]),
    ),
  ),
];
