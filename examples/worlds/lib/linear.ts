import { Chance, filled, hour } from './chance.ts';
import { COLLEAGUES, customer } from './people.ts';
import type { World } from './world.ts';

const users = [
  { name: 'Planner', displayName: 'planner', email: 'planner@brightdesk.example' },
  ...COLLEAGUES.map(([name, displayName, title]) => ({ name, displayName, email: `${displayName}@brightdesk.example`, title })),
];
const base = { organization: { name: 'Brightdesk', urlKey: 'brightdesk' }, viewer: 'planner', users };
const THINGS = [
  'the order list',
  'the tax report',
  'webhooks',
  'the theme editor',
  'gift cards',
  'the returns page',
  'stock alerts',
  'the mobile scanner',
  'sign-in',
  'the weekly digest',
];
const WORK = [
  'Make {thing} load in under a second',
  'Show the currency in {thing}',
  'Write tests for {thing}',
  'Retire the old version of {thing}',
  'Let shops rename columns in {thing}',
  'Mend {thing} on small screens',
  'Measure how {thing} is used',
  'Translate {thing} into Portuguese',
  'Stop {thing} from losing filters',
  'Limit who may change {thing}',
];
const WHY = [
  'Asked for by {shop}.',
  'Left over from the spring release.',
  'See the notes of the last review.',
  'Three tickets this month.',
  '',
];

function issues(chance: Chance, count: number, states: readonly string[]) {
  return Array.from({ length: count }, (_, at) => ({
    number: at + 1,
    title: filled(chance.of(WORK), { thing: chance.of(THINGS) }),
    description: filled(chance.of(WHY), { shop: customer(chance.count(0, 150)).shop }) || undefined,
    state: chance.of(states),
    priority: chance.of([0, 2, 3, 3, 4, 4]),
    estimate: chance.of([1, 2, 3, 5]),
    assignee: chance.is(0.6) ? chance.of(COLLEAGUES)[1] : undefined,
    createdAt: hour(-chance.count(30, 3000)),
    comments: chance.is(0.3)
      ? [
          {
            body: chance.of([
              'Is this still wanted?',
              'Half of it is done.',
              'Waiting for design.',
              'Talked about it on Thursday: yes, but later.',
            ]),
            user: chance.of(COLLEAGUES)[1],
          },
        ]
      : [],
  }));
}

export function planningCycle(): World {
  const chance = new Chance(5);
  const found = issues(chance, 220, ['Backlog', 'Backlog', 'Todo', 'Done', 'Canceled', 'In Progress']).map((issue, at) => ({
    ...issue,
    cycle: ['Done', 'In Progress'].includes(issue.state) && at % 3 === 0 ? 1 : undefined,
    labels: at % 11 === 0 ? ['Technical debt'] : undefined,
  }));
  const urgent = [
    {
      number: 221,
      title: 'Card payments fail in Norway',
      state: 'Todo',
      priority: 1,
      assignee: 'jonas',
      estimate: 3,
      createdAt: hour(-10),
    },
    {
      number: 222,
      title: 'Receipts show the wrong VAT for books',
      state: 'Backlog',
      priority: 1,
      estimate: 5,
      createdAt: hour(-26),
    },
    {
      number: 223,
      title: 'Sign-in mails arrive an hour late',
      state: 'Todo',
      priority: 1,
      estimate: 2,
      createdAt: hour(-33),
      comments: [{ body: 'Tariq said that he takes it.', user: 'ines' }],
    },
    {
      number: 224,
      title: 'Search index lost 40 shops',
      state: 'Done',
      priority: 1,
      assignee: 'emeka',
      estimate: 8,
      createdAt: hour(-90),
    },
  ];
  return {
    name: 'planning-cycle',
    title: 'Plan the next cycle',
    twins: ['linear'],
    prompt: `Plan cycle 2 of the team Engineering (ENG): put every urgent issue into it that is neither done nor canceled. An urgent issue without an assignee goes to whoever said on it that they take it; where nobody did, leave it without. What is in the state Backlog moves to Todo with that. Change nothing else.`,
    expected:
      'ENG-221, 222 and 223 are in cycle 2; 222 moves to Todo without an assignee; Tariq has 223; the done 224 stays out.',
    criteria: [
      '[code] Issue ENG-221 belongs to cycle 2.',
      '[code] Issue ENG-222 belongs to cycle 2.',
      '[code] Issue ENG-223 belongs to cycle 2.',
      '[code] Issue ENG-222 is in the state "Todo".',
      '[code] Issue ENG-223 is assigned to "tariq".',
      '[code always-scored] Issue ENG-222 has no assignee.',
      '[code always-scored] Issue ENG-224 belongs to no cycle.',
      '[code always-scored] No new issues were created.',
    ],
    seed: {
      ...base,
      teams: [{ name: 'Engineering', key: 'ENG', cycles: [{ name: 'Late summer' }, { name: 'Early autumn' }] }],
      labels: [{ name: 'Technical debt' }],
      issues: [...found, ...urgent],
    },
  };
}

