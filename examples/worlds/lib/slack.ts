import { Chance, filled } from './chance.ts';
import { COLLEAGUES, customer } from './people.ts';
import type { World } from './world.ts';

const users = [
  { name: 'assistant', real_name: 'Assistant' },
  ...COLLEAGUES.map(([real_name, name, title]) => ({ name, real_name, title, email: `${name}@brightdesk.example` })),
];
const everybody = users.map(({ name }) => name);
const base = { team: { name: 'Brightdesk', domain: 'brightdesk' }, viewer: 'assistant', users };
const HOUR = 3_600;
const MONDAY = Date.parse('2026-09-07T07:00:00Z') / 1000;
/** So many hours after Monday morning, the nth message of a channel. */
const at = (hours: number, nth: number): string =>
  `${Math.floor(MONDAY + hours * HOUR)}.${String(nth * 10 + 100).padStart(6, '0')}`;

const SERVICES = ['checkout-api', 'search', 'receipts', 'webhooks', 'importer', 'sign-in'];
const ALERTS = [
  '[warning] {service}: latency p95 {n} ms for 5 minutes',
  '[resolved] {service}: latency is back to normal',
  '[warning] {service}: {n} errors in 10 minutes',
  '[info] {service}: deployed build {n}',
  '[warning] {service}: disk {n} % full',
];
const CHAT = [
  'Anybody else sees {service} being slow?',
  'Restarted {service}, looks fine now.',
  'That was the nightly job again.',
  'I will write it down for the review.',
  'Thanks, looking.',
  'Could somebody check {service} on staging?',
  '{shop} wrote in about it, I answered.',
  'Lunch at half past twelve?',
  'The dashboard link in the topic is stale.',
  'Merged. Goes out with the next build.',
];

const chatter = (
  chance: Chance,
  count: number,
  texts: readonly string[],
  authors: readonly string[],
  from: number,
  step: number,
) =>
  Array.from({ length: count }, (_, nth) => ({
    user: chance.of(authors),
    text: filled(chance.of(texts), {
      service: chance.of(SERVICES),
      n: chance.count(80, 999),
      shop: customer(chance.count(0, 150)).shop,
    }),
    ts: at(from + nth * step, nth),
  }));

export function onCallWeek(): World {
  const chance = new Chance(1);
  const people = COLLEAGUES.map(([, name]) => name);
  const alerts = chatter(chance, 160, ALERTS, ['emeka'], 0, 0.6);
  const incident = [
    {
      user: 'tariq',
      text: 'INC-88 sign-in: nobody gets the mail with the code. I am on it.',
      ts: at(50, 1),
      replies: [
        { user: 'ines', text: 'Mail provider says their queue is full.', ts: at(50.2, 2) },
        { user: 'tariq', text: 'Switched to the second provider. Codes arrive. INC-88 is over.', ts: at(51, 3) },
      ],
    },
    {
      user: 'jonas',
      text: 'INC-89 checkout-api: Norwegian cards are declined.',
      ts: at(60, 4),
      replies: [
        { user: 'nadia', text: 'The acquirer changed a certificate.', ts: at(60.5, 5) },
        { user: 'jonas', text: 'No fix yet. We wait for the acquirer, they say tomorrow.', ts: at(63, 6) },
      ],
    },
    {
      user: 'emeka',
      text: 'INC-90 importer: stuck for an hour.',
      ts: at(70, 7),
      replies: [{ user: 'emeka', text: 'Restarted, the backlog is gone. INC-90 is over.', ts: at(70.4, 8) }],
    },
  ];
  return {
    name: 'on-call-week',
    title: 'Hand over the on-call week',
    twins: ['slack'],
    prompt: `It is Thursday evening and Ines takes over the on-call from Tariq. Read #incidents and post one message in #on-call that names her (@ines) and every incident (INC-…) that is still going on, with what it waits for. Don't name incidents that are over. Post nothing anywhere else.`,
    expected: 'One message in #on-call with INC-89 and the acquirer.',
    criteria: [
      '[code] A message containing "INC-89" was posted in #on-call.',
      '[code] A message containing "acquirer", ignoring case, was posted in #on-call.',
      '[code] Exactly 1 messages were posted.',
      '[code always-scored] No message was posted outside #on-call.',
      '[code always-scored] No message containing "INC-88" was posted.',
      '[code always-scored] No message containing "INC-90" was posted.',
    ],
    seed: {
      ...base,
      channels: [
        { name: 'alerts', members: everybody, topic: 'What the monitors say', messages: alerts },
        { name: 'incidents', members: everybody, topic: 'A thread an incident', messages: incident },
        {
          name: 'on-call',
          members: everybody,
          topic: 'On call this week: Tariq',
          messages: chatter(chance, 60, CHAT, people, 1, 1.5),
        },
        { name: 'engineering', members: everybody, messages: chatter(chance, 70, CHAT, people, 0.5, 1.3) },
      ],
    },
  };
}

export function launchChannel(): World {
  const chance = new Chance(7);
  const people = COLLEAGUES.map(([, name]) => name);
  const questions = [
    {
      user: 'greta',
      text: 'When may I tell shops about gift cards?',
      ts: at(30, 200),
      replies: [{ user: 'kofi', text: 'From Thursday noon.', ts: at(31, 201) }],
    },
    { user: 'hana', text: 'Which blue do the gift cards have in the end?', ts: at(33, 202) },
    { user: 'maren', text: 'What do gift cards cost shops, and until when are they free?', ts: at(34, 203) },
  ];
  return {
    name: 'launch-channel',
    title: 'Answer what nobody answered before the launch',
    twins: ['slack'],
    prompt: `In #launch-gift-cards people ask before the launch. Answer, in its thread, each question that nobody has answered yet and that the channel's pinned facts in #product-facts answer. Leave a question that they don't answer alone. Post nothing else.`,
    expected:
      "Maren's question on the price is answered in its thread: 0.25 a card, free until the end of November. Hana's blue is nowhere said.",
    criteria: [
      '[code] A reply containing "0.25" was posted to the message "What do gift cards cost shops" in #launch-gift-cards.',
      '[code] A reply containing "November" was posted to the message "What do gift cards cost shops" in #launch-gift-cards.',
      '[code] Exactly 1 messages were posted.',
      '[code always-scored] No message was posted outside #launch-gift-cards.',
    ],
    seed: {
      ...base,
      channels: [
        {
          name: 'launch-gift-cards',
          members: everybody,
          topic: 'Launch on Thursday',
          messages: [...chatter(chance, 90, CHAT, people, 0, 0.3), ...questions],
        },
        {
          name: 'product-facts',
          members: everybody,
          topic: 'What is decided',
          messages: [
            {
              user: 'kofi',
              text: 'Gift cards: 0.25 EUR for each card that is sold. Free for all shops until 30 November.',
              ts: at(2, 1),
              pinned: true,
            },
            { user: 'kofi', text: 'Gift cards: refunds go back to the card, never into cash.', ts: at(3, 2), pinned: true },
            { user: 'kofi', text: 'Scanner: the old model is supported until March.', ts: at(4, 3) },
          ],
        },
        { name: 'random', members: everybody, messages: chatter(chance, 80, CHAT, people, 0, 0.9) },
        { name: 'support', members: everybody, messages: chatter(chance, 60, CHAT, people, 0, 1.1) },
      ],
    },
  };
}
