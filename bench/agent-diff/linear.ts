import type { Need, Needs } from './need.ts';

const NEW = 'Issue created with "wiring" in its title';
const named = 'Exactly 1 issues were created with "wiring" in the title.';
const team = `${NEW} belongs to the team "Workshop".`;
const assigned = `${NEW} is assigned to "Ada Field".`;
const priority = `${NEW} has the priority high.`;
const described = `The description of issue created with "wiring" in its title contains "behind the panel".`;

const creation: readonly Need[] = [
  { need: 'one new issue by a part of its title', assertions: 4, sentences: [named] },
  { need: 'one new issue by title and team', assertions: 8, sentences: [named, team] },
  { need: 'one new issue by title, team and priority', assertions: 4, sentences: [named, team, priority] },
  { need: 'one new issue by title and assignee', assertions: 6, sentences: [named, assigned] },
  {
    need: 'one new issue by title, assignee and state',
    assertions: 2,
    sentences: [named, assigned, `${NEW} is in the state "In Progress".`],
  },
  { need: 'one new issue by title, team and assignee', assertions: 10, sentences: [named, team, assigned] },
  {
    need: 'one new issue by title, team, assignee and priority',
    assertions: 1,
    sentences: [named, team, assigned, priority],
  },
  {
    need: 'one new issue by title, team, assignee and description',
    assertions: 1,
    sentences: [named, team, assigned, described],
  },
  { need: 'one new issue by title and description', assertions: 2, sentences: [named, described] },
  {
    need: 'one new issue by a part of its description',
    assertions: 5,
    sentences: ['Exactly 1 issues were created with "behind the panel" in the description.'],
  },
  {
    need: 'one new sub-issue of an issue, by its assignee',
    assertions: 2,
    sentences: [`${NEW} is a sub-issue of ENG-2.`, assigned],
  },
  {
    need: 'so many new issues in a team',
    assertions: 2,
    sentences: ['Exactly 3 issues were created in the team "Workshop".'],
  },
];

const changes: readonly Need[] = [
  { need: 'an issue came into a state', assertions: 11, sentences: ['Issue ENG-2 is in the state "Done".'] },
  {
    need: 'an issue left its state for the one that was made',
    assertions: 1,
    sentences: ['Issue ENG-2 is in the state "Parked".'],
  },
  { need: 'an issue was assigned to somebody', assertions: 7, sentences: ['Issue ENG-2 is assigned to "Ada Field".'] },
  { need: 'an issue has no assignee any more', assertions: 1, sentences: ['Issue ENG-2 has no assignee.'] },
  { need: 'the assignee of an issue was left alone', assertions: 1, sentences: ['The assignee of issue ENG-2 did not change.'] },
  {
    need: 'an issue was assigned and came into a state',
    assertions: 2,
    sentences: ['Issue ENG-2 is assigned to "Ada Field".', 'Issue ENG-2 is in the state "Done".'],
  },
  {
    need: 'an issue moved to another team and state',
    assertions: 1,
    sentences: ['Issue ENG-2 belongs to the team OPS.', 'Issue ENG-2 is in the state "Done".'],
  },
  { need: 'an issue moved to another team', assertions: 1, sentences: ['Issue ENG-2 belongs to the team OPS.'] },
  { need: 'an issue has another priority', assertions: 1, sentences: ['Issue ENG-2 has the priority urgent.'] },
  {
    need: 'the description of an issue came to contain a text',
    assertions: 4,
    sentences: ['The description of issue ENG-2 contains "behind the panel".'],
  },
  {
    need: 'the title of an issue came to contain a text',
    assertions: 1,
    sentences: ['The title of issue ENG-2 contains "second try".'],
  },
  { need: 'an issue is due on a day', assertions: 2, sentences: ['Issue ENG-2 is due on 2026-03-31.'] },
  {
    need: 'an issue is due on a day and assigned to somebody',
    assertions: 1,
    sentences: ['Issue ENG-2 is due on 2026-03-31.', 'Issue ENG-2 is assigned to "Ada Field".'],
  },
];

const writing: readonly Need[] = [
  {
    need: 'one new comment with a text on an issue',
    assertions: 5,
    sentences: ['Exactly 1 comments that contain "on my way" were left on issue ENG-2.'],
  },
  {
    need: 'no new comment with a text on an issue',
    assertions: 1,
    sentences: ['Exactly 0 comments that contain "on my way" were left on issue ENG-2.'],
  },
  {
    need: 'so many new comments with a text, wherever',
    assertions: 32,
    sentences: ['Exactly 2 comments that contain "on my way" were left.'],
  },
  {
    need: 'a comment that was there was edited to contain a text',
    assertions: 2,
    sentences: ['The comment on issue ENG-2 that said "first look" now contains "on my way".'],
  },
  {
    need: 'a new comment was edited to contain a text',
    assertions: 1,
    sentences: ['Exactly 1 comments that contain "on my way" were left.'],
  },
  {
    need: 'a comment was deleted',
    assertions: 1,
    sentences: ['The comment on issue ENG-2 that said "first look" was deleted.'],
  },
];

const surroundings: readonly Need[] = [
  { need: 'a label was created', assertions: 8, sentences: ['A new label "Wiring" exists.'] },
  { need: 'a label was renamed', assertions: 1, sentences: ['The label "Wiring" is now called "Cables".'] },
  { need: 'a label was put on an issue', assertions: 2, sentences: ['Issue ENG-2 has the label "Wiring".'] },
  {
    need: 'one label was put on an issue, of those that the task speaks of',
    assertions: 3,
    sentences: ['Issue ENG-2 has the label "Wiring".', 'Exactly 1 labels were added to issues.'],
  },
  { need: 'a label was taken off an issue', assertions: 1, sentences: ['Issue ENG-2 does not have the label "Wiring".'] },
  { need: 'so many labels were put on issues', assertions: 5, sentences: ['Exactly 4 labels were added to issues.'] },
  { need: 'at least so many labels were put on issues', assertions: 2, sentences: ['At least 2 labels were added to issues.'] },
  {
    need: 'so many relations of a type were added',
    assertions: 6,
    sentences: ['Exactly 2 relations were added by which an issue blocks another.'],
  },
  {
    need: 'a relation between two issues by their titles',
    assertions: 3,
    sentences: ['Issue with "wiring" in its title blocks issue created with "lamps" in its title.'],
  },
  { need: 'a relation was removed', assertions: 1, sentences: ['Issue ENG-2 no longer blocks issue ENG-3.'] },
  { need: 'a team was created', assertions: 3, sentences: ['A new team called "Workshop" exists.'] },
  {
    need: 'a state was added to a team',
    assertions: 3,
    sentences: ['The team "Workshop" has the new workflow state "Parked".'],
  },
  {
    need: 'a state of a color and a type was added to a team',
    assertions: 2,
    sentences: [
      'The team "Workshop" has the new workflow state "Parked".',
      'The workflow state "Parked" of the team "Workshop" has the color #5e6ad2.',
      'The workflow state "Parked" of the team "Workshop" is of the type started.',
    ],
  },
  {
    need: 'a state of a team was archived',
    assertions: 1,
    sentences: ['The workflow state "Parked" of the team ENG was archived.'],
  },
  { need: 'somebody joined a team', assertions: 1, sentences: ['The team ENG has the member "Ada Field".'] },
];

export const linear: Needs = { twin: 'linear', tasks: 57, needs: [...creation, ...changes, ...writing, ...surroundings] };
