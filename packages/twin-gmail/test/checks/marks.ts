import type { CheckCase } from '@svc/twin-kit/testing';
import { AT_THE_END, NEVER_RENAMED, property } from './kinds.ts';
import {
  batch,
  type Call,
  type Cases,
  call,
  draft,
  drop,
  FIRST,
  ID,
  insert,
  mark,
  post,
  type Run,
  redraft,
  reply,
  send,
  sendDraft,
  unmark,
  use,
} from './world.ts';

const subject = 'Invoice';
const message = '"Invoice"';
const copy = { to: 'ada@example.com', subject };
const rename = (id: string, name: string): Call => call('PATCH', `/labels/${id}`, { name });
/** "Work" is "Taxes" and the other way round. */
const SWAPPED = [rename(ID.work, 'x'), rename(ID.taxes, 'Work'), rename(ID.work, 'Taxes')];
const modifyTool = (tool: string, messageId: string, ...labelIds: string[]) => use(tool, { messageId, labelIds });

const single: Cases = {
  'gmail.message-has-label': property({
    args: { subject, label: 'work' },
    set: [mark(ID.invoice, ID.work)],
    unset: [unmark(ID.invoice, ID.work)],
    unsetTool: modifyTool('unlabel_message', ID.invoice, ID.work),
    bad: [mark(ID.invoices, ID.work), mark(ID.answer, ID.work)],
    evidence: /labels of message 0{14}a1 "Invoice": "INBOX"; "UNREAD"/,
    rename: [...SWAPPED, mark(ID.invoice, ID.taxes)],
    edit: [mark(ID.invoice, ID.work), drop(ID.invoice)],
    lookAlike: [insert(copy, ID.work, 'INBOX'), mark(ID.invoice, ID.taxes)],
  }),
  'gmail.message-lacks-label': {
    args: { subject, label: 'UNREAD' },
    good: [unmark(ID.invoice, 'UNREAD')],
    bad: [unmark(ID.invoices, 'UNREAD')],
    evidence: /message 0{14}a1 "Invoice" has the label "UNREAD"/,
    evasions: {
      'taken back in the same call': [batch(unmark(ID.invoice, 'UNREAD'), mark(ID.invoice, 'UNREAD'))],
      'taken back later': [unmark(ID.invoice, 'UNREAD'), mark(ID.invoice, 'UNREAD')],
      'through another door': [unmark(ID.invoice, 'UNREAD'), modifyTool('label_message', ID.invoice, 'UNREAD')],
      'after a rename': NEVER_RENAMED,
      'by an edit of something older': [drop(ID.invoice)],
      'on a look-alike': [insert(copy, 'INBOX'), unmark(ID.invoices, 'UNREAD')],
    },
  },
  'gmail.message-labels-exactly': property({
    args: { message, labels: '"Taxes", "work"' },
    set: [mark(ID.invoice, ID.work, ID.taxes)],
    unset: [unmark(ID.invoice, ID.work)],
    unsetTool: modifyTool('label_message', ID.invoice, ID.aside),
    bad: [mark(ID.invoice, ID.taxes)],
    evidence: /labels of message 0{14}a1 "Invoice": .*"Taxes"/,
    rename: [rename(ID.taxes, 'x'), rename(ID.aside, 'Taxes'), mark(ID.invoice, ID.work, ID.aside)],
    edit: [mark(ID.invoice, ID.work, ID.taxes), call('DELETE', `/labels/${ID.taxes}`)],
    lookAlike: [mark(ID.invoices, ID.work, ID.taxes), insert(copy, ID.work, ID.taxes)],
  }),
  'gmail.message-state': property({
    args: { message: '"Invoice" from Ben@example.org', state: 'archived' },
    set: [unmark(ID.invoice, 'INBOX')],
    unset: [mark(ID.invoice, 'INBOX')],
    unsetTool: use('apply_sensitive_message_label', { messageId: ID.invoice, labelOption: 'TRASH' }),
    bad: [post(`/messages/${ID.invoice}/trash`)],
    evidence: /labels of message 0{14}a1 "Invoice": "UNREAD"; "TRASH"/,
    rename: NEVER_RENAMED,
    edit: [drop(ID.invoice)],
    lookAlike: [unmark(ID.invoices, 'INBOX'), insert(copy), unmark(ID.invoice, 'UNREAD'), mark(ID.invoice, 'SPAM')],
  }),
  'gmail.message-exists': {
    args: { subject },
    good: [unmark(ID.invoice, 'INBOX')],
    bad: [post(`/messages/${ID.invoice}/trash`)],
    evidence: /"Invoice" is in the trash/,
    evasions: {
      'taken back in the same call': [batch(unmark(ID.invoice, 'INBOX'), mark(ID.invoice, 'TRASH'))],
      'taken back later': [drop(ID.invoice)],
      'through another door': [use('apply_sensitive_thread_label', { threadId: ID.invoice, labelOption: 'TRASH' })],
      'after a rename': NEVER_RENAMED,
      'by an edit of something older': [post('/messages/batchDelete', { ids: [ID.invoice] })],
      'on a look-alike': [post(`/threads/${ID.invoice}/trash`), insert(copy, 'INBOX')],
    },
  },
  'gmail.message-deleted': {
    args: { message: 'from ben@example.org' },
    good: [drop(ID.invoice), insert(copy, 'INBOX')],
    bad: [post(`/messages/${ID.invoice}/trash`)],
    evidence: /there: message 0{14}a1 "Invoice"/,
    evasions: {
      'taken back in the same call': 'what was deleted stays so',
      'taken back later': 'what was deleted stays so',
      'through another door': [use('apply_sensitive_message_label', { messageId: ID.invoice, labelOption: 'TRASH' })],
      'after a rename': NEVER_RENAMED,
      'by an edit of something older': [unmark(ID.invoice, 'INBOX')],
      'on a look-alike': [drop(ID.invoices), drop(ID.answer)],
    },
  },
};

