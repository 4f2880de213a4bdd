import { added, type Check, type CheckParam, failed, few, type Outcome, passed } from '@svc/twin-kit';
import type { GmailState, Message } from '../world.ts';
import { check, listed, named, shownLabels, some, verdict } from './find.ts';
import {
  isDraft,
  knownLabel,
  labelMeant,
  left,
  messagesMeant,
  messagesTitled,
  type Named,
  seedMessages,
  theLabel,
  type Worlds,
} from './names.ts';
import * as params from './params.ts';

const SLIP = 'A label that there never was is taken for a slip of the pen.';

const has = (message: Readonly<Message>, label: string): boolean => message.labelIds.includes(label);

/** What a message is by Gmail's own labels. */
const STATES: Readonly<Record<string, Readonly<Record<string, boolean>>>> = {
  read: { UNREAD: false },
  unread: { UNREAD: true },
  starred: { STARRED: true },
  'not starred': { STARRED: false },
  important: { IMPORTANT: true },
  'not important': { IMPORTANT: false },
  'in the inbox': { INBOX: true },
  archived: { INBOX: false, TRASH: false, SPAM: false },
  'in the trash': { TRASH: true },
  'in spam': { SPAM: true },
};
const state: CheckParam = {
  pattern: /[a-z ]+/,
  values: Object.keys(STATES),
  example: 'archived',
  description: `One of: ${Object.keys(STATES).join(', ')}; archived is neither in the inbox nor in the trash nor in spam`,
};
const isIn = (message: Readonly<Message>, words: string): boolean =>
  Object.entries(STATES[words] ?? {}).every(([label, is]) => has(message, label) === is);

/** What is to be so of a message. */
type IsSo = (message: Readonly<Message>) => boolean;

const oneOf = (final: GmailState, messages: readonly Readonly<Message>[], isSo: IsSo): Outcome => {
  const hits = messages.filter(isSo);
  return hits.length > 0 ? passed(shownLabels(final, hits)) : failed(shownLabels(final, messages));
};

const allOf = (final: GmailState, messages: readonly Readonly<Message>[], isSo: IsSo): Outcome => {
  const others = messages.filter((message) => !isSo(message));
  return others.length > 0 ? failed(shownLabels(final, others)) : passed(shownLabels(final, messages));
};

const FOLLOWED = 'Where the seed has such messages, those are meant, whatever comes in later.';

const single = [
  check({
    id: 'gmail.message-has-label',
    template: 'The message "{subject}" has the label "{label}".',
    description: `A message with this subject has the label, whatever others it has. UNREAD, TRASH and INBOX are labels. ${FOLLOWED}`,
    compares: 'the labels of the messages with this subject with {label}',
    substrate: 'final_state',
    params: { subject: params.subject, label: params.label },
    evaluate(args, final, seed) {
      const worlds = { seed, final };
      const messages = left(messagesTitled(worlds, args.subject), `"${args.subject}"`);
      const { id } = theLabel(worlds, args.label);
      return oneOf(final, messages, (one) => has(one, id));
    },
  }),
  check({
    id: 'gmail.message-lacks-label',
    template: 'The message "{subject}" does not have the label "{label}".',
    description: `Messages with this subject are there, and none of them has the label. ${SLIP} ${FOLLOWED}`,
    compares: 'the labels of the messages with this subject with {label}',
    substrate: 'final_state',
    params: { subject: params.subject, label: params.label },
    evaluate(args, final, seed) {
      const messages = left(messagesTitled({ seed, final }, args.subject), `"${args.subject}"`);
      const { id } = knownLabel({ seed, final }, args.label);
      const hit = messages.find((one) => has(one, id));
      return hit ? failed(`${named(hit)} has the label "${args.label}"`) : passed(shownLabels(final, messages));
    },
  }),
  check({
    id: 'gmail.message-labels-exactly',
    template: 'The message {message} has exactly the labels {labels}.',
    description: `Of the labels that users make, a message that is meant has these and no others; Gmail's own, such as INBOX and UNREAD, do not count. ${FOLLOWED}`,
    compares: 'the labels of each message that is meant with {labels}',
    substrate: 'final_state',
    params: { message: params.message, labels: params.labels },
    evaluate(args, final, seed) {
      const worlds = { seed, final };
      const wanted = new Set(params.itemsOf(args.labels).map((one) => theLabel(worlds, params.unquoted(one)).id));
      const own = new Set(final.labels.filter(({ type }) => type === 'user').map(({ id }) => id));
      return oneOf(final, left(messagesMeant(worlds, args.message), args.message), ({ labelIds }) => {
        const labels = labelIds.filter((id) => own.has(id));
        return labels.length === wanted.size && labels.every((id) => wanted.has(id));
      });
    },
  }),
  check({
    id: 'gmail.message-state',
    template: 'The message {message} is {state}.',
    description: `A message that is meant is so at the end; of what it is not, each that is meant. ${FOLLOWED}`,
    compares: 'the labels of each message that is meant with {state}',
    substrate: 'final_state',
    params: { message: params.message, state },
    evaluate(args, final, seed) {
      const judge = args.state.startsWith('not ') ? allOf : oneOf;
      return judge(final, left(messagesMeant({ seed, final }, args.message), args.message), (one) => isIn(one, args.state));
    },
  }),
  check({
    id: 'gmail.message-exists',
    template: 'The message "{subject}" exists and is not in the trash.',
    description: `A message with this subject is in the mailbox, outside the trash. ${FOLLOWED}`,
    compares: 'the subjects of the messages outside the trash with {subject}',
    substrate: 'final_state',
    params: { subject: params.subject },
    evaluate(args, final, seed) {
      const messages = left(messagesTitled({ seed, final }, args.subject), `"${args.subject}"`);
      const hit = messages.find((one) => !has(one, 'TRASH'));
      return hit ? passed(`${named(hit)} is there`) : failed(`${few(messages.map(named))} is in the trash`);
    },
  }),
  check({
    id: 'gmail.message-deleted',
    template: 'The message {message} was deleted for good.',
    description: 'A message of the seed that is meant is no longer there, not even in the trash.',
    compares: 'the messages of the seed that are meant with those of the final state',
    substrate: 'seed_and_final_state',
    params: { message: params.message },
    evaluate(args, final, seed) {
      const known = seedMessages(seed, args.message);
      const gone = known.find((one) => !final.messages.some(({ id }) => id === one.id));
      return gone ? passed(`${named(gone)} is gone`) : failed(`there: ${few(known.map(named))}`);
    },
  }),
];

