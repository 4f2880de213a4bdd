import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { actionsOf, type TapeRow } from '@svc/twin-kit';
import { growth, LINEAR } from '@svc/twin-kit/testing/processor';
import { fromMarkdown } from '../src/text/mrkdwn.ts';
import { type Json, type Served, serveSlack } from './served.ts';

const seed = {
  users: [{ name: 'ada' }, { name: 'ben' }, { name: 'bot', is_bot: true }],
  channels: [
    { name: 'general', id: 'C0GENERAL' },
    { name: 'quiet', id: 'C0QUIET', members: ['ada'] },
    { name: 'vault', id: 'C0VAULT', is_private: true, members: ['ada'] },
    { name: 'old', id: 'C0OLD', is_archived: true },
  ],
  usergroups: [{ name: 'Support', handle: 'support', users: ['ada'] }],
};

let twin: Served;
beforeEach(async () => {
  twin = await serveSlack(seed, { mode: 'logical' });
});
afterEach(() => twin.close());

const post = (args: Record<string, unknown>): Promise<Json> => twin.call('chat.postMessage', { channel: 'C0GENERAL', ...args });

describe('text', () => {
  test('is stored with its special characters escaped, and its addresses as links', async () => {
    const { message } = await post({ text: 'a < b & c > d, see https://example.com/x?a=1&b=2. `https://code.test`' });
    expect(message.text).toBe('a &lt; b &amp; c &gt; d, see <https://example.com/x?a=1&amp;b=2>. `https://code.test`');
  });

  test('mentions people, channels and groups by name where asked to', async () => {
    const [ada, ben] = [await twin.user('ada'), await twin.user('ben')];
    const { message } = await post({ text: '@ada @ben. #quiet @here @support @nobody', link_names: true });
    const group = (await twin.state()).usergroups[0].id;
    expect(message.text).toBe(`<@${ada}> <@${ben}>. <#C0QUIET|quiet> <!here> <!subteam^${group}> @nobody`);
    expect((await post({ text: '@ada' })).message.text).toBe('@ada');
  });

  // https://docs.slack.dev/reference/block-kit/blocks/rich-text-block
  test('becomes rich text blocks', async () => {
    const { message } = await post({
      text: 'Hi <@U0A> *bold _both_* ~no~ `x<y` :tada: <https://a.test|A>\n> quoted\n```\ncode\n```after',
    });
    const [block] = message.blocks;
    expect(block).toMatchObject({ type: 'rich_text', block_id: expect.any(String) });
    expect(block.elements).toEqual([
      {
        type: 'rich_text_section',
        elements: [
          { type: 'text', text: 'Hi ' },
          { type: 'user', user_id: 'U0A' },
          { type: 'text', text: ' ' },
          { type: 'text', text: 'bold ', style: { bold: true } },
          { type: 'text', text: 'both', style: { bold: true, italic: true } },
          { type: 'text', text: ' ' },
          { type: 'text', text: 'no', style: { strike: true } },
          { type: 'text', text: ' ' },
          { type: 'text', text: 'x<y', style: { code: true } },
          { type: 'text', text: ' ' },
          { type: 'emoji', name: 'tada' },
          { type: 'text', text: ' ' },
          { type: 'link', url: 'https://a.test', text: 'A' },
          { type: 'text', text: '\n' },
        ],
      },
      { type: 'rich_text_quote', elements: [{ type: 'text', text: 'quoted' }] },
      { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'code' }], border: 0 },
      { type: 'rich_text_section', elements: [{ type: 'text', text: 'after' }] },
    ]);
  });

  test('in Markdown is converted', async () => {
    const { message } = await post({ markdown_text: '# Title\n**bold** and *slanted*, [A](https://a.test)\n- one' });
    expect(message.text).toBe('*Title*\n*bold* and _slanted_, <https://a.test|A>\n• one');
    expect(await post({ markdown_text: 'a', text: 'b' })).toMatchObject({ error: 'markdown_text_conflict' });
  });

  // https://spec.commonmark.org/0.31.2/#atx-headings
  test.each([
    ['# Title #', '*Title*'],
    ['## C#', '*C#*'],
    ['# one\n\n\ntwo', '*one*\n\n\ntwo'],
    ['- \n\none', '• \n\none'],
  ])('in Markdown, %j, is a line for a line', async (markdown_text, text) => {
    expect((await post({ markdown_text })).message.text).toBe(text);
  });

  test.each<[string, (count: number) => string]>([
    ['spaces', (count) => `# a${' '.repeat(count)}b`],
    ['hashes', (count) => `# a${'#'.repeat(count)}b`],
    ['empty lines', (count) => '\n'.repeat(count)],
  ])('in Markdown, %s take no more time than their number', (_what, make) => {
    // A pattern that tries each pair of places takes half a minute for as many.
    expect(growth(make, 200_000, fromMarkdown)).toBeLessThan(LINEAR);
  });

  // https://docs.slack.dev/reference/methods/chat.postMessage, chat.update, chat.meMessage
  test('is cut at 40,000 characters when posted, and refused at 4,000 when updated', async () => {
    const { message, ts } = await post({ text: 'x'.repeat(40_001) });
    expect(message.text).toHaveLength(40_000);
    const change = (length: number) => twin.call('chat.update', { channel: 'C0GENERAL', ts, text: 'y'.repeat(length) });
    expect(await change(4_001)).toMatchObject({ ok: false, error: 'msg_too_long' });
    expect(await change(4_000)).toMatchObject({ ok: true });
    const me = await twin.call('chat.meMessage', { channel: 'C0GENERAL', text: 'z'.repeat(40_001) });
    expect(me).toMatchObject({ error: 'msg_too_long' });
  });
});

