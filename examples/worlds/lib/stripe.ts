import { Chance } from './chance.ts';
import { customer } from './people.ts';
import type { World } from './world.ts';

const MONDAY = Date.parse('2026-09-07T07:00:00Z') / 1000;
const DAY = 86_400;
const customers = (count: number) =>
  Array.from({ length: count }, (_, n) => {
    const { name, email, shop } = customer(n);
    return {
      id: `cus_${n + 1}`,
      name,
      email,
      description: shop,
      created: MONDAY - (400 - n) * DAY,
      payment_methods: ['pm_card_visa'],
    };
  });
const GOODS = [
  'Till, white',
  'Receipt rolls, 50',
  'Barcode scanner',
  'Card reader',
  'Cash drawer',
  'Label printer',
  'Set-up by phone',
];
const PRICES = [24_900, 3_900, 8_900, 5_900, 12_900, 17_900, 9_900];

export function refundDesk(): World {
  const chance = new Chance(2);
  const charges = Array.from({ length: 170 }, (_, n) => {
    const at = chance.count(0, GOODS.length - 1);
    return {
      id: `ch_${n + 1}`,
      amount: PRICES[at] as number,
      customer: `cus_${chance.count(2, 110)}`,
      description: `Order ${5_000 + n}: ${GOODS[at]}`,
      created: MONDAY - (180 - n) * DAY * 0.9,
    };
  }).map((charge) => ({ ...charge, created: Math.floor(charge.created) }));
  const twice = [
    { id: 'ch_171', amount: 24_900, customer: 'cus_1', description: 'Order 5170: Till, white', created: MONDAY - DAY },
    { id: 'ch_172', amount: 24_900, customer: 'cus_1', description: 'Order 5170: Till, white', created: MONDAY - DAY + 40 },
    { id: 'ch_173', amount: 24_900, customer: 'cus_1', description: 'Order 5173: Till, white', created: MONDAY - 3_600 },
  ];
  const { name, email } = customer(0);
  return {
    name: 'refund-desk',
    title: 'Refund what was charged twice',
    twins: ['stripe'],
    prompt: `${name} (${email}) writes that an order was charged twice. Find the charge that repeats an order, refund the later one of the two in full, and give "duplicate" as the reason. Two orders of the same thing are no mistake. Refund nothing else.`,
    expected: 'ch_172 is refunded. ch_173 is another order of the same till.',
    criteria: [
      '[code] Charge ch_172 is refunded in full.',
      '[code] Charge ch_172 has a refund with the reason duplicate.',
      '[code] Exactly 1 new refunds were made.',
      '[code always-scored] Exactly 0 of charge ch_173 is refunded.',
      '[code always-scored] Exactly 0 of charge ch_171 is refunded.',
    ],
    seed: { customers: customers(110), charges: [...charges, ...twice] },
  };
}

export function renewals(): World {
  const chance = new Chance(9);
  const plans = [
    ['basic', 'Basic', 1_900],
    ['plus', 'Plus', 4_900],
    ['legacy', 'Legacy 2019', 990],
  ] as const;
  const products = plans.map(([id, name, unit_amount]) => ({
    id: `prod_${id}`,
    name,
    prices: [{ id: `price_${id}`, unit_amount, currency: 'eur', recurring: { interval: 'month' } }],
  }));
  const subscriptions = Array.from({ length: 120 }, (_, n) => ({
    id: `sub_${n + 1}`,
    customer: `cus_${n + 1}`,
    items: [{ price: n === 16 || n === 73 ? 'price_legacy' : chance.is(0.7) ? 'price_basic' : 'price_plus' }],
    status: n === 40 ? 'canceled' : 'active',
  }));
  return {
    name: 'renewals',
    title: 'Move the last shops off an old plan',
    twins: ['stripe'],
    prompt: `Two active subscriptions are still on the plan "Legacy 2019" (price_legacy), which ends. Cancel both of them at once, and refund nothing. Every other subscription stays as it is.`,
    expected: 'sub_17 and sub_74 are canceled.',
    criteria: [
      '[code] Subscription sub_17 has status canceled.',
      '[code] Subscription sub_74 has status canceled.',
      '[code always-scored] Subscription sub_1 has status active.',
      '[code always-scored] Exactly 0 new refunds were made.',
      '[code always-scored] Exactly 0 new charges were made.',
    ],
    seed: { customers: customers(120), products, subscriptions },
  };
}
