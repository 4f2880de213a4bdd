import type { TwinSample } from '@svc/twin-kit/testing';

const json = (path: string, body: unknown) => ({ method: 'POST', path, body });

/** What the suite that all twins share needs to know of Slack. */
export const slack: TwinSample = {
  read: { method: 'GET', path: '/api/conversations.list?types=public_channel', action: 'slack_conversations_list' },
  write: (n) => ({ ...json('/chat.postMessage', { channel: '#general', text: `Note ${n}` }), action: 'slack_send_message' }),
  list: ({ channels = [] }) => {
    const channel = channels.find(({ name }) => name === 'general');
    return { method: 'GET', path: `/api/conversations.history?channel=${channel?.id}` };
  },
  refused: json('/chat.postMessage', { channel: '#nowhere', text: 'Hello' }),
  unknown: { method: 'GET', path: '/no/such/page', status: 404 },
  unsupported: { ...json('/admin.users.list', {}), status: 200 },
  unauthenticated: { status: 200, body: { ok: false, error: 'not_authed' } },
  badCredentials: { status: 200, body: { ok: false, error: 'invalid_auth' } },
  seed: { channels: [{ name: 'support', messages: [{ user: 'ada', text: 'Hello' }] }] },
  unknownKey: { seed: { chanels: [{ name: 'support' }] }, refused: false },
  invalidSeed: { seed: { channels: [{ name: 'Not a name' }] }, path: 'channels[0].name' },
  tools: {
    read: { name: 'slack_search_channels', arguments: { query: 'general' } },
    write: (n) => ({
      name: 'slack_send_message',
      arguments: { channel_id: '#general', message: `Note ${n}` },
      action: 'slack_send_message',
    }),
  },
};
