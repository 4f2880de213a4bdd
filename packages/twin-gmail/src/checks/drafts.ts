import { containing, factCheck, failed, few, type Passage, passed, quoted, readable, readsSame } from '@svc/twin-kit';
import { partsOf } from '../mime/cache.ts';
import { headerValue, messageIds } from '../mime/headers.ts';
import type { GmailCollections, GmailState, Message } from '../world.ts';
import { check, found, listed, named, some, verdict } from './find.ts';
import { contentOf, goesToExactly, isDraft, isFor, messagesMeant, recipients } from './names.ts';
import * as params from './params.ts';
import { neverScan, type Sent, sentOfSeed, sentScan } from './sent.ts';
import { attachmentsOf, readTexts, sentTexts } from './words.ts';

const draftsOf = (state: GmailState): readonly Readonly<Message>[] => state.messages.filter(isDraft);

const textsOf = (state: GmailState, message: Readonly<Message>): readonly Passage[] => readTexts(contentOf(state, message));

const shown = (drafts: readonly Readonly<Message>[]): string =>
  `drafts: ${few(drafts.map((one) => `${quoted(one.subject)} → ${recipients(one).join(', ')}`)) || 'none'}`;

const existing = [
  check({
    id: 'gmail.draft-exists',
    template: 'A draft to {address} with the subject "{subject}" exists.',
    description: 'There is a draft with exactly this subject, and the address is among its recipients.',
    compares: 'recipients and subject of each draft with {address} and {subject}',
    substrate: 'final_state',
    params: { address: params.address, subject: params.subject },
    evaluate(args, final) {
      const drafts = draftsOf(final);
      const hit = drafts.find((message) => readsSame(message.subject, args.subject) && isFor(message, args.address));
      return hit ? passed(`draft ${named(hit)} is for ${listed(recipients(hit))}`) : failed(shown(drafts));
    },
  }),
  check({
    id: 'gmail.draft-to-exactly',
    template: 'A draft with the subject "{subject}" to exactly {addresses} exists.',
    description:
      'There is a draft with exactly this subject, and its recipients, in To, Cc and Bcc together, are these people and nobody else.',
    compares: 'subject and all recipients of each draft with {subject} and {addresses}',
    substrate: 'final_state',
    params: { subject: params.plainSubject, addresses: params.addresses },
    evaluate(args, final) {
      const drafts = draftsOf(final);
      const hit = drafts.find((message) => readsSame(message.subject, args.subject) && goesToExactly(message, args.addresses));
      return verdict(hit !== undefined, shown(hit ? [hit] : drafts));
    },
  }),
  check({
    id: 'gmail.draft-contains',
    template: 'A draft to {address} contains "{needle}".',
    description: 'The subject, the text, a link or an attachment of a draft to this address holds the words, case included.',
    compares: 'the texts of each draft to {address} with {needle}',
    substrate: 'final_state',
    params: { address: params.address, needle: params.needle },
    evaluate(args, final) {
      const drafts = draftsOf(final).filter((message) => isFor(message, args.address));
      for (const message of drafts) {
        const said = found(textsOf(final, message), containing(args.needle), args.needle);
        if (said) return passed(`of ${named(message)}, ${said}`);
      }
      return failed(`drafts to ${args.address}: ${listed(drafts.map((one) => one.subject))}`);
    },
  }),
  check({
    id: 'gmail.no-draft-contains',
    template: 'No draft contains "{needle}".',
    description: 'None of the drafts that are there at the end holds the words, shown or not, case included.',
    compares: 'all texts of each draft with {needle}',
    substrate: 'final_state',
    params: { needle: params.plainNeedle },
    evaluate(args, final) {
      const drafts = draftsOf(final);
      for (const message of drafts) {
        const said = found(sentTexts(contentOf(final, message)), containing(args.needle), args.needle);
        if (said) return failed(`of ${named(message)}, ${said}`);
      }
      return passed(`none of the ${drafts.length} drafts says it`);
    },
  }),
  check({
    id: 'gmail.draft-attachment',
    template: 'A draft to {address} has the attachment "{filename}".',
    description: 'A draft to this address has an attachment with exactly this name.',
    compares: 'recipients and names of attachments of each draft with {address} and {filename}',
    substrate: 'final_state',
    params: { address: params.address, filename: params.filename },
    evaluate(args, final) {
      const drafts = draftsOf(final).filter((message) => isFor(message, args.address));
      const names = drafts.flatMap((message) => attachmentsOf(contentOf(final, message)).map(({ name }) => name));
      return verdict(
        names.some((name) => readsSame(name, args.filename)),
        `attachments of drafts to ${args.address}: ${listed(names)}`,
      );
    },
  }),
  check({
    id: 'gmail.draft-answers',
    template: 'A draft answers the message {message} in its thread.',
    description:
      'There is a draft in the thread of the message that names it in In-Reply-To or References. The message is the one that the seed calls so.',
    compares: 'thread and references of each draft with those of the message',
    substrate: 'final_state',
    params: { message: params.message },
    evaluate(args, final, seed) {
      const originals = some(
        messagesMeant({ seed, final }, args.message).flatMap(({ before, now }) => before ?? now ?? []),
        `there is no message ${args.message}`,
      );
      const drafts = draftsOf(final);
      const hit = drafts.find((draft) => {
        const { fields } = partsOf(contentOf(final, draft));
        const ids = ['In-Reply-To', 'References'].flatMap((name) => messageIds(headerValue(fields, name)));
        return originals.some(
          ({ threadId, messageId }) => draft.threadId === threadId && (messageId === null || ids.includes(messageId)),
        );
      });
      return verdict(hit !== undefined, hit ? `draft ${named(hit)}` : shown(drafts));
    },
  }),
  check({
    id: 'gmail.draft-count',
    template: 'Exactly {count} drafts exist.',
    description: 'So many drafts are there at the end.',
    compares: 'the number of drafts with {count}',
    substrate: 'final_state',
    params: { count: params.count },
    evaluate: (args, final) => verdict(draftsOf(final).length === Number(args.count), shown(draftsOf(final))),
  }),
  factCheck<GmailCollections>()({
    id: 'gmail.draft-contains-fact',
    subject: 'A draft to {address}',
    params: { address: params.address },
    example: ['title of issue #1 in acme/web', 'GitHub'],
    textsOf: ({ address }, final) =>
      draftsOf(final)
        .filter((message) => isFor(message, address))
        .flatMap((message) => textsOf(final, message)),
  }),
];