describe('blocks and attachments', () => {
  const section = (text = 'x') => ({ type: 'section', text: { type: 'mrkdwn', text } });

  test('come back complete, as JSON or as its text', async () => {
    for (const blocks of [[section()], JSON.stringify([section()])]) {
      const { message } = await post({ text: 'fallback', blocks });
      expect(message.blocks).toEqual([
        { type: 'section', block_id: expect.any(String), text: { type: 'mrkdwn', text: 'x', verbatim: false } },
      ]);
      expect(message.text).toBe('fallback');
    }
    const { message } = await post({ attachments: [{ text: 'note' }] });
    expect(message.attachments).toEqual([{ id: 1, text: 'note', fallback: 'note' }]);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['nothing to say', { text: ' ' }, 'no_text'],
    ['51 blocks', { blocks: Array(51).fill({ type: 'divider' }) }, 'invalid_blocks'],
    ['a long section', { blocks: [section('x'.repeat(3_001))] }, 'invalid_blocks'],
    ['an unknown block', { blocks: [{ type: 'nonsense' }] }, 'invalid_blocks'],
    [
      'the same block id twice',
      {
        blocks: [
          { type: 'divider', block_id: 'a' },
          { type: 'divider', block_id: 'a' },
        ],
      },
      'invalid_blocks',
    ],
    ['blocks that are no list', { blocks: '{"type":"divider"}' }, 'invalid_blocks_format'],
    ['101 attachments', { attachments: Array(101).fill({ text: 'x' }) }, 'too_many_attachments'],
    ['metadata without a payload', { text: 'x', metadata: { event_type: 'x' } }, 'invalid_metadata_schema'],
    ['a channel that is not there', { text: 'x', channel: 'C0NONE' }, 'channel_not_found'],
    ['a public channel one is not in', { text: 'x', channel: 'C0QUIET' }, 'not_in_channel'],
    ['a private channel one is not in', { text: 'x', channel: 'C0VAULT' }, 'channel_not_found'],
    ['an archived channel', { text: 'x', channel: 'C0OLD' }, 'is_archived'],
  ])('%s is refused and changes nothing', async (_name, args, error) => {
    const before = await twin.state();
    expect(await post(args)).toMatchObject({ ok: false, error });
    expect(await twin.state()).toEqual(before);
  });
});

describe('timestamps', () => {
  test('are unique in a channel and rise with time', async () => {
    const seen: string[] = [];
    for (let count = 0; count < 5; count += 1) seen.push((await post({ text: `${count}` })).ts);
    expect(new Set(seen).size).toBe(5);
    expect([...seen].sort()).toEqual(seen);
    for (const ts of seen) expect(ts).toMatch(/^\d{10}\.\d{6}$/);
  });

  test('stay unique within one second', async () => {
    const wall = await serveSlack(seed);
    const all = await Promise.all(
      Array.from({ length: 20 }, () => wall.call('chat.postMessage', { channel: 'C0GENERAL', text: 'x' })),
    );
    expect(new Set(all.map(({ ts }) => ts)).size).toBe(20);
    await wall.close();
  });
});

