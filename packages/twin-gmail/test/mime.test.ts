import { describe, expect, test } from '@jest/globals';
import { processorMs } from '@svc/twin-kit/testing/processor';
import MailComposer from 'nodemailer/lib/mail-composer';
import PostalMime, { addressParser } from 'postal-mime';
import { compose, mailDate } from '../src/mime/compose.ts';
import { headerValue, parseAddresses } from '../src/mime/headers.ts';
import { parseMessage, walk } from '../src/mime/parse.ts';
import { bodiesOf, htmlToText, readableText, snippetOf } from '../src/mime/text.ts';

/** What two readers of a message must agree on. */
interface Reading {
  subject: string | undefined;
  text: string | undefined;
  html: string | undefined;
  attachments: { filename: string; mimeType: string; content: string }[];
}

const lines = (text: string | undefined): string | undefined => text?.replaceAll('\r\n', '\n').trimEnd();

function ours(raw: Buffer): Reading {
  const message = parseMessage(raw);
  const { text, html } = bodiesOf(message);
  const attachments = walk(message).flatMap(({ part }) =>
    part.isAttachment ? [{ filename: part.filename, mimeType: part.mimeType, content: part.body.toString('hex') }] : [],
  );
  return { subject: headerValue(message.fields, 'Subject') || undefined, text: lines(text), html: lines(html), attachments };
}

/** As postal-mime reads it, which takes whole messages apart by itself. */
async function theirs(raw: Buffer): Promise<Reading> {
  const { subject, text, html, attachments } = await PostalMime.parse(raw);
  return {
    subject,
    text: lines(text),
    html: lines(html),
    attachments: attachments.map(({ filename, mimeType, content }) => ({
      filename: filename ?? '',
      mimeType,
      content: Buffer.from(content as ArrayBuffer).toString('hex'),
    })),
  };
}

const attachments = [
  { filename: 'übersicht für märz.bin', content: Buffer.from([0, 255, 13, 10, 128]) },
  { filename: 'plain "quoted", name.txt', content: Buffer.from('line\r\nline\r\n') },
];
const letters = {
  'a short text': { subject: 'Hi', text: 'Hello' },
  'text in many scripts': {
    subject: 'Grüße — 日本語のとても長い件名 🎉 und noch mehr',
    text: `Ünïcödé 日本語 🎉 ${'long '.repeat(60)}\n\n.dot\nFrom x`,
  },
  'text and HTML': { subject: 'Both', text: 'Plain', html: '<p>Rich &amp; more</p>' },
  'HTML and attachments': { subject: 'Files', text: 'See', html: '<b>See</b>', attachments },
  'attachments alone': { subject: '', text: 'x', attachments },
};

describe('messages that nodemailer writes are read as postal-mime reads them:', () => {
  test.each(Object.entries(letters))('%s', async (_case, letter) => {
    const raw = await new MailComposer({ from: 'a@example.com', to: 'b@example.com', ...letter }).compile().build();
    expect(ours(raw)).toEqual(await theirs(raw));
  });
});

describe('messages that the twin writes are read by postal-mime as they were meant:', () => {
  test.each(Object.entries(letters))('%s', async (_case, letter) => {
    const head = { from: { name: 'Zoë, "Dr."', address: 'a@example.com' }, date: 0, messageId: '<m@example.com>' };
    const raw = compose({ ...head, to: [{ name: 'Bob O. Li', address: 'b@example.com' }], ...letter }, 'boundary');
    const { from, to } = await PostalMime.parse(raw);
    expect([from, to]).toEqual([
      { name: 'Zoë, "Dr."', address: 'a@example.com' },
      [{ name: 'Bob O. Li', address: 'b@example.com' }],
    ]);
    expect(ours(raw)).toEqual(await theirs(raw));
    expect(ours(raw)).toMatchObject({ subject: letter.subject || undefined, text: lines(letter.text) });
    expect(
      raw
        .toString('latin1')
        .split('\r\n')
        .every((line) => line.length <= 998 && !/[\r\n]/.test(line)),
    ).toBe(true);
  });
});

