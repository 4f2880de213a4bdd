import { describe, expect, test } from '@jest/globals';
import { type Served, serveSlack } from './served.ts';

// Who may do what in channels: pages of conversations.*, https://slack.com/help/articles/115004988303, /202518103.
const OWN = 'C0OWN';
const OTHERS = 'C0OTHERS';
const GENERAL = 'C0GENERAL';
const VAULT = 'C0VAULT';
const ATTIC = 'C0ATTIC';

const worldOf = (viewer: object) => ({
  viewer: 'me',
  users: [
    { name: 'me', id: 'U0ME', ...viewer },
    { name: 'ada', id: 'U0ADA' },
    { name: 'ben', id: 'U0BEN' },
  ],
  channels: [
    { name: 'general', id: GENERAL, creator: 'me' },
    { name: 'own', id: OWN, creator: 'me' },
    { name: 'others', id: OTHERS, creator: 'ada', members: ['ada', 'me', 'ben'] },
    { name: 'vault', id: VAULT, is_private: true, creator: 'ada', members: ['ada', 'me', 'ben'] },
    { name: 'attic', id: ATTIC, is_archived: true, creator: 'me' },
    { name: 'elsewhere', id: 'C0ELSE', creator: 'ada', members: ['ada'] },
  ],
});

async function as<R>(viewer: object, work: (twin: Served) => Promise<R>): Promise<R> {
  const twin = await serveSlack(worldOf(viewer));
  try {
    return await work(twin);
  } finally {
    await twin.close();
  }
}

const BOT = { is_bot: true };
const MEMBER = {};
const ADMIN = { is_admin: true };
const GUEST = { is_restricted: true };
const OK = undefined;

type Row = [
  method: string,
  args: Record<string, unknown>,
  bot: string | undefined,
  member: string | undefined,
  admin: string | undefined,
  guest: string | undefined,
];

const rows: Row[] = [
  ['conversations.rename', { channel: OWN, name: 'fresh' }, OK, OK, OK, OK],
  ['conversations.rename', { channel: OTHERS, name: 'fresh' }, 'not_authorized', 'not_authorized', OK, 'not_authorized'],
  ['conversations.rename', { channel: GENERAL, name: 'fresh' }, 'not_authorized', 'not_authorized', OK, 'not_authorized'],
  ['conversations.kick', { channel: OWN, user: 'U0BEN' }, OK, OK, OK, 'restricted_action'],
  ['conversations.kick', { channel: OTHERS, user: 'U0BEN' }, 'restricted_action', 'restricted_action', OK, 'restricted_action'],
  ['conversations.kick', { channel: VAULT, user: 'U0BEN' }, OK, OK, OK, 'restricted_action'],
  ['conversations.kick', { channel: GENERAL, user: 'U0BEN' }, ...all('cant_kick_from_general')],
  ['conversations.archive', { channel: OTHERS }, OK, OK, OK, 'restricted_action'],
  ['conversations.archive', { channel: GENERAL }, ...all('cant_archive_general')],
  // slack-go issue 1066, slack-chat-api issue 26: bots get a code that the page lacks.
  ['conversations.unarchive', { channel: ATTIC }, 'not_in_channel', OK, OK, 'no_permission'],
  ['conversations.create', { name: 'fresh' }, OK, OK, OK, 'restricted_action'],
  ['conversations.invite', { channel: OWN, users: 'U0ADA' }, ...memberOnly('already_in_channel', 'cant_invite')],
  ['conversations.setTopic', { channel: OTHERS, topic: 'x' }, OK, OK, OK, 'user_is_restricted'],
  ['conversations.setPurpose', { channel: OTHERS, purpose: 'x' }, OK, OK, OK, 'user_is_restricted'],
  ['conversations.leave', { channel: OTHERS }, OK, OK, OK, 'user_is_restricted'],
  ['conversations.leave', { channel: GENERAL }, ...all('cant_leave_general')],
  ['conversations.join', { channel: 'C0ELSE' }, OK, OK, OK, 'channel_not_found'],
  ['conversations.info', { channel: 'C0ELSE' }, OK, OK, OK, 'channel_not_found'],
];

function all(code: string): [string, string, string, string] {
  return [code, code, code, code];
}

function memberOnly(code: string, guest: string): [string, string, string, string] {
  return [code, code, code, guest];
}

describe('who may do what in channels', () => {
  test.each(rows)('%s %j: bot %s, member %s, admin %s, guest %s', async (method, args, ...expected) => {
    const codes: (string | undefined)[] = [];
    for (const viewer of [BOT, MEMBER, ADMIN, GUEST])
      codes.push(
        await as(viewer, async (twin) => {
          const before = await twin.state();
          const { error } = await twin.call(method, args);
          // What is refused changes nothing.
          if (error !== undefined) expect(await twin.state()).toEqual(before);
          return error as string | undefined;
        }),
      );
    expect(codes).toEqual(expected);
  });
});

test('who unarchives a channel is in it (usage info of conversations.unarchive)', async () => {
  await as(MEMBER, async (twin) => {
    await twin.call('conversations.unarchive', { channel: ATTIC });
    expect((await twin.call('conversations.info', { channel: ATTIC })).channel).toMatchObject({
      is_archived: false,
      is_member: true,
    });
  });
});

test('a guest lists and finds only what is in their own channels', async () => {
  await as(GUEST, async (twin) => {
    const { channels } = await twin.call('conversations.list', { types: 'public_channel' });
    expect(channels.map(({ name }: { name: string }) => name)).not.toContain('elsewhere');
    expect((await twin.call('search.messages', { query: 'in:elsewhere a' })).messages.total).toBe(0);
  });
});
