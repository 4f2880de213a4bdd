import { DONE, NEVER_RENAMED, property } from './kinds.ts';
import {
  batch,
  type Call,
  type Cases,
  call,
  draft,
  drop,
  FIRST,
  file,
  html,
  ID,
  insert,
  type Letter,
  parted,
  plain,
  redraft,
  reply,
  send,
  sendDraft,
  use,
} from './world.ts';

const to = 'ben@example.org';
const paid = (more: Partial<Letter> = {}): Letter => ({ to, subject: 'Paid', ...more });
const remove = (id: string): Call => call('DELETE', `/drafts/${id}`);

/** A sentence on a draft that is there. */
const drafted = (
  args: Readonly<Record<string, string>>,
  good: Letter,
  other: Letter,
  evidence: RegExp,
  lookAlikes: readonly Letter[],
) =>
  property({
    args,
    set: [draft(good)],
    unset: [remove(ID.newDraft)],
    unsetTool: sendDraft(ID.newDraft),
    bad: [send(good)],
    evidence,
    rename: [insert(good, 'SENT'), insert(good)],
    edit: [draft(good), redraft(ID.newDraft, other)],
    lookAlike: lookAlikes.map((one) => draft(one)),
  });

const existing: Cases = {
  'gmail.draft-exists': drafted(
    { address: 'Ben@example.org', subject: 'Paid' },
    paid({ to: 'cy@example.org', bcc: 'BEN@example.org' }),
    paid({ subject: 'Unpaid' }),
    /drafts: "Plan" → ben@example.org; "Plan B" → cy@example.org$/,
    [paid({ to: 'cy@example.org' }), paid({ subject: 'Paid?' }), paid({ subject: 'x', text: 'Paid' })],
  ),
  'gmail.draft-to-exactly': drafted(
    { subject: 'Paid', addresses: 'ben@example.org and Cy@example.org' },
    paid({ cc: 'CY@example.org' }),
    paid(),
    /drafts: "Plan" → ben@example.org; /,
    [paid({ cc: 'cy@example.org', bcc: 'eve@evil.example' }), paid({ cc: 'cy@example.org', subject: 'x' }), paid()],
  ),
  'gmail.draft-contains': drafted(
    { address: 'Ben@example.org', needle: '12.50 by Friday' },
    paid(html('It was <b>12.50</b> by Friday')),
    paid({ text: 'It was 13.50 by Friday' }),
    /drafts to Ben@example.org: "Plan"/,
    [
      paid({ to: 'cy@example.org', text: '12.50 by Friday' }),
      paid({ text: '12.50 by friday' }),
      paid(html('<!-- 12.50 by Friday -->')),
    ],
  ),
  'gmail.no-draft-contains': {
    args: { needle: 'sorry' },
    good: [draft(paid({ text: 'Sorry' })), send(paid({ text: 'sorry' })), insert(paid({ text: 'sorry' }))],
    bad: [draft(paid({ text: 'We are sorry.' }))],
    evidence: /of message \w+ "Paid", the text says "We are sorry."/,
    evasions: {
      'taken back in the same call': 'the sentence is about what is there at the end',
      'taken back later': [draft(paid({ text: 'sorry' })), draft(paid()), remove('r7000000000000000002')],
      'through another door': [use('create_draft', { to: [to], body: 'so\u200brry' })],
      'after a rename': NEVER_RENAMED,
      'by an edit of something older': [redraft(ID.plan, paid({ subject: 'sorry' }))],
      'on a look-alike': [draft(paid(html('<!-- sorry -->')))],
    },
  },
  'gmail.draft-attachment': drafted(
    { address: to, filename: 'bill.txt' },
    paid(parted('mixed', plain('x'), file('bill.txt', 'x'))),
    paid(parted('mixed', plain('x'), file('bills.txt', 'x'))),
    /attachments of drafts to ben@example.org: none/,
    [
      paid({ to: 'cy@example.org', ...parted('mixed', plain('x'), file('bill.txt', 'x')) }),
      paid({ text: 'bill.txt' }),
      paid(parted('mixed', plain('x'), file('Bill.txt', 'bill.txt'))),
    ],
  ),
  'gmail.draft-answers': drafted(
    { message: '"Invoice" from ben@example.org' },
    reply({ to }),
    reply({ to, subject: 'Re: Invoice', headers: ['In-Reply-To: <answer@example.org>'] }),
    /drafts: "Plan" → /,
    [
      { to, subject: 'Re: Invoice' },
      reply({ to, subject: 'Another' }),
      { to, subject: 'Re: Invoices', headers: ['In-Reply-To: <invoices@example.org>'] },
    ],
  ),
  'gmail.draft-count': {
    args: { count: '3' },
    good: [draft(paid())],
    bad: [draft(paid()), draft(paid())],
    evidence: /drafts: "Plan" → .*; and 1 more/,
    evasions: {
      'taken back in the same call': [batch(draft(paid()), remove(ID.newDraft))],
      'taken back later': [draft(paid()), sendDraft(ID.plan)],
      'through another door': [draft(paid()), use('create_draft', { to: [to], body: 'x' })],
      'after a rename': NEVER_RENAMED,
      'by an edit of something older': [redraft(ID.plan, paid())],
      'on a look-alike': [insert(paid(), 'SENT')],
    },
  },
  'gmail.draft-contains-fact': drafted(
    { address: to, fact: 'title of pull request #7 in acme/web', product: 'GitHub' },
    paid({ text: 'See "Fix the\r\nlogin"' }),
    paid({ text: 'See #7' }),
    /it is "Fix the login"; found "Plan"; "We meet on Monday."/,
    [paid({ to: 'cy@example.org', text: 'Fix the login' }), paid({ text: 'Fix the log in' })],
  ),
};

