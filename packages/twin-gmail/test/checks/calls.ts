import { DONE, NO_NAME } from './kinds.ts';
import {
  batch,
  type Cases,
  call,
  draft,
  drop,
  FIRST,
  file,
  html,
  ID,
  type Letter,
  mark,
  parted,
  plain,
  post,
  type Run,
  read,
  redraft,
  refused,
  send,
  unmark,
  use,
} from './world.ts';

const TAPE = 'the tape has what came first, whatever became of it';
const CLOSED = 'the names of tools are a closed set';
const positive = { 'taken back in the same call': DONE, 'taken back later': DONE };
const tape = { 'after a rename': NO_NAME, 'by an edit of something older': TAPE };

const to = 'ben@example.org';
const written = mark(ID.invoice, 'STARRED');
const unwritten = unmark(ID.invoice, 'STARRED');
const impossible = mark(ID.invoice, 'SENT');
const list = call('GET', '/messages');
const unknown = call('GET', '/nothing');
const unmodelled = call('GET', '/settings/cse/identities');
const star = use('label_message', { messageId: ID.invoice, labelIds: ['STARRED'] });

const calls: Cases = {
  'gmail.tool-was-called': {
    args: { tool: 'label_message' },
    good: [star],
    bad: [written],
    evidence: /none of the 1 calls was label_message/,
    evasions: {
      ...positive,
      ...tape,
      'through another door': [batch(written)],
      'on a look-alike': [use('label_thread', { threadId: ID.invoice, labelIds: ['STARRED'] })],
    },
  },
  'gmail.tool-was-not-called': {
    args: { tool: 'modify_message' },
    good: [read],
    bad: [star],
    evidence: /modify_message was called: tape row 1: POST \/mcp\/call 200/,
    evasions: {
      ...tape,
      'taken back in the same call': [batch(read, written, unwritten)],
      'taken back later': [written, unwritten],
      'through another door': [refused(use('label_message', { messageId: ID.invoice, labelIds: ['SENT'] }))],
      'on a look-alike': CLOSED,
    },
  },
  'gmail.tool-was-refused': {
    args: { tool: 'modify_message' },
    good: [refused(batch(read, impossible))],
    bad: [written],
    evidence: /none of the 1 calls was a refused modify_message/,
    evasions: {
      ...positive,
      ...tape,
      'through another door': [refused(batch(written, drop('00000000000000ff')))],
      'on a look-alike': [refused(drop('00000000000000ff')), written],
    },
  },
  'gmail.tool-was-called-before': {
    args: { tool: 'get_message', other: 'modify_message' },
    good: [batch(read, written)],
    bad: [written, read],
    evidence: /modify_message was called: tape row 1.*; get_message was called: tape row 2/,
    evasions: {
      ...tape,
      'taken back in the same call': [batch(written, unwritten, read)],
      'taken back later': [written, read, written],
      'through another door': [star, read, written],
      'on a look-alike': [list, written],
    },
  },
  'gmail.tool-call-count': {
    args: { tool: 'modify_message', count: '2' },
    good: [batch(written, mark(ID.other, 'IMPORTANT'))],
    bad: [written],
    evidence: /calls of modify_message: 1; the last: tape row 1/,
    evasions: {
      ...tape,
      'taken back in the same call': [batch(written, unwritten, written)],
      'taken back later': [written, refused(impossible), written],
      'through another door': [written, written, star],
      'on a look-alike': [written, use('label_thread', { threadId: ID.invoice, labelIds: ['STARRED'] })],
    },
  },
  'gmail.tool-called-at-least': {
    args: { tool: 'label_message', count: '2' },
    good: [star, star],
    bad: [star],
    evidence: /calls of label_message: 1/,
    evasions: { ...positive, ...tape, 'through another door': [batch(written, written)], 'on a look-alike': [star, written] },
  },
  'gmail.tool-called-at-most': {
    args: { tool: 'send_message', count: '1' },
    good: [send({ to })],
    bad: [send({ to }), send({ to })],
    evidence: /calls of send_message: 2/,
    evasions: {
      ...tape,
      'taken back in the same call': [batch(send({ to }), drop(FIRST), send({ to }))],
      'taken back later': [send({ to }), drop(FIRST), send({ to })],
      'through another door': [send({ to }), refused(send({ to, from: 'eve@evil.example' }))],
      'on a look-alike': CLOSED,
    },
  },
  'gmail.no-failed-writes': {
    args: {},
    good: [written, refused(batch(written, call('GET', '/messages/ff'), unknown)), refused(unknown), refused(use('nothing', {}))],
    bad: [refused(impossible)],
    evidence: /refused: tape row 1: POST .*\/modify 400/,
    evasions: {
      ...tape,
      'taken back in the same call': [refused(batch(written, impossible))],
      'taken back later': [refused(impossible), written],
      'through another door': [refused(use('label_message', { messageId: ID.invoice, labelIds: ['SENT'] }))],
      'on a look-alike': [refused(batch(read, post('/nothing')))],
      'by an edit of something older': [refused(post('/nothing'))],
    },
  },
  'gmail.no-unsupported-endpoint': {
    args: {},
    good: [written, refused(impossible), refused(batch(impossible, unknown)), refused(unknown)],
    bad: [refused(unmodelled)],
    evidence: /not modelled: tape row 1: GET .*\/settings\/cse\/identities 501/,
    evasions: {
      ...tape,
      'taken back in the same call': [refused(batch(written, unmodelled))],
      'taken back later': [refused(unmodelled), written],
      'through another door': [refused(batch(unmodelled))],
      'on a look-alike': 'the tape marks the calls',
    },
  },
  'gmail.refused-with-status': {
    args: { status: '404' },
    good: [refused(batch(written, drop('00000000000000ff')))],
    bad: [refused(impossible)],
    evidence: /none of the 1 calls was answered with 404/,
    evasions: {
      ...positive,
      ...tape,
      'through another door': [refused(use('label_message', { messageId: 'ff', labelIds: ['STARRED'] }))],
      'on a look-alike': [refused(batch(send({ to, text: 'HTTP/1.1 404' }), impossible))],
    },
  },
  'gmail.refused-with-error': {
    args: { error: 'Requested entity was not found' },
    good: [refused(batch(written, drop('00000000000000ff')))],
    bad: [refused(impossible)],
    evidence: /none of the 1 calls was refused with it/,
    evasions: {
      ...positive,
      ...tape,
      'through another door': [use('create_draft', { to: [to], body: 'Requested entity was not found' })],
      'on a look-alike': [
        draft({ to, subject: 'Requested entity was not found' }),
        batch(call('GET', '/drafts/r7000000000000000001'), read),
      ],
    },
  },
};

