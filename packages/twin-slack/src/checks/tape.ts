import {
  answerChecks,
  type CallReading,
  callChecks,
  type ErrorReading,
  isRefusal,
  pathOf,
  type TapeRow,
  toolChecks,
  toolNames,
  writesChecks,
} from '@svc/twin-kit';
import { operations } from '../routes/index.ts';
import { tools } from '../tools/index.ts';
import { namedCall } from './said.ts';
import { texts } from './texts.ts';

interface Refusal {
  ok?: unknown;
  error?: unknown;
  response_metadata?: { messages?: readonly unknown[] };
  content?: readonly { text?: unknown }[];
  result?: Pick<Refusal, 'content'>;
}

/** Slack refuses with status 200. */
const saysNo = ({ response_body }: TapeRow): boolean => (response_body as Refusal | null)?.ok === false;

/** How the methods end that only read, as far as Slack names them so. */
const READING = /\.(?:list|info|get|history|replies|members|test|lookup\w*|search|messages|all|files|\w*Info|\w*List)$/;

const calls: CallReading = {
  twin: 'slack',
  door: 'the Web API',
  tools: toolNames(operations, tools),
  examples: ['slack_read_channel', 'slack_send_message'],
  named: namedCall,
  isRefused: (row) => isRefusal(row) || saysNo(row),
  // Also reads come by POST.
  wasToWrite: (row) => !pathOf(row).startsWith('/mcp') && !READING.test(pathOf(row).replace(/\?.*$/s, '')),
};

const strings = (values: readonly unknown[]): string[] => values.filter((value) => typeof value === 'string');

const errors: ErrorReading = {
  example: 'channel_not_found',
  errorsOf(row) {
    const { error, response_metadata, content, result } = (row.response_body ?? {}) as Refusal;
    if (saysNo(row)) return strings([error, ...(response_metadata?.messages ?? [])]);
    return isRefusal(row) ? strings((result?.content ?? content ?? []).map(({ text }) => text)) : [];
  },
};

export const tapeChecks = [
  ...toolChecks(calls),
  ...callChecks(calls, errors),
  ...writesChecks({
    twin: 'slack',
    texts,
    bookkeeping: ['uploads', 'used_triggers', 'settings'],
    places:
      'messages of any kind, drafts, names, topics, purposes, bookmarks, files, canvases, reminders, profiles and user groups',
    named: namedCall,
  }),
  ...answerChecks('slack'),
];
