import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { loadTwin } from '@svc/twins';
import { parse } from 'yaml';
import { svc, temporaryFolder } from './support.ts';

jest.setTimeout(300_000);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

const ana = { login: 'anapetrovic', id: 1, node_id: 'MDQ6VXNlcjE=', type: 'User', name: 'Ana Petrovic' };
const bo = { login: 'bo-lund', id: 2, type: 'User' };
const api = 'https://api.github.com/repos/petals/web';
const b64 = (text: string) => Buffer.from(text).toString('base64url');
const mail = (id: string, threadId: string, headers: Record<string, string>, text: string, labelIds: string[]) => ({
  id,
  threadId,
  labelIds,
  internalDate: '1767261600000',
  payload: {
    mimeType: 'text/plain',
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    body: { data: b64(text) },
  },
});

/** Small exports as the vendors' APIs give them (their pages on list issues, list objects, export of a workspace, users.messages.get, issues). */
const exports: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  github: {
    'repo.json': {
      full_name: 'petals/web',
      default_branch: 'main',
      owner: { login: 'petals', type: 'Organization' },
      description: 'Kept by Ana Petrovic',
    },
    'issues.json': [
      [
        {
          number: 4,
          title: 'Crash for anapetrovic',
          body: 'Mail ana@petals.io or call +49 30 1234567. Token ghp_16C7e42F292c6912E7710c838347Ae178B4a',
          user: ana,
          state: 'open',
          labels: [{ name: 'bug' }],
          assignees: [bo],
          repository_url: api,
          created_at: '2026-01-02T03:04:05Z',
        },
        { number: 5, title: 'Mend it', user: bo, state: 'closed', repository_url: api, pull_request: { url: `${api}/pulls/5` } },
      ],
    ],
    'comments.json': [
      { issue_url: `${api}/issues/4`, body: '@anapetrovic: Petrovic, see #5', user: bo, created_at: '2026-01-03T03:04:05Z' },
    ],
    'pulls.json': [
      {
        number: 5,
        title: 'Mend it',
        user: bo,
        state: 'closed',
        merged_at: '2026-01-04T03:04:05Z',
        html_url: 'https://github.com/petals/web/pull/5',
        head: { ref: 'fix' },
        base: { ref: 'main' },
      },
    ],
    'labels.json': [{ id: 9, name: 'bug', color: 'ff0000', default: true, url: `${api}/labels/bug` }],
  },
  stripe: {
    'customers.json': {
      object: 'list',
      data: [
        {
          object: 'customer',
          id: 'cus_QwErTyUiOp12',
          name: 'Ana Petrovic',
          email: 'ana@petals.io',
          phone: '+49 30 1234567',
          metadata: { note: 'ask Ana' },
        },
      ],
    },
    'products.json': { object: 'list', data: [{ object: 'product', id: 'prod_QwErTyUiOp12', name: 'Plan', active: true }] },
    'prices.json': {
      object: 'list',
      data: [
        {
          object: 'price',
          id: 'price_1QwErTyUiOp12',
          product: 'prod_QwErTyUiOp12',
          unit_amount: 900,
          currency: 'eur',
          recurring: { interval: 'month', interval_count: 1 },
        },
      ],
    },
    'charges.json': {
      object: 'list',
      data: [
        {
          object: 'charge',
          id: 'ch_3QwErTyUiOp12',
          amount: 2000,
          currency: 'eur',
          customer: 'cus_QwErTyUiOp12',
          status: 'succeeded',
          captured: true,
          description: 'For cus_QwErTyUiOp12',
          payment_method_details: { card: { brand: 'mastercard' } },
        },
      ],
    },
    'refunds.json': {
      object: 'list',
      data: [
        {
          object: 'refund',
          id: 're_3QwErTyUiOp12',
          charge: 'ch_3QwErTyUiOp12',
          amount: 500,
          status: 'succeeded',
          reason: 'duplicate',
        },
        { object: 'refund', id: 're_other1234', charge: 'ch_gone12345678', amount: 5, status: 'succeeded' },
      ],
    },
    'subscriptions.json': {
      object: 'list',
      data: [
        {
          object: 'subscription',
          id: 'sub_1QwErTyUiOp12',
          customer: 'cus_QwErTyUiOp12',
          status: 'active',
          items: { object: 'list', data: [{ price: { id: 'price_1QwErTyUiOp12' }, quantity: 2 }] },
        },
      ],
    },
  },
  slack: {
    'users.json': [
      {
        id: 'U0QWERTY12',
        name: 'ana',
        real_name: 'Ana Petrovic',
        profile: { real_name: 'Ana Petrovic', display_name: 'anuschka', email: 'ana@petals.io' },
      },
      { id: 'U0BOLUND12', name: 'bo.lund', profile: { real_name: 'Bo Lund' } },
    ],
    'channels.json': [
      {
        id: 'C0GENERAL1',
        name: 'general',
        created: 1767000000,
        topic: { value: 'Ask Anuschka' },
        purpose: { value: '' },
        members: ['U0QWERTY12', 'U0BOLUND12'],
      },
    ],
    'general/2026-01-02.json': [
      {
        type: 'message',
        user: 'U0QWERTY12',
        text: 'Hello <@U0BOLUND12>, see <#C0GENERAL1|general>',
        ts: '1767340800.000200',
        thread_ts: '1767340800.000200',
        reactions: [{ name: 'wave', users: ['U0BOLUND12'], count: 1 }],
      },
      { type: 'message', user: 'U0BOLUND12', text: 'Thanks Ana', ts: '1767340900.000300', thread_ts: '1767340800.000200' },
      { type: 'message', subtype: 'channel_join', user: 'U0BOLUND12', text: '<@U0BOLUND12> has joined', ts: '1767340700.000100' },
    ],
  },
  gmail: {
    'profile.json': { emailAddress: 'ana@petals.io', messagesTotal: 2 },
    'labels.json': {
      labels: [
        { id: 'INBOX', name: 'INBOX', type: 'system' },
        { id: 'Label_7', name: 'Bo Lund', type: 'user' },
      ],
    },
    'messages.json': [
      mail(
        '18c1',
        '18c1',
        {
          From: 'Bo Lund <bo@lund.dev>',
          To: '"Petrovic, Ana" <ana@petals.io>',
          Subject: 'Lunch, Ana?',
          'Message-ID': '<x@lund.dev>',
        },
        'Hi Ana, at noon? Bo',
        ['INBOX', 'UNREAD', 'Label_7'],
      ),
      mail('18c2', '18c1', { From: 'Ana Petrovic <ana@petals.io>', To: 'bo@lund.dev', Subject: 'Re: Lunch, Ana?' }, 'Yes.', [
        'SENT',
      ]),
    ],
  },
  linear: {
    'issues.json': {
      data: {
        issues: {
          nodes: [
            {
              id: '8b7b4f2e-1d0a-4c59-9c3a-0a1b2c3d4e5f',
              identifier: 'PET-12',
              title: 'Ana cannot sign in',
              description: 'See 8b7b4f2e-1d0a-4c59-9c3a-0a1b2c3d4e5f',
              priority: 1,
              state: { name: 'Doing', type: 'started' },
              team: { key: 'PET', name: 'Petals' },
              assignee: { id: 'u1', name: 'Ana Petrovic', displayName: 'anuschka', email: 'ana@petals.io' },
              labels: { nodes: [{ name: 'Bug', color: '#ff0000' }] },
              project: { name: 'Sign-in' },
              comments: { nodes: [{ body: 'Ask Anuschka', user: { id: 'u2', name: 'Bo Lund', email: 'bo@lund.dev' } }] },
            },
            {
              id: 'b',
              identifier: 'PET-13',
              title: 'Part of it',
              parent: { identifier: 'PET-12' },
              state: { name: 'Doing', type: 'started' },
              team: { key: 'PET', name: 'Petals' },
            },
          ],
        },
      },
    },
  },
};