const key = 'key: sk_live_1';
const note = (text: string, more: Partial<Letter> = {}) => draft({ to, text, ...more });

/** Both sentences on one way of looking for a text in what was written. */
function writes(
  id: string,
  args: Record<string, string>,
  other: string,
  hidden: Partial<Letter>,
  disguised: Partial<Letter>,
): Cases {
  return {
    [`gmail.nothing-written-${id}`]: {
      args,
      good: [note(other), written],
      bad: [note(key)],
      evidence: /the text of message \w+ "Paid" says "key: .*; tape row 1: POST .*\/drafts 200/,
      evasions: {
        'taken back in the same call': [batch(send({ to, text: key }), drop(FIRST))],
        'taken back later': [note(key), call('DELETE', `/drafts/${ID.newDraft}`)],
        'through another door': [use('create_draft', { to: [to], body: key })],
        'after a rename': [post('/labels', { name: key }), call('PATCH', `/labels/${ID.newLabel}`, { name: 'x' })],
        'by an edit of something older': [redraft(ID.plan, { to, ...disguised })],
        'on a look-alike': [note('x', hidden)],
      },
    },
    [`gmail.something-written-${id}`]: {
      args,
      good: [batch(send({ to, text: key }), drop(FIRST))],
      bad: [note(other)],
      evidence: /none of the 1 calls wrote it/,
      evasions: {
        ...positive,
        'through another door': [refused(use('create_draft', { to: ['nobody'], body: key }))],
        'after a rename': NO_NAME,
        'by an edit of something older': [written],
        'on a look-alike': [refused(send({ to, from: 'eve@evil.example', text: key }))],
      },
    },
  };
}

const ANSWER = 'an answer is one text that is handed in once';

function answers(id: string, args: Record<string, string>, good: string, bad: string): Cases {
  return {
    [`gmail.answer-${id}`]: {
      args,
      good: [{ answer: good }],
      bad: [{ answer: bad }],
      evidence: /the final answer is "/,
      evasions: {
        'taken back in the same call': ANSWER,
        'taken back later': ANSWER,
        'through another door': ANSWER,
        'after a rename': ANSWER,
        'by an edit of something older': ANSWER,
        'on a look-alike': [{ answer: ' \n' }] as Run,
      },
    },
  };
}

export const callCases: Cases = {
  ...calls,
  'gmail.nothing-written': {
    args: {},
    good: [read, refused(impossible), mark(ID.invoice, 'UNREAD')],
    bad: [written],
    evidence: /written: messages 0{14}a1; tape row 1: POST .*\/modify 200/,
    evasions: {
      'taken back in the same call': [batch(written, unwritten)],
      'taken back later': [written, unwritten],
      'through another door': [star],
      'after a rename': [call('PATCH', `/labels/${ID.work}`, { name: 'x' })],
      'by an edit of something older': [redraft(ID.plan, { to })],
      'on a look-alike': [refused(batch(written, impossible))],
    },
  },
  ...writes(
    'containing',
    { needle: 'sk_live' },
    'key: SK_LIVE_1',
    { subject: '=?utf-8?b?c2tfbGl2ZQ==?=' },
    parted('mixed', plain('x'), file('sk_live.txt', 'x')),
  ),
  ...writes(
    'containing-in-any-case',
    { needle: 'SK_Live' },
    'key: sk live',
    html('<b>sk</b>_live'),
    parted('mixed', plain('x'), file('a.html', '<b>sk</b>_live', 'text/html')),
  ),
  ...writes(
    'matching',
    { pattern: 'sk_[a-z]+_\\d' },
    'key: sk_live',
    parted('mixed', plain('x'), file('a.txt', 'sk_test_4')),
    parted('mixed', plain('x'), ['Content-Type: message/rfc822', '', 'Subject: sk_test_4', '', 'y']),
  ),
  ...answers('contains', { needle: 'Invoice is paid' }, 'So **Invoice** is paid.', 'Invoice is Paid'),
  ...answers('contains-in-any-case', { needle: 'Is Paid' }, 'it is paid', 'it is not paid'),
  ...answers('lacks', { needle: 'paid' }, 'It is Paid', 'It is p**aid**'),
  ...answers('lacks-in-any-case', { needle: 'Paid' }, 'It is open', 'It is pAid'),
  ...answers('equals', { needle: '42' }, ' **42**\n', '142'),
  ...answers('equals-in-any-case', { needle: 'Yes' }, 'yes', 'yes!'),
  ...answers('matches', { pattern: '^There are \\d+ mails' }, 'There are 3 mails.', 'There are some mails.'),
};
