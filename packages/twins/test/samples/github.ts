import type { TwinSample } from '@svc/twin-kit/testing';

const issues = '/repos/acme/storefront/issues';

export const github: TwinSample = {
  read: { method: 'GET', path: issues, action: 'list_issues' },
  write: (n) => ({ method: 'POST', path: issues, body: { title: `Issue of the suite ${n}` }, action: 'create_issue' }),
  list: () => ({ method: 'GET', path: issues }),
  refused: { method: 'POST', path: issues, body: { title: '' } },
  unknown: { method: 'GET', path: '/no/such/path/anywhere', status: 404 },
  unsupported: { method: 'GET', path: '/repos/acme/storefront/pages', status: 501 },
  unauthenticated: { status: 401, body: { message: 'Requires authentication' } },
  badCredentials: { status: 401, body: { message: 'Bad credentials' } },
  seed: { repositories: [{ owner: 'ada', name: 'engine', issues: [{ number: 7, title: 'Jam', state: 'open' }] }] },
  unknownKey: { seed: { repositoriez: [] }, refused: false },
  invalidSeed: { seed: { repositories: [{ owner: 'ada' }] }, path: 'repositories[0].name' },
  tools: {
    read: { name: 'get_issue', arguments: { owner: 'acme', repo: 'storefront', issue_number: 1 } },
    write: (n) => ({
      name: 'create_issue',
      arguments: { owner: 'acme', repo: 'storefront', title: `By tool ${n}` },
      action: 'create_issue',
    }),
  },
};
