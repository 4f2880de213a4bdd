import type { TapeRow } from '@svc/twin-kit';
import { describeSiblings, type SampleCall, type Sibling } from '@svc/twin-kit/testing';
import { slack } from '../src/index.ts';

// Slack's MCP server takes tokens of people, as some of the methods do.
const seed = {
  viewer: 'ada',
  users: [{ name: 'ada' }, { name: 'ben', email: 'ben@acme.test' }, { name: 'bot', is_bot: true }],
  channels: [
    {
      name: 'general',
      id: 'C0GENERAL',
      topic: 'News',
      messages: [
        {
          user: 'ada',
          text: 'Lunch?',
          ts: '1700000000.000100',
          replies: [{ user: 'ben', text: 'Yes', ts: '1700000010.000100' }],
        },
      ],
    },
    { name: 'vault', id: 'C0VAULT', is_private: true, messages: [{ user: 'ada', text: 'Lunch is secret' }] },
  ],
  files: [{ name: 'menu.txt', content: 'soup' }],
  emoji: [{ name: 'shipit' }],
  canvases: [{ title: 'Plan', content: 'one\n\ntwo' }],
};

const at = { channel: 'C0GENERAL', timestamp: '1700000000.000100' };
type World = Readonly<Record<string, readonly unknown[]>>;
const firstId = (world: World, collection: string) => (world[collection] as { id: string }[])[0]?.id;

const method = (name: string, body: object): SampleCall => ({ method: 'POST', path: `/${name}`, body });

/** Each tool with the method that does the same. */
const siblings: Sibling[] = [
  [
    'slack_send_message',
    { channel_id: 'C0GENERAL', message: '**Hi**' },
    method('chat.postMessage', { channel: 'C0GENERAL', markdown_text: '**Hi**' }),
  ],
  [
    'slack_schedule_message',
    { channel_id: 'C0GENERAL', message: 'x', post_at: 1_767_226_000 },
    method('chat.scheduleMessage', { channel: 'C0GENERAL', markdown_text: 'x', post_at: 1_767_226_000 }),
  ],
  [
    'slack_add_reaction',
    { channel_id: 'C0GENERAL', message_ts: at.timestamp, emoji: 'eyes' },
    method('reactions.add', { ...at, name: 'eyes' }),
  ],
  [
    'slack_create_conversation',
    { channel_name: 'new', is_private: true },
    method('conversations.create', { name: 'new', is_private: true }),
  ],
  [
    'slack_create_canvas',
    { title: 'T', content: 'x' },
    method('canvases.create', { title: 'T', document_content: { type: 'markdown', markdown: 'x' } }),
  ],
  ['slack_read_channel', { channel_id: 'C0GENERAL' }, method('conversations.history', { channel: 'C0GENERAL' })],
  [
    'slack_read_thread',
    { channel_id: 'C0GENERAL', message_ts: at.timestamp },
    method('conversations.replies', { channel: 'C0GENERAL', ts: at.timestamp }),
  ],
  ['slack_list_channel_members', { channel_id: 'C0GENERAL' }, method('conversations.members', { channel: 'C0GENERAL' })],
  ['slack_get_reactions', { channel_id: 'C0GENERAL', message_ts: at.timestamp }, method('reactions.get', at)],
  ['slack_read_user_profile', {}, method('users.profile.get', {})],
  ['slack_search_public_and_private', { query: 'Lunch' }, method('search.messages', { query: 'Lunch' })],
  [
    'slack_update_canvas',
    (world) => ({ canvas_id: firstId(world, 'canvases'), sections: [{ edit_type: 'append', content: 'three' }] }),
    (world) => {
      const changes = [{ operation: 'insert_at_end', document_content: { type: 'markdown', markdown: 'three' } }];
      return method('canvases.edit', { canvas_id: firstId(world, 'canvases'), changes });
    },
  ],
  [
    'slack_read_file',
    (world) => ({ file_id: firstId(world, 'files') }),
    (world) => ({ method: 'GET', path: `/files-pri/T-${firstId(world, 'files')}/menu.txt` }),
  ],
];

/** Slack refuses with status 200. */
const refused = ({ status, response_body }: TapeRow): boolean =>
  status >= 400 || (response_body as { ok?: boolean } | null)?.ok === false;

/** Two of what is listed in pages. */
const pages = {
  ...seed,
  users: [...seed.users, { name: 'adam' }],
  channels: [
    {
      ...{ name: 'lunch', id: 'C0LUNCH', members: ['ben', 'ada'] },
      messages: [
        { user: 'ada', text: 'Lunch one', ts: '1700000000.000100' },
        { user: 'ben', text: 'Lunch two', ts: '1700000100.000100' },
        { user: 'bot', text: 'Lunch three', ts: '1700000200.000100' },
      ],
    },
    { name: 'lunches', id: 'C0OTHER', members: ['ben'], messages: [{ user: 'ben', text: 'Lunch four' }] },
    { name: 'lunch-old', id: 'C0OLD', is_archived: true },
  ],
};
const thread = { channel_id: 'C0LUNCH', thread_ts: '1700000000.000100' };

describeSiblings(slack, {
  silent: {
    'slack_search_public_and_private: context_channel_id': 'nothing is scored by where it stands; the tape names it as ignored',
  },
  more: {
    seed: pages,
    calls: [
      ['slack_send_message_draft', { ...thread, message: 'Later' }],
      ['slack_schedule_message', { ...thread, message: 'Later', post_at: 1_767_226_000 }],
      ['slack_read_channel', { channel_id: 'C0LUNCH' }],
      ['slack_read_canvas', (world) => ({ canvas_id: firstId(world, 'canvases') })],
      ['slack_search_public', { query: 'Lunch' }],
      ['slack_search_public_and_private', { query: 'Lunch', response_format: 'concise' }],
      ['slack_search_channels', { query: 'lunch' }],
      ['slack_search_users', { query: 'ad' }],
      ['slack_search_emojis', { query: 'shipit' }],
    ],
  },
  serve: { seed, clock: { mode: 'logical' } },
  siblings,
  refused,
  without: {
    slack_send_message_draft: 'no method makes a draft',
    slack_search_public: 'search.messages looks everywhere, as slack_search_public_and_private does',
    slack_search_channels: 'no method searches channels',
    slack_search_users: 'no method searches people',
    slack_search_emojis: 'no method searches emoji',
    slack_read_canvas: 'no method answers with the text of a canvas',
  },
});