describe('history', () => {
  const history = (args: Record<string, unknown> = {}): Promise<Json> =>
    twin.call('conversations.history', { channel: 'C0GENERAL', ...args });

  test('is newest first, and a walk by cursors meets each message once', async () => {
    const posted: string[] = [];
    for (let count = 0; count < 7; count += 1) posted.push((await post({ text: `${count}` })).ts);
    const walked: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await history({ limit: 3, ...(cursor && { cursor }) });
      walked.push(...page.messages.map(({ ts }: { ts: string }) => ts));
      cursor = page.response_metadata?.next_cursor;
      expect(page.has_more).toBe(cursor !== undefined);
    } while (cursor);
    expect(walked).toEqual(posted.reverse());
  });

  test('keeps to its bounds, which count only where it is inclusive', async () => {
    const posted: string[] = [];
    for (let count = 0; count < 4; count += 1) posted.push((await post({ text: `${count}` })).ts);
    const between = async (inclusive: boolean) =>
      (await history({ oldest: posted[0], latest: posted[2], inclusive })).messages.map(({ text }: { text: string }) => text);
    expect(await between(false)).toEqual(['1']);
    expect(await between(true)).toEqual(['2', '1', '0']);
    expect(await history({ oldest: 'x' })).toMatchObject({ error: 'invalid_ts_oldest' });
    expect(await history({ channel: 'C0QUIET' })).toMatchObject({ error: 'not_in_channel' });
  });

  test('leaves a tombstone where a parent of replies was deleted', async () => {
    const parent = await post({ text: 'parent' });
    const reply = await post({ text: 'reply', thread_ts: parent.ts });
    await twin.call('chat.delete', { channel: 'C0GENERAL', ts: parent.ts });
    const thread = await twin.call('conversations.replies', { channel: 'C0GENERAL', ts: parent.ts });
    expect(thread.messages.map(({ subtype, text }: Json) => [subtype, text])).toEqual([
      ['tombstone', 'This message was deleted.'],
      [undefined, 'reply'],
    ]);
    await twin.call('chat.delete', { channel: 'C0GENERAL', ts: reply.ts });
    expect((await history()).messages).toEqual([]);
  });

  test('shows a reply to a reply in the thread of the first message', async () => {
    const parent = await post({ text: 'parent' });
    const reply = await post({ text: 'reply', thread_ts: parent.ts });
    const second = await post({ text: 'second', thread_ts: reply.ts });
    expect(second.message.thread_ts).toBe(parent.ts);
    expect((await history()).messages).toMatchObject([{ text: 'parent', reply_count: 2, latest_reply: second.ts }]);
  });
});

test('a message of somebody else can be neither changed nor deleted', async () => {
  const own = await serveSlack({
    users: [{ name: 'ada' }, { name: 'bot', is_bot: true }],
    channels: [{ name: 'general', id: 'C0GENERAL', messages: [{ user: 'ada', text: 'mine', ts: '1700000000.000100' }] }],
  });
  const at = { channel: 'C0GENERAL', ts: '1700000000.000100' };
  expect(await own.call('chat.update', { ...at, text: 'x' })).toMatchObject({ error: 'cant_update_message' });
  expect(await own.call('chat.delete', at)).toMatchObject({ error: 'cant_delete_message' });
  await own.close();
});

test('a scheduled message is sent by the first write after its time', async () => {
  const start = Date.parse('2026-01-01T00:00:00Z') / 1000;
  await twin.call('chat.scheduleMessage', { channel: 'C0GENERAL', text: 'later', post_at: start + 3 });
  await post({ text: 'first' });
  await post({ text: 'second' });
  const { messages } = await twin.call('conversations.history', { channel: 'C0GENERAL' });
  expect(messages.map(({ text }: { text: string }) => text)).toEqual(['second', 'later', 'first']);
  expect((await twin.state()).scheduled_messages).toEqual([]);
  const row = (await twin.events()).filter(({ state_mutation }) => state_mutation).at(-1) as TapeRow;
  const posted = actionsOf(row).map(({ tool, writes }) => [
    tool,
    writes.flatMap(({ collection, after }) => (collection === 'messages' ? (after as { text: string }).text : [])),
  ]);
  expect(posted).toEqual([
    [null, ['later']],
    ['slack_send_message', ['second']],
  ]);
});
