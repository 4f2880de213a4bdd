import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// What the documents of the READMEs leave out: objects that nothing refers to, and one of each state.

type Document = Record<string, unknown>;

const linear: Document = {
  users: [{ name: 'Cleo Marsh' }],
  teams: [{ name: 'Design', key: 'DES', cycles: [{}, { startsAt: '2025-11-01T00:00:00Z', endsAt: '2025-11-09T00:00:00Z' }] }],
  labels: [{ name: 'Free' }],
  projectLabels: [{ name: 'Area', isGroup: true }, { name: 'Core', parent: 'Area' }, { name: 'Web' }],
  initiativeLabels: [{ name: 'Area', isGroup: true }, { name: 'Growth', parent: 'Area' }, { name: 'Later' }],
  projectStatuses: [
    { name: 'Backlog', type: 'backlog' },
    { name: 'In Progress', type: 'started' },
    { name: 'Never', type: 'canceled' },
  ],
  projects: [
    { name: 'Autumn release', milestones: [{ name: 'Beta' }], links: [{ url: 'https://example.com/autumn', label: 'Page' }] },
  ],
  initiatives: [
    {
      name: 'Win Asia',
      updates: [{ body: 'Soon' }],
      links: [{ url: 'https://example.com/asia', label: 'Page' }],
    },
  ],
  issues: [
    {
      title: 'Alone',
      reactions: [{ emoji: 'eyes' }],
      comments: [{ body: 'Hm', reactions: [{ emoji: '+1' }], replies: [{ body: 'Yes', reactions: [{ emoji: 'heart' }] }] }],
    },
  ],
  favorites: [{ project: 'Spring release' }, { folderName: 'Mine' }],
};

const stripe: Document = {
  customers: [{ id: 'cus_cleo' }, { id: 'cus_dora' }],
  products: [
    { id: 'prod_alone', name: 'Alone' },
    { id: 'prod_free', name: 'Free', prices: [{ unit_amount: 100 }] },
  ],
  prices: [{ id: 'price_week', product: 'prod_free', unit_amount: 300, recurring: { interval: 'week' } }],
  refunds: [{ payment_intent: 'pi_paid', amount: 100 }],
  coupons: [
    { id: 'TEN', amount_off: 1000, currency: 'usd', duration: 'repeating', duration_in_months: 3 },
    { id: 'ONCE', percent_off: 5 },
  ],
  charges: [{ id: 'ch_alone', amount: 6000 }],
  payment_intents: [
    { id: 'pi_paid', amount: 900 },
    { id: 'pi_other', amount: 900 },
    ...['requires_payment_method', 'requires_confirmation', 'requires_action', 'canceled'].map((status) => ({
      amount: 900,
      status,
    })),
  ],
  subscriptions: ['trialing', 'past_due', 'canceled'].map((status) => ({
    customer: 'cus_cleo',
    items: [{ price: 'price_plan' }],
    status,
  })),
  invoices: ['draft', 'paid', 'void', 'uncollectible'].map((status) => ({
    customer: 'cus_ben',
    lines: [{ amount: 700 }],
    status,
  })),
  webhook_endpoints: [{ id: 'we_named', url: 'http://127.0.0.1:4242/other' }],
};

