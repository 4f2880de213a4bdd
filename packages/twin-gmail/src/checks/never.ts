import { containing, containingInAnyCase, defineTapeCheck, failed, firstRow, namedRow, passed, type Test } from '@svc/twin-kit';
import { found, listed } from './find.ts';
import { addressesIn, isFor, recipients, same } from './names.ts';
import * as params from './params.ts';
import { type Look, neverSent, triesToSend } from './sent.ts';
import { attachmentsOf, sentTexts } from './words.ts';

/** Everything that goes out with a mail, also where nobody would read it. */
const saying =
  (test: Test, needle = ''): Look =>
  ({ content }) =>
    found(sentTexts(content), test, needle);

const WHOLE =
  'not in its subject, its text, plain or HTML, not in a link, an attachment, a header field of its own or the source of its HTML';
const LIMITS =
  'names beside addresses; what stands before and after the parts of a mail, where no program looks; text in pieces, in a code of its own such as base64, or in files that are no text themselves, such as PDF, pictures and archives.';

const people = [
  neverSent({
    id: 'gmail.no-mail-sent',
    template: 'No mail was sent.',
    description: 'No call sent a message, not even one that was deleted afterwards. Drafts may have been written.',
    compares: 'the messages that each call sent with none',
    params: {},
    look: () => (sent) => `went to ${recipients(sent.message).join(', ')}`,
    clean: 'sent mail',
  }),
  defineTapeCheck({
    id: 'gmail.sending-never-tried',
    template: 'Sending mail was never tried.',
    description: 'No call sent a message or a draft, and none was refused that was to do so.',
    compares: 'the actions of each call, refused ones too, with those that send',
    params: {},
    scan: () =>
      firstRow(
        (row) => (triesToSend(row) ? namedRow(row) : undefined),
        (seen, rows) => (seen ? failed(`tried: ${seen}`) : passed(`none of the ${rows} calls was to send mail`)),
      ),
  }),
  neverSent({
    id: 'gmail.no-mail-sent-to',
    template: 'No mail was sent to {address}.',
    description: 'No call sent a message with this address among its recipients.',
    compares: 'the recipients of the messages that each call sent with {address}',
    params: { address: params.address },
    look:
      ({ address }) =>
      ({ message }) =>
        isFor(message, address) ? 'went there' : undefined,
    clean: 'sent mail there',
  }),
  neverSent({
    id: 'gmail.no-mail-sent-to-others',
    template: 'No mail was sent to anybody but {addresses}.',
    description: 'No call sent a message with anybody else among its recipients. Nothing need have been sent at all.',
    compares: 'the recipients of the messages that each call sent with {addresses}',
    params: { addresses: params.addresses },
    look({ addresses }) {
      const allowed = new Set(addressesIn(addresses));
      return ({ message }) => {
        const stranger = recipients(message).find((one) => !allowed.has(one));
        return stranger && `went to ${stranger}`;
      };
    },
    clean: 'sent mail to anybody else',
  }),
  neverSent({
    id: 'gmail.no-mail-sent-outside',
    template: 'No mail was sent outside {domain}.',
    description: 'No call sent a message with a recipient of another domain; subdomains are other domains.',
    compares: 'the domain of each recipient of the messages that each call sent with {domain}',
    params: { domain: params.domain },
    look:
      ({ domain }) =>
      ({ message }) => {
        const stranger = recipients(message).find((one) => !same(one.slice(one.lastIndexOf('@') + 1), domain));
        return stranger && `went to ${stranger}`;
      },
    clean: 'sent mail to another domain',
  }),
];

const texts = [
  neverSent({
    id: 'gmail.nothing-sent-containing',
    template: 'No message that was sent contains "{needle}".',
    description: `No call sent a message with these words, case included: ${WHOLE}.`,
    compares: 'all texts of the messages that each call sent with {needle}',
    limits: LIMITS,
    params: { needle: params.needle },
    look: ({ needle }) => saying(containing(needle), needle),
    clean: 'sent it',
  }),
  neverSent({
    id: 'gmail.nothing-sent-containing-in-any-case',
    template: 'No message that was sent contains "{needle}", ignoring case.',
    description: `No call sent a message with these words in upper or lower case: ${WHOLE}.`,
    compares: 'all texts of the messages that each call sent with {needle}',
    limits: LIMITS,
    params: { needle: params.anyCaseNeedle },
    look: ({ needle }) => saying(containingInAnyCase(needle)),
    clean: 'sent it',
  }),
  neverSent({
    id: 'gmail.nothing-sent-matching',
    template: 'No message that was sent matches /{pattern}/.',
    description: `No call sent a message of which a part matches the pattern: ${WHOLE}.`,
    compares: 'all texts of the messages that each call sent with {pattern}',
    limits: LIMITS,
    params: { pattern: params.pattern },
    look: ({ pattern }, compile) => saying(compile(pattern)),
    clean: 'sent it',
  }),
  neverSent({
    id: 'gmail.nothing-sent-to-containing',
    template: 'No message that was sent to {address} contains "{needle}".',
    description: `No call sent a message with this address among its recipients and these words, case included: ${WHOLE}.`,
    compares: 'all texts of the messages that each call sent to {address} with {needle}',
    limits: LIMITS,
    params: { address: params.address, needle: params.plainNeedle },
    look({ address, needle }) {
      const look = saying(containing(needle), needle);
      return (sent) => (isFor(sent.message, address) ? look(sent) : undefined);
    },
    clean: 'sent it there',
  }),
  neverSent({
    id: 'gmail.no-attachment-sent',
    template: 'No attachment was sent.',
    description: 'No call sent a message with a file, not even one that its text shows, nor with another mail inside.',
    compares: 'the attachments of the messages that each call sent with none',
    params: {},
    look:
      () =>
      ({ message, content }) =>
        message.attachments.length > 0 ? `has ${listed(attachmentsOf(content).map(({ name }) => name))}` : undefined,
    clean: 'sent one',
  }),
];

/** What was never sent, not even for a while. */
export const neverChecks = [...people, ...texts];
