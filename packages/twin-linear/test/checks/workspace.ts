import { NO_NAME, ONE_DOOR, undone } from './kinds.ts';
import { type Cases, ID, mutate, send, update, use } from './world.ts';

const newLabel = (name: string) => mutate('issueLabelCreate', { input: { name, id: ID.first } });
const label = (id: string, name: string) => mutate('issueLabelUpdate', { id, input: { name } });
const noLabel = (id: string) => mutate('issueLabelDelete', { id });
const newTeam = (name: string) => mutate('teamCreate', { input: { name, id: ID.first } });
const team = (id: string, input: object) => mutate('teamUpdate', { id, input });
const join = (teamId: string, userId: string) => mutate('teamMembershipCreate', { input: { teamId, userId, id: ID.first } });
const newState = (input: object) =>
  mutate('workflowStateCreate', {
    input: { teamId: ID.eng, name: 'Fermenting', type: 'started', color: '#8b4513', id: ID.first, ...input },
  });
const state = (id: string, input: object) => mutate('workflowStateUpdate', { id, input });
const archive = (id: string) => mutate('workflowStateArchive', { id });
const keysSwapped = [team(ID.eng, { key: 'OLD' }), team(ID.ops, { key: 'ENG' })];
const FINAL = 'the sentence is about what is there at the end, and there is no way back';
const NO_UNDOING = 'an archived state stays so';

