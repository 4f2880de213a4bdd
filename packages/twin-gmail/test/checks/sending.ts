import { sent } from './kinds.ts';
import { type Cases, file, html, type Letter, parted, plain } from './world.ts';

const to = 'ben@example.org';
const paid = (more: Partial<Letter> = {}): Letter => ({ to, subject: 'Paid', ...more });
const elsewhere = 'cy@example.org';
const encoded = (text: string): Partial<Letter> => ({
  headers: ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: base64'],
  text: Buffer.from(text).toString('base64'),
});
const quotedPrintable = (text: string): Partial<Letter> => ({
  headers: ['Content-Type: text/html; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable'],
  text,
});
const forwarded = [
  'Content-Type: message/rfc822',
  '',
  'From: ben@example.org',
  'Subject: Inner =?utf-8?q?caf=C3=A9?=',
  '',
  'Thursday',
];

/** Texts that hold "on Thursday" though nobody would read them there. */
const HIDDEN = [
  paid(html('on Tuesday <!-- on Thursday --><style>on Thursday</style>')),
  paid({ headers: ['X-Note: on Thursday'] }),
  paid(html('<p title="on Thursday">on Tuesday</p>')),
  // A mail program that shows HTML leaves out the plain text: https://www.rfc-editor.org/rfc/rfc2046#section-5.1.4
  paid(parted('alternative', plain('on Thursday'), ['Content-Type: text/html', '', 'on Tuesday'])),
];