describe('odd messages are read for what they are:', () => {
  test.each([
    ['nothing', '', ''],
    ['text without headers', '\r\nHello', 'Hello'],
    ['headers alone', 'Subject: x', ''],
    ['a line that is no header', 'Subject: x\r\nnonsense\r\n\r\nHi', 'Hi'],
    ['a multipart without its boundary', 'Content-Type: multipart/mixed\r\n\r\nHi', ''],
    ['a multipart that was cut short', 'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHi', 'Hi'],
    ['bare line feeds', 'Content-Type: multipart/mixed; boundary=b\n\n--b\n\nHi\n--b--\n', 'Hi'],
    ['another character set', 'Content-Type: text/plain; charset=iso-8859-1\r\n\r\n\xe9t\xe9', 'été'],
    ['a character set that nobody knows', 'Content-Type: text/plain; charset=x-none\r\n\r\nHi', 'Hi'],
    ['broken base64', 'Content-Transfer-Encoding: base64\r\n\r\nSGk=!!', 'Hi'],
  ])('%s', (_case, message, text) => {
    expect(readableText(parseMessage(Buffer.from(message, 'latin1')))).toBe(text);
  });

  test('a message inside a message has parts of its own', () => {
    const inner = 'Content-Type: multipart/mixed; boundary=i\r\n\r\n--i\r\n\r\nInner\r\n--i--';
    const outer = `Content-Type: multipart/mixed; boundary=o\r\n\r\n--o\r\nContent-Type: message/rfc822\r\n\r\n${inner}\r\n--o--`;
    const placed = walk(parseMessage(Buffer.from(outer))).map(({ partId, part }) => [partId, part.mimeType]);
    expect(placed).toEqual([
      ['', 'multipart/mixed'],
      ['0', 'message/rfc822'],
      ['0.0', 'multipart/mixed'],
      ['0.0.0', 'text/plain'],
    ]);
  });

  test('hostile ones take no time to speak of', () => {
    const nested = 'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n'.repeat(5000);
    const messages = [
      nested,
      '<'.repeat(200_000),
      '<style'.repeat(50_000),
      `Subject: ${' '.repeat(200_000)}x`,
      '\r\n'.repeat(200_000),
    ];
    const took = processorMs(() => {
      for (const message of messages) {
        readableText(parseMessage(Buffer.from(message)));
        htmlToText(message);
      }
    });
    expect(took).toBeLessThan(5000);
  });
});

describe('addresses are read as postal-mime reads them:', () => {
  test.each([
    'ben@example.org',
    ' ben+x.y-z_1@mail.example.org ',
    'Ben <ben@example.org>',
    "Ben  J.  O'Li-Ma <ben@example.org>",
    'Ben<ben@example.org>',
    'a@b.c, Ben Li <ben@example.org>,d@e.f',
    'a@b.c,, d@e.f',
    ', ',
    '"Li, Ben" <ben@example.org>',
    '<ben@example.org>',
    'ben@example.org (Ben)',
    'Team: a@b.c, Ben <d@e.f>;',
    '=?utf-8?q?Z=C3=B6e?= <zoe@example.org>',
    'Zöe <zoe@example.org>',
    'ben@example.org <ben@example.org>',
    'a@b@c.d',
    'ben',
    'Ben Li',
    'Ben <ben>',
    'Ben <ben@example.org> Li',
    'ben@example.org Ben',
    '',
  ])('%s', (text) => {
    const theirs = addressParser(text, { flatten: true }).map(({ name, address }) => ({ name, address }));
    expect(parseAddresses(text)).toEqual(theirs);
  });
});

test('addresses read again are the same, of more lists than are remembered and of long ones', () => {
  const lists = Array.from({ length: 1500 }, (_, at) => `Ben ${at} <ben${at}@example.org>`);
  lists.push(lists.join(', '));
  const read = () => lists.map(parseAddresses);
  const first = read();
  expect(read()).toEqual(first);
  expect(first.at(-1)).toEqual(first.slice(0, -1).flat());
  expect(first[7]).toEqual([{ name: 'Ben 7', address: 'ben7@example.org' }]);
});

test('a snippet is the beginning of the text on one line, escaped and cut at a word', () => {
  expect(snippetOf('a\n\n  "b" & <c>')).toBe('a &quot;b&quot; &amp; &lt;c&gt;');
  expect(snippetOf(`${'word '.repeat(100)}`)).toMatch(/word$/);
  const far = `a${' '.repeat(5000)}b ${'\n'.repeat(5000)}`;
  expect([snippetOf(far), snippetOf(`${far}${'word '.repeat(1000)}`)]).toEqual(['a b', `a b${' word'.repeat(39)}`]);
});

test('a date is written as RFC 5322, section 3.3 has it, and read back as the same second', () => {
  const times = [0, 1_767_225_601_000, 1_767_225_661_999, 1_772_323_199_000, 1_709_164_800_000];
  expect(times.map(mailDate)).toEqual([
    'Thu, 1 Jan 1970 00:00:00 +0000',
    'Thu, 1 Jan 2026 00:00:01 +0000',
    'Thu, 1 Jan 2026 00:01:01 +0000',
    'Sat, 28 Feb 2026 23:59:59 +0000',
    'Thu, 29 Feb 2024 00:00:00 +0000',
  ]);
  for (const time of times) expect(Date.parse(mailDate(time))).toBe(time - (time % 1000));
});
