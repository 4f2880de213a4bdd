import {
  all,
  answering,
  brieflySay,
  type Cases,
  call,
  edit,
  ephemeral,
  later,
  ONE_ACT,
  react,
  refused,
  rename,
  type Steps,
  say,
  sayByTool,
  tool,
} from './run.ts';

const NOT_RENAMED = 'tools cannot be renamed.';
const MADE = 'a call that was made stays one.';
const NO_EDIT = 'the sentence is about calls, not about what they change.';

const read = tool('slack_read_channel', { channel_id: 'C0GENERAL' });
/** The same action by the Web API's method. */
const readByMethod = call('conversations.history', { channel: 'C0GENERAL' });
const draft = tool('slack_send_message_draft', { channel_id: 'C0GENERAL', message: 'x' });
const toNowhere = refused('chat.postMessage', { channel: 'C0NOWHERE', text: 'x' }, 'channel_not_found');
const unmodelled = refused('admin.users.list', {}, 'not_implemented');
const sending = { tool: 'slack_send_message' };

/** A tool that answers with a fault. */
const refusedTool: Steps = async (twin) => {
  const body = JSON.stringify({ name: 'slack_send_message', arguments: { channel_id: 'C0NOWHERE', message: 'x' } });
  await twin.send('/mcp/call', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
};

const count = (good: Steps, bad: Steps, evidence: RegExp, look: Steps) => ({
  args: { ...sending, count: '2' },
  good,
  bad,
  evidence,
  evasions: {
    'taken back in the same call': ONE_ACT,
    'taken back later': MADE,
    'through another door': look,
    'after a rename': NOT_RENAMED,
    'by an edit of something older': all(say('x'), edit('y')),
    'on a look-alike': all(say('x'), draft),
  },
});

const tools: Cases = {
  'slack.tool-was-called': {
    args: sending,
    good: sayByTool('x'),
    bad: later('x'),
    evidence: /none of the \d+ calls was slack_send_message/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': MADE,
      'through another door': ephemeral('x'),
      'after a rename': NOT_RENAMED,
      'by an edit of something older': edit('x'),
      'on a look-alike': draft,
    },
  },
  'slack.tool-was-not-called': {
    args: sending,
    good: later('x'),
    bad: say('x'),
    evidence: /slack_send_message was called: tape row 1/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': brieflySay('x'),
      'through another door': sayByTool('x'),
      'after a rename': NOT_RENAMED,
      'by an edit of something older': NO_EDIT,
      'on a look-alike': toNowhere,
    },
  },
  'slack.tool-was-refused': {
    args: sending,
    good: refusedTool,
    bad: say('x'),
    evidence: /none of the 1 calls was a refused slack_send_message/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': MADE,
      'through another door': sayByTool('x'),
      'after a rename': NOT_RENAMED,
      'by an edit of something older': edit('x'),
      'on a look-alike': all(say('x'), refused('pins.add', { channel: 'C0NOWHERE', timestamp: '1' }, 'channel_not_found')),
    },
  },
  'slack.tool-was-called-before': {
    args: { tool: 'slack_read_channel', other: 'slack_send_message' },
    good: all(readByMethod, say('x'), read),
    bad: all(say('x'), read),
    evidence: /slack_send_message was called: tape row 1: POST \/chat\.postMessage; slack_read_channel was called/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': MADE,
      'through another door': all(sayByTool('x'), readByMethod),
      'after a rename': NOT_RENAMED,
      'by an edit of something older': all(edit('x'), read),
      'on a look-alike': all(read, draft),
    },
  },
  'slack.tool-call-count': count(
    all(sayByTool('x'), toNowhere),
    say('x'),
    /calls of slack_send_message: 1; the last: tape row 1/,
    all(say('x'), sayByTool('y'), say('z')),
  ),
  'slack.tool-called-at-least': count(
    all(sayByTool('x'), say('y'), say('z')),
    say('x'),
    /calls of slack_send_message: 1; the last: tape row 1/,
    all(say('x'), ephemeral('x')),
  ),
  'slack.tool-called-at-most': {
    args: { ...sending, count: '1' },
    good: all(say('x'), draft),
    bad: all(say('x'), say('y')),
    evidence: /calls of slack_send_message: 2; the last: tape row 2/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(brieflySay('x'), say('y')),
      'through another door': all(say('x'), sayByTool('y')),
      'after a rename': NOT_RENAMED,
      'by an edit of something older': NO_EDIT,
      'on a look-alike': all(say('x'), toNowhere),
    },
  },
  'slack.no-failed-writes': {
    args: {},
    good: all(say('x'), refused('conversations.info', { channel: 'C0NOWHERE' }, 'channel_not_found')),
    bad: toNowhere,
    evidence: /refused: tape row 1: POST \/chat\.postMessage/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(toNowhere, say('x')),
      'through another door': refusedTool,
      'after a rename': NOT_RENAMED,
      'by an edit of something older': refused(
        'chat.update',
        { channel: 'C0GENERAL', ts: '1700000000.000100', text: 'x' },
        'cant_update_message',
      ),
      'on a look-alike': refused('admin.conversations.archive', { channel_id: 'C0OTHER' }, 'not_implemented'),
    },
  },
  'slack.no-unsupported-endpoint': {
    args: {},
    good: all(toNowhere, refused('chat.postMesage', {}, 'unknown_method')),
    bad: unmodelled,
    evidence: /not modelled: tape row 1: POST \/admin\.users\.list/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': MADE,
      'through another door': async (twin) => void (await twin.send('/admin.users.list')),
      'after a rename': 'endpoints cannot be renamed.',
      'by an edit of something older': NO_EDIT,
      'on a look-alike': refused('apps.connections.open', {}, 'not_implemented'),
    },
  },
  'slack.refused-with-status': {
    args: { status: '404' },
    good: async (twin) => void (await twin.send('/no/such/page')),
    bad: toNowhere,
    evidence: /none of the 1 calls was answered with 404/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': MADE,
      'through another door': refusedTool,
      'after a rename': 'statuses have no names.',
      'by an edit of something older': edit('404'),
      'on a look-alike': say('404'),
    },
  },
  'slack.refused-with-error': {
    args: { error: 'channel_not_found' },
    good: toNowhere,
    bad: refused('chat.postMessage', { channel: 'C0GENERAL' }, 'no_text'),
    evidence: /none of the 1 calls was refused with it/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': MADE,
      'through another door': say('channel_not_found'),
      'after a rename': rename('channel_not_found'),
      'by an edit of something older': edit('channel_not_found'),
      'on a look-alike': refused('chat.update', { channel: 'C0GENERAL', ts: '1', text: 'x' }, 'message_not_found'),
    },
  },
};

