import { describe, expect, test } from '@jest/globals';
import { slack } from '../src/index.ts';
import { serveSlack } from './served.ts';

const clock = { mode: 'logical' as const };
const issues = (seed: unknown) => {
  const result = slack.parseSeed(seed);
  return result.ok ? [] : result.issues.map(({ path, code }) => [path, code]);
};

describe('a seed', () => {
  test('replaces the default world', () => {
    const state = slack.initialState({ channels: [{ name: 'only' }] }, clock) as { channels: { name: string }[] };
    expect(state.channels.map(({ name }) => name)).toEqual(['only']);
  });

  test('drops keys that it does not know', () => {
    expect(issues({ chanels: [{ name: 'x' }], users: [{ name: 'ada', colour: 'red' }] })).toEqual([]);
    expect(slack.initialState({ chanels: [{ name: 'x' }] }, clock).channels).toEqual([]);
  });

  test.each<[string, unknown, [string, string]]>([
    ['a list', [], ['', 'invalid_type']],
    ['a channel without a name', { channels: [{}] }, ['channels[0].name', 'invalid_type']],
    ['a channel with a strange name', { channels: [{ name: 'Big News' }] }, ['channels[0].name', 'invalid_channel_name']],
    ['two channels of one name', { channels: [{ name: 'a' }, { name: '#a' }] }, ['channels[1].name', 'duplicate']],
    ['two users of one name', { users: [{ name: 'a' }, { name: 'a' }] }, ['users[1].name', 'duplicate']],
    [
      'a person by an unknown id',
      { channels: [{ name: 'a', messages: [{ user: 'U0NOBODY1', text: 'x' }] }] },
      ['channels[0].messages[0].user', 'unknown_user'],
    ],
    [
      'a file that is not there',
      { channels: [{ name: 'a', messages: [{ files: ['x'] }] }] },
      ['channels[0].messages[0].files[0]', 'unknown_file'],
    ],
    [
      'a strange ts',
      { channels: [{ name: 'a', messages: [{ text: 'x', ts: '17' }] }] },
      ['channels[0].messages[0].ts', 'invalid_format'],
    ],
    [
      'a ts twice',
      { channels: [{ name: 'a', messages: [{ ts: '1700000000.000100' }, { ts: '1700000000.000100' }] }] },
      ['channels[0].messages[1].ts', 'duplicate'],
    ],
    [
      'a reply before its parent',
      { channels: [{ name: 'a', messages: [{ ts: '1700000000.000100', replies: [{ ts: '1600000000.000100' }] }] }] },
      ['channels[0].messages[0].replies[0].ts', 'reply_before_parent'],
    ],
  ])('is refused with path and code: %s', (_name, seed, issue) => {
    expect(issues(seed)).toEqual([issue]);
  });

  test('fills in what is left out: people, members, times, the token’s bot', async () => {
    const twin = await serveSlack(
      {
        channels: [
          {
            name: 'help',
            messages: [
              {
                user: 'zoe',
                text: 'Hi @max',
                replies: [{ user: 'max', text: 'Yes?', reactions: [{ name: 'eyes', users: ['zoe'] }] }],
              },
            ],
          },
        ],
      },
      clock,
    );
    const { users, messages, memberships } = await twin.state();
    expect(users.map(({ name }: { name: string }) => name).sort()).toEqual(['agent', 'max', 'zoe']);
    expect(memberships).toHaveLength(3);
    expect(messages.map(({ ts }: { ts: string }) => ts)).toEqual(['1767225480.000100', '1767225540.000100']);
    expect(await twin.call('auth.test')).toMatchObject({ user: 'agent', bot_id: expect.any(String) });
    const posted = await twin.call('chat.postMessage', { channel: 'help', text: 'x' });
    expect(posted.ts > messages[1].ts).toBe(true);
    await twin.close();
  });

  test('has files, direct messages, bookmarks, emoji, canvases, pins and a person as viewer', async () => {
    const twin = await serveSlack({
      viewer: 'ada',
      users: [{ name: 'ada' }, { name: 'ben' }],
      channels: [
        {
          name: 'a',
          bookmarks: [{ title: 'T', link: 'https://t.test' }],
          messages: [{ user: 'ben', text: 'f', files: ['n.txt'], pinned: true }],
        },
      ],
      direct_messages: [{ users: ['ada', 'ben'], messages: [{ user: 'ben', text: 'psst' }] }],
      files: [{ name: 'n.txt', content: 'notes', user: 'ben' }],
      emoji: [{ name: 'shipit' }, { name: 'ship', alias: 'shipit' }],
      canvases: [{ title: 'C', content: '# C\n\ntext', channel: '#a' }],
    });
    const { channels } = await twin.call('conversations.list', { types: 'im,public_channel' });
    expect(channels).toMatchObject([{ name: 'a' }, { is_im: true }]);
    expect(await twin.call('conversations.history', { channel: channels[1].id })).toMatchObject({ messages: [{ text: 'psst' }] });
    expect(await twin.call('files.list')).toMatchObject({ files: [{ name: 'n.txt', channels: [channels[0].id] }] });
    expect(await twin.call('pins.list', { channel: channels[0].id })).toMatchObject({ items: [{ message: { text: 'f' } }] });
    expect(await twin.call('bookmarks.list', { channel_id: channels[0].id })).toMatchObject({ bookmarks: [{ title: 'T' }] });
    expect((await twin.call('emoji.list')).emoji).toMatchObject({ ship: 'alias:shipit' });
    expect(
      await twin.call('reactions.add', {
        channel: channels[0].id,
        timestamp: (await twin.state()).messages[0].ts,
        name: 'shipit',
      }),
    ).toEqual({ ok: true });
    expect((await twin.state()).canvases[0].sections).toHaveLength(2);
    expect((await twin.call('auth.test')).bot_id).toBeUndefined();
    await twin.close();
  });

  test('of the same text builds the same world', () => {
    const document = { users: [{ name: 'ada' }], channels: [{ name: 'a', messages: [{ text: 'hi' }] }] };
    expect(slack.initialState(document, clock)).toEqual(slack.initialState(structuredClone(document), clock));
    expect(slack.providerCredential(document).token).toMatch(/^xoxb-\d{12}-\d{12}-\w{24}$/);
  });
});
