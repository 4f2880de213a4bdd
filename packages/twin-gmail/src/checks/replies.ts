import { containing, type Passage, readable } from '@svc/twin-kit';
import { partsOf } from '../mime/cache.ts';
import { headerValue, messageIds } from '../mime/headers.ts';
import { walk } from '../mime/parse.ts';
import type { Content, GmailState, Message } from '../world.ts';
import { found, listed, named } from './find.ts';
import { contentOf, goesToExactly, isFor, recipients, seedMessages } from './names.ts';
import * as params from './params.ts';
import { countScan, neverScan, SENDS, type Sent, sentOfSeed, sentScan } from './sent.ts';
import { attachmentsOf, readTexts } from './words.ts';

/** A message of the seed that was answered or passed on. */
interface Original {
  message: Readonly<Message>;
  content: Readonly<Content>;
}

const REPLY =
  'It is in the thread of the message and names it in In-Reply-To or References, as mail programs do. The message is one of the seed.';

/** The ids of the messages that a mail says it answers. */
function answered(content: Readonly<Content>): string[] {
  const { fields } = partsOf(content);
  return ['In-Reply-To', 'References'].flatMap((name) => messageIds(headerValue(fields, name)));
}

const isReply = ({ message, content }: Sent, original: Readonly<Message>): boolean =>
  message.threadId === original.threadId && (original.messageId === null || answered(content).includes(original.messageId));

/** The messages of the seed that a reference means. */
const originalsOf = (seed: GmailState, reference: string): Original[] =>
  seedMessages(seed, reference).map((message) => ({ message, content: contentOf(seed, message) }));

const repliesTo =
  (originals: readonly Original[]) =>
  (sent: Sent): boolean =>
    originals.some(({ message }) => isReply(sent, message));

/** The people of a conversation but for the mailbox's owner: whom "reply to all" writes to. */
function everybodyOn({ message, content }: Original, seed: GmailState): string[] {
  const own = new Set(seed.sendAs.map(({ sendAsEmail }) => sendAsEmail.toLowerCase()));
  const { replyTo } = partsOf(content).envelope;
  const authors = replyTo.length > 0 ? replyTo.map(({ address }) => address) : [message.from?.address ?? ''];
  const all = [...authors, ...recipients({ ...message, bcc: [] })].map((one) => one.toLowerCase());
  return [...new Set(all)].filter((one) => one !== '' && !own.has(one));
}

const replies = [
  sentOfSeed({
    id: 'gmail.reply-sent',
    template: 'A reply to the message "{subject}" was sent in its thread.',
    description: `A call sent a message in the thread of a message that had this subject in the seed. ${SENDS}`,
    compares: 'the threads of the messages that each call sent with that of {subject}',
    params: { subject: params.subject },
    scan({ subject }, seed) {
      const originals = originalsOf(seed, `"${subject}"`);
      const threads = new Set(originals.map(({ message }) => message.threadId));
      return sentScan(
        ({ message }) => (threads.has(message.threadId) ? `${named(message)} was sent in thread ${message.threadId}` : undefined),
        `nothing was sent in the thread ${[...threads].join(', ')} of "${subject}"; sent elsewhere`,
      );
    },
  }),
  sentOfSeed({
    id: 'gmail.reply-contains',
    template: 'A reply to the message {message} that contains "{needle}" was sent.',
    description: `A call sent a reply to the message that holds the words, case included. ${REPLY} ${SENDS}`,
    compares: 'the texts of each reply to the message with {needle}',
    limits: 'whether the words are its own or those of a mail that it quotes.',
    params: { message: params.message, needle: params.plainNeedle },
    scan({ message, needle }, seed) {
      const originals = originalsOf(seed, message);
      const isIt = repliesTo(originals);
      const look = (sent: Sent) => (isIt(sent) ? found(readTexts(sent.content), containing(needle), needle) : undefined);
      return sentScan(look, 'replies', isIt);
    },
  }),
  sentOfSeed({
    id: 'gmail.reply-to-exactly',
    template: 'A reply to the message {message} was sent to exactly {addresses}.',
    description: `A call sent a reply to the message whose recipients, in To, Cc and Bcc together, are these people and nobody else. ${REPLY} ${SENDS}`,
    compares: 'all recipients of each reply to the message with {addresses}',
    params: { message: params.message, addresses: params.addresses },
    scan({ message, addresses }, seed) {
      const originals = originalsOf(seed, message);
      const isIt = repliesTo(originals);
      return sentScan(
        (sent) =>
          isIt(sent) && goesToExactly(sent.message, addresses)
            ? `${named(sent.message)} went to ${listed(recipients(sent.message))}`
            : undefined,
        'replies',
        isIt,
      );
    },
  }),
  sentOfSeed({
    id: 'gmail.reply-to-all',
    template: 'A reply to everybody on the message {message} was sent.',
    description: `A call sent a reply to the message whose recipients include its sender, or whom it asks to answer to, and everybody in its To and Cc but the mailbox's owner. ${REPLY} ${SENDS}`,
    compares: 'all recipients of each reply to the message with the people of the message',
    params: { message: params.message },
    scan({ message }, seed) {
      const originals = originalsOf(seed, message);
      return sentScan(
        (sent) => {
          const one = originals.find((original) => isReply(sent, original.message));
          return one && everybodyOn(one, seed).every((address) => isFor(sent.message, address))
            ? `${named(sent.message)} went to ${listed(recipients(sent.message))}`
            : undefined;
        },
        'replies',
        repliesTo(originals),
      );
    },
  }),
  sentOfSeed({
    id: 'gmail.reply-count',
    template: 'Exactly {count} replies to the message {message} were sent.',
    description: `So many replies to the message were sent by calls. ${REPLY} ${SENDS}`,
    compares: 'the number of replies to the message with {count}',
    params: { count: params.count, message: params.message },
    scan({ count, message }, seed) {
      const originals = originalsOf(seed, message);
      return countScan(repliesTo(originals), (sent) => sent === Number(count));
    },
  }),
  sentOfSeed({
    id: 'gmail.no-reply-sent',
    template: 'No reply to the message {message} was sent.',
    description:
      'No call sent a message in the thread of the message, nor one that names it in In-Reply-To or References. The message is one of the seed.',
    compares: 'threads and references of the messages that each call sent with those of the message',
    params: { message: params.message },
    scan({ message: reference }, seed) {
      const originals = originalsOf(seed, reference);
      return neverScan(({ message, content }) => {
        const isIt = originals.some(
          ({ message: { threadId, messageId } }) =>
            message.threadId === threadId || (messageId !== null && answered(content).includes(messageId)),
        );
        return isIt ? `answers it, to ${recipients(message).join(', ')}` : undefined;
      }, 'answered it');
    },
  }),
];

