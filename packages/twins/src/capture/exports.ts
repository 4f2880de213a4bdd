export interface ExportKind {
  /** How the files are had. */
  how: string;
  /** As they stand in an example. */
  files: string;
  /** Where the files need not say whose they are. */
  takesRepository?: true;
}

/** The vendors whose exported files become seeds: how the files are had, and a line to type. */
export const EXPORTS = {
  github: {
    how: 'answers of `gh api --paginate`: repos/acme/web, and its issues?state=all, pulls, issues/comments, labels, milestones and releases',
    files: 'issues.json comments.json --repo acme/web',
    takesRepository: true,
  },
  stripe: {
    how: 'answers of `stripe customers list --limit 100`, likewise products, prices, coupons, charges, payment_intents, refunds, subscriptions and invoices',
    files: 'customers.json charges.json refunds.json',
  },
  slack: {
    how: "a workspace's export, unpacked (users.json, channels.json, <channel>/<day>.json); or answers of users.list and conversations.list, and of conversations.history as <channel>.json",
    files: 'export/',
  },
  gmail: {
    how: 'answers of users.messages.get in full, one a file or in a list; those of users.labels.list and users.getProfile beside them',
    files: 'messages.json labels.json profile.json',
  },
  linear: {
    how: 'answers of the GraphQL API: issues with identifier, title, state { name type }, team { key name }, and whatever else; likewise teams, users and projects',
    files: 'issues.json',
  },
} as const satisfies Record<string, ExportKind>;
export type Vendor = keyof typeof EXPORTS;
