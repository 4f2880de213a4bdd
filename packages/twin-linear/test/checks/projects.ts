import { ONE_DOOR, undone } from './kinds.ts';
import { type Cases, create, ID, mutate, type Run, send, update, use } from './world.ts';

const project = 'Spring';
const change = (id: string, input: object) => mutate('projectUpdate', { id, input });
const save = (input: object) => use('save_project', { id: 'Spring', ...input });
const newProject = (name: string) => mutate('projectCreate', { input: { name, teamIds: [ID.eng], id: ID.first } });
const inform = (projectId: string, body: string, health: string, id: string = ID.first) =>
  // The health is an enumeration.
  mutate('projectUpdateCreate', { input: { projectId, body, id, health } }).replace(/health: "(\w+)"/, 'health: $1');
const milestone = (projectId: string, name: string) =>
  mutate('projectMilestoneCreate', { input: { projectId, name, id: ID.first } });
const include = (projectId: string) =>
  mutate('initiativeToProjectCreate', { input: { initiativeId: ID.growth, projectId, id: ID.first } });
/** The projects' names change hands. */
const SWAPPED = [change(ID.spring, { name: 'Summer' }), change(ID.autumn, { name: 'Spring' })];
const swapped = (...fields: string[]): Run => [send(...SWAPPED), send(...fields)];
const NO_EDIT = 'the sentence is about what the project has, however it came to have it';
const document = (title: string, content: string) =>
  mutate('documentCreate', { input: { title, content, projectId: ID.spring, id: ID.first } });