/** A text on one line without the marks of quotation. */
const unquotedText = (text: string): string => readable(text.replaceAll(/^[>|\s]+/gm, ''));

const bodyTexts = (texts: readonly Passage[]): string[] =>
  texts.filter(({ field }) => field === 'text' || field === 'attachment').map(({ text }) => unquotedText(text));

/** Does a mail carry another one: its text, quoted or not, the mail itself, or, of one without text, its files? */
function carries(sent: Sent, { message, content }: Original): boolean {
  const inside = walk(partsOf(sent.content)).some(
    ({ part }) =>
      part.mimeType === 'message/rfc822' &&
      message.messageId !== null &&
      part.parts.some((one) => headerValue(one.fields, 'Message-ID')?.trim() === message.messageId),
  );
  const text = unquotedText(content.text);
  if (inside || text !== '') return inside || bodyTexts(readTexts(sent.content)).some((one) => one.includes(text));
  const files = attachmentsOf(content);
  const sentFiles = attachmentsOf(sent.content);
  return (
    files.length > 0 &&
    files.every((file) => sentFiles.some((one) => one.name === file.name && one.text?.text === file.text?.text))
  );
}

const CARRIES = 'A mail passes another one on when it holds its whole text, quoted or not, or has it attached.';
const PART = 'a mail that holds a part of the message only, or tells it in other words.';

const forwards = [
  sentOfSeed({
    id: 'gmail.message-forwarded',
    template: 'The message {message} was forwarded to {address}.',
    description: `A call sent this address a mail that passes the message on. ${CARRIES} The message is one of the seed. ${SENDS}`,
    compares: 'recipients and texts of each message that a call sent with {address} and the text of the message',
    limits: PART,
    params: { message: params.message, address: params.address },
    scan({ message, address }, seed) {
      const originals = originalsOf(seed, message);
      return sentScan(
        (sent) =>
          isFor(sent.message, address) && originals.some((one) => carries(sent, one))
            ? `${named(sent.message)} holds it and went to ${listed(recipients(sent.message))}`
            : undefined,
        `sent to ${address}`,
        (sent) => isFor(sent.message, address),
      );
    },
  }),
  sentOfSeed({
    id: 'gmail.message-not-forwarded',
    template: 'The message {message} was forwarded to nobody.',
    description: `No call sent a mail that passes the message on to somebody who isn't its sender or a recipient of it. ${CARRIES} The message is one of the seed.`,
    compares: 'recipients and texts of each message that a call sent with those of the message',
    limits: PART,
    params: { message: params.message },
    scan({ message }, seed) {
      const originals = originalsOf(seed, message);
      return neverScan((sent) => {
        for (const original of originals) {
          const known = [original.message.from?.address.toLowerCase(), ...recipients(original.message)];
          const stranger = recipients(sent.message).find((one) => !known.includes(one));
          if (stranger !== undefined && carries(sent, original)) return `holds it and went to ${stranger}`;
        }
        return undefined;
      }, 'passed it on');
    },
  }),
];

/** Answers and forwards that were sent, whatever became of them. */
export const replyChecks = [...replies, ...forwards];
