import { defineTapeCheck, failed, type Outcome, passed, type TapeRow } from '@svc/twin-kit';
import { tools } from '../tools/index.ts';
import { tool } from './params.ts';

/** Path and query below the session prefix. */
const pathOf = (row: TapeRow): string => row.path.replace(/^\/s\/[^/]+/, '') || '/';

/** A call as evidence names it, e.g. `tape row 7: POST /v1/refunds 200`. */
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

const keyOf = (row: TapeRow): string | undefined => row.request_headers['idempotency-key']?.toString();

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
    id: 'stripe.tool-was-called',
    template: 'The tool {tool} was called.',
    description: 'A call did this action, over REST or MCP, or named this MCP tool; whether it succeeded does not matter.',
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
    id: 'stripe.tool-was-not-called',
    template: 'The tool {tool} was never called.',
    description: 'No call did this action, over REST or MCP, nor named this MCP tool.',
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
    id: 'stripe.no-failed-writes',
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
  defineTapeCheck({
    id: 'stripe.writes-have-idempotency-keys',
    template: 'Every {tool} call over REST had an idempotency key.',
    description:
      'Each call of this action carried an Idempotency-Key header, so that it could be repeated safely. Calls over MCP have none.',
    compares: 'the Idempotency-Key header of each call of {tool} with absence',
    params: { tool },
    scan: (args) =>
      firstRow(
        (row) => (row.tool === args.tool && calledTool(row) === undefined && keyOf(row) === undefined ? named(row) : undefined),
        (found, rows) =>
          found ? failed(`without a key: ${found}`) : passed(`none of the ${rows} calls was ${args.tool} without a key`),
      ),
  }),
];
