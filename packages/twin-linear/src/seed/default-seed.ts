/** Four issues on one team, one per workflow state, with one comment on each of the first three. Lists show what was made last first: Backlog. */
export const defaultSeed = {
  organization: { name: 'Acme', urlKey: 'acme' },
  users: [
    { name: 'Ada Field', displayName: 'ada', email: 'ada@acme.example', admin: true },
    { name: 'Ben Okafor', displayName: 'ben', email: 'ben@acme.example' },
  ],
  teams: [{ name: 'Engineering', key: 'ENG' }],
  labels: [
    { name: 'Bug', color: '#eb5757' },
    { name: 'Feature', color: '#bb87fc' },
    { name: 'Improvement', color: '#4ea7fc' },
  ],
  issues: [
    { title: 'Upgrade the database to version 17', state: 'Done', priority: 3, assignee: 'ada' },
    {
      title: 'Retry failed webhook deliveries',
      description: 'Deliver again with growing pauses, at most for a day.',
      state: 'In Progress',
      priority: 3,
      labels: ['Improvement'],
      assignee: 'ada',
      comments: [{ body: 'The queue is in place; what is left is the limit of a day.', user: 'ada' }],
    },
    {
      title: 'Login fails with a plus sign in the e-mail address',
      description: 'Addresses such as `ada+test@acme.example` are refused as invalid.',
      state: 'Todo',
      priority: 2,
      labels: ['Bug'],
      assignee: 'ben',
      comments: [{ body: 'The sign-up form takes the same address, so it is the login form alone.', user: 'ada' }],
    },
    {
      title: 'Export invoices as CSV',
      description: 'Accounting asks for a monthly export of all invoices.',
      state: 'Backlog',
      priority: 4,
      labels: ['Feature'],
      comments: [{ body: 'Semicolons as separators, please: their spreadsheet is set to German.', user: 'ben' }],
    },
  ],
};