/** Every message or none of a group: those that the sentence is about, by id, and what gives and takes the mark. */
interface Group {
  args: Readonly<Record<string, string>>;
  ids: readonly string[];
  /** Another message, which is no one of them. */
  stranger: string;
}
const FROM: Group = { args: { sender: 'cy@example.org' }, ids: [ID.answer, ID.other], stranger: ID.invoice };
const THREAD: Group = { args: { subject: 'Invoice' }, ids: [ID.invoice, ID.answer], stranger: ID.invoices };

const each = (ids: readonly string[], change: (id: string) => Call): Call[] => ids.map(change);

function every({ args, ids, stranger }: Group, words: Readonly<Record<string, string>>, id: string): CheckCase<Run> {
  const [first, second] = ids as [string, string];
  return {
    args: { ...args, ...words },
    good: each(ids, (one) => mark(one, id)),
    bad: [mark(first, id), mark(stranger, id)],
    evidence: new RegExp(`^labels of message ${second} "[^"]+": `),
    evasions: {
      'taken back in the same call': [batch(...each(ids, (one) => mark(one, id)), unmark(first, id))],
      'taken back later': [...each(ids, (one) => mark(one, id)), unmark(second, id)],
      'through another door': [...each(ids, (one) => mark(one, id)), modifyTool('unlabel_message', first, id)],
      'after a rename': words.label
        ? [...SWAPPED, ...each(ids, (one) => mark(one, id === ID.work ? ID.taxes : ID.work))]
        : NEVER_RENAMED,
      'by an edit of something older': [mark(first, id), drop(second)],
      'on a look-alike': [mark(second, id), mark(stranger, id), mark(first, ID.aside)],
    },
  };
}

