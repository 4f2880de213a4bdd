import { ANYTHING, NO_EDIT, property, undone } from './kinds.ts';
import { type Cases, create, ID, KEYS_SWAPPED, mutate, remove, send, update, use } from './world.ts';

const issue = 'ENG-1';
const restore = (id: string) => mutate('issueUnarchive', { id });
const archive = (id: string) => mutate('issueArchive', { id });
const follow = (userId: string) => (id: string) => [mutate('issueSubscribe', { id, userId })];
const unfollow = (userId: string, id = 'ENG-1') => [mutate('issueUnsubscribe', { id, userId })];
const link = (id: string) => [
  mutate('attachmentCreate', { input: { issueId: id, title: 'x', url: 'https://a.example/b', id: ID.first } }),
];
const swapLabels = [
  mutate('issueLabelUpdate', { id: ID.docs, input: { name: 'Papers' } }),
  mutate('issueLabelUpdate', { id: ID.bug, input: { name: 'Docs' } }),
];
const input = (value: object) => (id: string) => [update(id, value)];

export const issueCases: Cases = {
  'linear.issue-exists': {
    args: { issue: 'created as "Outage"' },
    good: [send(create({ title: 'Outage' }))],
    bad: [],
    evidence: /there is no issue created as "Outage"/,
    evasions: {
      ...undone([create({ title: 'Outage', id: ID.first })], [remove(ID.first)]),
      'after a rename': [send(create({ title: 'Outage', id: ID.first })), send(update(ID.first, { title: 'Fixed' }))],
      'by an edit of something older': [send(update('ENG-2', { title: 'Outage' }))],
      'on a look-alike': [send(create({ title: 'outage' }), create({ title: 'Outage of mail' }))],
    },
  },
  'linear.issue-deleted': {
    args: { issue },
    good: [send(remove(issue))],
    bad: [],
    evidence: /ENG-1 is not in the trash/,
    evasions: {
      ...undone([remove(issue)], [restore(issue)]),
      'through another door': [send(archive(issue))],
      'after a rename': [send(...KEYS_SWAPPED), send(remove(ID.backup))],
      'by an edit of something older': [send(update(issue, { title: 'Deleted' }))],
      'on a look-alike': [send(remove('ENG-2'))],
    },
  },
  'linear.issue-archived': {
    ...property({ args: {}, set: (id) => [archive(id)], unset: [restore(issue)], evidence: /ENG-1 is not archived/ }),
  },
  'linear.issue-state': property({
    args: { state: 'Done' },
    set: input({ stateId: ID.done }),
    unset: [update(issue, { stateId: ID.todo })],
    unsetTool: { state: 'Doing' },
    bad: [send(update(issue, { stateId: ID.doing }))],
    evidence: /ENG-1 is in the state "Doing", not "Done"/,
    rename: [
      send(mutate('workflowStateUpdate', { id: ID.done, input: { name: 'Shipped' } })),
      send(mutate('workflowStateUpdate', { id: ID.doing, input: { name: 'Done' } }), update(issue, { stateId: ID.doing })),
    ],
  }),
  'linear.issue-assigned-to': property({
    args: { user: 'ben' },
    set: input({ assigneeId: ID.ben }),
    unset: [update(issue, { assigneeId: null })],
    unsetTool: { assignee: 'eve' },
    evidence: /assignee of issue ENG-1: "ada"/,
    rename: [
      send(
        mutate('userUpdate', { id: ID.ben, input: { displayName: 'benny', name: 'Benny' } }),
        mutate('userUpdate', { id: ID.ada, input: { displayName: 'ben' } }),
      ),
    ],
  }),
  'linear.issue-not-assigned-to': property({
    args: { user: 'ada' },
    set: input({ assigneeId: ID.ben }),
    unset: [update(issue, { assigneeId: ID.ada })],
    unsetTool: { assignee: 'ada' },
    evidence: /assignee of issue ENG-1: "ada"/,
  }),
  'linear.issue-unassigned': property({
    args: {},
    set: input({ assigneeId: null }),
    unset: [update(issue, { assigneeId: ID.ben })],
    unsetTool: { assignee: 'ben' },
    evidence: /assignee of issue ENG-1: "ada"/,
  }),
  'linear.issue-has-label': property({
    args: { label: 'docs' },
    set: input({ labelIds: [ID.docs] }),
    unset: [update(issue, { labelIds: [ID.bug] })],
    unsetTool: { labels: ['Bug'] },
    evidence: /labels of issue ENG-1: "Bug"/,
    rename: [send(...swapLabels)],
  }),
  'linear.issue-lacks-label': property({
    args: { label: 'bug' },
    set: input({ labelIds: [] }),
    unset: [update(issue, { labelIds: [ID.bug] })],
    unsetTool: { labels: ['Bug'] },
    evidence: /labels of issue ENG-1: "Bug"/,
    rename: [send(mutate('issueLabelUpdate', { id: ID.bug, input: { name: 'Defect' } }))],
  }),
  'linear.issue-labels-are': property({
    args: { labels: '"Docs", "bug"' },
    set: input({ labelIds: [ID.docs, ID.bug] }),
    unset: [update(issue, { labelIds: [ID.docs] })],
    unsetTool: { labels: ['Bug'] },
    bad: [
      send(
        mutate('issueLabelCreate', { input: { name: 'New', id: ID.first } }),
        update(issue, { labelIds: [ID.docs, ID.bug, ID.first] }),
      ),
    ],
    evidence: /labels of issue ENG-1: "Docs"; "Bug"; "New"/,
    rename: [
      send(...swapLabels, mutate('issueLabelCreate', { input: { name: 'Bug', id: ID.first } })),
      send(update(issue, { labelIds: [ID.first, ID.bug] })),
    ],
  }),
  'linear.issue-has-no-labels': property({
    args: {},
    set: input({ labelIds: [] }),
    unset: [update(issue, { labelIds: [ID.docs] })],
    unsetTool: { labels: ['Docs'] },
    evidence: /labels of issue ENG-1: "Bug"/,
  }),
  'linear.issue-priority': property({
    args: { priority: 'urgent' },
    set: input({ priority: 1 }),
    unset: [update(issue, { priority: 0 })],
    unsetTool: { priority: 2 },
    bad: [send(update(issue, { priority: 2 }))],
    evidence: /priority of issue ENG-1: high/,
  }),
  'linear.issue-estimate': property({
    args: { estimate: '3' },
    set: input({ estimate: 3 }),
    unset: [update(issue, { estimate: null })],
    unsetTool: { estimate: 5 },
    setOps: 'the other team does not estimate',
    evidence: /estimate of issue ENG-1: none/,
  }),
  'linear.issue-due-date': property({
    args: { date: '2026-03-31' },
    set: input({ dueDate: '2026-03-31' }),
    unset: [update(issue, { dueDate: '2026-03-30' })],
    unsetTool: { dueDate: null },
    evidence: /due date of issue ENG-1: none/,
  }),
  'linear.issue-has-no-due-date': {
    args: { issue },
    good: [],
    bad: [send(update(issue, { dueDate: '2026-03-31' }))],
    evidence: /due date of issue ENG-1: 2026-03-31/,
    evasions: {
      ...undone(
        [update(issue, { dueDate: null })],
        [update(issue, { dueDate: '2026-03-31' })],
        use('save_issue', { id: issue, dueDate: '2026-03-31' }),
      ),
      'after a rename': [send(update(issue, { dueDate: '2026-03-31' }), ...KEYS_SWAPPED)],
      'by an edit of something older': NO_EDIT,
      'on a look-alike': [send(update(issue, { dueDate: '2026-03-31' })), send(update('ENG-2', { dueDate: null }))],
    },
  },
  'linear.issue-title-is': property({
    args: { title: 'Log in' },
    set: input({ title: 'Log  in' }),
    unset: [update(issue, { title: 'Log out' })],
    unsetTool: { title: 'log in' },
    bad: [send(update(issue, { title: 'Log in again' }))],
    evidence: /title of issue ENG-1: "Log in again"/,
    edit: ANYTHING,
  }),
  'linear.issue-in-team': property({
    args: { team: '"Operations"' },
    set: input({ teamId: ID.ops }),
    unset: [update(issue, { teamId: ID.eng })],
    unsetTool: { team: 'Engineering' },
    evidence: /team of issue ENG-1: "Engineering"/,
    rename: [
      send(
        mutate('teamUpdate', { id: ID.ops, input: { name: 'Former' } }),
        mutate('teamUpdate', { id: ID.eng, input: { name: 'Operations' } }),
      ),
    ],
  }),
  'linear.issue-subscribed': property({
    args: { user: 'ben' },
    set: follow(ID.ben),
    unset: unfollow(ID.ben),
    evidence: /subscribers of issue ENG-1: "ada"/,
  }),
  'linear.issue-not-subscribed': property({
    args: { user: 'ada' },
    set: (id) => unfollow(ID.ada, id),
    unset: follow(ID.ada)(issue),
    evidence: /subscribers of issue ENG-1: "ada"/,
  }),
  'linear.issue-has-link': property({
    args: { url: 'https://a.example/b' },
    set: link,
    unset: [mutate('attachmentDelete', { id: ID.first })],
    bad: [
      send(mutate('attachmentCreate', { input: { issueId: issue, title: 'https://a.example/b', url: 'https://a.example/bc' } })),
    ],
    evidence: /links of issue ENG-1: "https:\/\/a.example\/bc"/,
  }),
};