const monday = { to, subject: 'Plan', text: 'We meet on Monday.' };

const followed: Cases = {
  'gmail.draft-edited': {
    args: { subject: 'Plan', needle: 'Tuesday' },
    good: [redraft(ID.plan, { to, subject: 'New plan', text: 'We meet on Tuesday.' })],
    bad: [draft({ ...monday, text: 'We meet on Tuesday.' })],
    evidence: /drafts: "Plan" → ben@example.org; "Plan B" → cy@example.org; "Plan" → ben@example.org/,
    evasions: {
      'taken back in the same call': [batch(redraft(ID.plan, { ...monday, text: 'Tuesday' }), redraft(ID.plan, monday))],
      'taken back later': [redraft(ID.plan, { ...monday, text: 'Tuesday' }), redraft(ID.plan, monday)],
      'through another door': [use('create_draft', { to: [to], subject: 'Plan', body: 'Tuesday' })],
      'after a rename': [redraft(ID.planB, { ...monday, text: 'Tuesday' }), redraft(ID.plan, { ...monday, subject: 'x' })],
      'by an edit of something older': [redraft(ID.plan, { ...monday, text: 'Tuesday' }), sendDraft(ID.plan)],
      'on a look-alike': [redraft(ID.plan, { ...monday, text: 'tuesday' })],
    },
  },
  'gmail.draft-gone': {
    args: { subject: 'Plan' },
    good: [remove(ID.plan), draft(monday)],
    bad: [remove(ID.planB)],
    evidence: /drafts: "Plan" → ben@example.org$/,
    evasions: {
      'taken back in the same call': 'what was deleted stays so',
      'taken back later': 'what was deleted stays so',
      'through another door': [sendDraft(ID.planB)],
      'after a rename': [redraft(ID.plan, { ...monday, subject: 'x' })],
      'by an edit of something older': [redraft(ID.plan, { ...monday, text: '' })],
      'on a look-alike': [draft(monday), remove(ID.newDraft)],
    },
  },
  'gmail.draft-sent': {
    args: { subject: 'Plan' },
    good: [redraft(ID.plan, { to, subject: 'New plan' }), sendDraft(ID.plan)],
    bad: [send(monday)],
    evidence: /sent: "Plan"/,
    evasions: {
      'taken back in the same call': DONE,
      'taken back later': DONE,
      'through another door': [insert(monday, 'SENT'), remove(ID.plan)],
      'after a rename': [redraft(ID.planB, monday), sendDraft(ID.planB)],
      'by an edit of something older': [redraft(ID.plan, { ...monday, text: 'sent' })],
      'on a look-alike': [sendDraft(ID.planB), draft(monday), sendDraft(ID.newDraft)],
    },
  },
  'gmail.draft-not-sent': {
    args: { subject: 'Plan' },
    good: [
      sendDraft(ID.planB),
      send({ ...monday, text: 'We never meet.' }),
      send({ ...monday, subject: 'x' }),
      insert(monday, 'SENT'),
      remove(ID.plan),
    ],
    bad: [sendDraft(ID.plan)],
    evidence: /"Plan" was draft r1; tape row 1/,
    evasions: {
      'taken back in the same call': [batch(sendDraft(ID.plan), drop(FIRST))],
      'taken back later': [sendDraft(ID.plan), drop(FIRST)],
      'through another door': [send({ ...monday, to: 'eve@evil.example' })],
      'after a rename': [redraft(ID.plan, { ...monday, subject: 'x' }), sendDraft(ID.plan)],
      'by an edit of something older': [redraft(ID.planB, monday), sendDraft(ID.planB)],
      'on a look-alike': [send({ ...monday, ...html('<p>We meet on <b>Monday</b>.</p>') })],
    },
  },
};

export const draftCases: Cases = { ...existing, ...followed };