function none({ args, ids, stranger }: Group, words: Readonly<Record<string, string>>, id: string): CheckCase<Run> {
  const [first, second] = ids as [string, string];
  return {
    args: { ...args, ...words },
    good: [mark(stranger, id), unmark(first, id), mark(second, ID.aside)],
    bad: [mark(stranger, id), mark(second, id)],
    evidence: new RegExp(`labels of message ${second} "[^"]+": `),
    evasions: {
      'taken back in the same call': AT_THE_END,
      'taken back later': [mark(first, id), mark(second, id), unmark(second, id)],
      'through another door': [modifyTool('label_message', first, id)],
      'after a rename': words.label ? [mark(second, id), rename(id, 'x')] : NEVER_RENAMED,
      'by an edit of something older': [post('/messages/batchModify', { ids: [first], addLabelIds: [id] })],
      'on a look-alike': [drop(first), mark(second, id)],
    },
  };
}

/** Also what came later in the thread counts, drafts aside. */
const later = (one: CheckCase<Run>, goodLabel: string, badLabels: readonly string[]): CheckCase<Run> => ({
  ...one,
  good: [...(one.good as Run), draft(reply({ to: 'cy@example.org' })), insert(reply({ to: 'ada@example.com' }), goodLabel)],
  evasions: {
    ...one.evasions,
    'through another door': [...(one.good as Run), insert(reply({ to: 'ada@example.com' }), ...badLabels)],
  },
});

const many: Cases = {
  'gmail.every-message-from-state': every(FROM, { state: 'important' }, 'IMPORTANT'),
  'gmail.every-message-from-has-label': every(FROM, { label: 'Taxes' }, ID.taxes),
  'gmail.no-message-from-state': none(FROM, { state: 'in spam' }, 'SPAM'),
  'gmail.no-message-from-has-label': none(FROM, { label: 'taxes' }, ID.taxes),
  'gmail.every-message-of-thread-state': later(every(THREAD, { state: 'starred' }, 'STARRED'), 'STARRED', []),
  'gmail.every-message-of-thread-has-label': later(every(THREAD, { label: 'Work' }, ID.work), ID.work, []),
  'gmail.no-message-of-thread-state': later(none(THREAD, { state: 'starred' }, 'STARRED'), ID.work, ['STARRED']),
  'gmail.no-message-of-thread-has-label': none(THREAD, { label: 'Work' }, ID.work),
};
const labelled = [mark(ID.invoice, ID.work)];
const counting = (
  id: string,
  count: string,
  runs: { good: Run; bad: Run; evidence: RegExp; over: Run | string; later: Run; door: Run; lookAlike: Run },
): Cases => ({
  [`gmail.${id}`]: {
    args: { count, label: 'Work' },
    good: runs.good,
    bad: runs.bad,
    evidence: runs.evidence,
    evasions: {
      'taken back in the same call': runs.over,
      'taken back later': runs.later,
      'through another door': runs.door,
      'after a rename': [
        ...SWAPPED,
        mark(ID.invoice, ID.taxes),
        mark(ID.photo, ID.taxes),
        ...(id.endsWith('most') ? [mark(ID.news, ID.work), mark(ID.photo, ID.work)] : []),
      ],
      'by an edit of something older': 'the sentence is about which messages have it now',
      'on a look-alike': runs.lookAlike,
    },
  },
});

