import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { type Json, type Served, serveSlack } from './served.ts';

const seed = {
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
};
const clock = { mode: 'logical' as const };

let twin: Served;
let client: Client;
beforeEach(async () => {
  twin = await serveSlack(seed, clock);
  client = await twin.mcp();
});
afterEach(() => twin.close());

const call = async (
  name: string,
  args: Record<string, unknown> = {},
): Promise<{ isError?: boolean; content: { text: string }[] }> => (await client.callTool({ name, arguments: args })) as never;
const value = async (name: string, args: Record<string, unknown> = {}): Promise<Json> => {
  const result = await call(name, args);
  expect([name, result.isError, result.content[0]?.text]).toEqual([name, undefined, expect.any(String)]);
  return JSON.parse(result.content[0]?.text ?? 'null');
};

/** Of Slack's own server: scripts/generate-test-facts.ts. */
const OFFICIAL = JSON.parse(readFileSync(join(import.meta.dirname, 'generated/tools.json'), 'utf8')) as Json;

test('the tools have the names, properties, enums and required lists of the official server', async () => {
  const { tools } = await client.listTools();
  const facts = ({ type, enum: words, items, properties, required }: Json): Json => ({
    type,
    ...(words && { enum: words }),
    ...(items && { items: facts(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, facts(one)])),
      required: [...(required ?? [])].sort(),
    }),
  });
  const own = tools.map(({ name, title, annotations, inputSchema }: Json) => [
    name,
    { title, readOnly: annotations.readOnlyHint, input: facts(inputSchema) },
  ]);
  expect(Object.fromEntries(own)).toEqual(OFFICIAL);
});

test('slack_update_canvas changes sections, in one row', async () => {
  const { canvas_id } = await value('slack_create_canvas', { title: 'T', content: 'one\n\ntwo' });
  const { section_id_mapping } = await value('slack_read_canvas', { canvas_id });
  const [section_id] = Object.keys(section_id_mapping);
  await value('slack_update_canvas', {
    canvas_id,
    sections: [
      { edit_type: 'replace', section_id, content: 'ONE' },
      { edit_type: 'append', content: 'three' },
    ],
  });
  expect((await value('slack_read_canvas', { canvas_id })).markdown_content).toBe('ONE\n\ntwo\n\nthree');
  const rows = await twin.events();
  expect(rows.filter(({ tool }) => tool === 'slack_update_canvas')).toHaveLength(1);
  await twin.call('canvases.edit', {
    canvas_id,
    changes: [{ operation: 'insert_at_end', document_content: { markdown: 'four' } }],
  });
  expect((await twin.events()).at(-1)).toMatchObject({ tool: 'slack_update_canvas', state_mutation: true });
});

test('tools answer with what they found', async () => {
  const sent = await value('slack_send_message', { channel_id: await twin.user('ben'), message: 'Hi Ben' });
  expect(sent.message_link).toContain(`/archives/${sent.message_context.channel_id}/p`);
  expect((await value('slack_read_channel', { channel_id: await twin.user('ben') })).messages).toMatchObject([
    { text: 'Hi Ben' },
  ]);
  expect((await value('slack_read_thread', { channel_id: 'C0GENERAL', message_ts: '1700000000.000100' })).messages).toHaveLength(
    2,
  );
  expect(await value('slack_search_public', { query: 'Lunch', include_context: true })).toMatchObject({
    total: 1,
    results: [{ channel: { name: 'general' }, context_messages: [{ text: 'Yes' }] }],
  });
  expect(await value('slack_search_public_and_private', { query: 'Lunch' })).toMatchObject({ total: 2 });
  expect(await value('slack_search_channels', { query: 'news' })).toMatchObject({ channels: [{ name: 'general' }] });
  expect(await value('slack_search_users', { query: 'ben@acme' })).toMatchObject({ users: [{ name: 'ben' }] });
  expect(await value('slack_search_emojis', { query: 'ship,none' })).toMatchObject({ emojis: [{ name: 'shipit' }] });
  const [file] = (await twin.state()).files;
  expect(await value('slack_read_file', { file_id: file.id })).toMatchObject({ content: 'soup', encoding: 'utf-8' });
  const draft = await value('slack_send_message_draft', { channel_id: 'C0GENERAL', message: 'Soon' });
  expect((await twin.state()).drafts).toHaveLength(1);
  await value('slack_send_message', { channel_id: 'C0GENERAL', message: 'Now', draft_id: draft.draft_id });
  expect((await twin.state()).drafts).toEqual([]);
  expect(await value('slack_list_channel_members', { channel_id: 'C0GENERAL', response_format: 'ids_only' })).toMatchObject({
    members: [expect.any(String), expect.any(String)],
  });
});

test('a refused tool call names Slack’s code and changes nothing', async () => {
  const before = await twin.state();
  const refused = await call('slack_send_message', { channel_id: 'C0NONE', message: 'x' });
  expect(refused).toMatchObject({ isError: true, content: [{ text: 'channel_not_found' }] });
  expect(await twin.state()).toEqual(before);
  expect((await twin.events()).at(-1)).toMatchObject({ tool: 'slack_send_message', state_mutation: false });
});
