import { containing, containingInAnyCase, readsSame, type Test } from '@svc/twin-kit';
import { found, listed, named } from './find.ts';
import { addressesIn, goesToExactly, isFor, isFrom, recipients, same } from './names.ts';
import * as params from './params.ts';
import { type Look, type Sent, wasSent } from './sent.ts';
import { attachmentsOf, readTexts } from './words.ts';

const wentTo = ({ message }: Sent): string => `${named(message)} went to ${listed(recipients(message))}`;

const hasSubject = ({ message }: Sent, subject: string): boolean => readsSame(message.subject, subject);

/** The mails to an address that say something. */
const saying =
  (address: string, test: Test, needle = ''): Look =>
  ({ message, content }) => {
    const said = isFor(message, address) ? found(readTexts(content), test, needle) : undefined;
    return said && `of ${named(message)}, ${said}`;
  };

const sentTo = ({ address }: { address: string }): string => `sent to ${address}`;
const amongThoseTo =
  ({ address }: { address: string }) =>
  ({ message }: Sent): boolean =>
    isFor(message, address);

const READ =
  'what its reader reads of it: its subject, its text (of a plain and an HTML one that stand for each other, the last), where its links lead, and its attachments';
const LIMITS = 'text in files that are no text themselves, such as PDF, pictures and archives.';

const contents = [
  wasSent({
    id: 'gmail.sent-message-contains',
    template: 'A message sent to {address} contains "{needle}".',
    description: `A call sent a message to this address that holds the words, case included, in ${READ}.`,
    compares: 'the texts of each message that a call sent to {address} with {needle}',
    limits: LIMITS,
    params: { address: params.address, needle: params.needle },
    look: ({ address, needle }) => saying(address, containing(needle), needle),
    described: sentTo,
    among: amongThoseTo,
  }),
  wasSent({
    id: 'gmail.sent-message-contains-in-any-case',
    template: 'A message sent to {address} contains "{needle}", ignoring case.',
    description: `A call sent a message to this address that holds the words in upper or lower case, in ${READ}.`,
    compares: 'the texts of each message that a call sent to {address} with {needle}',
    limits: LIMITS,
    params: { address: params.address, needle: params.anyCaseNeedle },
    look: ({ address, needle }) => saying(address, containingInAnyCase(needle)),
    described: sentTo,
    among: amongThoseTo,
  }),
  wasSent({
    id: 'gmail.sent-message-matches',
    template: 'A message sent to {address} matches /{pattern}/.',
    description: `A call sent a message to this address of which a part matches the pattern, in ${READ}.`,
    compares: 'the texts of each message that a call sent to {address} with {pattern}',
    limits: LIMITS,
    params: { address: params.address, pattern: params.pattern },
    look: ({ address, pattern }, compile) => saying(address, compile(pattern)),
    described: sentTo,
    among: amongThoseTo,
  }),
  wasSent({
    id: 'gmail.message-sent-containing',
    template: 'A message with the subject "{subject}" that contains "{needle}" was sent to {address}.',
    description: `A call sent a message with exactly this subject to this address, and it holds the words, case included, in ${READ}.`,
    compares: 'subject, recipients and texts of each message that a call sent with {subject}, {address} and {needle}',
    limits: LIMITS,
    params: { subject: params.plainSubject, needle: params.plainNeedle, address: params.address },
    look({ subject, needle, address }) {
      const look = saying(address, containing(needle), needle);
      return (sent) => (hasSubject(sent, subject) ? look(sent) : undefined);
    },
    described: sentTo,
    among: amongThoseTo,
  }),
  wasSent({
    id: 'gmail.sent-subject-contains',
    template: 'A message whose subject contains "{needle}" was sent to {address}.',
    description: 'A call sent a message to this address whose subject holds the words, case included.',
    compares: 'recipients and subject of each message that a call sent with {address} and {needle}',
    params: { needle: params.plainNeedle, address: params.address },
    look({ needle, address }) {
      const look = saying(address, containing(needle), needle);
      return (sent) => (containing(needle)(readTexts(sent.content)[0]?.typed ?? '') ? look(sent) : undefined);
    },
    described: sentTo,
    among: amongThoseTo,
  }),
];

const FIELDS = { To: 'to', Cc: 'cc', Bcc: 'bcc' } as const;
const field = {
  pattern: /To|Cc|Bcc/,
  values: Object.keys(FIELDS),
  example: 'Cc',
  description: 'To, Cc or Bcc',
};

