/** Worlds that clients of several languages work in. */
export const githubWorld = {
  viewer: 'ada',
  users: [{ login: 'ada', email: 'ada@example.com' }, { login: 'grace' }],
  repositories: [
    {
      owner: 'acme',
      name: 'web',
      collaborators: [{ login: 'ada', permission: 'admin' }, 'grace'],
      files: { 'README.md': '# web\n', 'src/a.js': 'one\ntwo\nthree\n' },
      branches: [
        { name: 'fix', files: { 'src/a.js': 'one\n2\nthree\n' }, message: 'Write two as a number' },
        { name: 'clash', files: { 'src/a.js': 'one\nzwei\nthree\n' } },
      ],
      issues: Array.from({ length: 65 }, (_, index) => ({ number: index + 1, title: `Issue ${index + 1}` })),
      pull_requests: [{ number: 66, title: 'Add b', head: 'b', user: 'grace', files: { 'src/b.js': 'b\n' } }],
    },
  ],
};

export const stripeWorld = {
  customers: Array.from({ length: 25 }, (_, index) => ({
    id: `cus_seed${index}`,
    name: `Customer ${index}`,
    email: `c${index}@example.com`,
    created: `2026-01-01T00:00:${String(index).padStart(2, '0')}Z`,
  })),
  balance: { available: [{ amount: 100_000, currency: 'usd' }] },
};

export const gmailWorld = {
  emailAddress: 'ada@example.com',
  displayName: 'Ada',
  labels: ['Work'],
  messages: [
    { from: 'Ben <ben@example.org>', subject: 'Plan', text: 'At ten?', messageId: '<plan@example.org>', unread: true },
    {
      from: 'cy@example.org',
      subject: 'Report',
      text: 'See attachment',
      attachments: [{ filename: 'r.csv', mimeType: 'text/csv', content: 'a,b\n1,2\n' }],
    },
    ...Array.from({ length: 23 }, (_, index) => ({ from: 'news@example.net', subject: `News ${index}`, text: 'Read on' })),
  ],
};