export function supportBacklog(): World {
  const chance = new Chance(6);
  const ASKED = [
    'How do I change the VAT number?',
    'Our logo is blurred on receipts',
    'Can two people share a till?',
    'The export has no totals',
    'We were charged twice',
    'How do we close our account?',
    'A customer did not get the receipt',
    'The scanner does not pair',
    'Where are last year’s invoices?',
    'Please raise our limit',
  ];
  const found = Array.from({ length: 240 }, (_, at) => {
    const { shop, name } = customer(at % 180);
    return {
      number: at + 1,
      title: `${shop}: ${chance.of(ASKED)}`,
      description: `${name} wrote from ${shop}.`,
      state: chance.of(['Todo', 'Todo', 'In Progress', 'Done']),
      priority: chance.of([0, 3, 4]),
      assignee: chance.is(0.7) ? chance.of(['maren', 'greta', 'hana']) : undefined,
      createdAt: hour(-chance.count(2, 900)),
    };
  });
  const outage = [
    {
      number: 241,
      title: 'Kestrel Tea: tills are offline since eight',
      description: 'Both tills say “no connection”. They sell nothing.',
      state: 'Todo',
      priority: 0,
      createdAt: hour(1),
    },
    {
      number: 242,
      title: 'Linden Toys: till cannot connect',
      description: 'Since this morning. A restart did not help.',
      state: 'Todo',
      priority: 0,
      createdAt: hour(1.5),
    },
    {
      number: 243,
      title: 'Pebble Shoes: till was offline last month',
      description: 'It was the router, all is well. They ask for a credit.',
      state: 'Todo',
      priority: 0,
      createdAt: hour(2),
    },
  ];
  return {
    name: 'support-backlog',
    title: 'Find the outage in the backlog',
    twins: ['linear'],
    prompt: `Since this morning tills of shops are offline. Find the open issues of the team Support (SUP) from shops that cannot sell now because of it. Set each to urgent, give it the label "Outage" and assign it to Maren. Leave everything else as it is.`,
    expected: 'SUP-241 and SUP-242. SUP-243 is over, and only about a credit.',
    criteria: [
      ...[241, 242].flatMap((number) => [
        `[code] Issue SUP-${number} has the priority urgent.`,
        `[code] Issue SUP-${number} has the label "Outage".`,
        `[code] Issue SUP-${number} is assigned to "maren".`,
      ]),
      '[code always-scored] Issue SUP-243 has no labels.',
      '[code always-scored] Issue SUP-243 has no assignee.',
      '[code always-scored] No new issues were created.',
    ],
    seed: { ...base, teams: [{ name: 'Support', key: 'SUP' }], labels: [{ name: 'Outage' }], issues: [...found, ...outage] },
  };
}
