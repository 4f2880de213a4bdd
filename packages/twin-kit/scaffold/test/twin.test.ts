import { describeTwin } from '@svc/twin-kit/testing';
import { sample } from '../src/index.ts';

const title = (n: number): { title: string } => ({ title: `Item ${n}` });

describeTwin(
  sample,
  {
    read: { method: 'GET', path: '/items', action: 'list_items' },
    write: (n) => ({ method: 'POST', path: '/items', body: title(n), action: 'create_item' }),
    list: () => ({ method: 'GET', path: '/items' }),
    refused: { method: 'POST', path: '/items', body: { title: 'Welcome' } },
    unknown: { method: 'GET', path: '/no-such-path', status: 404 },
    unsupported: { method: 'DELETE', path: '/items/1', status: 501 },
    unauthenticated: { status: 401, body: { error: 'Send a token.' } },
    badCredentials: { status: 401, body: { error: 'Wrong token.' } },
    seed: { items: [{ title: 'Mine', done: true }] },
    unknownKey: { seed: { things: [] }, refused: true },
    invalidSeed: { seed: { items: [{ title: 7 }] }, path: 'items[0].title' },
    tools: {
      read: { name: 'list_items', arguments: {} },
      write: (n) => ({ name: 'create_item', arguments: title(n), action: 'create_item' }),
    },
  },
  new URL('./process.ts', import.meta.url),
);