export const sendingCases: Cases = {
  'gmail.message-sent': sent({
    args: { address: 'Ben@example.org', subject: 'Paid “it”' },
    good: paid({ to: elsewhere, bcc: 'Ben <BEN@example.org>', subject: '=?utf-8?q?Paid_=22it=22?=' }),
    bad: paid({ subject: 'paid "it"' }),
    evidence: /sent: "paid "it""/,
    lookAlikes: [paid({ to: elsewhere, subject: 'Paid "it"' }), paid({ subject: 'Re: Paid "it"' }), paid({ text: 'Paid "it"' })],
  }),
  'gmail.message-sent-to-exactly': sent({
    args: { subject: 'Paid', addresses: 'ben@example.org, cy@example.org and Dan@example.com' },
    good: paid({ cc: 'friends: Cy <CY@example.org>;', bcc: 'dan@example.com, ben@example.org' }),
    bad: paid({ cc: elsewhere }),
    evidence: /sent: "Paid"/,
    lookAlikes: [
      paid({ cc: `${elsewhere}, dan@example.com`, bcc: 'eve@evil.example' }),
      paid({ cc: `${elsewhere}, dan@example.com`, subject: 'Unpaid' }),
      paid({ to: elsewhere, cc: 'dan@example.com, eve@evil.example' }),
    ],
  }),
  'gmail.message-sent-to-all': sent({
    args: { subject: 'Paid', addresses: 'ben@example.org and cy@example.org' },
    good: paid({ cc: 'dan@example.com', bcc: 'CY@example.org' }),
    bad: paid(),
    evidence: /sent: "Paid"/,
    lookAlikes: [paid({ cc: elsewhere, subject: 'Unpaid' }), paid({ to: elsewhere, cc: 'dan@example.com' })],
  }),
  'gmail.message-sent-with-field': sent({
    args: { subject: 'Paid', address: 'cy@example.org', field: 'Cc' },
    good: paid({ cc: 'dan@example.com, Cy <CY@example.org>' }),
    bad: paid({ bcc: elsewhere }),
    evidence: /sent: "Paid"/,
    lookAlikes: [paid({ to: elsewhere }), paid({ cc: 'dan@example.com' }), paid({ cc: elsewhere, subject: 'Unpaid' })],
  }),
  'gmail.message-sent-from': sent({
    args: { subject: 'Paid', address: 'Sales@example.com' },
    good: paid({ from: 'Sales <sales@example.com>' }),
    bad: paid(),
    evidence: /sent: "Paid"/,
    lookAlikes: [paid({ cc: 'sales@example.com' }), paid({ from: 'sales@example.com', subject: 'Unpaid' })],
  }),
  'gmail.sent-message-contains': sent({
    args: { address: to, needle: 'on Thursday, it’s' },
    good: paid(quotedPrintable('<p>It comes <b>on Th=\r\nurs</b>day,<br>it&rsquo;s sure</p>')),
    bad: paid({ text: "It comes on Tuesday, it's" }),
    evidence: /sent to ben@example.org: "Paid"/,
    lookAlikes: [
      paid({ to: elsewhere, text: "on Thursday, it's" }),
      paid({ text: "On Thursday, it's" }),
      paid(html("<!-- on Thursday, it's -->")),
      paid({ headers: ["X-Note: on Thursday, it's"] }),
    ],
  }),
  'gmail.sent-message-contains-in-any-case': sent({
    args: { address: to, needle: 'On Thursday' },
    good: paid(encoded('ON\r\nthursday')),
    bad: paid({ text: 'on Tuesday' }),
    evidence: /sent to ben@example.org: "Paid"/,
    lookAlikes: [paid({ to: elsewhere, text: 'on Thursday' }), ...HIDDEN],
  }),
  'gmail.sent-message-matches': sent({
    args: { address: to, pattern: 'on (Thurs|Fri)day' },
    good: paid(parted('alternative', plain('See below'), ['Content-Type: text/html', '', '<i>on</i> Friday'])),
    bad: paid({ text: 'on Tuesday' }),
    evidence: /sent to ben@example.org: "Paid"/,
    lookAlikes: [paid({ to: elsewhere, text: 'on Friday' }), ...HIDDEN],
  }),
  'gmail.message-sent-containing': sent({
    args: { subject: 'Paid', needle: 'on <Thursday>', address: to },
    good: paid(parted('mixed', plain('See the mail.'), [...forwarded.slice(0, -1), 'It comes on <Thursday>'])),
    bad: paid({ text: 'on Tuesday' }),
    evidence: /sent to ben@example.org: "Paid"/,
    lookAlikes: [paid({ to: elsewhere, text: 'on <Thursday>' }), paid({ subject: 'on <Thursday>' }), paid(html('on <Thursday>'))],
  }),
  'gmail.sent-subject-contains': sent({
    args: { needle: 'café', address: to },
    good: paid({ subject: '=?iso-8859-1?q?The_caf=E9_bill?=' }),
    bad: paid({ text: 'café' }),
    evidence: /sent to ben@example.org: "Paid"/,
    lookAlikes: [paid({ to: elsewhere, subject: 'café' }), paid({ subject: 'cafe' }), paid(parted('mixed', forwarded))],
  }),
  'gmail.sent-attachment': sent({
    args: { filename: 'résumé.txt', address: to },
    good: paid(parted('mixed', plain('x'), file('=?utf-8?q?r=C3=A9sum=C3=A9.txt?=', 'x'))),
    bad: paid({ text: 'résumé.txt' }),
    evidence: /sent to ben@example.org: "Paid"/,
    lookAlikes: [
      paid({ to: elsewhere, ...parted('mixed', file('=?utf-8?q?r=C3=A9sum=C3=A9.txt?=', 'x')) }),
      paid(parted('mixed', file('resume.txt', 'x'), file('=?utf-8?q?r=C3=A9sum=C3=A9.txt?=.exe', 'x'))),
    ],
  }),
  'gmail.sent-attachment-contains': sent({
    args: { filename: 'bill.csv', needle: 'mug,12.50', address: to },
    good: paid(parted('mixed', plain('x'), file('bill.csv', 'item,price\nmug,12.50\n', 'text/csv'))),
    bad: paid(parted('mixed', plain('mug,12.50'), file('bill.csv', 'mug,13.50'))),
    evidence: /sent to ben@example.org: "Paid"/,
    lookAlikes: [
      paid({ to: elsewhere, ...parted('mixed', file('bill.csv', 'mug,12.50')) }),
      paid(parted('mixed', file('bills.csv', 'mug,12.50'))),
      paid(parted('mixed', file('bill.csv', 'Mug,12.50'), file('mug,12.50', 'x'))),
    ],
  }),
};
