import { factCheck } from '@svc/twin-kit';
import type { GmailCollections } from '../world.ts';
import { check, shownLabels, verdict } from './find.ts';
import { contentOf, isFor, isSent, left, messagesMeant, theLabel } from './names.ts';
import * as params from './params.ts';
import { readTexts } from './words.ts';

/** Labels of messages that are told by their sender, alone or beside the subject. */
export const senderChecks = [
  check({
    id: 'gmail.message-of-sender-has-label',
    template: 'The message {message} has the label "{label}".',
    description:
      'A message of this sender, and with this subject where one is named, has the label, whatever others it has. Where the seed has such messages, those are meant.',
    compares: 'the labels of the messages that are meant with {label}',
    substrate: 'final_state',
    params: { message: params.ofSender, label: params.labelName },
    evaluate(args, final, seed) {
      const messages = left(messagesMeant({ seed, final }, args.message), args.message);
      const { id } = theLabel({ seed, final }, args.label);
      const has = messages.filter(({ labelIds }) => labelIds.includes(id));
      return verdict(has.length > 0, shownLabels(final, messages));
    },
  }),
];

/** Values of other products in mail that was sent. */
export const sentFactChecks = [
  factCheck<GmailCollections>()({
    id: 'gmail.sent-message-contains-fact',
    subject: 'A message to {address} in the sent mail',
    params: { address: params.address },
    example: ['title of issue #1 in acme/web', 'GitHub'],
    textsOf: ({ address }, final) =>
      final.messages
        .filter((message) => isSent(message) && isFor(message, address))
        .flatMap((message) => readTexts(contentOf(final, message))),
  }),
];
