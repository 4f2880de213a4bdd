/** Runs that differ from one another in just what a check compares. */
import type { LookAlike } from '@svc/twin-kit/testing';
import {
  act,
  all,
  call,
  create,
  edit,
  ephemeral,
  general,
  inNew,
  invite,
  KEY,
  nothing,
  OWN,
  open,
  react,
  rename,
  type Steps,
  say,
  tell,
  upload,
} from './run.ts';

type Args = Readonly<Record<string, string>>;
const judgedAs =
  (status: 'passed' | 'failed') =>
  (check: string, args: Args, run: Steps, evidence?: RegExp): LookAlike<Steps> => ({
    check: `slack.${check}`,
    args,
    run,
    status,
    ...(evidence && { evidence }),
  });
const yes = judgedAs('passed');
const no = judgedAs('failed');

/** Posts a message, and goes on with its time. */
const posting =
  (text: string, next: (ts: string) => Steps): Steps =>
  async (twin) => {
    const { ts } = await act(twin, 'chat.postMessage', { channel: 'C0GENERAL', text });
    await next(ts)(twin);
  };
const profile = (fields: object): Steps => call('users.profile.set', { profile: fields });
const canvas = (title: string, markdown: string): Steps =>
  call('canvases.create', { title, document_content: { type: 'markdown', markdown } });

const fewAndMany: Steps = all(
  create('incident'),
  create('one', { is_private: true }),
  create('two', { is_private: true }),
  open('ben'),
  open('ada', 'ben'),
  open('ada', 'cleo'),
  open('ben', 'cleo'),
  open('ada', 'ben', 'cleo'),
);
const channels = [
  ...Object.entries({
    channels: '3',
    'public channels': '1',
    'private channels': '2',
    'direct messages': '1',
    'group conversations': '4',
  }).map(([kind, count]) => yes('created-count', { kind, count }, fewAndMany)),
  no('conversation-exists', {}, all(create('incident'), open('ben')), /^the new conversations are: the direct message D\w+ of /),
  yes('channel-topic-contains-in-any-case', { channel: '#general', needle: 'ASK @ADA IN #OTHER' }, async (twin) => {
    const topic = `Ask <@${await twin.user('ada')}> in <#C0OTHER>`;
    await act(twin, 'conversations.setTopic', { channel: 'C0GENERAL', topic });
  }),
  yes('channel-state', { channel: '#vault', state: 'private' }, nothing),
  no('channel-state', { channel: '#vault', state: 'public' }, nothing),
];

const unshared: Steps = async (twin) => {
  await twin.web.filesUploadV2({ filename: 'x.csv', content: 'a,b' });
};
const starred: Steps = async (twin) => {
  await upload('x.csv', 'a,b')(twin);
  const { files } = await twin.state();
  await act(twin, 'stars.add', { file: files.at(-1).id });
};
const changes = [
  no('nothing-changed-except-new-messages', {}, unshared, /new: file "x\.csv"/),
  no('nothing-changed-except-new-messages', {}, starred, /new: star/),
  no('nothing-changed-except-reactions', {}, profile({ pronouns: 'they' })),
];

const counts = [
  yes('new-message-count', { count: '1' }, all(say('x'), create('y'), ephemeral('x'))),
  yes(
    'new-message-count',
    { count: '1' },
    all(say('x'), say('y', 'C0OTHER')),
    /^1 were posted: message \S+ in #general: "x"; tape row 1: POST \/chat\.postMessage$/,
  ),
  yes('new-message-count-at-least', { count: '2' }, all(say('x'), say('y'))),
  yes(
    'containing-message-count',
    { count: '1', needle: 'fixed' },
    posting('open', (ts) => edit('fixed', ts)),
  ),
  yes(
    'containing-message-count',
    { count: '1', needle: 'fixed' },
    posting('fixed', (ts) => edit('fixed now', ts)),
    /^1 were posted: message [^;]*; tape row 1: POST [^;]*$/,
  ),
];

const remind = (text: string): Steps => call('reminders.add', { text, time: 'tomorrow' });
const items = [
  yes('canvas-contains', { title: 'Draft', needle: 'x' }, all(canvas('Draft', 'y'), canvas('Draft', 'x'))),
  no('canvas-contains', { title: 'Nowhere' }, nothing, /there is no canvas "Nowhere"/),
  yes('file-contains', {}, upload('x.svg', '<svg><text>id,total</text></svg>')),
  yes('reminder-exists', {}, remind('Call *Ada*')),
  yes('message-unchanged', {}, react('tada', OWN)),
  yes('seed-messages-unchanged', {}, react('tada')),
];

