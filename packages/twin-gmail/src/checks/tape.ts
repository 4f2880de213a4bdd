import {
  actionsOf,
  type CallReading,
  type Change,
  calledChecks,
  defineTapeCheck,
  failed,
  firstRow,
  namedRow,
  noFailedWrites,
  passed,
  type TapeRow,
  toolNames,
} from '@svc/twin-kit';
import { operations } from '../routes/index.ts';
import { tools } from '../tools/index.ts';
import type { Content, Message } from '../world.ts';
import { isFor, isSent, quoted, recipients, same } from './find.ts';
import { address, domain, needle } from './params.ts';

const SENDING = new Set(['send_message', 'send_draft']);

/** The messages that a call sent, with their texts. One that was deleted later was sent all the same; what is inserted or imported is not sent. */
function sentBy(row: TapeRow): { message: Message; text: string }[] {
  return actionsOf(row).flatMap(({ tool: action, writes }) => (SENDING.has(action ?? '') ? sentIn(writes) : []));
}

const sentIn = (writes: readonly Change[]): { message: Message; text: string }[] =>
  writes.flatMap(({ collection, before, after }) => {
    if (collection !== 'messages' || before !== null || after === null || !isSent(after as Message)) return [];
    const message = after as Message;
    const content = writes.find((one) => one.collection === 'contents' && one.id === message.id)?.after as Content | undefined;
    return [{ message, text: `${message.subject}\n${content?.text ?? ''}` }];
  });

const sending = [
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

const calls: CallReading = {
  twin: 'gmail',
  door: 'REST',
  tools: toolNames(operations, tools),
  examples: ['get_message', 'send_message'],
};

const calling = [...calledChecks(calls), noFailedWrites(calls)];

export const tapeChecks = [...sending, ...calling];
