import { type PlainWorld, testCrawl } from '@svc/twin-kit/testing';
import { gmail } from '../src/index.ts';
import { ME, raw } from './served.ts';

const seed = {
  emailAddress: 'ada@example.com',
  labels: ['Work'],
  messages: [{ from: 'cy@example.org', subject: 'File', text: 'Three', attachments: [{ filename: 'a.txt', content: 'x' }] }],
  drafts: [{ to: 'ben@example.org', subject: 'Begun', text: 'Not done' }],
  filters: [{ criteria: { from: 'cy' }, action: { addLabels: ['Work'] } }],
  forwardingAddresses: [{ forwardingEmail: 'archive@example.com' }],
  delegates: [{ delegateEmail: 'ben@example.com' }],
};

const COLLECTIONS: Readonly<Record<string, string>> = { messageId: 'messages', threads: 'messages' };
function idOf(world: PlainWorld, path: string, name: string): string {
  if (name === 'userId') return 'me';
  const before = /\/(\w+)\/$/.exec(path.slice(0, path.indexOf(`{${name}}`)))?.[1] ?? '';
  const [record] = world[COLLECTIONS[name] ?? before] ?? [];
  return encodeURIComponent(record?.[before === 'threads' ? 'threadId' : name] ?? record?.id);
}

testCrawl(gmail, {
  seed,
  writes: () => [
    { method: 'POST', path: `${ME}/messages/send`, body: { raw: raw('To: ben@example.org', 'Subject: x', '', 'Hi') } },
    {
      method: 'POST',
      path: `/upload${ME}/messages/send?uploadType=resumable`,
      body: {},
      headers: { 'content-type': 'application/json', 'x-upload-content-type': 'message/rfc822' },
    },
  ],
  reads: (world) =>
    gmail.definition.operations
      .filter(({ method, page }) => method === 'GET' && !page)
      .map(({ path }) => {
        const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => idOf(world, path, name));
        return {
          method: 'GET',
          path: filled + (path.endsWith('/history') ? '?startHistoryId=10001' : path.startsWith('/$') ? '?version=v1' : ''),
        };
      }),
  tools: () => [
    ['search_threads', { query: 'File' }],
    ['list_labels', {}],
    ['list_drafts', {}],
  ],
  elsewhere: {
    'developers.google.com': 'Google’s documentation',
    'accounts.google.com': 'where a token is got',
    'mail.google.com': 'a scope, or the app',
    'www.googleapis.com': 'names of scopes, and the real host in Google’s description',
    'gmail.googleapis.com': 'the real host in Google’s description of its API',
    'www.gstatic.com': 'Google’s pictures',
    'www.google.com': 'Google’s pictures',
  },
  lands: 0.9,
  // An upload that has begun takes a PUT; at its root Google serves nothing.
  without: [/^\/upload\//, /^\/$/],
});
