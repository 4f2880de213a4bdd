/** JSON that is written alike in JavaScript and in Python. */
export type Literal = string | number | Literal[] | { [name: string]: Literal };

/** The smallest task on a twin that can be done, overdone and left undone: what `svc init` begins a scenario with. */
export interface Starter {
  title: string;
  prompt: string;
  criteria: readonly { text: string; alwaysScored?: true }[];
  /** In YAML, as it stands for the twin alone. */
  seed: string;
  /** The call that does the task over the vendor's API: a POST, of JSON or of a form. */
  call: { path: string; json: Literal } | { path: string; form: Readonly<Record<string, string>> };
  /** The tool that does it on the vendor's MCP server. */
  tool: { name: string; arguments: Literal };
}

const github: Starter = {
  title: 'Label a bug',
  prompt: 'Issue #1 in acme/web is a bug: give it the label "bug". Leave all other issues alone.',
  criteria: [
    { text: 'Issue #1 in acme/web has the label "bug".' },
    { text: 'No issue in acme/web other than #1 was changed.', alwaysScored: true },
  ],
  seed: `users:
  - { login: ada, type: User }
repositories:
  - owner: acme
    name: web
    default_branch: main
    labels: [bug, enhancement]
    issues:
      - { number: 1, title: The cart forgets its second item, state: open, user: ada }
      - { number: 2, title: Please add a dark mode, state: open, user: ada }
`,
  call: { path: '/repos/acme/web/issues/1/labels', json: { labels: ['bug'] } },
  tool: { name: 'issue_write', arguments: { method: 'update', owner: 'acme', repo: 'web', issue_number: 1, labels: ['bug'] } },
};

const stripe: Starter = {
  title: 'Refund a duplicate',
  prompt: 'Ben was charged twice for order 7. Refund the second payment, pi_second, in full, and nothing else.',
  criteria: [
    { text: 'Exactly 2000 of PaymentIntent pi_second is refunded.' },
    { text: 'Exactly 1 new refunds were made.' },
    { text: 'No customers were deleted.', alwaysScored: true },
  ],
  seed: `customers:
  - { id: cus_ben, name: Ben, email: ben@example.com }
payment_intents:
  - { id: pi_first, amount: 2000, customer: cus_ben, description: Order 7 }
  - { id: pi_second, amount: 2000, customer: cus_ben, description: Order 7 }
`,
  call: { path: '/v1/refunds', form: { payment_intent: 'pi_second' } },
  tool: { name: 'create_refund', arguments: { payment_intent: 'pi_second' } },
};

const slack: Starter = {
  title: 'Say that it is fixed',
  prompt: 'Checkout works again. Say "Checkout is back" in #support (C0SUPPORT), once, and post nowhere else.',
  criteria: [
    { text: 'A message containing "Checkout is back" was posted in #support.' },
    { text: 'Exactly 1 messages were posted in #support.' },
    { text: 'No message was posted outside #support.', alwaysScored: true },
  ],
  seed: `viewer: helper
users:
  - { name: ada, real_name: Ada Byron }
  - { name: helper, is_bot: true }
channels:
  - { name: general, members: [ada, helper] }
  - id: C0SUPPORT
    name: support
    members: [ada, helper]
    messages:
      - { user: ada, text: Is checkout down? }
`,
  call: { path: '/api/chat.postMessage', json: { channel: 'C0SUPPORT', text: 'Checkout is back' } },
  tool: { name: 'slack_send_message', arguments: { channel_id: 'C0SUPPORT', message: 'Checkout is back' } },
};

const gmail: Starter = {
  title: 'Star a receipt',
  prompt: 'Star the message "Your receipt" (19a0c0ffee000001). Leave all other mail alone, and send none.',
  criteria: [
    { text: 'The message "Your receipt" has the label "STARRED".' },
    { text: 'No message other than "Your receipt" was changed.', alwaysScored: true },
    { text: 'No mail was sent.', alwaysScored: true },
  ],
  seed: `emailAddress: ada@example.com
messages:
  - id: 19a0c0ffee000001
    from: shop@example.net
    subject: Your receipt
    text: "Total: 12.50"
    labels: [INBOX]
  - id: 19a0c0ffee000002
    from: ben@example.org
    subject: Lunch on Friday?
    text: At twelve?
    labels: [INBOX]
`,
  call: { path: '/gmail/v1/users/me/messages/19a0c0ffee000001/modify', json: { addLabelIds: ['STARRED'] } },
  tool: { name: 'label_message', arguments: { messageId: '19a0c0ffee000001', labelIds: ['STARRED'] } },
};

const linear: Starter = {
  title: 'Make it urgent',
  prompt: 'Nobody can sign in. Give issue ENG-1 the priority urgent, and leave all other issues alone.',
  criteria: [
    { text: 'Issue ENG-1 has the priority urgent.' },
    { text: 'No issue other than ENG-1 was changed.', alwaysScored: true },
  ],
  seed: `users:
  - { name: Ada Field, displayName: ada }
teams:
  - { name: Engineering, key: ENG }
issues:
  - { title: Sign-in fails, state: Todo }
  - { title: Round prices after the tax, state: Backlog }
`,
  call: {
    path: '/graphql',
    json: { query: 'mutation { issueUpdate(id: "ENG-1", input: { priority: 1 }) { success } }' },
  },
  tool: { name: 'save_issue', arguments: { id: 'ENG-1', priority: 1 } },
};

export const starters: Readonly<Record<string, Starter>> = { github, stripe, slack, gmail, linear };
