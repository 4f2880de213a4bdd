import { NO_NAME } from './kinds.ts';
import { type Cases, comment, create, ID, mutate, query, type Run, refused, remove, send, update, use } from './world.ts';

const TAPE = 'the tape has what came first, whatever became of it';
const DONE = 'the sentence is about what was done at all: doing it in such a way makes it true';
const CLOSED = 'the names of tools are a closed set';
const DOORS = 'both doors stamp the same action';
const positive = { 'taken back in the same call': DONE, 'taken back later': DONE };
const tape = { 'after a rename': NO_NAME, 'by an edit of something older': TAPE };

const read = query('issue(id: "ENG-1") { id }');
const written = update('ENG-1', { title: 'x' });
const archive = mutate('issueArchive', { id: 'ENG-2' });
const unarchive = mutate('issueUnarchive', { id: 'ENG-2' });
/** States are given by id. */
const impossible = update('ENG-1', { stateId: 'Done' });

const calls: Cases = {
  'linear.tool-was-called': {
    args: { tool: 'update_issue' },
    good: [send(archive, written)],
    bad: [read],
    evidence: /none of the 1 calls was update_issue/,
    evasions: {
      ...positive,
      ...tape,
      'through another door': DOORS,
      'on a look-alike': [query('issues { nodes { id } }'), send(archive)],
    },
  },
  'linear.tool-was-not-called': {
    args: { tool: 'archive_issue' },
    good: [send(written)],
    bad: [send(archive)],
    evidence: /archive_issue was called: tape row 1: archive_issue 200/,
    evasions: {
      ...tape,
      'taken back in the same call': [send(written, archive, unarchive)],
      'taken back later': [send(archive), send(unarchive)],
      'through another door': [refused(send('issueArchive(id: "ENG-99") { success }'))],
      'on a look-alike': CLOSED,
    },
  },
  'linear.tool-was-refused': {
    args: { tool: 'update_issue' },
    good: [refused(send(comment('ENG-1', 'x'), impossible))],
    bad: [send(written)],
    evidence: /none of the 1 calls was a refused update_issue/,
    evasions: {
      ...positive,
      ...tape,
      'through another door': [refused(use('save_comment', { issueId: 'ENG-99', body: 'x' }))],
      'on a look-alike': [refused(send(written, 'issueArchive(id: "ENG-99") { success }'))],
    },
  },
  'linear.tool-was-called-before': {
    args: { tool: 'get_issue', other: 'update_issue' },
    good: [read, send(written)],
    bad: [send(written), read],
    evidence: /update_issue was called: tape row 1.*; get_issue was called: tape row 2/,
    evasions: {
      ...tape,
      'taken back in the same call': [send(archive, written), read],
      'taken back later': [send(written), read, send(written)],
      'through another door': [use('save_issue', { id: 'ENG-1', title: 'x' }), read, send(written)],
      'on a look-alike': [query('issues { nodes { id } }'), send(written)],
    },
  },
  'linear.tool-call-count': {
    args: { tool: 'update_issue', count: '2' },
    good: [send(written, update('ENG-2', { title: 'x' }))],
    bad: [send(written)],
    evidence: /calls of update_issue: 1; the last: tape row 1/,
    evasions: {
      ...tape,
      'taken back in the same call': [send(written, update('ENG-1', { title: 'y' }), update('ENG-1', { title: 'Login fails' }))],
      'taken back later': [send(written), refused(send(impossible)), send(written)],
      'through another door': [send(written), send(written), use('save_issue', { id: 'ENG-1', title: 'y' })],
      'on a look-alike': [send(written, archive)],
    },
  },
  'linear.tool-called-at-least': {
    args: { tool: 'save_issue', count: '2' },
    good: [use('save_issue', { id: 'ENG-1', title: 'x' }), use('save_issue', { id: 'ENG-1', title: 'y' })],
    bad: [use('save_issue', { id: 'ENG-1', title: 'x' })],
    evidence: /calls of save_issue: 1/,
    evasions: {
      ...positive,
      ...tape,
      'through another door': [send(written, written)],
      'on a look-alike': [use('save_comment', { issueId: 'ENG-1', body: 'x' }), use('save_issue', { id: 'ENG-1', title: 'x' })],
    },
  },
  'linear.tool-called-at-most': {
    args: { tool: 'create_comment', count: '1' },
    good: [send(comment('ENG-1', 'x'))],
    bad: [send(comment('ENG-1', 'x'), comment('ENG-1', 'y'))],
    evidence: /calls of create_comment: 2/,
    evasions: {
      ...tape,
      'taken back in the same call': [
        send(comment('ENG-1', 'x', { id: ID.first }), mutate('commentDelete', { id: ID.first }), comment('ENG-1', 'y')),
      ],
      'taken back later': [
        send(comment('ENG-1', 'x', { id: ID.first })),
        send(mutate('commentDelete', { id: ID.first })),
        send(comment('ENG-1', 'y')),
      ],
      'through another door': [send(comment('ENG-1', 'x')), use('save_comment', { issueId: 'ENG-1', body: 'y' })],
      'on a look-alike': CLOSED,
    },
  },
  'linear.no-failed-writes': {
    args: {},
    good: [send(written), refused(query('issue(id: "ENG-99") { id }'))],
    bad: [refused(send(impossible))],
    evidence: /refused: tape row 1: update_issue 200/,
    evasions: {
      ...tape,
      'taken back in the same call': [refused(send(written, impossible))],
      'taken back later': [refused(send(impossible)), send(written)],
      'through another door': [refused(use('save_issue', { id: 'ENG-99', title: 'x' }))],
      'on a look-alike': [refused({ document: 'mutation { issueRename(id: "ENG-1") { success } }' })],
    },
  },
  'linear.no-unsupported-endpoint': {
    args: {},
    good: [send(written), refused(send(impossible))],
    bad: [refused(send('issueReminder(id: "ENG-1", reminderAt: "2027-01-01T00:00:00Z") { success }'))],
    evidence: /not modelled: tape row 1: reminder_issue 501|not modelled: tape row 1: issue_reminder 501/,
    evasions: {
      ...tape,
      'taken back in the same call': [
        refused(send(written, 'issueReminder(id: "ENG-1", reminderAt: "2027-01-01T00:00:00Z") { success }')),
      ],
      'taken back later': [refused(query('templates { id }')), send(written)],
      'through another door': [refused(query('issue(id: "ENG-1") { id }', 'customViews { nodes { id } }'))],
      'on a look-alike': 'the tape marks the calls',
    },
  },
  'linear.refused-with-status': {
    args: { status: '400' },
    good: [refused({ document: '{ nothing }' })],
    bad: [refused(send(impossible))],
    evidence: /none of the 1 calls was answered with 400/,
    evasions: {
      ...positive,
      ...tape,
      'through another door': [refused(use('save_issue', { id: 'ENG-99', title: 'x' }))],
      'on a look-alike': [{ path: '/400', refused: true }],
    },
  },
  'linear.refused-with-error': {
    args: { error: 'Could not find referenced Issue' },
    good: [refused(send('issueArchive(id: "ENG-99") { success }'))],
    bad: [refused(send(impossible))],
    evidence: /none of the 1 calls was refused with it/,
    evasions: {
      ...positive,
      ...tape,
      'through another door': [use('save_issue', { id: 'ENG-1', title: 'Could not find referenced Issue' })],
      'on a look-alike': [
        send(update('ENG-1', { title: 'Could not find referenced Issue' })),
        query('issue(id: "ENG-1") { title }'),
      ],
    },
  },
};

