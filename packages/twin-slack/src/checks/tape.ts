import {
  type CallReading,
  calledChecks,
  defineTapeCheck,
  failed,
  firstRow,
  passed,
  pathOf,
  type TapeRow,
  toolNames,
  writesOf,
} from '@svc/twin-kit';
import { operations } from '../routes/index.ts';
import { tools } from '../tools/index.ts';
import type { Message } from '../world.ts';
import { quoted, says, wordsOf } from './find.ts';
import * as params from './params.ts';

/** A call as evidence names it, e.g. `tape row 7: POST /chat.postMessage`. */
const namedRow = (row: TapeRow): string => `tape row ${row.seq}: ${row.method} ${pathOf(row)}`;

/** Collections whose records people read as messages. */
const SAID = new Set(['messages', 'ephemeral_messages', 'scheduled_messages']);

type Said = Pick<Message, 'text' | 'blocks' | 'attachments' | 'channel_id'> & { ts?: string };

/** What a call wrote with this text in it that wasn't there before. */
function written(row: TapeRow, text: string): Said | undefined {
  const change = writesOf(row).find(({ collection, before, after }) => {
    if (!SAID.has(collection) || after === null) return false;
    return says(after as Said, text) && !(before !== null && says(before as Said, text));
  });
  return change?.after as Said | undefined;
}

const calls: CallReading = {
  twin: 'slack',
  door: 'the Web API',
  tools: toolNames(operations, tools),
  examples: ['slack_read_channel', 'slack_send_message'],
  named: namedRow,
};

export const tapeChecks = [
  defineTapeCheck({
    id: 'slack.no-message-containing',
    template: 'No message containing "{needle}" was posted.',
    description: 'No call wrote, changed or scheduled a message to hold the text, not even one that was deleted later.',
    compares: 'the text of each message that a call wrote with {needle}',
    params: { needle: params.needle },
    scan: ({ needle }) =>
      firstRow(
        (row) => {
          const message = written(row, needle);
          if (!message) return undefined;
          return `message ${message.ts ?? ''} in ${message.channel_id} says ${quoted(wordsOf(message), needle)}; ${namedRow(row)}`;
        },
        (found, rows) => (found ? failed(found) : passed(`none of the ${rows} calls wrote such a message`)),
      ),
  }),
  ...calledChecks(calls),
];
