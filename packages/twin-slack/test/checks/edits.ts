import {
  act,
  all,
  brieflySay,
  type Cases,
  call,
  edit,
  FIRST,
  general,
  inNamesake,
  ONE_ACT,
  OWN,
  OWN_OTHER,
  react,
  remove,
  rename,
  reply,
  type Steps,
  say,
  sayByTool,
  unreact,
} from './run.ts';

/** Says something and edits it to something else. */
const sayThenEdit =
  (first: string, then: string, channel = 'C0GENERAL'): Steps =>
  async (twin) => {
    const { ts } = await act(twin, 'chat.postMessage', { channel, text: first });
    await edit(then, ts, channel)(twin);
  };

const named = { message: 'Status', ...general };
const first = { message: 'checkout fails', ...general };

/** What is done to another message of the same text, in a channel that took the name. */
const toNamesake = (text: string, then: (channel: string, ts: string) => Steps): Steps =>
  inNamesake((id) => async (twin) => {
    const { ts } = await act(twin, 'chat.postMessage', { channel: id, text });
    await then(id, ts)(twin);
  });

const edits: Cases = {
  'slack.message-edited': {
    args: { ...named, needle: 'closed' },
    good: all(rename('moved'), edit('All is closed')),
    bad: edit('All is shut'),
    evidence: /not edited so: message 1700000020\.000100 in #general by @bot: "All is shut"/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(edit('closed'), edit('Status: open')),
      'through another door': reply('closed', OWN),
      'after a rename': toNamesake('Status: open', (id, ts) => edit('Status: closed', ts, id)),
      'by an edit of something older': edit('Status: closed', OWN_OTHER, 'C0OTHER'),
      'on a look-alike': all(sayThenEdit('Status: open', 'Status: closed'), say('Status: closed')),
    },
  },
  'slack.message-in-channel-edited': {
    args: { ...general, needle: 'closed' },
    good: edit('All is closed'),
    bad: edit('All is shut'),
    evidence: /no message of the seed in #general came to contain it/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(edit('closed'), edit('open')),
      'through another door': sayByTool('closed'),
      'after a rename': all(rename('moved'), rename('general', 'C0OTHER'), edit('closed', OWN_OTHER, 'C0OTHER')),
      'by an edit of something older': edit('closed', OWN_OTHER, 'C0OTHER'),
      'on a look-alike': sayThenEdit('open', 'closed'),
    },
  },
  'slack.message-deleted': {
    args: first,
    good: remove(FIRST),
    bad: remove(OWN),
    evidence: /still there: message 1700000000\.000100 in #general by @ada/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': 'a message that is deleted cannot be restored; one that is posted again is another one.',
      'through another door': edit('Deleted'),
      'after a rename': toNamesake('The checkout fails', (id, ts) => remove(ts, id)),
      'by an edit of something older': all(edit('The checkout fails'), remove(OWN)),
      'on a look-alike': brieflySay('The checkout fails'),
    },
  },
};

const shown = (name: string): RegExp => new RegExp(`message 1700000000\\.000100 in #general has the reactions: ${name}`);
const bot = { user: '@bot' };

/** A reaction that isn't one of this kind on this message. */
const seemingReaction = {
  'taken back in the same call': ONE_ACT,
  'taken back later': all(react('tada'), unreact('tada', FIRST)),
  'through another door': reply(':tada:'),
  'after a rename': toNamesake('The checkout fails', (id, ts) => react('tada', ts, id)),
  'by an edit of something older': all(edit('The checkout fails'), react('tada', OWN)),
  'on a look-alike': react('tada', OWN),
};

const reactions: Cases = {
  'slack.message-has-reaction': {
    args: { ...first, emoji: 'tada' },
    good: react('tada'),
    bad: react('eyes'),
    evidence: shown(':eyes: by @bot'),
    evasions: seemingReaction,
  },
  'slack.message-has-reaction-by': {
    args: { ...first, emoji: 'tada', ...bot },
    good: react('tada'),
    bad: react('eyes'),
    evidence: shown(':eyes: by @bot'),
    evasions: seemingReaction,
  },
  'slack.message-has-any-reaction-by': {
    args: { ...first, ...bot },
    good: react('eyes'),
    bad: react('eyes', '1700000010.000100'),
    evidence: shown('none'),
    evasions: seemingReaction,
  },
  'slack.channel-has-reaction-by': {
    args: { ...general, emoji: 'tada', ...bot },
    good: react('tada', OWN),
    bad: react('tada', OWN_OTHER, 'C0OTHER'),
    evidence: /none of 3 messages in #general has :tada: by @bot/,
    evasions: {
      ...seemingReaction,
      'by an edit of something older': edit(':tada:'),
      'on a look-alike': react('eyes', FIRST),
    },
  },
  'slack.message-lacks-reaction': {
    args: { message: 'checkout', ...general, emoji: 'tada' },
    good: react('eyes'),
    bad: react('tada'),
    evidence: shown(':tada: by @bot'),
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': 'the sentence is about the end of the run.',
      'through another door': all(react('tada'), remove(OWN)),
      'after a rename': all(react('tada'), rename('moved')),
      'by an edit of something older': all(react('tada'), edit('The checkout fails')),
      'on a look-alike': all(react('tada'), say('The checkout fails')),
    },
  },
  'slack.message-lacks-reaction-by': {
    args: { ...named, emoji: 'eyes', ...bot },
    good: unreact('eyes'),
    bad: react('tada', OWN),
    evidence: /message 1700000020\.000100 in #general has the reactions: :eyes: by @bot, @ben/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(unreact('eyes'), react('eyes', OWN)),
      'through another door': remove(OWN),
      'after a rename': rename('moved'),
      'by an edit of something older': edit('Nothing'),
      'on a look-alike': all(edit('Nothing'), say('Status: open')),
    },
  },
  'slack.reaction-count': {
    args: { count: '2', emoji: 'tada' },
    good: all(react('tada'), react('tada', OWN), react('eyes')),
    bad: react('tada'),
    evidence: /1 added: :tada: by @bot on C0GENERAL\/1700000000\.000100; tape row 1: POST \/reactions\.add/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(react('tada'), react('tada', OWN), react('tada', OWN_OTHER, 'C0OTHER'), unreact('tada', OWN)),
      'through another door': all(react('tada'), say(':tada:')),
      'after a rename': all(rename('moved'), react('tada')),
      'by an edit of something older': all(react('tada'), edit(':tada:')),
      'on a look-alike': all(react('tada'), react('eyes')),
    },
  },
  'slack.no-reaction-changed': {
    args: {},
    good: all(say('x'), remove(OWN)),
    bad: unreact('eyes'),
    evidence: /removed :eyes: by @bot on C0GENERAL\/1700000020\.000100; tape row 1/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(react('tada'), unreact('tada', FIRST)),
      'through another door': call('reactions.add', { channel: 'C0OTHER', timestamp: OWN_OTHER, name: 'tada' }),
      'after a rename': all(rename('moved'), react('tada')),
      'by an edit of something older': react('tada', OWN),
      'on a look-alike': async (twin) => {
        const { ts } = await act(twin, 'chat.postMessage', { channel: 'C0GENERAL', text: 'x' });
        await react('tada', ts)(twin);
      },
    },
  },
};

export const cases: Cases = { ...edits, ...reactions };
