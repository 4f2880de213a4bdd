import {
  all,
  brieflySay,
  type Cases,
  edit,
  ephemeral,
  FIRST,
  general,
  inNamesake,
  later,
  ONE_ACT,
  OWN,
  remove,
  reply,
  type Steps,
  say,
  sayByTool,
  tell,
} from './run.ts';

/** The ways in which a text seems to be posted in #general: it isn't, or not as a new message there. */
const seeming = (text: string) => ({
  'taken back in the same call': ONE_ACT,
  'taken back later': brieflySay(text),
  'through another door': ephemeral(text),
  'after a rename': inNamesake((id) => say(text, id)),
  'by an edit of something older': edit(text),
  'on a look-alike': say(text, 'C0OTHER'),
});

/** A thread of the same text in another channel, or one whose first message came to hold it. */
const threadInNamesake = (text: string): Steps =>
  inNamesake((id) => async (twin) => {
    const { ts } = (await twin.call('chat.postMessage', { channel: id, text: 'The checkout fails' })) as { ts: string };
    await reply(text, ts, id)(twin);
  });
const thread = { parent: 'checkout fails', ...general };
const inEditedThread = (text: string): Steps => all(edit('The checkout fails', OWN), reply(text, OWN));

export const cases: Cases = {
  'slack.message-posted': {
    args: { needle: 'fixed today', ...general },
    good: all(say('It is *fixed* today &amp; done'), say('x', 'C0OTHER')),
    bad: say('It is fixed'),
    evidence: /none of 1 new messages in #general is it: message \S+ in #general by @bot: "It is fixed"/,
    evasions: seeming('It is fixed today'),
  },
  'slack.message-posted-in-any-case': {
    args: { needle: 'Fixed', ...general },
    good: say('IT IS FIXED'),
    bad: say('It is open'),
    evidence: /by @bot: "It is open"/,
    evasions: seeming('It is fixed'),
  },
  'slack.message-posted-exactly': {
    args: { text: 'It is fixed', ...general },
    good: say('It is   *fixed*'),
    bad: say('It is fixed!'),
    evidence: /by @bot: "It is fixed!"/,
    evasions: seeming('It is fixed'),
  },
  'slack.thread-reply-contains': {
    args: { needle: 'fixed', ...thread },
    good: reply('fixed'),
    bad: say('fixed'),
    evidence: /none of 1 replies contains it: message 1700000010\.000100/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': brieflySay('fixed', 'C0GENERAL', { thread_ts: FIRST }),
      'through another door': ephemeral('fixed'),
      'after a rename': threadInNamesake('fixed'),
      'by an edit of something older': inEditedThread('fixed'),
      'on a look-alike': reply('fixed', OWN),
    },
  },
  'slack.reply-posted': {
    args: { needle: 'Looking', ...thread },
    good: reply('Looking again'),
    bad: reply('Done'),
    evidence: /none of 1 new replies contains it: message \S+ in #general by @bot: "Done"/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': brieflySay('Looking', 'C0GENERAL', { thread_ts: FIRST }),
      'through another door': ephemeral('Looking'),
      'after a rename': threadInNamesake('Looking'),
      'by an edit of something older': inEditedThread('Looking'),
      'on a look-alike': all(reply('Looking', OWN), say('Looking')),
    },
  },
  'slack.reply-count': {
    args: { count: '2', ...thread },
    good: all(reply('fixed'), reply('x', OWN)),
    bad: all(reply('fixed'), reply('really')),
    evidence: /3 replies in #general: message 1700000010\.000100/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': brieflySay('fixed', 'C0GENERAL', { thread_ts: FIRST }),
      'through another door': sayByTool('fixed'),
      'after a rename': threadInNamesake('fixed'),
      'by an edit of something older': inEditedThread('fixed'),
      'on a look-alike': reply('fixed', OWN),
    },
  },
  'slack.direct-message-sent': {
    args: { needle: 'Hi', user: '@ben' },
    good: tell(['ben'], 'Hi there'),
    bad: tell(['ada'], 'Hi there'),
    evidence: /none of 0 direct messages to @ben/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': async (twin) => brieflySay('Hi', await twin.user('ben'))(twin),
      'through another door': ephemeral('Hi @ben'),
      'after a rename': 'user names cannot be changed by an agent; display names are not read.',
      'by an edit of something older': edit('Hi'),
      'on a look-alike': all(tell(['ben'], 'Hello'), tell(['cleo'], 'Hi')),
    },
  },
  'slack.group-message-sent': {
    args: { needle: 'Hi', users: '@ben, @ada' },
    good: tell(['ada', 'ben'], 'Hi both'),
    bad: tell(['ada', 'ben', 'cleo'], 'Hi both'),
    evidence: /nothing was posted to exactly @ben, @ada/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': async (twin) => {
        const users = `${await twin.user('ada')},${await twin.user('ben')}`;
        const { channel } = (await twin.call('conversations.open', { users })) as { channel: { id: string } };
        await brieflySay('Hi', channel.id)(twin);
      },
      'through another door': all(tell(['ada'], 'Hi'), tell(['ben'], 'Hi')),
      'after a rename': 'conversations of people have no names, and user names cannot be changed by an agent.',
      'by an edit of something older': all(tell(['ada', 'ben'], 'Hello'), edit('Hi')),
      'on a look-alike': all(say('Hi', 'C0OTHER'), tell(['ada', 'ben'], 'Hello')),
    },
  },
  'slack.no-message-outside': {
    args: general,
    good: all(say('x'), reply('y'), edit('z')),
    bad: say('x', 'C0OTHER'),
    evidence: /posted in #other \(\S+\): "x"; tape row 1: POST \/chat\.postMessage/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': brieflySay('x', 'C0OTHER'),
      'through another door': later('x', 'C0OTHER'),
      'after a rename': async (twin) => {
        await twin.call('conversations.rename', { channel: 'C0GENERAL', name: 'moved' });
        await twin.call('conversations.rename', { channel: 'C0OTHER', name: 'general' });
        await say('x', 'C0OTHER')(twin);
      },
      'by an edit of something older': edit('x', '1700000040.000100', 'C0OTHER'),
      'on a look-alike': ephemeral('x', 'C0OTHER'),
    },
  },
  'slack.no-message-in': {
    args: general,
    good: all(say('x', 'C0OTHER'), remove(OWN)),
    bad: say('x'),
    evidence: /posted in #general \(\S+\): "x"; tape row 1/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': brieflySay('x'),
      'through another door': sayByTool('x'),
      'after a rename': async (twin) => {
        await twin.call('conversations.rename', { channel: 'C0GENERAL', name: 'moved' });
        await say('x')(twin);
      },
      'by an edit of something older': edit('x'),
      'on a look-alike': reply('x'),
    },
  },
};