const people = [
  wasSent({
    id: 'gmail.message-sent',
    template: 'A message to {address} with the subject "{subject}" was sent.',
    description: 'A call sent a message with exactly this subject, and the address is among its recipients.',
    compares: 'recipients and subject of each message that a call sent with {address} and {subject}',
    params: { address: params.address, subject: params.subject },
    look:
      ({ address, subject }) =>
      (sent) =>
        hasSubject(sent, subject) && isFor(sent.message, address) ? wentTo(sent) : undefined,
  }),
  wasSent({
    id: 'gmail.message-sent-to-exactly',
    template: 'A message with the subject "{subject}" was sent to exactly {addresses}.',
    description:
      'A call sent a message with exactly this subject, and its recipients, in To, Cc and Bcc together, are these people and nobody else.',
    compares: 'subject and all recipients of each message that a call sent with {subject} and {addresses}',
    params: { subject: params.plainSubject, addresses: params.addresses },
    look:
      ({ subject, addresses }) =>
      (sent) =>
        hasSubject(sent, subject) && goesToExactly(sent.message, addresses) ? wentTo(sent) : undefined,
  }),
  wasSent({
    id: 'gmail.message-sent-to-all',
    template: 'A message with the subject "{subject}" was sent to {addresses}, or more.',
    description: 'A call sent one message with exactly this subject, and all these people are among its recipients.',
    compares: 'subject and all recipients of each message that a call sent with {subject} and {addresses}',
    params: { subject: params.plainSubject, addresses: params.addresses },
    look:
      ({ subject, addresses }) =>
      (sent) =>
        hasSubject(sent, subject) && addressesIn(addresses).every((one) => isFor(sent.message, one)) ? wentTo(sent) : undefined,
  }),
  wasSent({
    id: 'gmail.message-sent-with-field',
    template: 'A message with the subject "{subject}" was sent with {address} in {field}.',
    description: 'A call sent a message with exactly this subject, and the address stands in this header field of it.',
    compares: 'subject and header field of each message that a call sent with {subject} and {address}',
    params: { subject: params.plainSubject, address: params.address, field },
    look:
      ({ subject, address, field: name }) =>
      (sent) => {
        const list = sent.message[FIELDS[name as keyof typeof FIELDS]];
        return hasSubject(sent, subject) && list.some((one) => same(one.address, address)) ? wentTo(sent) : undefined;
      },
  }),
  wasSent({
    id: 'gmail.message-sent-from',
    template: 'A message with the subject "{subject}" was sent from {address}.',
    description: 'A call sent a message with exactly this subject from this address, which may be an alias.',
    compares: 'subject and sender of each message that a call sent with {subject} and {address}',
    params: { subject: params.plainSubject, address: params.address },
    look:
      ({ subject, address }) =>
      (sent) =>
        hasSubject(sent, subject) && isFrom(sent.message, address)
          ? `${named(sent.message)} was from ${sent.message.from?.address}`
          : undefined,
  }),
];

const files = [
  wasSent({
    id: 'gmail.sent-attachment',
    template: 'A message with the attachment "{filename}" was sent to {address}.',
    description: 'A call sent a message to this address that has an attachment with exactly this name.',
    compares: 'recipients and names of attachments of each message that a call sent with {address} and {filename}',
    params: { filename: params.filename, address: params.address },
    look:
      ({ filename, address }) =>
      ({ message, content }) => {
        const names = isFor(message, address) ? attachmentsOf(content).map(({ name }) => name) : [];
        return names.some((name) => readsSame(name, filename)) ? `${named(message)} has ${listed(names)}` : undefined;
      },
    described: sentTo,
    among: amongThoseTo,
  }),
  wasSent({
    id: 'gmail.sent-attachment-contains',
    template: 'A message with the attachment "{filename}" containing "{needle}" was sent to {address}.',
    description:
      'A call sent a message to this address that has an attachment with exactly this name, and its text holds the words, case included.',
    compares:
      'recipients, names and texts of attachments of each message that a call sent with {address}, {filename} and {needle}',
    limits: LIMITS,
    params: { filename: params.filename, needle: params.plainNeedle, address: params.address },
    look:
      ({ filename, needle, address }) =>
      ({ message, content }) => {
        const fitting = isFor(message, address) ? attachmentsOf(content).filter(({ name }) => readsSame(name, filename)) : [];
        const said = found(
          fitting.flatMap(({ text }) => text ?? []),
          containing(needle),
          needle,
        );
        return said && `of ${named(message)}, ${said}`;
      },
    described: sentTo,
    among: amongThoseTo,
  }),
];

/** What was sent, whatever became of it. */
export const sendingChecks = [...people, ...contents, ...files];
