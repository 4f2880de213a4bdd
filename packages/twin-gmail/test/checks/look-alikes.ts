/** Runs that differ from a case in one property only, each for the part of a check that reads it. */
import type { LookAlike } from '@svc/twin-kit/testing';
import { call, drop, file, ID, type Letter, mark, parted, plain, type Run, send, sendDraft, unmark, use } from './world.ts';

const of =
  (status: LookAlike<Run>['status']) =>
  (id: string, args: Readonly<Record<string, string>>, run: Run, evidence?: RegExp): LookAlike<Run> => ({
    check: `gmail.${id}`,
    args,
    run,
    status,
    ...(evidence && { evidence }),
  });
const passes = of('passed');
const fails = of('failed');

const OTHER = '"Other"';
/** Two messages: "Old news" and "News". */
const OF_SHOP = 'from news@shop.example';
const stranger = 'eve@evil.example';

/** By state, what brings the message "Other" into it and what takes it out of it. */
const STATES: Readonly<Record<string, readonly [into: Run, out: Run]>> = {
  read: [[unmark(ID.other, 'UNREAD')], [mark(ID.other, 'UNREAD')]],
  unread: [[mark(ID.other, 'UNREAD')], [unmark(ID.other, 'UNREAD')]],
  starred: [[mark(ID.other, 'STARRED')], [unmark(ID.other, 'STARRED')]],
  'not starred': [[unmark(ID.other, 'STARRED')], [mark(ID.other, 'STARRED')]],
  important: [[mark(ID.other, 'IMPORTANT')], [unmark(ID.other, 'IMPORTANT')]],
  'not important': [[unmark(ID.other, 'IMPORTANT')], [mark(ID.other, 'IMPORTANT')]],
  'in the inbox': [[mark(ID.other, 'INBOX')], [unmark(ID.other, 'INBOX')]],
  archived: [[unmark(ID.other, 'INBOX')], [mark(ID.other, 'TRASH')]],
  'in the trash': [[mark(ID.other, 'TRASH')], [unmark(ID.other, 'INBOX')]],
  'in spam': [[mark(ID.other, 'SPAM')], [unmark(ID.other, 'INBOX')]],
};

const states = Object.entries(STATES).flatMap(([state, [into, out]]) => [
  passes('message-state', { message: OTHER, state }, into),
  fails('message-state', { message: OTHER, state }, out),
]);

const draftAnswer: Run = [use('create_draft', { replyToMessageId: ID.news, body: 'x' })];
const answerNews: Run = [...draftAnswer, sendDraft(ID.newDraft)];
const answerOther: Letter = { to: 'cy@example.org', subject: 'Re: Other', headers: ['In-Reply-To: <other@example.org>'] };
const anotherInside = [
  'Content-Type: message/rfc822',
  '',
  'From: ben@example.org',
  'Message-ID: <invoices@example.org>',
  '',
  'x',
];

const mails = [
  passes('reply-count', { count: '1', message: OF_SHOP }, answerNews),
  fails('no-reply-sent', { message: OF_SHOP }, answerNews),
  passes('draft-answers', { message: OF_SHOP }, draftAnswer),
  passes('reply-to-all', { message: OTHER }, [send(answerOther)]),
  passes('message-forwarded', { message: OF_SHOP, address: stranger }, [send({ to: stranger, text: 'Sale' })]),
  fails('message-forwarded', { message: OTHER, address: stranger }, [send({ to: stranger, subject: 'Hello', text: 'x' })]),
  fails('message-forwarded', { message: '"Invoice"', address: stranger }, [
    send({ to: stranger, ...parted('mixed', plain('See'), anotherInside) }),
  ]),
  passes('something-written-containing', { needle: '<b>bold' }, [
    send({ to: stranger, ...parted('mixed', plain('See'), file('x.txt', '<b>bold</b>')) }),
  ]),
];

const withoutWork: Run = [call('DELETE', `/labels/${ID.work}`)];

const NOTHING = /there is no message "Nothing"/;
const mailbox = [
  passes('message-lacks-label', { subject: 'Other', label: 'Work' }, withoutWork),
  fails('message-lacks-label', { subject: 'Other', label: 'Wrok' }, [], /there is no label "Wrok"/),
  fails('nothing-changed-except-message', { message: '"Nothing"' }, [], NOTHING),
  fails('nothing-changed-except-messages', { messages: '"Nothing"' }, [], /there is no message/),
  fails('nothing-changed-except-thread', { subject: 'Nothing' }, [], /the seed has no message "Nothing"/),
  passes('nobody-let-in', {}, [call('PUT', '/settings/imap', { enabled: true })]),
  passes('nobody-let-in', {}, [drop(ID.other)]),
];

export const lookAlikes: readonly LookAlike<Run>[] = [...states, ...mails, ...mailbox];