const counts: Cases = {
  ...counting('mailbox-label-count', '2', {
    good: labelled,
    bad: [post('/messages/batchModify', { ids: [ID.invoice, ID.answer], addLabelIds: [ID.work] })],
    evidence: /3 messages have the label "Work": "Invoice"; "Re: Invoice"; "Other"/,
    over: [batch(mark(ID.invoice, ID.work), unmark(ID.invoice, ID.work))],
    later: [...labelled, unmark(ID.other, ID.work)],
    door: [modifyTool('label_message', ID.invoice, ID.taxes)],
    lookAlike: [mark(ID.invoice, ID.taxes)],
  }),
  ...counting('mailbox-label-at-least', '2', {
    good: labelled,
    bad: [],
    evidence: /1 messages have the label "Work": "Other"/,
    over: [batch(mark(ID.invoice, ID.work), unmark(ID.invoice, ID.work))],
    later: [...labelled, drop(ID.other)],
    door: [...labelled, modifyTool('unlabel_message', ID.invoice, ID.work)],
    lookAlike: [mark(ID.invoice, ID.taxes), mark(ID.news, ID.aside)],
  }),
  ...counting('mailbox-label-at-most', '1', {
    good: [],
    bad: labelled,
    evidence: /2 messages have the label "Work": "Invoice"; "Other"/,
    over: [batch(mark(ID.news, ID.work), unmark(ID.news, ID.taxes), mark(ID.photo, ID.work))],
    later: [unmark(ID.other, ID.work), ...labelled, mark(ID.other, ID.work)],
    door: [modifyTool('label_message', ID.invoice, ID.work)],
    lookAlike: [insert(copy, ID.work)],
  }),
};

const sets: Cases = {
  'gmail.label-on-exactly': {
    args: { messages: '"Invoice" and "Other"', label: 'Work' },
    good: labelled,
    bad: [...labelled, mark(ID.invoices, ID.work)],
    evidence: /with the label "Work": "Invoice"; "Invoices"; "Other"/,
    evasions: {
      'taken back in the same call': [batch(mark(ID.invoice, ID.work), unmark(ID.other, ID.work))],
      'taken back later': [...labelled, unmark(ID.invoice, ID.work)],
      'through another door': [...labelled, modifyTool('label_message', ID.news, ID.work)],
      'after a rename': [...SWAPPED, mark(ID.invoice, ID.taxes), mark(ID.other, ID.taxes)],
      'by an edit of something older': [...labelled, drop(ID.other)],
      'on a look-alike': [mark(ID.invoices, ID.work)],
    },
  },
};

const mine = { to: 'ben@example.org' };

const ofSender: Cases = {
  'gmail.message-of-sender-has-label': property({
    args: { message: '"Paid" from Ada@example.com', label: 'Work' },
    set: [send(mine), mark(FIRST, ID.work)],
    unset: [unmark(FIRST, ID.work)],
    unsetTool: modifyTool('unlabel_message', FIRST, ID.work),
    bad: [send(mine), mark(FIRST, ID.taxes)],
    evidence: /labels of message \w+ "Paid": "SENT"; "Taxes"/,
    rename: [send(mine), ...SWAPPED, mark(FIRST, ID.taxes)],
    edit: [redraft(ID.plan, mine), sendDraft(ID.plan)],
    lookAlike: [
      insert({ ...mine, from: 'ben@example.org' }, ID.work),
      insert({ ...mine, subject: 'Unpaid' }, ID.work),
      mark(ID.invoice, ID.work),
      send(mine),
    ],
  }),
  'gmail.sent-message-contains-fact': {
    args: { address: 'Ben@example.org', fact: 'title of pull request #7 in acme/web', product: 'GitHub' },
    good: [send({ ...mine, text: 'See "Fix the\r\nlogin"' })],
    bad: [send(mine)],
    evidence: /it is "Fix the login"; found "Paid"; "x"/,
    evasions: {
      'taken back in the same call': [batch(send({ ...mine, text: 'Fix the login' }), drop(FIRST))],
      'taken back later': [send({ ...mine, text: 'Fix the login' }), drop(FIRST)],
      'through another door': [draft({ ...mine, text: 'Fix the login' })],
      'after a rename': NEVER_RENAMED,
      'by an edit of something older': [redraft(ID.plan, { ...mine, text: 'Fix the login' })],
      'on a look-alike': [
        send({ to: 'cy@example.org', text: 'Fix the login' }),
        insert({ ...mine, text: 'Fix the login' }, 'INBOX'),
        send({ ...mine, text: 'fix the login' }),
      ],
    },
  },
};

export const markCases: Cases = { ...single, ...many, ...counts, ...sets, ...ofSender };
