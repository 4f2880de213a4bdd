import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Twin } from '@svc/twin-kit';
import { z } from 'zod';
import { loadTwin, twinIds } from '../src/index.ts';

const PUBLIC_KEY = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' });
const MONTHLY = { id: 'price_1', unit_amount: 500, recurring: { interval: 'month' } };
const PRODUCT = { products: [{ id: 'prod_1', name: 'Plan', prices: [MONTHLY] }] };
const CUSTOMER = { customers: [{ id: 'cus_1', payment_methods: ['visa'] }] };
const ISSUE = { teams: [{ name: 'Engineering', key: 'ENG' }], issues: [{ title: 'Broken' }] };

/** For every key of a twin's seed the least that a user has to write for it, with what it refers to. */
const LEAST: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  github: {
    viewer: { viewer: 'ada' },
    mergeability_delay_seconds: { mergeability_delay_seconds: 5 },
    users: { users: [{ login: 'ada' }] },
    repositories: { repositories: [{ owner: 'acme', name: 'web', issues: [{ title: 'Broken' }] }] },
    gists: { gists: [{ files: { 'notes.md': '# Notes' } }] },
    projects: { projects: [{ title: 'Roadmap' }] },
    apps: { apps: [{ slug: 'web-helper', key: PUBLIC_KEY }] },
    advisories: { advisories: [{ ghsa_id: 'GHSA-2222-3333-4444', summary: 'Parses for ever' }] },
  },
  stripe: {
    account: { account: { id: 'acct_1' } },
    customers: { customers: [{}] },
    products: { products: [{ name: 'Mug' }] },
    prices: { products: [{ id: 'prod_1', name: 'Mug' }], prices: [{ product: 'prod_1', unit_amount: 700 }] },
    coupons: { coupons: [{ percent_off: 10 }] },
    charges: { charges: [{ amount: 2000 }] },
    payment_intents: { payment_intents: [{ amount: 2000 }] },
    refunds: { charges: [{ id: 'ch_1', amount: 2000 }], refunds: [{ charge: 'ch_1' }] },
    subscriptions: { ...CUSTOMER, ...PRODUCT, subscriptions: [{ customer: 'cus_1', items: [{ price: 'price_1' }] }] },
    invoices: { ...CUSTOMER, invoices: [{ customer: 'cus_1', lines: [{ amount: 2500 }] }] },
    webhook_endpoints: { webhook_endpoints: [{ url: 'https://example.com/hook' }] },
    balance: { balance: { usd: 50_000 } },
  },
  slack: {
    team: { team: { name: 'Initech' } },
    viewer: { users: [{ name: 'ada' }], viewer: 'ada' },
    users: { users: [{ name: 'ada' }] },
    channels: { channels: [{ name: 'ops', messages: [{ text: 'Down' }] }] },
    direct_messages: { users: [{ name: 'ada' }], direct_messages: [{ users: ['ada'], messages: [{ text: 'Hi' }] }] },
    usergroups: { usergroups: [{ name: 'Leads', handle: 'leads' }] },
    files: { files: [{ name: 'a.txt' }] },
    emoji: { emoji: [{ name: 'shipit' }] },
    canvases: { canvases: [{ title: 'Plan' }] },
  },
  gmail: {
    emailAddress: { emailAddress: 'ada@example.com' },
    displayName: { displayName: 'Me' },
    labels: { labels: ['Work'] },
    messages: { messages: [{ from: 'ben@example.org' }] },
    drafts: { drafts: [{}] },
    sendAs: { sendAs: [{ sendAsEmail: 'team@example.com' }] },
    filters: { filters: [{ criteria: { from: 'ben@example.org' }, action: { addLabels: ['STARRED'] } }] },
    forwardingAddresses: { forwardingAddresses: [{ forwardingEmail: 'archive@example.com' }] },
    delegates: { delegates: [{ delegateEmail: 'assistant@example.com' }] },
    settings: { settings: { vacation: { enableAutoReply: true, responseSubject: 'Away' } } },
  },
  linear: {
    organization: { organization: { name: 'Initech' } },
    viewer: { users: [{ name: 'Ada' }], viewer: 'Ada' },
    users: { users: [{ name: 'Ada' }] },
    teams: { teams: [{ name: 'Support' }] },
    labels: { labels: [{ name: 'Bug' }] },
    projectStatuses: { projectStatuses: [{ name: 'Doing', type: 'started' }] },
    projectLabels: { projectLabels: [{ name: 'Platform' }] },
    initiativeLabels: { initiativeLabels: [{ name: 'Growth' }] },
    projects: { projects: [{ name: 'Spring' }] },
    initiatives: { initiatives: [{ name: 'Europe' }] },
    issues: { issues: [{ title: 'Broken' }] },
    documents: { projects: [{ name: 'Spring' }], documents: [{ title: 'Plan', project: 'Spring' }] },
    webhooks: { webhooks: [{ url: 'https://example.com/hook' }] },
    favorites: { ...ISSUE, favorites: [{ issue: 'ENG-1' }] },
    notifications: { ...ISSUE, notifications: [{ issue: 'ENG-1' }] },
  },
};

const CLOCK = { mode: 'logical' } as const;

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];

describe.each(Object.keys(LEAST))('a %s seed', (id) => {
  const least = LEAST[id] as Readonly<Record<string, object>>;

  test.each(Object.entries(least))('takes %s with little said of it, and builds it', async (key, seed) => {
    const twin = (await loadTwin(id)) as Twin;
    expect(twin.parseSeed(seed)).toMatchObject({ ok: true });
    const { [key]: _, ...without } = seed as Record<string, unknown>;
    const world = JSON.stringify(twin.initialState(seed, CLOCK));
    expect(world).not.toBe(JSON.stringify(twin.initialState(without, CLOCK)));
    const said = textsIn((seed as Record<string, unknown>)[key]);
    expect(said.filter((text) => !world.includes(JSON.stringify(text).slice(1, -1)))).toEqual([]);
  });

  test('has a case here for each of its keys', async () => {
    const schema = z.toJSONSchema(((await loadTwin(id)) as Twin).definition.seed.schema, { io: 'input', unrepresentable: 'any' });
    expect(Object.keys(schema.properties ?? {})).toEqual(Object.keys(least));
  });
});

test.each(twinIds)('worlds of %s change nothing of the default seed that they share', async (id) => {
  const twin = (await loadTwin(id)) as Twin;
  await twin.definition.load?.();
  const clock = { mode: 'logical' } as const;
  const before = structuredClone(twin.parseSeed(undefined));
  const first = twin.initialState(undefined, clock);
  expect(twin.initialState(undefined, clock)).toEqual(first);
  expect(twin.parseSeed(undefined)).toEqual(before);
});