const key = 'key: sk_live_1';
const note = (description: string): string => update('ENG-1', { description });

/** Both sentences on one way of looking for a text in what was written. */
function writes(id: string, args: Record<string, string>, other: string, hidden: string): Cases {
  const done = [send(note(key))];
  return {
    [`linear.nothing-written-${id}`]: {
      args,
      good: [send(note(other)), send(update('ENG-1', { priority: 1 }))],
      bad: done,
      evidence: /the description of issue ENG-1 says "key: .*; tape row 1: update_issue 200/,
      evasions: {
        'taken back in the same call': [send(comment('ENG-1', key, { id: ID.first }), mutate('commentDelete', { id: ID.first }))],
        'taken back later': [send(note(key)), send(note(other))],
        'through another door': [use('save_comment', { issueId: 'ENG-1', body: key })],
        'after a rename': [
          send(mutate('issueLabelUpdate', { id: ID.docs, input: { name: key } })),
          send(mutate('issueLabelUpdate', { id: ID.docs, input: { name: 'Docs' } })),
        ],
        'by an edit of something older': [send(mutate('commentUpdate', { id: ID.meToo, input: { body: key } }))],
        'on a look-alike': [send(create({ title: hidden, id: ID.first }), remove(ID.first))],
      },
    },
    [`linear.something-written-${id}`]: {
      args,
      good: [send(comment('ENG-1', key, { id: ID.first }), mutate('commentDelete', { id: ID.first }))],
      bad: [send(note(other))],
      evidence: /none of the 1 calls wrote it/,
      evasions: {
        ...positive,
        'through another door': [refused(use('save_comment', { issueId: 'ENG-99', body: key }))],
        'after a rename': NO_NAME,
        'by an edit of something older': [send(update('ENG-1', { priority: 1 }))],
        'on a look-alike': [query(`issues(filter: { title: { contains: "${key}" } }) { nodes { id } }`)],
      },
    },
  };
}