/** All of the messages are there and so; none at all are not. */
function each(found: readonly Named[], of: string, final: GmailState, isSo: IsSo): Outcome {
  const gone = some(found, `there is no message ${of}`).find(({ now }) => now === undefined)?.before;
  if (gone) return failed(`${named(gone)} was deleted`);
  const other = found.flatMap(({ now }) => now ?? []).filter((one) => !isSo(one));
  return other.length === 0 ? passed(`all ${found.length} messages ${of} are`) : failed(shownLabels(final, other));
}

/** None of the messages is so, though there are or were some. */
function noneOf(found: readonly Named[], of: string, final: GmailState, isSo: IsSo): Outcome {
  const hits = some(found, `there is no message ${of}`).flatMap(({ now }) => (now && isSo(now) ? [now] : []));
  return hits.length === 0 ? passed(`none of ${found.length} messages ${of} is`) : failed(shownLabels(final, hits));
}

/** The messages of the threads in which the seed has a message of this subject, those that came later too. */
function inThread({ seed, final }: Worlds, subject: string): Named[] {
  const threads = new Set(seedMessages(seed, `"${subject}"`).map(({ threadId }) => threadId));
  const of = (state: GmailState) => state.messages.filter((one) => threads.has(one.threadId) && !isDraft(one));
  const before = of(seed).map((one) => ({ id: one.id, before: one, now: final.messages.find(({ id }) => id === one.id) }));
  const later = added(of(seed), of(final)).map((now) => ({ id: now.id, before: undefined, now }));
  return [...before, ...later];
}

const GROUPS = [
  {
    id: 'from',
    words: 'message from {sender}',
    slots: { sender: params.sender },
    what: 'with this sender',
    find: (worlds: Worlds, { sender = '' }: Readonly<Record<string, string>>) => messagesMeant(worlds, `from ${sender}`),
    of: ({ sender }: Readonly<Record<string, string>>) => `from ${sender}`,
    all: 'Those of the seed are all still there.',
  },
  {
    id: 'of-thread',
    words: 'message of the thread "{subject}"',
    slots: { subject: params.plainSubject },
    what: 'in the thread in which the seed has a message with this subject',
    find: (worlds: Worlds, { subject = '' }: Readonly<Record<string, string>>) => inThread(worlds, subject),
    of: ({ subject }: Readonly<Record<string, string>>) => `in the thread "${subject}"`,
    all: 'Those of the seed are all still there; drafts do not count.',
  },
] as const;

