import { NO_EDIT, property, undone } from './kinds.ts';
import { type Cases, create, ID, KEYS_SWAPPED, mutate, relate, remove, send, update, use } from './world.ts';

const issue = 'ENG-1';
const input = (value: object) => (id: string) => [update(id, value)];
const OTHERS = 'the other team has no such place';

export const placeCases: Cases = {
  'linear.issue-titled-exists': {
    args: { title: 'New', team: 'OPS' },
    good: [send(create({ title: 'New', teamId: ID.ops }))],
    bad: [send(create({ title: 'new', teamId: ID.ops }))],
    evidence: /none of the 2 issues of OPS/,
    evasions: {
      ...undone([create({ title: 'New', teamId: ID.ops, id: ID.first })], [remove(ID.first)]),
      'through another door': [use('save_issue', { team: 'ENG', title: 'New' })],
      'after a rename': [
        send(
          mutate('teamUpdate', { id: ID.ops, input: { key: 'OLD' } }),
          mutate('teamUpdate', { id: ID.eng, input: { key: 'OPS' } }),
        ),
        send(create({ title: 'New' })),
      ],
      'by an edit of something older': 'an issue that was given the title is one with the title',
      'on a look-alike': [send(create({ title: 'New' }), create({ title: 'New things', teamId: ID.ops }))],
    },
  },
  'linear.issue-in-project': property({
    args: { project: 'Spring' },
    set: input({ projectId: ID.spring }),
    unset: [update(issue, { projectId: null })],
    unsetTool: { project: 'Autumn' },
    bad: [send(update(issue, { projectId: ID.autumn }))],
    evidence: /project of issue ENG-1: "Autumn"/,
    rename: [
      send(
        mutate('projectUpdate', { id: ID.spring, input: { name: 'Summer' } }),
        mutate('projectUpdate', { id: ID.autumn, input: { name: 'Spring' } }),
        update(issue, { projectId: ID.autumn }),
      ),
    ],
  }),
  'linear.issue-in-no-project': {
    args: { issue },
    good: [],
    bad: [send(update(issue, { projectId: ID.spring }))],
    evidence: /project of issue ENG-1: "Spring"/,
    evasions: {
      ...undone(
        [update(issue, { projectId: null })],
        [update(issue, { projectId: ID.spring })],
        use('save_issue', { id: issue, project: 'Spring' }),
      ),
      'after a rename': [send(update(issue, { projectId: ID.spring })), send(...KEYS_SWAPPED)],
      'by an edit of something older': NO_EDIT,
      'on a look-alike': [send(update(issue, { projectId: ID.spring })), send(update('ENG-2', { projectId: null }))],
    },
  },
  'linear.issue-in-milestone': property({
    args: { milestone: 'Beta' },
    set: input({ projectId: ID.spring, projectMilestoneId: ID.beta }),
    unset: [update(issue, { projectMilestoneId: null })],
    unsetTool: { project: 'Autumn' },
    bad: [send(update(issue, { projectId: ID.spring, projectMilestoneId: ID.gamma }))],
    evidence: /milestone of issue ENG-1: "Gamma"/,
    rename: [
      send(
        mutate('projectMilestoneUpdate', { id: ID.beta, input: { name: 'Alpha' } }),
        mutate('projectMilestoneUpdate', { id: ID.gamma, input: { name: 'Beta' } }),
        update(issue, { projectId: ID.spring, projectMilestoneId: ID.gamma }),
      ),
    ],
  }),
  'linear.issue-in-cycle': property({
    args: { cycle: '2' },
    set: input({ cycleId: ID.second }),
    unset: [update(issue, { cycleId: null })],
    unsetTool: { cycle: '1' },
    bad: [send(update(issue, { cycleId: ID.first }))],
    evidence: /cycle of issue ENG-1: 1/,
    setOps: OTHERS,
  }),
  'linear.issue-in-no-cycle': {
    args: { issue },
    good: [send(update(issue, { cycleId: ID.first }), update(issue, { cycleId: null }))],
    bad: [send(update(issue, { cycleId: ID.second }))],
    evidence: /cycle of issue ENG-1: 2/,
    evasions: {
      ...undone(
        [update(issue, { cycleId: null })],
        [update(issue, { cycleId: ID.first })],
        use('save_issue', { id: issue, cycle: '2' }),
      ),
      'after a rename': [send(update(issue, { cycleId: ID.first })), send(...KEYS_SWAPPED)],
      'by an edit of something older': NO_EDIT,
      'on a look-alike': [send(update(issue, { cycleId: ID.first })), send(update('ENG-2', { cycleId: null }))],
    },
  },
  'linear.issue-is-sub-issue-of': property({
    args: { other: 'titled "Export"' },
    set: input({ parentId: ID.exporting }),
    unset: [update(issue, { parentId: null })],
    unsetTool: { parentId: 'ENG-2' },
    bad: [send(update('ENG-3', { parentId: ID.login }))],
    evidence: /parent of issue ENG-1: none/,
    rename: [
      send(update('ENG-3', { title: 'Import' }), update('ENG-2', { title: 'Export' }), update(issue, { parentId: ID.dark })),
    ],
  }),
  'linear.issue-is-no-sub-issue': {
    args: { issue },
    good: [send(update(issue, { parentId: ID.dark }), update(issue, { parentId: null }))],
    bad: [send(update(issue, { parentId: ID.dark }))],
    evidence: /parent of issue ENG-1: ENG-2/,
    evasions: {
      ...undone(
        [update(issue, { parentId: null })],
        [update(issue, { parentId: ID.dark })],
        use('save_issue', { id: issue, parentId: 'ENG-2' }),
      ),
      'after a rename': [send(update(issue, { parentId: ID.dark })), send(...KEYS_SWAPPED)],
      'by an edit of something older': NO_EDIT,
      'on a look-alike': [send(update(issue, { parentId: ID.dark })), send(update('ENG-3', { parentId: null }))],
    },
  },
  'linear.sub-issue-count': {
    args: { issue, count: '1' },
    good: [send(update('ENG-2', { parentId: ID.login }))],
    bad: [send(update('ENG-2', { parentId: ID.login }), update('ENG-3', { parentId: ID.login }))],
    evidence: /sub-issues of ENG-1: "ENG-2"; "ENG-3"/,
    evasions: {
      ...undone(
        [update('ENG-2', { parentId: ID.login })],
        [update('ENG-2', { parentId: null })],
        use('save_issue', { id: 'ENG-2', parentId: null }),
      ),
      'after a rename': [send(...KEYS_SWAPPED), send(update(ID.dark, { parentId: ID.backup }))],
      'by an edit of something older': NO_EDIT,
      'on a look-alike': [send(update('ENG-2', { parentId: ID.login })), send(remove('ENG-2'))],
    },
  },
  'linear.issue-related': property({
    args: { relation: 'blocks', other: 'ENG-2' },
    set: (id) => [relate(id, id === 'ENG-2' ? ID.login : ID.dark)],
    unset: [mutate('issueRelationDelete', { id: ID.first })],
    unsetTool: { removeBlocks: ['ENG-2'] },
    bad: [send(relate('ENG-1', 'ENG-2', 'related'))],
    evidence: /relations of issue ENG-1: "ENG-1 related ENG-2"/,
    lookAlike: [send(relate('ENG-2', 'ENG-1'), relate('ENG-1', 'ENG-3', 'blocks', ID.second))],
  }),
  'linear.issue-no-longer-related': {
    args: { issue: 'ENG-3', relation: 'blocks', other: 'ENG-2' },
    good: [send(mutate('issueRelationDelete', { id: ID.blocking }))],
    bad: [],
    evidence: /relations of issue ENG-3: "ENG-3 blocks ENG-2"/,
    evasions: {
      ...undone(
        [mutate('issueRelationDelete', { id: ID.blocking })],
        [relate('ENG-3', 'ENG-2')],
        use('save_issue', { id: 'ENG-3', blocks: ['ENG-2'] }),
      ),
      'after a rename': [send(...KEYS_SWAPPED)],
      'by an edit of something older': [
        send(mutate('issueRelationUpdate', { id: ID.blocking, input: { issueId: ID.exporting } })),
      ],
      'on a look-alike': [send(remove('ENG-2'), mutate('issueRelationDelete', { id: ID.blocking }))],
    },
  },
  'linear.state-issue-count': {
    args: { team: 'ENG', count: '1', state: 'Done' },
    good: [send(update(issue, { stateId: ID.done }))],
    bad: [],
    evidence: /issues of ENG in "Done": 0 \(none\)/,
    evasions: {
      ...undone(
        [update(issue, { stateId: ID.done })],
        [update(issue, { stateId: ID.todo })],
        use('save_issue', { id: issue, state: 'Todo' }),
      ),
      'after a rename': [
        send(mutate('workflowStateUpdate', { id: ID.done, input: { name: 'Shipped' } })),
        send(mutate('workflowStateUpdate', { id: ID.doing, input: { name: 'Done' } }), update(issue, { stateId: ID.doing })),
      ],
      'by an edit of something older': NO_EDIT,
      'on a look-alike': [send(update('OPS-1', { stateId: ID.opsDone }))],
    },
  },
};
