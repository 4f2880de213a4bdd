import { LIGHT } from '../../packages/twin-kit/src/threads/light.ts';
import { type Call, FORM_TYPE, JSON_TYPE, many, type Subject } from './subject.ts';

/** As long as a body may be that is read where all wait, or nearly. */
const BODY_BYTES = LIGHT.bodyBytes - 1_000;

/** Calls made anew each time, so that no answer is one that is known. */
type Kinds = Readonly<Record<string, (time: number) => Call>>;

const post = (path: string, body: unknown, contentType = JSON_TYPE): Call => ({
  path,
  method: 'POST',
  contentType,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const tool = (name: string, args: object): Call => post('/mcp/call', { name, arguments: args });
const words = (time: number): string => `ninth deck operator ${time % 2 ? 'again' : 'card'}`;

const ISSUE =
  'id identifier number title description priority url createdAt updatedAt branchName state { id name } team { id name key } labels { nodes { id name } } comments { nodes { id body } }';
const linearCall = (text: string): Call => post('/graphql', { query: text });

const kinds: Readonly<Record<string, Kinds>> = {
  github: {
    page: (time) => ({ path: `/repos/ada/engine/issues?per_page=100&page=${time + 1}` }),
    'last page': (time) => ({ path: `/repos/ada/engine/issues?per_page=100&sort=updated&page=${90 + time}` }),
    search: (time) => ({
      path: `/search/issues?q=${encodeURIComponent(`${words(time)} in:title,body`)}&per_page=100&sort=updated`,
    }),
    'search without a hit': (time) => ({ path: `/search/issues?q=${encodeURIComponent(`${'nowhere '.repeat(25)}${time}`)}` }),
    'tool of a search': (time) => tool('search_issues', { query: words(time), perPage: 100 }),
    'body of text': (time) => post('/repos/ada/engine/issues', { title: `Long ${time}`, body: 'x'.repeat(65_000) }),
    'large body': () => post('/repos/ada/engine/git/blobs', { content: 'a\n'.repeat(BODY_BYTES / 3), encoding: 'utf-8' }),
    'body of many values': () =>
      post('/repos/ada/engine/issues', { title: 'Many', labels: many(BODY_BYTES / 12, (at) => `l${at}`) }),
    markdown: () => post('/markdown', { text: '* [a](b) **c** `d`\n'.repeat(12_000) }),
    'nested body': () => post('/repos/ada/engine/issues', `${'['.repeat(400)}${'1,'.repeat(BODY_BYTES / 3)}1${']'.repeat(400)}`),
  },
  stripe: {
    page: () => ({ path: '/v1/customers?limit=100' }),
    'page with expansions': () => ({ path: '/v1/customers?limit=100&expand[]=data.invoice_settings.default_payment_method' }),
    search: (time) => ({
      path: `/v1/customers/search?limit=100&query=${encodeURIComponent(`name~"customer" AND metadata["at"]:"${time}"`)}`,
    }),
    'filter without a hit': () => ({ path: '/v1/customers?limit=100&email=nobody%40example.com' }),
    'large body': (time) => post('/v1/customers', `name=Ada&description=${'x'.repeat(BODY_BYTES / 2)}${time}`, FORM_TYPE),
    'body of many values': () =>
      post('/v1/customers', many(BODY_BYTES / 24, (at) => `metadata[k${at}]=${at}`).join('&'), FORM_TYPE),
    'tool of a list': () => tool('list_customers', { limit: 100 }),
  },
  slack: {
    page: () => ({ path: '/conversations.history?channel=C0SUPPORT01&limit=999' }),
    search: (time) => ({ path: `/search.messages?count=100&query=${encodeURIComponent(words(time))}` }),
    'search without a hit': (time) => ({
      path: `/search.messages?count=100&query=${encodeURIComponent(`${'nowhere '.repeat(25)}${time}`)}`,
    }),
    'large text': (time) =>
      post('/chat.postMessage', { channel: 'C0SUPPORT01', text: `*a* _b_ <@U> ${'x*y* '.repeat(7_500)}${time}` }),
    'large body': () =>
      post('/chat.postMessage', {
        channel: 'C0SUPPORT01',
        blocks: many(BODY_BYTES / 70, () => ({ type: 'section', text: { type: 'mrkdwn', text: 'x' } })),
      }),
    users: () => ({ path: '/users.list' }),
  },
  gmail: {
    page: () => ({ path: '/gmail/v1/users/me/messages?maxResults=500' }),
    search: (time) => ({ path: `/gmail/v1/users/me/messages?maxResults=500&q=${encodeURIComponent(words(time))}` }),
    'search without a hit': (time) => ({
      path: `/gmail/v1/users/me/messages?q=${encodeURIComponent(`{${'nowhere '.repeat(25)}} ${time}`)}`,
    }),
    threads: (time) => ({ path: `/gmail/v1/users/me/threads?maxResults=500&q=${encodeURIComponent(words(time))}` }),
    'large mail': () =>
      post('/gmail/v1/users/me/messages/send', {
        raw: Buffer.from(
          `From: ada@example.com\r\nTo: ben@example.org\r\nSubject: Large\r\n\r\n${'a line of text\r\n'.repeat(11_000)}`,
        ).toString('base64url'),
      }),
    'mail of many parts': () =>
      post('/gmail/v1/users/me/messages/send', {
        raw: Buffer.from(
          `From: ada@example.com\r\nTo: ben@example.org\r\nSubject: Parts\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(18_000)}--b--\r\n`,
        ).toString('base64url'),
      }),
    batch: () => ({
      path: '/batch/gmail/v1',
      method: 'POST',
      contentType: 'multipart/mixed; boundary=b',
      body: `${many(100, (at) => `--b\r\nContent-Type: application/http\r\nContent-ID: <${at}>\r\n\r\nGET /gmail/v1/users/me/messages?maxResults=500&q=${encodeURIComponent(words(at))}\r\n\r\n`).join('')}--b--\r\n`,
    }),
  },
  linear: {
    page: () =>
      linearCall(
        `{ issues(first: 250) { nodes { ${ISSUE.replaceAll(/ (?:labels|comments) \{[^}]*\{[^}]*\} \}/g, '')} } pageInfo { hasNextPage endCursor } }`,
      ),
    'depth at the limit': () =>
      linearCall(`{ issues(first: 50) { nodes { team { issues(first: 50) { nodes { id title } } } } } }`),
    'aliases at the limit': () =>
      linearCall(`{ ${many(25, (at) => `a${at}: issues(first: 250) { nodes { title } }`).join(' ')} }`),
    'filter without a hit': (time) =>
      linearCall(
        `{ ${many(50, (at) => `a${at}: issues(first: 50, filter: { title: { containsIgnoreCase: "nowhere ${time}" } }) { nodes { id } }`).join(' ')} }`,
      ),
    search: (time) => linearCall(`{ searchIssues(term: "${words(time)}", first: 250) { nodes { id title description } } }`),
    'sorts and filters': () =>
      linearCall(
        `{ ${many(20, (at) => `a${at}: issues(first: 50, orderBy: updatedAt, filter: { or: [{ description: { contains: "operator" } }, { title: { endsWith: "${at}" } }] }) { nodes { id } }`).join(' ')} }`,
      ),
    'large body': () => linearCall(`{ ${'issues { nodes { id } } '.repeat(BODY_BYTES / 24)} }`),
    'large text': (time) =>
      post('/graphql', {
        query:
          'mutation($t: String!) { issueCreate(input: { teamId: "11111111-1111-4111-8111-111111111111", title: "Long", description: $t }) { success } }',
        variables: { t: `${'x y z '.repeat(35_000)}${time}` },
      }),
  },
};

/** The heaviest calls of each kind that a twin takes. */
export const heavyCalls = ({ twin }: Subject): Kinds => kinds[twin] as Kinds;
