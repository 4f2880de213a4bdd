import { defineFact } from '@svc/twin-kit';
import type { GmailCollections, GmailState, Message } from '../world.ts';
import { messagesMeant } from './names.ts';
import * as params from './params.ts';

const fact = defineFact<GmailCollections>();

const ofMessages = (
  final: GmailState,
  seed: GmailState,
  reference: string,
  read: (message: Readonly<Message>) => string[],
): string[] => messagesMeant({ seed, final }, reference).flatMap(({ now }) => (now ? read(now) : []));

/** What sentences about other products may say of Gmail. */
export const facts = [
  fact({
    id: 'gmail.message-subject',
    template: 'subject of the message from {sender}',
    description: 'The whole subject.',
    params: { sender: params.sender },
    read: ({ sender }, final, seed) => ofMessages(final, seed, `from ${sender}`, ({ subject }) => [subject]),
  }),
  fact({
    id: 'gmail.message-sender',
    template: 'sender of the message "{subject}"',
    description: 'The address or the name of whom it is from.',
    params: { subject: params.plainSubject },
    read: ({ subject }, final, seed) =>
      ofMessages(final, seed, `"${subject}"`, ({ from }) => [from?.address ?? '', from?.name ?? '']),
  }),
  fact({
    id: 'gmail.message-attachment',
    template: 'attachment of the message "{subject}"',
    description: 'The name of a file that is attached to it.',
    params: { subject: params.plainSubject },
    read: ({ subject }, final, seed) =>
      ofMessages(final, seed, `"${subject}"`, ({ attachments }) => attachments.map(({ filename }) => filename)),
  }),
  fact({
    id: 'gmail.message-day',
    template: 'day of the message "{subject}"',
    description: 'When it came in, as a day in UTC, e.g. 2026-03-31.',
    params: { subject: params.plainSubject },
    read: ({ subject }, final, seed) =>
      ofMessages(final, seed, `"${subject}"`, ({ internalDate }) => [
        new Date(internalDate).toISOString().slice(0, 'yyyy-mm-dd'.length),
      ]),
  }),
];
