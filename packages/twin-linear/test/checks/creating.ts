import { NO_NAME, undone } from './kinds.ts';
import { type Cases, create, ID, mutate, type Run, relate, remove, send, update, use } from './world.ts';

const one = (input: object = {}) => create({ title: 'Outage', id: ID.first, ...input });
const other = (input: object = {}) => create({ title: 'Second', id: ID.second, ...input });
const gone = [remove(ID.first)];
const OLDER: Run = [send(update('ENG-1', { title: 'Outage', description: 'Outage' }))];
const more = use('save_issue', { team: 'ENG', title: 'Outage', description: 'Outage' });
const LABELS = 'an issue has each label once';

export const creatingCases: Cases = {
  'linear.no-new-issues': {
    args: {},
    good: [send(update('ENG-1', { title: 'x' }))],
    bad: [send(one())],
    evidence: /new: ENG-4 "Outage"/,
    evasions: {
      'taken back in the same call': [send(one(), ...gone)],
      'taken back later': [send(one()), send(mutate('issueDelete', { id: ID.first, permanentlyDelete: true }))],
      'through another door': [more],
      'after a rename': NO_NAME,
      'by an edit of something older': 'an edit is no new issue',
      'on a look-alike': [send(create({ title: 'Login fails', teamId: ID.ops }))],
    },
  },
  'linear.new-issue-count': {
    args: { count: '1' },
    good: [send(one())],
    bad: [send(one(), other())],
    evidence: /new: 2 \(ENG-5 "Second"; ENG-4 "Outage"\)|new: 2 \(ENG-4 "Outage"; ENG-5 "Second"\)/,
    evasions: {
      ...undone([one()], gone),
      'through another door': [send(one()), more],
      'after a rename': NO_NAME,
      'by an edit of something older': OLDER,
      'on a look-alike': OLDER,
    },
  },
  'linear.new-issue-at-least': {
    args: { count: '2' },
    good: [send(one(), other())],
    bad: [send(one())],
    evidence: /new: 1 \(ENG-4 "Outage"\)/,
    evasions: {
      ...undone([one(), other()], gone),
      'through another door': 'more of them are as true by either door',
      'after a rename': NO_NAME,
      'by an edit of something older': [send(one()), ...OLDER],
      'on a look-alike': [send(one(), update('ENG-2', { title: 'Outage' }))],
    },
  },
  'linear.new-issue-at-most': {
    args: { count: '1' },
    good: [send(one(), other(), remove(ID.second))],
    bad: [send(one(), other())],
    evidence: /new: 2/,
    evasions: {
      'taken back in the same call': 'the sentence is about what is there at the end',
      'taken back later': 'the sentence is about what is there at the end',
      'through another door': [send(one()), more],
      'after a rename': NO_NAME,
      'by an edit of something older': 'an edit is no new issue',
      'on a look-alike': [send(one(), other({ teamId: ID.ops }))],
    },
  },
  'linear.new-issues-in-team-count': {
    args: { team: 'ENG', count: '1' },
    good: [send(one(), other({ teamId: ID.ops }))],
    bad: [send(one(), other())],
    evidence: /new: 2/,
    evasions: {
      ...undone([one()], gone),
      'through another door': [send(one()), more],
      'after a rename': [
        send(
          mutate('teamUpdate', { id: ID.eng, input: { key: 'OLD' } }),
          mutate('teamUpdate', { id: ID.ops, input: { key: 'ENG' } }),
        ),
        send(one({ teamId: ID.ops })),
      ],
      'by an edit of something older': [send(update('OPS-1', { teamId: ID.eng }))],
      'on a look-alike': [send(one({ teamId: ID.ops }))],
    },
  },
  'linear.new-issues-titled-count': {
    args: { count: '1', needle: 'Outage' },
    good: [send(one({ title: 'An *Outage* of mail' }), other())],
    bad: [send(one(), other({ title: 'Outage' }))],
    evidence: /new: 2/,
    evasions: {
      ...undone([one()], gone),
      'through another door': [send(one()), more],
      'after a rename': NO_NAME,
      'by an edit of something older': OLDER,
      'on a look-alike': [send(one({ title: 'outage', description: 'Outage' }))],
    },
  },
  'linear.new-issues-described-count': {
    args: { count: '1', needle: 'Outage' },
    good: [send(one({ description: '**Outage**' }), other())],
    bad: [send(one({ description: 'Outage' }), other({ description: 'Outage' }))],
    evidence: /new: 2/,
    evasions: {
      ...undone(
        [one({ description: 'Outage' })],
        [update(ID.first, { description: 'x' })],
        use('save_issue', { id: ID.first, description: 'x' }),
      ),
      'after a rename': NO_NAME,
      'by an edit of something older': OLDER,
      'on a look-alike': [send(one())],
    },
  },
  'linear.added-labels-count': {
    args: { count: '1' },
    good: [send(update('ENG-1', { labelIds: [ID.docs] }))],
    bad: [send(update('ENG-1', { labelIds: [ID.docs, ID.bug] }), one({ labelIds: [ID.bug] }))],
    evidence: /new: 2 \(ENG-1 "Docs"; ENG-4 "Bug"\)|new: 2 \(ENG-4 "Bug"; ENG-1 "Docs"\)/,
    evasions: {
      ...undone(
        [update('ENG-1', { labelIds: [ID.docs] })],
        [update('ENG-1', { labelIds: [] })],
        use('save_issue', { id: 'ENG-1', labels: ['Bug'] }),
      ),
      'after a rename': [send(mutate('issueLabelUpdate', { id: ID.bug, input: { name: 'Defect' } }))],
      'by an edit of something older': LABELS,
      'on a look-alike': [send(one({ labelIds: [ID.bug] }), ...gone)],
    },
  },
  'linear.added-labels-at-least': {
    args: { count: '2' },
    good: [send(update('ENG-2', { labelIds: [ID.docs, ID.bug] }))],
    bad: [send(update('ENG-1', { labelIds: [ID.docs, ID.bug] }))],
    evidence: /new: 1 \(ENG-1 "Docs"\)/,
    evasions: {
      ...undone(
        [update('ENG-2', { labelIds: [ID.docs, ID.bug] })],
        [update('ENG-2', { labelIds: [ID.docs] })],
        use('save_issue', { id: 'ENG-2', labels: [] }),
      ),
      'after a rename': NO_NAME,
      'by an edit of something older': LABELS,
      'on a look-alike': [send(one({ labelIds: [ID.bug, ID.docs] }), ...gone)],
    },
  },
  'linear.new-relations-count': {
    args: { count: '1', relation: 'blocks' },
    good: [send(relate('ENG-1', 'ENG-2'), relate('ENG-1', 'ENG-3', 'related', ID.second))],
    bad: [send(relate('ENG-1', 'ENG-2'), relate('ENG-1', 'ENG-3', 'blocks', ID.second))],
    evidence: /new: 2 \(ENG-1 blocks ENG-2; ENG-1 blocks ENG-3\)/,
    evasions: {
      ...undone(
        [relate('ENG-1', 'ENG-2')],
        [mutate('issueRelationDelete', { id: ID.first })],
        use('save_issue', { id: 'ENG-1', removeBlocks: ['ENG-2'] }),
      ),
      'after a rename': NO_NAME,
      'by an edit of something older': [
        send(mutate('issueRelationUpdate', { id: ID.blocking, input: { relatedIssueId: ID.login } })),
      ],
      'on a look-alike': [send(relate('ENG-1', 'ENG-2', 'related'))],
    },
  },
};
