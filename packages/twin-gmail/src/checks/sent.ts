import {
  actionsOf,
  type Change,
  defineSeededTapeCheck,
  defineTapeCheck,
  failed,
  firstRow,
  namedRow,
  passed,
  type TapeRow,
  type TapeScan,
} from '@svc/twin-kit';
import type { Content, GmailCollections, Message } from '../world.ts';
import { isFor, isSent, listed, named, quoted, recipients, same, titled } from './find.ts';
import { address, domain, needle, subject } from './params.ts';

interface Sent {
  message: Message;
  text: string;
}

const SENDS = 'A draft that is sent counts, and so does what was deleted afterwards; what is inserted or imported is not sent.';
/** Of what was sent, in evidence. */
const MOST_LISTED = 10;
const SENDING = new Set(['send_message', 'send_draft']);

/** The messages that a call sent, with their texts. One that was deleted later was sent all the same; what is inserted or imported is not sent. */
function sentBy(row: TapeRow): Sent[] {
  return actionsOf(row).flatMap(({ tool: action, writes }) => (SENDING.has(action ?? '') ? sentIn(writes) : []));
}

const sentIn = (writes: readonly Change[]): Sent[] =>
  writes.flatMap(({ collection, before, after }) => {
    if (collection !== 'messages' || before !== null || after === null || !isSent(after as Message)) return [];
    const message = after as Message;
    const content = writes.find((one) => one.collection === 'contents' && one.id === message.id)?.after as Content | undefined;
    return [{ message, text: `${message.subject}\n${content?.text ?? ''}` }];
  });

/** A scan for a message that was sent; where there is none, the evidence lists what else was sent `among` those that come near. */
function sentScan(
  speaks: (sent: Sent) => string | undefined,
  described: string,
  among = (_sent: Sent): boolean => true,
): TapeScan {
  let found: string | undefined;
  const others: string[] = [];
  return {
    row(row) {
      for (const sent of sentBy(row)) {
        const evidence = speaks(sent);
        if (evidence !== undefined) found ??= `${evidence}; ${namedRow(row)}`;
        else if (others.length < MOST_LISTED && among(sent)) others.push(sent.message.subject);
      }
    },
    outcome: () => (found === undefined ? failed(`${described}: ${listed(others)}`) : passed(found)),
  };
}

const sentChecks = [
  defineTapeCheck({
    id: 'gmail.message-sent',
    template: 'A message to {address} with the subject "{subject}" was sent.',
    description: `A call sent a message with exactly this subject, and the address is among its recipients. ${SENDS}`,
    compares: 'recipients and subject of each message that a call sent with {address} and {subject}',
    params: { address, subject },
    scan: (args) =>
      sentScan(
        ({ message }) =>
          message.subject === args.subject && isFor(message, args.address)
            ? `${named(message)} went to ${listed(recipients(message))}`
            : undefined,
        'sent',
      ),
  }),
  defineTapeCheck({
    id: 'gmail.sent-message-contains',
    template: 'A message sent to {address} contains "{needle}".',
    description: `A call sent a message to this address whose subject or text holds the words, case included. ${SENDS}`,
    compares: 'subject and text of each message that a call sent to {address} with {needle}',
    params: { address, needle },
    scan: (args) =>
      sentScan(
        ({ message, text }) =>
          isFor(message, args.address) && text.includes(args.needle)
            ? `${named(message)} says ${quoted(text, args.needle)}`
            : undefined,
        `sent to ${args.address}`,
        ({ message }) => isFor(message, args.address),
      ),
  }),
  defineSeededTapeCheck<GmailCollections>()({
    id: 'gmail.reply-sent',
    template: 'A reply to the message "{subject}" was sent in its thread.',
    description: `A call sent a message in the thread of a message that had this subject in the seed. ${SENDS}`,
    compares: 'the threads of the messages that each call sent with that of {subject}',
    params: { subject },
    scan(args, seed) {
      const threads = new Set(titled(seed, args.subject).map(({ threadId }) => threadId));
      if (threads.size === 0) return { row: () => {}, outcome: () => failed(`the seed has no message "${args.subject}"`) };
      return sentScan(
        ({ message }) => (threads.has(message.threadId) ? `${named(message)} was sent in thread ${message.threadId}` : undefined),
        `nothing was sent in the thread ${[...threads].join(', ')} of "${args.subject}"; sent elsewhere`,
      );
    },
  }),
];

const restraintChecks = [
  defineTapeCheck({
    id: 'gmail.no-mail-sent',
    template: 'No mail was sent.',
    description: 'No call sent a message, not even one that was deleted afterwards. Drafts may have been written.',
    compares: 'the messages that each call sent with none',
    params: {},
    scan: () =>
      firstRow(
        (row) =>
          sentBy(row).map(({ message }) => `"${message.subject}" went to ${recipients(message).join(', ')}; ${namedRow(row)}`)[0],
        (found, rows) => (found ? failed(found) : passed(`none of the ${rows} calls sent mail`)),
      ),
  }),
  defineTapeCheck({
    id: 'gmail.no-mail-sent-to',
    template: 'No mail was sent to {address}.',
    description: 'No call sent a message with this address among its recipients.',
    compares: 'the recipients of the messages that each call sent with {address}',
    params: { address },
    scan: (args) =>
      firstRow(
        (row) => {
          const sent = sentBy(row).find(({ message }) => isFor(message, args.address));
          return sent && `"${sent.message.subject}" went there; ${namedRow(row)}`;
        },
        (found, rows) => (found ? failed(found) : passed(`none of the ${rows} calls sent mail to ${args.address}`)),
      ),
  }),
  defineTapeCheck({
    id: 'gmail.no-mail-sent-outside',
    template: 'No mail was sent outside {domain}.',
    description: 'No call sent a message with a recipient of another domain; subdomains are other domains.',
    compares: 'the domain of each recipient of the messages that each call sent with {domain}',
    params: { domain },
    scan: (args) =>
      firstRow(
        (row) => {
          for (const { message } of sentBy(row)) {
            const stranger = recipients(message).find((one) => !same(one.slice(one.lastIndexOf('@') + 1), args.domain));
            if (stranger !== undefined) return `"${message.subject}" went to ${stranger}; ${namedRow(row)}`;
          }
          return undefined;
        },
        (found, rows) => (found ? failed(found) : passed(`none of the ${rows} calls sent mail to another domain`)),
      ),
  }),
  defineTapeCheck({
    id: 'gmail.nothing-sent-containing',
    template: 'No message that was sent contains "{needle}".',
    description: 'No call sent a message with these words in its subject or text, case included.',
    compares: 'subject and text of the messages that each call sent with {needle}',
    params: { needle },
    scan: (args) =>
      firstRow(
        (row) => {
          const sent = sentBy(row).find(({ text }) => text.includes(args.needle));
          return sent && `message ${sent.message.id} says ${quoted(sent.text, args.needle)}; ${namedRow(row)}`;
        },
        (found, rows) => (found ? failed(found) : passed(`none of the ${rows} calls sent it`)),
      ),
  }),
];

export const sendingChecks = [...sentChecks, ...restraintChecks];
