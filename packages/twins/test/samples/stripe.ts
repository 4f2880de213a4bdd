import type { TwinSample } from '@svc/twin-kit/testing';

const form = { 'content-type': 'application/x-www-form-urlencoded' };

export const stripe: TwinSample = {
  read: { method: 'GET', path: '/v1/customers', action: 'list_customers' },
  write: (n) => ({ method: 'POST', path: '/v1/customers', body: `name=Customer+${n}`, headers: form, action: 'create_customer' }),
  list: () => ({ method: 'GET', path: '/v1/customers' }),
  refused: { method: 'POST', path: '/v1/refunds', body: 'charge=ch_none', headers: form },
  unknown: { method: 'GET', path: '/v1/no_such_thing', status: 404 },
  unsupported: { method: 'GET', path: '/v1/checkout/sessions', status: 501 },
  unauthenticated: { status: 401, body: { error: { type: 'invalid_request_error' } } },
  badCredentials: { status: 401, body: { error: { type: 'invalid_request_error' } } },
  seed: { customers: [{ name: 'Ada' }] },
  unknownKey: { seed: { custommers: [] }, refused: false },
  invalidSeed: { seed: { customers: [{ name: 7 }] }, path: 'customers[0].name' },
  tools: {
    read: { name: 'list_customers', arguments: {} },
    write: (n) => ({ name: 'create_customer', arguments: { name: `By tool ${n}` }, action: 'create_customer' }),
  },
};
