import type { TwinSample } from '@svc/twin-kit/testing';

const labels = '/gmail/v1/users/me/labels';
const unauthorized = { status: 401, body: { error: { code: 401, status: 'UNAUTHENTICATED' } } };

export const gmail: TwinSample = {
  read: { method: 'GET', path: '/gmail/v1/users/me/messages', action: 'list_messages' },
  write: (n) => ({ method: 'POST', path: labels, body: { name: `Label of the suite ${n}` }, action: 'create_label' }),
  list: () => ({ method: 'GET', path: labels }),
  refused: { method: 'POST', path: labels, body: { name: 'INBOX' } },
  unknown: { method: 'GET', path: '/no/such/path', status: 404 },
  unsupported: { method: 'GET', path: '/gmail/v1/users/me/settings/cse/identities', status: 501 },
  unauthenticated: unauthorized,
  badCredentials: unauthorized,
  seed: { emailAddress: 'ada@example.com', messages: [{ from: 'ben@example.org', subject: 'Plan', text: 'One' }] },
  unknownKey: { seed: { emailAddress: 'ada@example.com', mesages: [] }, refused: true },
  invalidSeed: { seed: { emailAddress: 'ada@example.com', messages: [{ subject: 7 }] }, path: 'messages[0].subject' },
  tools: {
    read: { name: 'list_labels', arguments: {} },
    write: (n) => ({ name: 'create_label', arguments: { displayName: `By tool ${n}` }, action: 'create_label' }),
  },
};
