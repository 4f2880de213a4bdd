import { failed, passed } from '@svc/twin-kit';
import { check, isFor, labelIn, labelNames, listed, named, quoted, recipients, textOf, titled, withLabel } from './find.ts';
import { address, count, label, needle, subject } from './params.ts';

const labelChecks = [
  check({
    id: 'gmail.message-has-label',
    template: 'The message "{subject}" has the label "{label}".',
    description: 'A message with this subject has the label, whatever others it has. UNREAD, TRASH and INBOX are labels.',
    compares: 'the labels of the messages with this subject with {label}',
    substrate: 'final_state',
    params: { subject, label },
    evaluate: (args, final) =>
      withLabel(final, args, (messages, wanted) => {
        const found = messages.find(({ labelIds }) => labelIds.includes(wanted.id));
        if (found) return passed(`${named(found)} has the label ${wanted.name}`);
        return failed(messages.map((one) => `labels of ${named(one)}: ${listed(labelNames(final, one))}`).join('; '));
      }),
  }),
  check({
    id: 'gmail.message-lacks-label',
    template: 'The message "{subject}" does not have the label "{label}".',
    description: 'Messages with this subject are there, and none of them has the label.',
    compares: 'the labels of the messages with this subject with {label}',
    substrate: 'final_state',
    params: { subject, label },
    evaluate(args, final) {
      const messages = titled(final, args.subject);
      if (messages.length === 0) return failed(`there is no message "${args.subject}"`);
      const id = labelIn(final, args.label)?.id;
      const found = messages.find(({ labelIds }) => id !== undefined && labelIds.includes(id));
      return found
        ? failed(`${named(found)} has the label "${args.label}"`)
        : passed(messages.map((one) => `labels of ${named(one)}: ${listed(labelNames(final, one))}`).join('; '));
    },
  }),
  check({
    id: 'gmail.mailbox-label-count',
    template: 'Exactly {count} messages have the label "{label}".',
    description: 'So many messages of the mailbox have the label. A label that is not there is on no message.',
    compares: 'the number of messages with the label with {count}',
    substrate: 'final_state',
    params: { count, label },
    evaluate(args, final) {
      const id = labelIn(final, args.label)?.id;
      const found = final.messages.filter(({ labelIds }) => id !== undefined && labelIds.includes(id));
      const evidence = `${found.length} messages have the label "${args.label}": ${listed(found.map((one) => one.subject))}`;
      return found.length === Number(args.count) ? passed(evidence) : failed(evidence);
    },
  }),
  check({
    id: 'gmail.label-exists',
    template: 'The label "{label}" exists.',
    description: 'The mailbox has a label with this name; a nested one is named with its parents, e.g. Projects/Alpha.',
    compares: 'the names of the labels with {label}',
    substrate: 'final_state',
    params: { label },
    evaluate(args, final) {
      const found = labelIn(final, args.label);
      const own = final.labels.filter(({ type }) => type === 'user').map(({ name }) => name);
      return found ? passed(`label ${found.id} is called "${found.name}"`) : failed(`labels of the user: ${listed(own)}`);
    },
  }),
  check({
    id: 'gmail.message-exists',
    template: 'The message "{subject}" exists and is not in the trash.',
    description: 'A message with this subject is in the mailbox, outside the trash.',
    compares: 'the subjects of the messages outside the trash with {subject}',
    substrate: 'final_state',
    params: { subject },
    evaluate(args, final) {
      const messages = titled(final, args.subject);
      const found = messages.find(({ labelIds }) => !labelIds.includes('TRASH'));
      if (found) return passed(`${named(found)} is there`);
      return failed(messages[0] ? `${named(messages[0])} is in the trash` : `there is no message "${args.subject}"`);
    },
  }),
];

const draftChecks = [
  check({
    id: 'gmail.draft-exists',
    template: 'A draft to {address} with the subject "{subject}" exists.',
    description: 'There is a draft with exactly this subject, and the address is among its recipients.',
    compares: 'recipients and subject of each draft with {address} and {subject}',
    substrate: 'final_state',
    params: { address, subject },
    evaluate(args, final) {
      const drafts = final.messages.filter(({ labelIds }) => labelIds.includes('DRAFT'));
      const found = drafts.find((message) => message.subject === args.subject && isFor(message, args.address));
      if (found) return passed(`draft ${named(found)} is for ${listed(recipients(found))}`);
      return failed(`drafts: ${listed(drafts.map((one) => `${one.subject} → ${recipients(one).join(', ')}`))}`);
    },
  }),
  check({
    id: 'gmail.draft-contains',
    template: 'A draft to {address} contains "{needle}".',
    description: 'The subject or the text of a draft to this address holds the words, case included.',
    compares: 'subject and text of each draft to {address} with {needle}',
    substrate: 'final_state',
    params: { address, needle },
    evaluate(args, final) {
      const drafts = final.messages.filter((message) => message.labelIds.includes('DRAFT') && isFor(message, args.address));
      for (const message of drafts) {
        const text = `${message.subject}\n${textOf(final, message)}`;
        if (text.includes(args.needle)) return passed(`${named(message)} says ${quoted(text, args.needle)}`);
      }
      return failed(`drafts to ${args.address}: ${listed(drafts.map((one) => one.subject))}`);
    },
  }),
];

export const mailChecks = [...labelChecks, ...draftChecks];
