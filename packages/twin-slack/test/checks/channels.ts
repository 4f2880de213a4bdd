import {
  all,
  type Cases,
  call,
  create,
  inNamesake,
  inNew,
  ONE_ACT,
  open,
  other,
  rename,
  type Steps,
  say,
  tell,
  tool,
} from './run.ts';

const topic = (text: string, channel = 'C0OTHER'): Steps => call('conversations.setTopic', { channel, topic: text });
const purpose = (text: string, channel = 'C0OTHER'): Steps => call('conversations.setPurpose', { channel, purpose: text });
const archive = (channel = 'C0OTHER'): Steps => call('conversations.archive', { channel });
const NOT_DELETED = 'channels and conversations cannot be deleted.';

/** What is done to another channel that took the name #other. */
const inOther = (next: (id: string) => Steps): Steps => all(rename('moved', 'C0OTHER'), inNew('other', next));

const existence: Cases = {
  'slack.channel-exists': {
    args: { channel: '#incident' },
    good: create('incident'),
    bad: create('incidents'),
    evidence: /the channels are #general, #other, #vault, #attic, #incidents/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': inNew('incident', (id) => rename('accident', id)),
      'through another door': say('#incident'),
      'after a rename': 'a channel that is renamed to it is called so: the sentence allows it, "was created" does not.',
      'by an edit of something older': topic('#incident'),
      'on a look-alike': tell(['ada', 'ben'], '#incident'),
    },
  },
  'slack.channel-created': {
    args: { channel: '#incident' },
    good: inNew('fire', (id) => rename('incident', id), { is_private: true }),
    bad: create('incidents'),
    evidence: /the new channels are #incidents/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': inNew('incident', (id) => rename('accident', id)),
      'through another door': open('ada', 'ben'),
      'after a rename': rename('incident'),
      'by an edit of something older': topic('#incident'),
      'on a look-alike': create('incident-2'),
    },
  },
  'slack.created-count': {
    args: { count: '1', kind: 'public channels' },
    good: all(create('incident'), create('secret', { is_private: true }), open('ben')),
    bad: create('secret', { is_private: true }),
    evidence: /0 public channels created: none/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': NOT_DELETED,
      'through another door': all(create('one'), tool('slack_create_conversation', { channel_name: 'two' })),
      'after a rename': rename('incident'),
      'by an edit of something older': topic('incident'),
      'on a look-alike': open('ben'),
    },
  },
  'slack.created-count-at-least': {
    args: { count: '2', kind: 'direct messages' },
    good: all(open('ben'), open('cleo')),
    bad: all(open('ben'), open('ben')),
    evidence: /1 direct messages created: the direct message D\w+ of @b\w+, @b\w+/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': NOT_DELETED,
      'through another door': all(open('ben'), say('x', 'C0GENERAL')),
      'after a rename': 'conversations of people have no names.',
      'by an edit of something older': all(open('ben'), open('ada')),
      'on a look-alike': all(open('ben'), open('ben', 'cleo')),
    },
  },
  'slack.no-new-channels': {
    args: {},
    good: open('ben'),
    bad: create('new'),
    evidence: /created: #new \(C\w+\)/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': inNew('new', archive),
      'through another door': tool('slack_create_conversation', { channel_name: 'new' }),
      'after a rename': inNamesake((id) => say('x', id)),
      'by an edit of something older': 'a channel that is changed is not a new one.',
      'on a look-alike': create('new', { is_private: true }),
    },
  },
  'slack.conversation-exists': {
    args: { users: '@ada, @ben' },
    good: open('ada', 'ben'),
    bad: open('ada', 'ben', 'cleo'),
    evidence: /the new conversations are: the direct message C\w+ of (?:@\w+, ){3}@\w+/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': NOT_DELETED,
      'through another door': all(open('ada'), open('ben')),
      'after a rename': 'conversations of people have no names, and user names cannot be changed by an agent.',
      'by an edit of something older': open('ada'),
      'on a look-alike': create('ada-ben', { is_private: true }),
    },
  },
};

const inTopic = (text: string) => ({
  'taken back in the same call': ONE_ACT,
  'taken back later': all(topic(text), topic('Lunch')),
  'through another door': purpose(text),
  'after a rename': inOther((id) => topic(text, id)),
  'by an edit of something older': say(text, 'C0OTHER'),
  'on a look-alike': topic(text, 'C0GENERAL'),
});

const properties: Cases = {
  'slack.channel-state': {
    args: { ...other, state: 'archived' },
    good: archive(),
    bad: topic('archived'),
    evidence: /#other is active and public/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(archive(), call('conversations.unarchive', { channel: 'C0OTHER' })),
      'through another door': call('conversations.leave', { channel: 'C0OTHER' }),
      'after a rename': inOther(archive),
      'by an edit of something older': rename('retired', 'C0OTHER'),
      'on a look-alike': inNew('other-2', archive),
    },
  },
  'slack.channel-renamed': {
    args: { ...other, name: '#incident' },
    good: rename('incident', 'C0OTHER'),
    bad: rename('incidents', 'C0OTHER'),
    evidence: /#other is called #incidents/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(rename('incident', 'C0OTHER'), rename('other', 'C0OTHER')),
      'through another door': create('incident'),
      'after a rename': inOther((id) => rename('incident', id)),
      'by an edit of something older': topic('incident'),
      'on a look-alike': rename('incident'),
    },
  },
  'slack.channel-topic': {
    args: { ...other, topic: 'A & B' },
    good: topic('*A* & B'),
    bad: topic('A'),
    evidence: /the topic of #other is "A"/,
    evasions: inTopic('A & B'),
  },
  'slack.channel-topic-contains': {
    args: { ...other, needle: 'Street food' },
    good: topic('The Street _food_ market'),
    bad: topic('The street food market'),
    evidence: /the topic of #other is "The street food market"/,
    evasions: inTopic('Street food'),
  },
  'slack.channel-topic-contains-in-any-case': {
    args: { ...other, needle: 'Street food' },
    good: topic('The STREET FOOD market'),
    bad: topic('The street market'),
    evidence: /the topic of #other is "The street market"/,
    evasions: inTopic('street food'),
  },
  'slack.channel-purpose-contains': {
    args: { ...other, needle: 'Street food' },
    good: purpose('All about Street food'),
    bad: purpose('All about food'),
    evidence: /the purpose of #other is "All about food"/,
    evasions: {
      ...inTopic('Street food'),
      'taken back later': all(purpose('Street food'), purpose('')),
      'through another door': topic('Street food'),
      'after a rename': inOther((id) => purpose('Street food', id)),
      'on a look-alike': purpose('Street food', 'C0GENERAL'),
    },
  },
};

export const cases: Cases = { ...existence, ...properties };