export const projectCases: Cases = {
  'linear.project-created': {
    args: { name: 'Winter' },
    good: [send(newProject('Winter'))],
    bad: [send(newProject('winter'))],
    evidence: /new projects: "winter"/,
    evasions: {
      ...undone([newProject('Winter')], [mutate('projectDelete', { id: ID.first })]),
      'after a rename': [send(newProject('Winter')), send(change(ID.first, { name: 'x' }))],
      'by an edit of something older': [send(change(ID.autumn, { name: 'Winter' }))],
      'on a look-alike': [send(mutate('initiativeCreate', { input: { name: 'Winter' } }))],
    },
  },
  'linear.project-status': {
    args: { project, state: 'Completed' },
    good: [save({ state: 'completed' })],
    bad: [save({ state: 'Paused' })],
    evidence: /status of project "Spring": "Paused"/,
    evasions: {
      'taken back in the same call': 'a tool call sets one status',
      'taken back later': [save({ state: 'completed' }), save({ state: 'planned' })],
      'through another door': ONE_DOOR,
      'after a rename': [send(...SWAPPED), use('save_project', { id: 'Spring', state: 'completed' })],
      'by an edit of something older': NO_EDIT,
      'on a look-alike': [use('save_project', { id: 'Autumn', state: 'completed' })],
    },
  },
  'linear.project-health': {
    args: { project, health: 'atRisk' },
    good: [send(inform(ID.spring, 'x', 'atRisk'))],
    bad: [send(inform(ID.spring, 'x', 'onTrack'))],
    evidence: /health of project "Spring": onTrack/,
    evasions: {
      ...undone(
        [inform(ID.spring, 'x', 'atRisk')],
        [inform(ID.spring, 'y', 'offTrack', ID.second)],
        use('save_status_update', { type: 'project', project, body: 'y', health: 'onTrack' }),
      ),
      'after a rename': swapped(inform(ID.autumn, 'x', 'atRisk')),
      'by an edit of something older': NO_EDIT,
      'on a look-alike': [send(inform(ID.autumn, 'x', 'atRisk'))],
    },
  },
  'linear.project-update-contains': {
    args: { project, needle: 'two weeks late' },
    good: [send(inform(ID.spring, 'We are **two weeks** late', 'atRisk'))],
    bad: [send(inform(ID.spring, 'Two weeks late', 'atRisk'))],
    evidence: /updates of "Spring": "Two weeks late"/,
    evasions: {
      ...undone([inform(ID.spring, 'two weeks late', 'atRisk')], [mutate('projectUpdateArchive', { id: ID.first })]),
      'after a rename': swapped(inform(ID.autumn, 'two weeks late', 'atRisk')),
      'by an edit of something older': [send(change(ID.spring, { description: 'two weeks late' }))],
      'on a look-alike': [send(inform(ID.autumn, 'two weeks late', 'atRisk'))],
    },
  },
  'linear.project-lead': {
    args: { project, user: 'Ben Byte' },
    good: [send(change(ID.spring, { leadId: ID.ben }))],
    bad: [send(change(ID.spring, { leadId: ID.eve }))],
    evidence: /lead of project "Spring": "eve"/,
    evasions: {
      ...undone([change(ID.spring, { leadId: ID.ben })], [change(ID.spring, { leadId: null })], save({ lead: 'eve' })),
      'after a rename': swapped(change(ID.autumn, { leadId: ID.ben })),
      'by an edit of something older': NO_EDIT,
      'on a look-alike': [send(change(ID.autumn, { leadId: ID.ben }))],
    },
  },
  'linear.project-target-date': {
    args: { project, date: '2026-03-31' },
    good: [send(change(ID.spring, { targetDate: '2026-03-31' }))],
    bad: [],
    evidence: /target date of project "Spring": none/,
    evasions: {
      ...undone(
        [change(ID.spring, { targetDate: '2026-03-31' })],
        [change(ID.spring, { targetDate: '2026-03-30' })],
        save({ targetDate: '2026-04-01' }),
      ),
      'after a rename': swapped(change(ID.autumn, { targetDate: '2026-03-31' })),
      'by an edit of something older': NO_EDIT,
      'on a look-alike': [send(change(ID.autumn, { targetDate: '2026-03-31' }))],
    },
  },
  'linear.project-start-date': {
    args: { project, date: '2026-03-02' },
    good: [send(change(ID.spring, { startDate: '2026-03-02', targetDate: '2026-03-31' }))],
    bad: [send(change(ID.spring, { targetDate: '2026-03-02' }))],
    evidence: /start date of project "Spring": none/,
    evasions: {
      ...undone(
        [change(ID.spring, { startDate: '2026-03-02' })],
        [change(ID.spring, { startDate: null })],
        save({ startDate: '2026-03-03' }),
      ),
      'after a rename': swapped(change(ID.autumn, { startDate: '2026-03-02' })),
      'by an edit of something older': NO_EDIT,
      'on a look-alike': [send(change(ID.autumn, { startDate: '2026-03-02' }))],
    },
  },
  'linear.project-text-contains': {
    args: { project, needle: 'kiln log' },
    good: [send(change(ID.spring, { content: 'The *kiln* log' }))],
    bad: [],
    evidence: /the project says "The \*\*first\*\* release"/,
    evasions: {
      ...undone(
        [change(ID.spring, { description: 'kiln log' })],
        [change(ID.spring, { description: 'x' })],
        save({ summary: 'y' }),
      ),
      'after a rename': [send(change(ID.spring, { name: 'kiln log' }))],
      'by an edit of something older': NO_EDIT,
      'on a look-alike': [send(change(ID.autumn, { content: 'kiln log' }))],
    },
  },
  'linear.project-issue-count': {
    args: { project, count: '1' },
    good: [send(update('ENG-1', { projectId: ID.spring }))],
    bad: [send(update('ENG-1', { projectId: ID.spring }), update('OPS-1', { projectId: ID.spring }))],
    evidence: /issues of "Spring": ("ENG-1"; "OPS-1"|"OPS-1"; "ENG-1")/,
    evasions: {
      ...undone(
        [update('ENG-1', { projectId: ID.spring })],
        [update('ENG-1', { projectId: null })],
        use('save_issue', { id: 'ENG-1', project: 'Autumn' }),
      ),
      'after a rename': swapped(update('ENG-1', { projectId: ID.autumn })),
      'by an edit of something older': NO_EDIT,
      'on a look-alike': [
        send(create({ title: 'x', projectId: ID.spring, id: ID.first }), mutate('issueDelete', { id: ID.first })),
      ],
    },
  },
  'linear.project-milestone': {
    args: { project, milestone: 'launch' },
    good: [send(milestone(ID.spring, 'Launch'))],
    bad: [],
    evidence: /milestones of "Spring": "Beta"; "Gamma"/,
    evasions: {
      ...undone([milestone(ID.spring, 'Launch')], [mutate('projectMilestoneDelete', { id: ID.first })]),
      'after a rename': swapped(milestone(ID.autumn, 'Launch')),
      'by an edit of something older': 'a milestone that was given the name is one with the name',
      'on a look-alike': [send(milestone(ID.autumn, 'Launch'))],
    },
  },
  'linear.project-in-initiative': {
    args: { project, initiative: 'growth' },
    good: [send(include(ID.spring))],
    bad: [],
    evidence: /initiatives of "Spring": none/,
    evasions: {
      ...undone([include(ID.spring)], [mutate('initiativeToProjectDelete', { id: ID.first })]),
      'after a rename': [
        send(
          mutate('initiativeUpdate', { id: ID.growth, input: { name: 'x' } }),
          mutate('initiativeCreate', { input: { name: 'Growth', id: ID.second } }),
          mutate('initiativeToProjectCreate', { input: { initiativeId: ID.second, projectId: ID.spring } }),
        ),
      ],
      'by an edit of something older': NO_EDIT,
      'on a look-alike': [send(include(ID.autumn))],
    },
  },
  'linear.document-contains': {
    args: { title: 'Postmortem', needle: 'root cause' },
    good: [send(document('Postmortem', 'The **root** cause'))],
    bad: [send(document('Postmortem', 'Root cause'))],
    evidence: /it says "Root cause"/,
    evasions: {
      ...undone([document('Postmortem', 'root cause')], [mutate('documentDelete', { id: ID.first })]),
      'after a rename': [
        send(document('Postmortem', 'root cause')),
        send(mutate('documentUpdate', { id: ID.first, input: { title: 'x' } })),
      ],
      'by an edit of something older': 'a document that was given title and text is one that has them',
      'on a look-alike': [
        send(
          document('Postmortems', 'root cause'),
          mutate('documentCreate', { input: { title: 'Postmortem', content: 'x', projectId: ID.spring } }),
        ),
      ],
    },
  },
};
