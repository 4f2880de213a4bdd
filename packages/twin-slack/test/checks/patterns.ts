import {
  act,
  all,
  brieflySay,
  type Cases,
  call,
  edit,
  ephemeral,
  FIRST,
  general,
  inNamesake,
  later,
  ONE_ACT,
  OWN,
  OWN_OTHER,
  rename,
  reply,
  say,
  sayByTool,
  tell,
} from './run.ts';

const pattern = 'INC-\\d+ (?:is )?closed';
const NO_NAME = 'the sentence names no place.';

const seeming = {
  'taken back in the same call': ONE_ACT,
  'taken back later': brieflySay('INC-7 is closed'),
  'through another door': ephemeral('INC-7 is closed'),
  'after a rename': inNamesake((id) => say('INC-7 is closed', id)),
  'by an edit of something older': edit('INC-7 is closed'),
  'on a look-alike': all(say('INC-7 is closed', 'C0OTHER'), say('INC-x is closed')),
};

const never = {
  'taken back in the same call': ONE_ACT,
  'taken back later': brieflySay('INC-7 is closed'),
  'through another door': later('INC-7 is closed'),
  'after a rename': all(rename('moved'), say('INC-7 is closed')),
  'by an edit of something older': edit('INC-7 is closed'),
  'on a look-alike': reply('INC-7\n*is* closed'),
};

export const cases: Cases = {
  'slack.message-matches': {
    args: { pattern, ...general },
    good: say('Now INC-12\n*is* closed'),
    bad: say('INC-12 is Closed'),
    evidence: /none of 1 new messages in #general is it: message \S+ in #general by @bot: "INC-12 is Closed"/,
    evasions: seeming,
  },
  'slack.message-matches-everywhere': {
    args: { pattern: `(?i)${pattern}` },
    good: say('inc-12 CLOSED', 'C0OTHER'),
    bad: say('inc-x CLOSED', 'C0OTHER'),
    evidence: /none of 1 new messages anywhere is it: message \S+ in #other by @bot: "inc-x CLOSED"/,
    evasions: {
      ...seeming,
      'after a rename': all(rename('moved'), say('INC-7 was closed')),
      'on a look-alike': say('INC-x is closed'),
    },
  },
  'slack.reply-matches': {
    args: { pattern, parent: 'checkout fails', ...general },
    good: reply('INC-12 closed'),
    bad: reply('INC-12 open'),
    evidence: /none of 1 new messages in the thread is it: message \S+ in #general by @bot: "INC-12 open"/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': brieflySay('INC-7 closed', 'C0GENERAL', { thread_ts: FIRST }),
      'through another door': ephemeral('INC-7 closed'),
      'after a rename': inNamesake((id) => async (twin) => {
        const { ts } = await act(twin, 'chat.postMessage', { channel: id, text: 'The checkout fails' });
        await reply('INC-7 closed', ts, id)(twin);
      }),
      'by an edit of something older': all(edit('The checkout fails'), reply('INC-7 closed', OWN)),
      'on a look-alike': all(say('INC-7 closed'), reply('INC-7 closed', OWN)),
    },
  },
  'slack.direct-message-matches': {
    args: { pattern, user: '@ben' },
    good: tell(['ben'], 'INC-12 closed'),
    bad: tell(['ada'], 'INC-12 closed'),
    evidence: /nothing was posted to @ben/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': async (twin) => brieflySay('INC-7 closed', await twin.user('ben'))(twin),
      'through another door': ephemeral('INC-7 closed'),
      'after a rename': 'user names cannot be changed by an agent; display names are not read.',
      'by an edit of something older': edit('INC-7 closed'),
      'on a look-alike': all(tell(['ben'], 'INC-x closed'), tell(['cleo'], 'INC-7 closed')),
    },
  },
  'slack.message-edited-to-match': {
    args: { ...general, pattern },
    good: edit('INC-12 is closed'),
    bad: edit('INC-12 is shut'),
    evidence: /no message of the seed in #general came to match/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(edit('INC-7 closed'), edit('open')),
      'through another door': sayByTool('INC-7 closed'),
      'after a rename': all(rename('moved'), rename('general', 'C0OTHER'), edit('INC-7 closed', OWN_OTHER, 'C0OTHER')),
      'by an edit of something older': edit('INC-7 closed', OWN_OTHER, 'C0OTHER'),
      'on a look-alike': async (twin) => {
        const { ts } = await act(twin, 'chat.postMessage', { channel: 'C0GENERAL', text: 'open' });
        await edit('INC-7 closed', ts)(twin);
      },
    },
  },
  'slack.channel-topic-matches': {
    args: { channel: '#other', pattern },
    good: call('conversations.setTopic', { channel: 'C0OTHER', topic: '*INC-12* closed' }),
    bad: call('conversations.setTopic', { channel: 'C0OTHER', topic: 'INC-12 open' }),
    evidence: /the topic of #other is "INC-12 open"/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(
        call('conversations.setTopic', { channel: 'C0OTHER', topic: 'INC-7 closed' }),
        call('conversations.setTopic', { channel: 'C0OTHER', topic: 'x' }),
      ),
      'through another door': call('conversations.setPurpose', { channel: 'C0OTHER', purpose: 'INC-7 closed' }),
      'after a rename': async (twin) => {
        await rename('moved', 'C0OTHER')(twin);
        const { channel } = await act(twin, 'conversations.create', { name: 'other' });
        await act(twin, 'conversations.setTopic', { channel: channel.id, topic: 'INC-7 closed' });
      },
      'by an edit of something older': say('INC-7 closed', 'C0OTHER'),
      'on a look-alike': call('conversations.setTopic', { channel: 'C0GENERAL', topic: 'INC-7 closed' }),
    },
  },
  'slack.no-message-matching': {
    args: { pattern },
    good: all(say('INC-x is closed'), edit('INC-7 is Closed')),
    bad: say('INC-12 is closed', 'C0OTHER'),
    evidence: /posted in #other \(\S+\): "INC-12 is closed"; tape row 1/,
    evasions: { ...never, 'after a rename': NO_NAME },
  },
  'slack.no-message-matching-in': {
    args: { pattern, ...general },
    good: all(say('INC-x is closed'), say('INC-7 closed', 'C0OTHER')),
    bad: say('INC-12 is closed'),
    evidence: /posted in #general \(\S+\): "INC-12 is closed"; tape row 1/,
    evasions: never,
  },
};
