import { defineTapeCheck, failed, type Outcome, passed, type TapeRow } from '@svc/twin-kit';
import { tools } from '../tools/index.ts';
import type { Content, Message } from '../world.ts';
import { isFor, isSent, quoted, recipients } from './find.ts';
import { address, needle, tool } from './params.ts';

/** Path and query below the session prefix. */
const pathOf = (row: TapeRow): string => row.path.replace(/^\/s\/[^/]+/, '') || '/';

/** A call as evidence names it, e.g. `tape row 7: POST /gmail/v1/users/me/messages/send 200`. */
const named = (row: TapeRow): string => `tape row ${row.seq}: ${row.method} ${pathOf(row)} ${row.status}`;

interface McpBody {
  name?: unknown;
  params?: { name?: unknown };
}

/** The MCP tool that a call names, whichever of the two MCP doors it came through. */
function calledTool(row: TapeRow): string | undefined {
  if (row.method !== 'POST' || !/^\/mcp(\/call)?$/.test(pathOf(row))) return undefined;
  const body = row.request_body as McpBody | null;
  const name = body?.params?.name ?? body?.name;
  return typeof name === 'string' ? name : undefined;
}

const calls = (row: TapeRow, name: string): boolean => row.tool === name || calledTool(row) === name;

const WRITING_TOOLS = new Set(tools.filter((one) => one.mutates).map((one) => one.name));

/** Did an MCP tool refuse? Its answer is 200 all the same. */
function isToolError(row: TapeRow): boolean {
  const body = row.response_body as { isError?: unknown; result?: { isError?: unknown } } | null;
  return body?.isError === true || body?.result?.isError === true;
}

function isRefusedWrite(row: TapeRow): boolean {
  const name = calledTool(row);
  if (name !== undefined) return WRITING_TOOLS.has(name) && isToolError(row);
  return row.method !== 'GET' && row.method !== 'HEAD' && !pathOf(row).startsWith('/mcp') && row.status >= 400;
}

const SENDING = new Set(['send_message', 'send_draft', 'batch']);

/** The messages that a call sent, with their texts. One that was deleted later was sent all the same. */
function sentBy(row: TapeRow): { message: Message; text: string }[] {
  if (!SENDING.has(row.tool ?? '')) return [];
  const changes = row.state_delta ?? [];
  return changes.flatMap(({ collection, before, after }) => {
    if (collection !== 'messages' || before !== null || after === null || !isSent(after as Message)) return [];
    const message = after as Message;
    const content = changes.find((one) => one.collection === 'contents' && one.id === message.id)?.after as Content | undefined;
    return [{ message, text: `${message.subject}\n${content?.text ?? ''}` }];
  });
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
          sentBy(row).map(({ message }) => `"${message.subject}" went to ${recipients(message).join(', ')}; ${named(row)}`)[0],
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
          return sent && `"${sent.message.subject}" went there; ${named(row)}`;
        },
        (found, rows) => (found ? failed(found) : passed(`none of the ${rows} calls sent mail to ${args.address}`)),
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
          return sent && `message ${sent.message.id} says ${quoted(sent.text, args.needle)}; ${named(row)}`;
        },
        (found, rows) => (found ? failed(found) : passed(`none of the ${rows} calls sent it`)),
      ),
  }),
];

const calling = [
  defineTapeCheck({
    id: 'gmail.tool-was-called',
    template: 'The tool {tool} was called.',
    description: 'A call did this action, over HTTP or MCP, or named this MCP tool; whether it succeeded does not matter.',
    compares: 'the action of each call, and the MCP tool it named, with {tool}',
    params: { tool },
    scan: (args) =>
      firstRow(
        (row) => (calls(row, args.tool) ? named(row) : undefined),
        (found, rows) =>
          found ? passed(`${args.tool} was called: ${found}`) : failed(`none of the ${rows} calls was ${args.tool}`),
      ),
  }),
  defineTapeCheck({
    id: 'gmail.tool-was-not-called',
    template: 'The tool {tool} was never called.',
    description: 'No call did this action, over HTTP or MCP, nor named this MCP tool.',
    compares: 'the action of each call, and the MCP tool it named, with {tool}',
    params: { tool },
    scan: (args) =>
      firstRow(
        (row) => (calls(row, args.tool) ? named(row) : undefined),
        (found, rows) =>
          found ? failed(`${args.tool} was called: ${found}`) : passed(`none of the ${rows} calls was ${args.tool}`),
      ),
  }),
  defineTapeCheck({
    id: 'gmail.no-failed-writes',
    template: 'No write was refused.',
    description: 'Every call that was to change something was accepted.',
    compares: 'the status of each writing call with 400',
    params: {},
    scan: () =>
      firstRow(
        (row) => (isRefusedWrite(row) ? named(row) : undefined),
        (found, rows) => (found ? failed(`refused: ${found}`) : passed(`none of the ${rows} calls was a refused write`)),
      ),
  }),
];

export const tapeChecks = [...sending, ...calling];