const github: Document = {
  users: [{ login: 'zed' }, { login: 'robot[bot]', type: 'Bot' }],
  advisories: [
    { ghsa_id: 'GHSA-2222-2222-2222', summary: 'Two', vulnerabilities: [{ package: 'one' }, { package: 'two' }] },
    { ghsa_id: 'GHSA-2222-2222-3333', summary: 'Nobody has it' },
  ],
  projects: [
    {
      owner: 'zed',
      title: 'Alone',
      fields: [
        { name: 'plain', type: 'text' },
        { name: 'choice', options: [{ name: 'one' }] },
        { name: 'weeks', iterations: [{ title: 'first', start_date: '2025-11-03' }] },
      ],
      items: [{ issue: 'zed/tool#1' }],
    },
  ],
  repositories: [
    {
      owner: 'zed',
      name: 'tool',
      collaborators: ['ada', { login: 'zed', permission: 'pull' }],
      labels: [{ name: 'alone' }],
      discussion_categories: [{ name: 'alone' }],
      milestones: [{ title: 'open' }, { title: 'closed', state: 'closed' }],
      files: [
        { path: 'run.sh', content: 'true\n', executable: true },
        { path: 'bytes', content_base64: 'AAE=' },
      ],
      branches: [{ name: 'plain' }, { name: 'filled', files: { 'new.txt': 'new\n' } }, { name: 'alone', from: 'filled' }],
      issues: [{ title: 'Open' }, { title: 'Closed', state: 'closed' }, { title: 'Opened again', state_reason: 'reopened' }],
      pull_requests: [
        { title: 'Open', head: 'filled' },
        { title: 'Closed', head: 'h1', files: { 'a.txt': 'a\n' }, state: 'closed' },
        { title: 'Merged', head: 'h2', files: { 'b.txt': 'b\n' }, merged: true },
        {
          title: 'Reviewed',
          head: 'h3',
          files: { 'c.txt': 'one\ntwo\nthree\n' },
          user: 'zed',
          requested_reviewers: ['zed', 'ada'],
          reviews: [
            {
              user: 'ada',
              comments: [
                { path: 'c.txt', line: 2, body: 'Hm' },
                { path: 'c.txt', body: 'All of it' },
              ],
            },
            { user: 'grace', state: 'PENDING', comments: [{ path: 'c.txt', line: 1, body: 'Well', replies: [{ body: 'No' }] }] },
          ],
          check_runs: [{ name: 'waits', status: 'queued' }, { name: 'ran' }],
        },
      ],
      tags: [{ name: 'light' }],
      releases: [
        { tag_name: 'v1', name: 'One' },
        { tag_name: 'v2', draft: true, assets: [{ name: 'x.txt', content_base64: 'AAE=' }] },
      ],
      check_runs: [{ name: 'build' }],
      statuses: [{ context: 'ci' }],
      invitations: ['lin'],
    },
    { owner: 'zed', name: 'spare' },
    {
      owner: 'acme',
      name: 'queued',
      allow_auto_merge: true,
      pull_requests: [
        { title: 'Waits', head: 'waits', files: { 'w.txt': 'w\n' } },
        {
          ...{ title: 'Waits too', head: 'waits-too', files: { 'x.txt': 'x\n' } },
          auto_merge: { method: 'merge', enabled_by: 'zed', commit_title: 'Bring x', commit_message: 'It waited' },
        },
      ],
      rulesets: [{ name: 'Queue', rules: ['merge_queue'] }],
    },
    {
      ...{ owner: 'zed', name: 'scanned' },
      issues: [{ number: 1, title: 'Leak' }],
      code_scanning_alerts: [{ rule: 'a', path: 'a.js', state: 'dismissed', dismissed_reason: 'mitigated' }],
      secret_scanning_alerts: [{ secret_type: 'a', secret: 'b', state: 'resolved', resolution: 'revoked', issue: 1 }],
      dependabot_alerts: [{ advisory: 'GHSA-2222-2222-2222', state: 'dismissed', dismissed_reason: 'not_used' }],
      security_advisories: [
        { summary: 'Bad', cvss_vector_string: 'CVSS:3.1/AV:L/AC:L/PR:H/UI:N/S:U/C:L/I:L/A:L', cwe_ids: ['CWE-79'] },
      ],
    },
  ],
};

/** By twin. */
const more: Readonly<Record<string, Document>> = { linear, stripe, github };

/** The document that a twin's README shows, and what it leaves out. */
export function shown(twin: string): unknown {
  const readme = readFileSync(join(import.meta.dirname, `../../twin-${twin}/README.md`), 'utf8');
  const document = JSON.parse(/```json\n([\s\S]*?)```/.exec(readme)?.[1] ?? '') as Record<string, unknown>;
  const lists = Object.entries(more[twin] ?? {}).map(([name, items]) => [
    name,
    [...((document[name] as unknown[] | undefined) ?? []), ...(items as unknown[])],
  ]);
  return { ...document, ...Object.fromEntries(lists) };
}
