import { FORM_TYPE, JSON_TYPE, many, type Subject } from './subject.ts';

const BODY = 'The card reader jams on every ninth card, and the operator has to start the whole deck again.';

const github: Subject = {
  twin: 'github',
  seed: (records) => ({
    users: [{ login: 'ada', type: 'User' }],
    repositories: [
      {
        owner: 'ada',
        name: 'engine',
        default_branch: 'main',
        issues: many(records, (at) => ({
          number: at + 1,
          title: `Issue ${at + 1}`,
          state: 'open',
          body: BODY,
          labels: ['bug'],
        })),
      },
    ],
  }),
  names: { repo: 'ada/engine' },
  page: (size) => ({ path: `/repos/ada/engine/issues?per_page=${size}&sort=created&direction=asc` }),
  write: {
    path: '/repos/ada/engine/issues',
    method: 'POST',
    contentType: JSON_TYPE,
    body: JSON.stringify({ title: 'The reader jams', body: 'On every ninth card.' }),
  },
};

const stripe: Subject = {
  twin: 'stripe',
  seed: (records) => ({
    customers: many(records, (at) => ({
      id: `cus_${at}`,
      name: `Customer ${at}`,
      email: `c${at}@example.com`,
      metadata: { at },
    })),
  }),
  page: (size) => ({ path: `/v1/customers?limit=${size}` }),
  write: {
    path: '/v1/customers',
    method: 'POST',
    contentType: FORM_TYPE,
    body: 'name=Ada&email=ada%40example.com&metadata%5Btier%5D=gold',
  },
};

const slack: Subject = {
  twin: 'slack',
  seed: (records) => ({
    viewer: 'helper',
    users: [{ name: 'ada' }, { name: 'helper', is_bot: true }],
    channels: [
      {
        id: 'C0SUPPORT01',
        name: 'support',
        members: ['ada', 'helper'],
        messages: many(records, (at) => ({ user: 'ada', text: `${at}: ${BODY}` })),
      },
    ],
  }),
  names: { channel: '#support', user: '@ada', users: '@ada' },
  page: (size) => ({ path: `/conversations.history?channel=C0SUPPORT01&limit=${size}` }),
  write: {
    path: '/chat.postMessage',
    method: 'POST',
    contentType: JSON_TYPE,
    body: JSON.stringify({ channel: 'C0SUPPORT01', text: 'The reader jams on every ninth card.' }),
  },
};

const gmail: Subject = {
  twin: 'gmail',
  seed: (records) => ({
    emailAddress: 'ada@example.com',
    messages: many(records, (at) => ({ from: 'ben@example.org', subject: `Report ${at}`, text: BODY })),
  }),
  page: (size) => ({ path: `/gmail/v1/users/me/messages?maxResults=${size}` }),
  write: {
    path: '/gmail/v1/users/me/messages/send',
    method: 'POST',
    contentType: JSON_TYPE,
    body: JSON.stringify({
      raw: Buffer.from(
        'From: ada@example.com\r\nTo: ben@example.org\r\nSubject: The reader\r\n\r\nIt jams on every ninth card.\r\n',
      ).toString('base64url'),
    }),
  },
};

const query = (text: string, variables: unknown) => ({
  path: '/graphql',
  method: 'POST' as const,
  contentType: JSON_TYPE,
  body: JSON.stringify({ query: text, variables }),
});

const ISSUE = 'id identifier number title description priority url createdAt updatedAt branchName';
const LINEAR_TEAM = '11111111-1111-4111-8111-111111111111';

const linear: Subject = {
  twin: 'linear',
  seed: (records) => ({
    users: [{ name: 'Ada Field', displayName: 'ada' }],
    teams: [{ id: LINEAR_TEAM, name: 'Engineering', key: 'ENG' }],
    issues: many(records, (at) => ({ title: `Issue ${at + 1}`, description: BODY })),
  }),
  page: (size) =>
    query(`query Issues($first: Int) { issues(first: $first) { nodes { ${ISSUE} } pageInfo { hasNextPage endCursor } } }`, {
      first: size,
    }),
  write: query(`mutation Create($input: IssueCreateInput!) { issueCreate(input: $input) { success issue { ${ISSUE} } } }`, {
    input: { teamId: LINEAR_TEAM, title: 'The reader jams', description: 'On every ninth card.' },
  }),
};

export const subjects: readonly Subject[] = [github, stripe, slack, gmail, linear];