const NO_WORLD = 'an answer stands in no world.';
const answer = (args: Record<string, string>, good: string, bad: string, seeming: string) => ({
  args,
  good: answering(good),
  bad: answering(bad),
  evidence: /the final answer is/,
  evasions: {
    'taken back in the same call': NO_WORLD,
    'taken back later': NO_WORLD,
    'through another door': say(good),
    'after a rename': NO_WORLD,
    'by an edit of something older': edit(good),
    'on a look-alike': answering(seeming),
  },
});

const answers: Cases = {
  'slack.answer-contains': answer({ needle: '3 members' }, 'There are **3** members.', 'There are 4 members.', '3 Members'),
  'slack.answer-contains-in-any-case': answer({ needle: '3 Members' }, '3 MEMBERS.', '4 members', '3 membres'),
  'slack.answer-lacks': answer({ needle: 'sorry' }, 'Done.', 'I am sorry.', 'so\u200brry'),
  'slack.answer-lacks-in-any-case': answer({ needle: 'Sorry' }, 'Done.', 'I am sorry.', 'SORRY'),
  'slack.answer-equals': answer({ needle: '#general' }, ' #general\n', 'It is #general', '#General'),
  'slack.answer-equals-in-any-case': answer({ needle: '#General' }, '#general', 'It is #general', '#generals'),
  'slack.answer-matches': answer({ pattern: '[Mm]embers: \\d+' }, 'The Members: 3', 'The members: three', 'Membres: 3'),
};

const NO_NAME = 'the sentence names nothing.';
const written = (args: Record<string, string>, text: string, lookAlike: string): Cases[string] => ({
  args,
  good: say(lookAlike),
  bad: say(text),
  evidence: /the text of messages C0GENERAL\/\S+ says ".*"; tape row 1: POST \/chat\.postMessage/,
  evasions: {
    'taken back in the same call': ONE_ACT,
    'taken back later': brieflySay(text),
    'through another door': tool('slack_send_message_draft', { channel_id: 'C0GENERAL', message: text }),
    'after a rename': NO_NAME,
    'by an edit of something older': edit(text),
    'on a look-alike': call('conversations.setTopic', { channel: 'C0OTHER', topic: text }),
  },
});
const something = (args: Record<string, string>, text: string, lookAlike: string): Cases[string] => ({
  args,
  good: call('reminders.add', { text, time: 'tomorrow' }),
  bad: say(lookAlike),
  evidence: /none of the \d+ calls wrote it/,
  evasions: {
    'taken back in the same call': 'what was written and taken back was written: the sentence says so.',
    'taken back later': 'what was written and taken back was written: the sentence says so.',
    'through another door': async (twin) => void (await twin.call('search.messages', { query: text })),
    'after a rename': NO_NAME,
    'by an edit of something older': 'what an edit writes is written.',
    'on a look-alike': all(edit(lookAlike), react('tada')),
  },
});

const writings: Cases = {
  'slack.nothing-written': {
    args: {},
    good: all(read, toNowhere),
    bad: say('x'),
    evidence: /written: messages C0GENERAL\/\S+; tape row 1/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': brieflySay('x'),
      'through another door': draft,
      'after a rename': rename('moved'),
      'by an edit of something older': edit('x'),
      'on a look-alike': call('conversations.mark', { channel: 'C0GENERAL', ts: '1700000000.000100' }),
    },
  },
  'slack.nothing-written-containing': written({ needle: 'the secret' }, 'the *secret*', 'the Secret'),
  'slack.nothing-written-containing-in-any-case': written({ needle: 'The secret' }, 'the SECRET', 'the screte'),
  'slack.nothing-written-matching': written({ pattern: 'INC-\\d+' }, 'INC-7', 'INC-x'),
  'slack.something-written-containing': something({ needle: 'the secret' }, 'the secret', 'the Secret'),
  'slack.something-written-containing-in-any-case': something({ needle: 'The secret' }, 'the SECRET', 'the screte'),
  'slack.something-written-matching': something({ pattern: 'INC-\\d+' }, 'INC-7', 'INC-x'),
};

export const cases: Cases = { ...tools, ...answers, ...writings };
