import { ONE_DOOR, property } from './kinds.ts';
import { batch, type Call, type Cases, call, ID, mark, post, send, use } from './world.ts';

const create = (name: string): Call => post('/labels', { name });
const patch = (id: string, change: object): Call => call('PATCH', `/labels/${id}`, change);
const rename = (id: string, name: string): Call => patch(id, { name });
const remove = (id: string): Call => call('DELETE', `/labels/${id}`);
const RED = { textColor: '#000000', backgroundColor: '#fb4c2f' };
const BLUE = { textColor: '#000000', backgroundColor: '#4a86e8' };

export const labelCases: Cases = {
  'gmail.label-exists': property({
    args: { label: 'Trips' },
    set: [create('trips')],
    unset: [remove(ID.newLabel)],
    bad: [create('Trips/Rome')],
    evidence: /labels of the user: "Work"; "Taxes"; "Aside"; and 1 more/,
    rename: [create('Trips'), rename(ID.newLabel, 'Travel')],
    lookAlike: [create('Trip'), send({ to: 'ben@example.org', subject: 'Trips' })],
  }),
  'gmail.label-absent': {
    args: { label: 'Work' },
    good: [remove(ID.work)],
    bad: [],
    evidence: /label Label_1 is called "Work"/,
    evasions: {
      'taken back in the same call': [batch(remove(ID.work), create('Work'))],
      'taken back later': [rename(ID.work, 'x'), rename(ID.work, 'WORK')],
      'through another door': [remove(ID.work), use('create_label', { displayName: 'Work' })],
      'after a rename': [rename(ID.work, 'Taxi'), rename(ID.taxes, 'Work')],
      'by an edit of something older': [patch(ID.work, { labelListVisibility: 'labelHide' })],
      'on a look-alike': [remove(ID.taxes)],
    },
  },
  'gmail.label-created': property({
    args: { name: 'Trips' },
    set: [create('TRIPS')],
    unset: [remove(ID.newLabel)],
    bad: [create('Trips/Rome')],
    evidence: /new labels: "Trips\/Rome"/,
    rename: [rename(ID.aside, 'Trips')],
    edit: [rename(ID.work, 'Trips'), create('Work')],
    lookAlike: [create('Trip')],
  }),
  'gmail.label-renamed': property({
    args: { label: 'work', name: 'Job' },
    set: [rename(ID.work, 'Job')],
    unset: [rename(ID.work, 'Work')],
    bad: [create('Job')],
    evidence: /it is called "Work"/,
    rename: [rename(ID.work, 'x'), rename(ID.taxes, 'Work'), rename(ID.taxes, 'Job')],
    edit: [rename(ID.work, 'Job'), remove(ID.work)],
    lookAlike: [rename(ID.work, 'job')],
  }),
  'gmail.label-deleted': {
    args: { label: 'Work' },
    good: [remove(ID.work), create('Work')],
    bad: [remove(ID.taxes)],
    evidence: /it is there as "Work"/,
    evasions: {
      'taken back in the same call': 'what was deleted stays so',
      'taken back later': 'what was deleted stays so',
      'through another door': ONE_DOOR,
      'after a rename': [rename(ID.work, 'x')],
      'by an edit of something older': [patch(ID.work, { labelListVisibility: 'labelHide' })],
      'on a look-alike': [rename(ID.work, 'x'), rename(ID.taxes, 'Work'), remove(ID.taxes)],
    },
  },
  'gmail.label-visibility': property({
    args: { label: 'Work', visibility: 'hidden' },
    set: [patch(ID.work, { labelListVisibility: 'labelHide' })],
    unset: [patch(ID.work, { labelListVisibility: 'labelShow' })],
    evidence: /"Work" is shown/,
    rename: [rename(ID.work, 'x'), rename(ID.aside, 'Work')],
    edit: [patch(ID.work, { labelListVisibility: 'labelShowIfUnread' })],
    lookAlike: [patch(ID.work, { messageListVisibility: 'hide' }), patch(ID.taxes, { labelListVisibility: 'labelHide' })],
  }),
  'gmail.label-color': property({
    args: { label: 'Work', color: '#FB4c2f' },
    set: [patch(ID.work, { color: RED })],
    unset: [patch(ID.work, { color: BLUE })],
    evidence: /"Work" is without a colour/,
    rename: [rename(ID.work, 'x'), rename(ID.aside, 'Work'), patch(ID.aside, { color: RED })],
    edit: [patch(ID.work, { color: RED }), remove(ID.work)],
    lookAlike: [patch(ID.taxes, { color: RED }), patch(ID.work, { color: { textColor: '#fb4c2f', backgroundColor: '#000000' } })],
  }),
  'gmail.label-count': {
    args: { count: '1' },
    good: [create('Trips')],
    bad: [create('Trips'), create('Tests')],
    evidence: /new labels: "Trips"; "Tests"/,
    evasions: {
      'taken back in the same call': [batch(create('Trips'), remove(ID.newLabel))],
      'taken back later': [create('Trips'), remove(ID.newLabel)],
      'through another door': [use('create_label', { displayName: 'Trips/Rome' })],
      'after a rename': [rename(ID.work, 'Trips')],
      'by an edit of something older': [mark(ID.invoice, ID.work)],
      'on a look-alike': [remove(ID.work), create('Work'), create('Trips')],
    },
  },
  'gmail.no-label-changed': {
    args: {},
    good: [mark(ID.invoice, ID.work)],
    bad: [create('Trips')],
    evidence: /"Trips"; tape row 1/,
    evasions: {
      'taken back in the same call': [batch(create('Trips'), remove(ID.newLabel))],
      'taken back later': [create('Trips'), remove(ID.newLabel)],
      'through another door': [use('create_label', { displayName: 'Trips' })],
      'after a rename': [rename(ID.work, 'x'), rename(ID.work, 'Work')],
      'by an edit of something older': [patch(ID.work, { color: RED })],
      'on a look-alike': [remove(ID.aside)],
    },
  },
};