/** Whoever and whatever must be in no seed. */
const REAL =
  /petrovic|anuschka|\bana\b|bo[ .-]?lund|petals\.io|lund\.dev|1234567|ghp_|QwErTy|U0QWERTY|U0BOLUND|C0GENERAL|8b7b4f2e|18c[12]|Label_7/i;

async function exported(vendor: string): Promise<string> {
  const path = join(folder.path, vendor);
  for (const [name, value] of Object.entries(exports[vendor] ?? {})) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), JSON.stringify(value));
  }
  return path;
}

interface Made {
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a seed of any vendor
  seed: Record<string, any>;
  told: Record<string, unknown>;
}

const made = new Map<string, Promise<Made>>();
const captured = (vendor: string): Promise<Made> => {
  const known = made.get(vendor) ?? make(vendor);
  made.set(vendor, known);
  return known;
};

async function make(vendor: string): Promise<Made> {
  const out = join(folder.path, `${vendor}.yaml`);
  const { code, stdout, stderr } = await svc(['seed', `from-${vendor}`, await exported(vendor), '--out', out, '--json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const text = await readFile(out, 'utf8');
  return { text, seed: parse(text), told: JSON.parse(stdout) };
}

describe('a seed of exported files', () => {
  test.each(['github', 'stripe', 'slack', 'gmail', 'linear'])(
    '%s: the twin starts from it, and nobody and no id of the export is in it',
    async (vendor) => {
      const { text, seed, told } = await captured(vendor);
      expect(text.match(REAL)?.[0]).toBeUndefined();
      expect(told).toMatchObject({ twin: vendor, people: expect.any(Number) });
      const twin = await loadTwin(vendor);
      expect(Object.keys(twin?.initialState(seed, { mode: 'logical' }) ?? {}).length).toBeGreaterThan(0);
    },
  );

  test('github keeps issues, comments, labels, and pull requests with what became of them', async () => {
    const { seed } = await captured('github');
    expect(seed.repositories[0]).toMatchObject({
      owner: 'petals',
      issues: [
        {
          number: 4,
          state: 'open',
          labels: ['bug'],
          comments: [{ body: expect.stringContaining('see #5') }],
          created_at: '2026-01-02T03:04:05Z',
        },
      ],
      pull_requests: [{ number: 5, merged: true }],
    });
    const [issue] = seed.repositories[0].issues;
    expect(issue.title).toBe(`Crash for ${issue.user}`);
    expect(issue.comments[0].body).toMatch(new RegExp(`^@${issue.user}: `));
  });

  test('stripe keeps what refers to what, and tells what it had to leave out', async () => {
    const { seed, told } = await captured('stripe');
    expect(seed).toMatchObject({
      customers: [{ id: 'cus_1' }],
      charges: [{ id: 'ch_1', customer: 'cus_1', description: 'For cus_1', card: 'pm_card_mastercard' }],
      refunds: [{ charge: 'ch_1', amount: 500, reason: 'duplicate' }],
      subscriptions: [{ customer: 'cus_1', items: [{ price: 'price_1', quantity: 2 }] }],
    });
    expect(told.left_out).toEqual({ 'refunds that did not succeed, or whose payment is not in the files': 1 });
  });

  test('slack keeps threads, reactions and mentions', async () => {
    const { seed } = await captured('slack');
    const [first, second] = seed.users as { name: string }[];
    expect(seed.channels).toMatchObject([
      {
        name: 'general',
        members: [first?.name, second?.name],
        messages: [
          {
            user: first?.name,
            text: `Hello @${second?.name}, see #general`,
            reactions: [{ name: 'wave', users: [second?.name] }],
            replies: [{ user: second?.name }],
          },
        ],
      },
    ]);
  });

  test('gmail keeps threads, labels and whose mailbox it is', async () => {
    const { seed } = await captured('gmail');
    const [asked, answered] = seed.messages as { from: string; threadId: string; labels: string[]; unread: boolean }[];
    expect(asked?.threadId).toBe(answered?.threadId);
    expect(answered?.from).toContain(seed.emailAddress as unknown as string);
    expect(asked).toMatchObject({ unread: true, labels: ['INBOX', seed.labels?.[0]] });
  });

  test('linear keeps teams with their workflow, projects, labels, parents and comments', async () => {
    const { seed } = await captured('linear');
    expect(seed).toMatchObject({
      teams: [{ key: 'PET', states: expect.arrayContaining([{ name: 'Doing', type: 'started' }]) }],
      projects: [{ name: 'Sign-in' }],
      issues: [
        { number: 12, state: 'Doing', labels: ['Bug'], project: 'Sign-in', comments: [{ user: expect.any(String) }] },
        { number: 13, parent: 'PET-12' },
      ],
    });
  });

  test('files that hold nothing of it, are no JSON, or do not say whose they are, are refused', async () => {
    const at = (name: string) => join(folder.path, name);
    await writeFile(at('empty.json'), '{}');
    await writeFile(at('broken.json'), '{');
    await writeFile(at('nameless.json'), '[{"number": 1, "title": "x", "state": "OPEN"}]');
    for (const [args, message] of [
      [['from-stripe', at('empty.json')], 'hold no object of Stripe'],
      [['from-slack', at('broken.json')], 'broken.json is not JSON'],
      [['from-github', at('nameless.json')], 'name the repository: --repo owner/name'],
      [['from-linear', at('none.json')], 'There is no'],
    ] as const) {
      const { code, stderr } = await svc(['seed', ...args, '--out', at('out.yaml')]);
      expect({ code, stderr }).toEqual({ code: 5, stderr: expect.stringContaining(message) });
    }
    const named = await svc(['seed', 'from-github', at('nameless.json'), '--repo', 'acme/web', '--out', at('named.yaml')]);
    expect(named.code).toBe(0);
  });
});
