import { type DirectCall, type PlainWorld, testCrawl } from '@svc/twin-kit/testing';
import { slack } from '../src/index.ts';

const seed = {
  viewer: 'ada',
  users: [{ name: 'ada', email: 'ada@acme.test' }, { name: 'ben' }, { name: 'bot', is_bot: true }],
  channels: [
    {
      name: 'general',
      id: 'C0GENERAL',
      bookmarks: [{ title: 'Plan', link: 'https://example.com/plan' }],
      messages: [
        {
          user: 'ada',
          text: 'Look',
          files: ['menu.txt'],
          pinned: true,
          reactions: [{ name: 'eyes', users: ['ben'] }],
          replies: [{ user: 'ben', text: 'Yes' }],
        },
      ],
    },
  ],
  direct_messages: [{ users: ['ben'], messages: [{ user: 'ben', text: 'Hi' }] }],
  files: [{ name: 'menu.txt', content: 'soup' }],
  emoji: [{ name: 'shipit' }],
  canvases: [{ title: 'Plan', content: 'one\n\ntwo' }],
  usergroups: [{ name: 'Core', handle: 'core', users: ['ada'] }],
};

const idOf = (world: PlainWorld, collection: string): string => String(world[collection]?.[0]?.id);
const call = (name: string, body: object): DirectCall => ({ method: 'POST', path: `/${name}`, body });

/** Arguments of many methods; each takes those that it knows. */
function args(world: PlainWorld, known: readonly string[]): object {
  const [message] = world.messages ?? [];
  const all: Readonly<Record<string, unknown>> = {
    channel: message?.channel_id,
    channel_id: message?.channel_id,
    ts: message?.ts,
    timestamp: message?.ts,
    message_ts: message?.ts,
    user: world.users?.[0]?.id,
    users: world.users?.[1]?.id,
    file: idOf(world, 'files'),
    usergroup: idOf(world, 'usergroups'),
    canvas_id: idOf(world, 'canvases'),
    criteria: { contains_text: 'one' },
    query: 'Look',
    email: 'ada@acme.test',
    types: undefined,
    bot: world.users?.[2]?.bot_id,
    reminder: idOf(world, 'reminders'),
  };
  return Object.fromEntries(known.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
}

testCrawl(slack, {
  seed,
  writes: (world) => [
    call('chat.postMessage', { channel: 'C0GENERAL', text: 'See <https://example.com/x>' }),
    call('chat.postEphemeral', { channel: 'C0GENERAL', user: world.users?.[1]?.id, text: 'psst' }),
    call('reminders.add', { text: 'Lunch', time: 'in 5 minutes' }),
    call('stars.add', { file: idOf(world, 'files') }),
    call('files.sharedPublicURL', { file: idOf(world, 'files') }),
    call('files.getUploadURLExternal', { filename: 'b.txt', length: 1 }),
    call('canvases.create', { title: 'More', document_content: { type: 'markdown', markdown: 'x' } }),
  ],
  reads: (world) =>
    slack.definition.operations
      .filter(({ method, mutates, page, path }) => method === 'POST' && !mutates && !page && !path.includes('{'))
      .map(({ path, inputs }) => call(path.slice(1), args(world, Object.keys(inputs?.reads ?? {})))),
  tools: (world) => [
    ['slack_send_message', { channel_id: 'C0GENERAL', message: 'Hi' }],
    ['slack_send_message_draft', { channel_id: 'C0GENERAL', message: 'Later' }],
    ['slack_create_canvas', { title: 'T', content: 'x' }],
    ['slack_read_channel', { channel_id: 'C0GENERAL' }],
    ['slack_read_thread', { channel_id: 'C0GENERAL', message_ts: world.messages?.[0]?.ts }],
    ['slack_read_file', { file_id: idOf(world, 'files') }],
    ['slack_read_user_profile', {}],
    ['slack_search_public_and_private', { query: 'Look' }],
    ['slack_search_channels', { query: 'general' }],
    ['slack_search_users', { query: 'ada' }],
    ['slack_search_emojis', { query: 'shipit' }],
  ],
  elsewhere: {
    'secure.gravatar.com': 'pictures of people, which Slack takes from there too',
    'a.slack-edge.com': 'Slack’s own pictures',
    'ca.slack-edge.com': 'Slack’s own pictures',
  },
  refused: ({ status, body }) => status >= 400 || body?.ok === false,
  lands: 0.9,
  // Takes a POST.
  without: [/^\/upload\//],
});
