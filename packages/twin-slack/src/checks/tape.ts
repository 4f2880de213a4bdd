import { defineTapeCheck, failed, type Outcome, passed, type TapeRow } from '@svc/twin-kit';
import type { Message } from '../world.ts';
import { quoted, says, wordsOf } from './find.ts';
import * as params from './params.ts';

/** Path and query below the session prefix. */
const pathOf = (row: TapeRow): string => row.path.replace(/^\/s\/[^/]+/, '') || '/';

/** A call as evidence names it, e.g. `tape row 7: POST /chat.postMessage`. */
const namedRow = (row: TapeRow): string => `tape row ${row.seq}: ${row.method} ${pathOf(row)}`;

/** The MCP tool that a call names, whichever of the two MCP doors it came through. */
function calledTool(row: TapeRow): string | undefined {
  if (row.method !== 'POST' || !/^\/mcp(\/call)?$/.test(pathOf(row))) return undefined;
  const body = row.request_body as { name?: unknown; params?: { name?: unknown } } | null;
  const name = body?.params?.name ?? body?.name;
  return typeof name === 'string' ? name : undefined;
}

const calls = (row: TapeRow, name: string): boolean => row.tool === name || calledTool(row) === name;

/** Collections whose records people read as messages. */
const SAID = new Set(['messages', 'ephemeral_messages', 'scheduled_messages']);

type Said = Pick<Message, 'text' | 'blocks' | 'attachments' | 'channel_id'> & { ts?: string };

/** What a call wrote with this text in it that wasn't there before. */
function written(row: TapeRow, text: string): Said | undefined {
  const change = row.state_delta?.find(({ collection, before, after }) => {
    if (!SAID.has(collection) || after === null) return false;
    return says(after as Said, text) && !(before !== null && says(before as Said, text));
  });
  return change?.after as Said | undefined;
}

/** A scan for the first row that something is to be said about. */
function firstRow(speaks: (row: TapeRow) => string | undefined, outcome: (found: string | undefined, rows: number) => Outcome) {
  let found: string | undefined;
  let rows = 0;
  return {
    row(row: TapeRow) {
      rows += 1;
      found ??= speaks(row);
    },
    outcome: () => outcome(found, rows),
  };
}

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
  defineTapeCheck({
    id: 'slack.tool-was-called',
    template: 'The tool {tool} was called.',
    description: 'A call did this action, over the Web API or MCP, or named this MCP tool; whether it succeeded does not matter.',
    compares: 'the action of each call, and the MCP tool it named, with {tool}',
    params: { tool: params.tool },
    scan: ({ tool }) =>
      firstRow(
        (row) => (calls(row, tool) ? namedRow(row) : undefined),
        (found, rows) => (found ? passed(`${tool} was called: ${found}`) : failed(`none of the ${rows} calls was ${tool}`)),
      ),
  }),
  defineTapeCheck({
    id: 'slack.tool-was-not-called',
    template: 'The tool {tool} was never called.',
    description: 'No call did this action, over the Web API or MCP, nor named this MCP tool.',
    compares: 'the action of each call, and the MCP tool it named, with {tool}',
    params: { tool: params.tool },
    scan: ({ tool }) =>
      firstRow(
        (row) => (calls(row, tool) ? namedRow(row) : undefined),
        (found, rows) => (found ? failed(`${tool} was called: ${found}`) : passed(`none of the ${rows} calls was ${tool}`)),
      ),
  }),
];