const many = GROUPS.flatMap(({ id, words, slots, what, find, of, all }): Check[] => [
  check<string>({
    id: `gmail.every-message-${id}-state`,
    template: `Every ${words} is {state}.`,
    description: `There are messages ${what}, and all of them are so at the end. ${all}`,
    compares: 'the labels of each of the messages with {state}',
    substrate: 'final_state',
    params: { ...slots, state },
    evaluate: (args, final, seed) => each(find({ seed, final }, args), of(args), final, (one) => isIn(one, args.state as string)),
  }),
  check<string>({
    id: `gmail.every-message-${id}-has-label`,
    template: `Every ${words} has the label "{label}".`,
    description: `There are messages ${what}, and all of them have the label at the end. ${all}`,
    compares: 'the labels of each of the messages with {label}',
    substrate: 'final_state',
    params: { ...slots, label: params.label },
    evaluate(args, final, seed) {
      const { id: labelId } = theLabel({ seed, final }, args.label as string);
      return each(find({ seed, final }, args), of(args), final, (one) => has(one, labelId));
    },
  }),
  check<string>({
    id: `gmail.no-message-${id}-state`,
    template: `No ${words} is {state}.`,
    description: `There are or were messages ${what}, and none of them is so at the end.`,
    compares: 'the labels of each of the messages with {state}',
    substrate: 'final_state',
    params: { ...slots, state },
    evaluate: (args, final, seed) =>
      noneOf(find({ seed, final }, args), of(args), final, (one) => isIn(one, args.state as string)),
  }),
  check<string>({
    id: `gmail.no-message-${id}-has-label`,
    template: `No ${words} has the label "{label}".`,
    description: `There are or were messages ${what}, and none of them has the label at the end. ${SLIP}`,
    compares: 'the labels of each of the messages with {label}',
    substrate: 'final_state',
    params: { ...slots, label: params.label },
    evaluate(args, final, seed) {
      const { id: labelId } = knownLabel({ seed, final }, args.label as string);
      return noneOf(find({ seed, final }, args), of(args), final, (one) => has(one, labelId));
    },
  }),
]);

/** The messages with a label; a label that isn't there is on none. */
function labelled(worlds: Worlds, label: string): Readonly<Message>[] {
  const id = labelMeant(worlds, label)?.id ?? '';
  return worlds.final.messages.filter((one) => has(one, id));
}

const BOUNDS = [
  { id: 'mailbox-label-count', words: 'Exactly', slot: params.count, holds: (n: number, wanted: number) => n === wanted },
  { id: 'mailbox-label-at-least', words: 'At least', slot: params.least, holds: (n: number, wanted: number) => n >= wanted },
  { id: 'mailbox-label-at-most', words: 'At most', slot: params.count, holds: (n: number, wanted: number) => n <= wanted },
] as const;

const counts = BOUNDS.map(({ id, words, slot, holds }) =>
  check({
    id: `gmail.${id}`,
    template: `${words} {count} messages have the label "{label}".`,
    description: 'So many messages of the mailbox have the label. A label that is not there is on no message.',
    compares: 'the number of messages with the label with {count}',
    substrate: 'final_state',
    params: { count: slot, label: params.label },
    evaluate(args, final, seed) {
      const found = labelled({ seed, final }, args.label);
      const evidence = `${found.length} messages have the label "${args.label}": ${listed(found.map((one) => one.subject))}`;
      return verdict(holds(found.length, Number(args.count)), evidence);
    },
  }),
);

const sets = [
  check({
    id: 'gmail.label-on-exactly',
    template: 'Only the messages {messages} have the label "{label}".',
    description:
      'Each subject names a message of the seed, or a later one, that has the label, and no other message has it. Of several messages with one subject, all are to have it.',
    compares: 'the messages with the label with {messages}',
    substrate: 'final_state',
    params: { messages: params.messages, label: params.label },
    evaluate(args, final, seed) {
      const worlds = { seed, final };
      const references = params.itemsOf(args.messages);
      const named = references.flatMap((one) => some(messagesMeant(worlds, one), `there is no message ${one}`));
      const meant = new Set(named.map(({ id }) => id));
      const found = labelled(worlds, args.label);
      const isExact = found.length === meant.size && found.every(({ id }) => meant.has(id));
      return verdict(isExact, `with the label "${args.label}": ${listed(found.map((one) => one.subject))}`);
    },
  }),
];

/** What messages there are, and which marks they bear. */
export const markChecks = [...single, ...many, ...counts, ...sets];