export const workspaceCases: Cases = {
  'linear.label-created': {
    args: { label: 'AI' },
    good: [send(newLabel('ai'))],
    bad: [send(newLabel('AIR'))],
    evidence: /new labels: "AIR"/,
    evasions: {
      ...undone([newLabel('AI')], [noLabel(ID.first)]),
      'after a rename': [send(newLabel('AI')), send(label(ID.first, 'ML'))],
      'by an edit of something older': [send(label(ID.docs, 'AI'))],
      'on a look-alike': [send(mutate('projectLabelCreate', { input: { name: 'AI' } }))],
    },
  },
  'linear.label-renamed': {
    args: { label: 'docs', name: 'Papers' },
    good: [send(label(ID.docs, 'Papers'))],
    bad: [send(label(ID.docs, 'papers'))],
    evidence: /it is called "papers"/,
    evasions: {
      ...undone([label(ID.docs, 'Papers')], [label(ID.docs, 'Docs')]),
      'after a rename': [send(label(ID.docs, 'x'), label(ID.bug, 'Docs')), send(label(ID.bug, 'Papers'))],
      'by an edit of something older': [send(mutate('issueLabelUpdate', { id: ID.docs, input: { description: 'Papers' } }))],
      'on a look-alike': [send(noLabel(ID.docs), newLabel('Papers'))],
    },
  },
  'linear.label-deleted': {
    args: { label: 'docs' },
    good: [send(noLabel(ID.docs))],
    bad: [],
    evidence: /it is there as "Docs"/,
    evasions: {
      'taken back in the same call': FINAL,
      'taken back later': FINAL,
      'through another door': ONE_DOOR,
      'after a rename': [send(label(ID.docs, 'x'), label(ID.bug, 'Docs')), send(noLabel(ID.bug))],
      'by an edit of something older': [send(label(ID.docs, 'Deleted'))],
      'on a look-alike': [send(noLabel(ID.bug))],
    },
  },
  'linear.label-issue-count': {
    args: { label: 'bug', count: '2' },
    good: [send(update('ENG-2', { labelIds: [ID.bug] }))],
    bad: [],
    evidence: /it is on "ENG-1"/,
    evasions: {
      ...undone(
        [update('ENG-2', { labelIds: [ID.bug] })],
        [update('ENG-1', { labelIds: [] })],
        use('save_issue', { id: 'ENG-2', labels: [] }),
      ),
      'after a rename': [
        send(label(ID.bug, 'x'), label(ID.docs, 'Bug')),
        send(update('ENG-2', { labelIds: [ID.docs] }), update('ENG-3', { labelIds: [ID.docs] })),
      ],
      'by an edit of something older': NO_NAME,
      'on a look-alike': [send(update('ENG-2', { labelIds: [ID.docs] }))],
    },
  },
  'linear.team-created': {
    args: { name: 'Design' },
    good: [send(newTeam('Design'))],
    bad: [send(newTeam('Designs'))],
    evidence: /new teams: "Designs"/,
    evasions: {
      ...undone([newTeam('Design')], [mutate('teamDelete', { id: ID.first })]),
      'after a rename': [send(newTeam('Design')), send(team(ID.first, { name: 'Art' }))],
      'by an edit of something older': [send(team(ID.ops, { name: 'Design' }))],
      'on a look-alike': [send(newTeam('design'))],
    },
  },
  'linear.team-member': {
    args: { team: 'OPS', user: 'ben' },
    good: [send(join(ID.ops, ID.ben))],
    bad: [send(join(ID.ops, ID.eve))],
    evidence: /members of OPS: "ada", "eve"/,
    evasions: {
      ...undone([join(ID.ops, ID.ben)], [mutate('teamMembershipDelete', { id: ID.first })]),
      'after a rename': [
        send(
          mutate('userUpdate', { id: ID.ben, input: { displayName: 'b' } }),
          mutate('userUpdate', { id: ID.eve, input: { displayName: 'ben' } }),
        ),
        send(join(ID.ops, ID.eve)),
      ],
      'by an edit of something older': NO_NAME,
      'on a look-alike': [send(team(ID.ops, { key: 'OLD' }), team(ID.eng, { key: 'OPS' }))],
    },
  },
  'linear.team-not-member': {
    args: { team: 'ops', user: 'ben' },
    good: [send(join(ID.ops, ID.eve))],
    bad: [send(join(ID.ops, ID.ben))],
    evidence: /members of OPS: "ada", "ben"/,
    evasions: {
      'taken back in the same call': 'the sentence is about who is there at the end',
      'taken back later': 'the sentence is about who is there at the end',
      'through another door': ONE_DOOR,
      'after a rename': [
        send(join(ID.ops, ID.ben)),
        send(mutate('userUpdate', { id: ID.ben, input: { displayName: 'b', name: 'B' } })),
      ],
      'by an edit of something older': NO_NAME,
      'on a look-alike': [
        send(join(ID.ops, ID.ben)),
        send(team(ID.ops, { key: 'OLD' }), mutate('teamCreate', { input: { name: 'x', key: 'OPS' } })),
      ],
    },
  },
  'linear.state-created': {
    args: { team: '"Engineering"', state: 'fermenting' },
    good: [send(newState({}))],
    bad: [send(newState({ teamId: ID.ops }))],
    evidence: /new states of ENG: none/,
    evasions: {
      ...undone([newState({})], [archive(ID.first)]),
      'after a rename': [send(newState({})), send(state(ID.first, { name: 'x' }))],
      'by an edit of something older': [send(state(ID.done, { name: 'Fermenting' }))],
      'on a look-alike': [send(newState({ name: 'Fermentation' }))],
    },
  },
  'linear.state-type': {
    args: { state: 'Fermenting', team: 'ENG', type: 'started' },
    good: [send(newState({}))],
    bad: [send(newState({ type: 'unstarted' }))],
    evidence: /type of "Fermenting": "unstarted"/,
    evasions: {
      ...undone([newState({})], [archive(ID.first)]),
      'after a rename': [send(newState({})), send(state(ID.first, { name: 'x' }))],
      'by an edit of something older': [send(state(ID.done, { name: 'Fermenting' }))],
      'on a look-alike': [send(...keysSwapped), send(newState({ teamId: ID.ops }))],
    },
  },
  'linear.state-color': {
    args: { state: 'Doing', team: 'ENG', color: '#8B4513' },
    good: [send(state(ID.doing, { color: '#8b4513' }))],
    bad: [],
    evidence: /color of "Doing": "#aabbcc"/,
    evasions: {
      ...undone([state(ID.doing, { color: '#8b4513' })], [state(ID.doing, { color: '#8b4514' })]),
      'after a rename': [send(state(ID.doing, { name: 'x' }), newState({ name: 'Doing' }))],
      'by an edit of something older': NO_NAME,
      'on a look-alike': [send(state(ID.todo, { color: '#8b4513' }))],
    },
  },
  'linear.state-archived': {
    args: { state: 'review', team: 'ENG' },
    good: [send(archive(ID.review))],
    bad: [],
    evidence: /the state is there as "Review"/,
    evasions: {
      'taken back in the same call': NO_UNDOING,
      'taken back later': NO_UNDOING,
      'through another door': ONE_DOOR,
      'after a rename': [send(state(ID.review, { name: 'x' }), state(ID.doing, { name: 'Review' })), send(archive(ID.doing))],
      'by an edit of something older': [send(state(ID.review, { name: 'Archived' }))],
      'on a look-alike': [send(archive(ID.doing))],
    },
  },
};