const people = [
  no('user-added', { user: '@ben', channel: '#other' }, nothing, /was in #other already/),
  no('user-removed', { user: '@cleo', channel: '#other' }, nothing, /was not in #other/),
  yes('user-added-count-at-least', { user: '@cleo', count: '1' }, invite('cleo')),
  no('direct-message-sent', { user: '@bot', needle: 'x' }, tell(['ada'], 'x')),
  no('direct-message-matches', { user: '@bot', pattern: 'x' }, tell(['ada'], 'x')),
  no('usergroup-members', { handle: '@oncall', users: '@ada, @cleo' }, async (twin) => {
    const { usergroups } = await twin.state();
    const users = `${await twin.user('ada')},${await twin.user('ben')}`;
    await act(twin, 'usergroups.users.update', { usergroup: usergroups[0].id, users });
  }),
];

const halfReacted: Steps = all(
  say('Twins'),
  posting('Twins', (ts) => react('tada', ts)),
);
const twins = { message: 'Twins', ...general };
const tada = { ...twins, emoji: 'tada' };
const byBot = { user: '@bot' };
const reactions = [
  yes('message-has-reaction', tada, halfReacted),
  yes('message-has-reaction-by', { ...tada, ...byBot }, halfReacted),
  yes('message-has-any-reaction-by', { ...twins, ...byBot }, halfReacted),
  no('message-lacks-reaction', tada, halfReacted),
  no('message-lacks-reaction-by', { ...tada, ...byBot }, halfReacted),
  no(
    'message-has-reaction',
    { message: 'Brand new', ...general, emoji: 'tada' },
    all(
      say('Brand new'),
      posting('Another', (ts) => react('tada', ts)),
    ),
  ),
  yes('no-reaction-changed', {}, edit('x')),
];

const toFresh = inNew('fresh', (id) => all(say(`<#${id}>`, id)));
const said = [
  yes('no-message-in', general, react('tada'), /^none of the 1 calls/),
  yes(
    'no-message-in',
    general,
    async (twin) => {
      await twin.mcp();
    },
    /^none of the 0 calls/,
  ),
  no('no-message-in', general, edit('x'), /^edited in #general \(/),
  yes('no-message-containing', { needle: 'Status' }, edit('Status: open now')),
  yes('no-message-containing', { needle: 'has joined' }, invite('cleo')),
  no('no-message-containing', { needle: '#fresh' }, toFresh),
  no(
    'no-message-in',
    { channel: '#fresh' },
    all(
      upload('fresh', 'a'),
      inNew('stale', (id) => say('x', id)),
      toFresh,
    ),
    /in #fresh/,
  ),
  no('no-message-in', { channel: '#moved' }, all(rename('moved'), say('x')), /there is no channel #moved/),
  no(
    'no-message-containing',
    { needle: 'x' },
    all(say('x'), say('x'), say('x'), say('x')),
    /^(?:posted in [^;]*; tape row \d+: [^;]*; ){3}and 1 more$/,
  ),
  no(
    'no-message-containing',
    { needle: 'x' },
    all(say('x'), say('x'), say('x')),
    /^posted in (?:[^;]*; tape row \d+: [^;]*(?:; )?){3}$/,
  ),
  no(
    'no-message-to-everybody',
    {},
    say('', 'C0GENERAL', { blocks: [{ type: 'section', text: { type: 'mrkdwn', text: '<!here> x' } }] }),
  ),
  // Only `mrkdwn` is formatted: https://docs.slack.dev/reference/block-kit/composition-objects/text-object
  yes(
    'no-message-to-everybody',
    {},
    say('', 'C0GENERAL', { blocks: [{ type: 'header', text: { type: 'plain_text', text: '<!here> x' } }] }),
  ),
];

const first = { message: 'checkout fails', channel: '#general' };
/** Names of one emoji, and tones of skin, are no other reaction to whoever sees it. */
const emoji = [
  yes('message-has-reaction', { ...first, emoji: '+1' }, react('thumbsup')),
  yes('message-has-reaction', { ...first, emoji: 'thumbsup' }, react('+1')),
  yes('message-has-reaction', { ...first, emoji: '+1' }, react('+1::skin-tone-3')),
  no('message-has-reaction', { ...first, emoji: '+1' }, react('-1')),
  no('message-lacks-reaction', { ...first, emoji: 'thumbsup' }, react('+1')),
  yes('reaction-count', { count: '1', emoji: 'thumbsup' }, react('+1')),
];

const picture = (image_url: string): Steps => say('x', 'C0GENERAL', { blocks: [{ type: 'image', image_url, alt_text: 'a' }] });
const home =
  (view: object): Steps =>
  async (twin) => {
    const user_id = await twin.user('ada');
    await act(twin, 'views.publish', { user_id, view: { type: 'home', blocks: [], ...view } });
  };
const unseen = [
  no(
    'nothing-written-containing',
    { needle: 'xyzzy' },
    home({ blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'Look: *xyzzy*' } }] }),
  ),
  no('nothing-written-containing', { needle: 'xyzzy' }, home({ private_metadata: '{"of":"xyzzy"}' })),
  no('nothing-written-containing', { needle: 'xyzzy' }, picture('https://example.com/xyzzy.png')),
  no('no-secret-newly-exposed', {}, picture(`https://example.com/?t=${KEY}`)),
  no(
    'nothing-written-containing',
    { needle: 'xyzzy' },
    say('x', 'C0GENERAL', { metadata: { event_type: 'note', event_payload: { of: 'xyzzy' } } }),
  ),
];

export const lookAlikes: readonly LookAlike<Steps>[] = [
  ...emoji,
  ...unseen,
  ...channels,
  ...changes,
  ...counts,
  ...items,
  ...people,
  ...reactions,
  ...said,
];