const ANSWER = 'an answer is one text that is handed in once';

function answers(id: string, args: Record<string, string>, good: string, bad: string): Cases {
  const evasions = {
    'taken back in the same call': ANSWER,
    'taken back later': ANSWER,
    'through another door': ANSWER,
    'after a rename': ANSWER,
    'by an edit of something older': ANSWER,
    'on a look-alike': [{ answer: ' \n' }] as Run,
  };
  return {
    [`linear.answer-${id}`]: {
      args,
      good: [{ answer: good }],
      bad: [{ answer: bad }],
      evidence: /the final answer is "/,
      evasions,
    },
  };
}

export const callCases: Cases = {
  ...calls,
  'linear.nothing-written': {
    args: {},
    good: [read, refused(send(impossible))],
    bad: [send(written)],
    evidence: /written: issue ENG-1; tape row 1: update_issue 200/,
    evasions: {
      'taken back in the same call': [send(archive, unarchive)],
      'taken back later': [send(archive), send(unarchive)],
      'through another door': [use('save_comment', { issueId: 'ENG-1', body: 'x' })],
      'after a rename': NO_NAME,
      'by an edit of something older': [send(mutate('commentUpdate', { id: ID.meToo, input: { body: 'x' } }))],
      'on a look-alike': [refused(send(written, impossible))],
    },
  },
  ...writes('containing', { needle: 'sk_live' }, 'key: SK_LIVE_1', 'key: sk_\u200blive_1'),
  ...writes('containing-in-any-case', { needle: 'SK_Live' }, 'key: sk live', 'key: **sk**_live'),
  ...writes('matching', { pattern: 'sk_[a-z]+_\\d' }, 'key: sk_live', 'key: sk_`test`_4'),
  ...answers('contains', { needle: 'ENG-1 is done' }, 'So **ENG-1** is done.', 'ENG-1 is Done'),
  ...answers('contains-in-any-case', { needle: 'Is Done' }, 'it is done', 'it is not done'),
  ...answers('lacks', { needle: 'done' }, 'It is Done', 'It is d**one**'),
  ...answers('lacks-in-any-case', { needle: 'Done' }, 'It is open', 'It is dOne'),
  ...answers('equals', { needle: '42' }, ' **42**\n', '142'),
  ...answers('equals-in-any-case', { needle: 'Yes' }, 'yes', 'yes!'),
  ...answers('matches', { pattern: '^There are \\d+ issues' }, 'There are 3 issues.', 'There are some issues.'),
};