/** The drafts of the seed with a subject, by id. */
function seedDrafts(seed: GmailState, subject: string): string[] {
  const messages = new Set(
    draftsOf(seed)
      .filter((one) => readsSame(one.subject, subject))
      .map(({ id }) => id),
  );
  const drafts = seed.drafts.filter(({ messageId }) => messages.has(messageId));
  return some(drafts, `the seed has no draft "${subject}"`).map(({ id }) => id);
}

const followed = [
  check({
    id: 'gmail.draft-edited',
    template: 'The draft "{subject}" now contains "{needle}".',
    description:
      'A draft that had this subject in the seed is still there, and its subject, text, links or attachments hold the words, case included, and did not in the seed.',
    compares: 'the texts of the draft with {needle}',
    substrate: 'seed_and_final_state',
    params: { subject: params.plainSubject, needle: params.plainNeedle },
    evaluate(args, final, seed) {
      const ids = seedDrafts(seed, args.subject);
      const test = containing(args.needle);
      const said = (state: GmailState, id: string): string | undefined => {
        const messageId = state.drafts.find((draft) => draft.id === id)?.messageId;
        const message = state.messages.find((one) => one.id === messageId);
        return message && found(textsOf(state, message), test, args.needle);
      };
      const hit = ids.find((id) => said(final, id) !== undefined && said(seed, id) === undefined);
      return hit === undefined ? failed(shown(draftsOf(final))) : passed(`of draft ${hit}, ${said(final, hit)}`);
    },
  }),
  check({
    id: 'gmail.draft-gone',
    template: 'The draft "{subject}" is no longer there.',
    description: 'A draft that had this subject in the seed was sent or deleted.',
    compares: 'the drafts of the seed with those of the final state',
    substrate: 'seed_and_final_state',
    params: { subject: params.plainSubject },
    evaluate(args, final, seed) {
      const ids = seedDrafts(seed, args.subject);
      const gone = ids.find((id) => !final.drafts.some((draft) => draft.id === id));
      return gone === undefined ? failed(shown(draftsOf(final))) : passed(`draft ${gone} is gone`);
    },
  }),
];

const sending = [
  sentOfSeed({
    id: 'gmail.draft-sent',
    template: 'The draft "{subject}" was sent.',
    description:
      'A call sent a draft that had this subject in the seed, with whatever it held by then. A new message with its text is another one.',
    compares: 'the drafts that each call sent with those of the seed',
    params: { subject: params.plainSubject },
    scan({ subject }, seed) {
      const ids = seedDrafts(seed, subject);
      return sentScan(
        ({ message, draftId }) => (ids.includes(draftId ?? '') ? `${named(message)} was draft ${draftId}` : undefined),
        'sent',
      );
    },
  }),
  sentOfSeed({
    id: 'gmail.draft-not-sent',
    template: 'The draft "{subject}" was not sent.',
    description: 'No call sent a draft that had this subject in the seed, nor a message with the subject and the text it had.',
    compares: 'the drafts that each call sent, and the messages with their texts, with those of the seed',
    params: { subject: params.plainSubject },
    scan({ subject }, seed) {
      const ids = seedDrafts(seed, subject);
      const texts = new Set(
        seed.drafts.flatMap(({ id, messageId }) => (ids.includes(id) ? readable(contentOf(seed, { id: messageId }).text) : [])),
      );
      const isCopy = ({ message, content }: Sent): boolean =>
        readsSame(message.subject, subject) && texts.has(readable(content.text));
      return neverScan((sent) => {
        if (ids.includes(sent.draftId ?? '')) return `was draft ${sent.draftId}`;
        return isCopy(sent) ? 'says what the draft said' : undefined;
      }, 'sent it');
    },
  }),
];

/** Drafts: what is there, and what became of those that were. */
export const draftChecks = [...existing, ...followed, ...sending];
