import { type Check, type CheckParam, defineTapeCheck, failed, type Outcome, passed, type TapeScan } from './checks.ts';
import { actionsOf, type TapeRow } from './tape/row.ts';

/** Path and query of a call below the session prefix. */
export const pathOf = (row: Pick<TapeRow, 'path'>): string => row.path.replace(/^\/s\/[^/]+/, '') || '/';

/** A call as evidence names it, e.g. `tape row 7: POST /repos/acme/web/issues 201`. */
export const namedRow = (row: TapeRow): string => `tape row ${row.seq}: ${row.method} ${pathOf(row)} ${row.status}`;

/** The MCP tool that a call names, whichever of the two MCP doors it came through. */
export function calledTool(row: TapeRow): string | undefined {
  if (row.method !== 'POST' || !/^\/mcp(\/call)?$/.test(pathOf(row))) return undefined;
  const body = row.request_body as { name?: unknown; params?: { name?: unknown } } | null;
  const name = body?.params?.name ?? body?.name;
  return typeof name === 'string' ? name : undefined;
}

const HANDSHAKES =
  /^(?:initialize|ping|notifications\/.*|(?:tools|resources|resources\/templates|prompts)\/list|logging\/setLevel)$/;

/** A call by which an MCP client sets up its connection or looks what there is: nothing that the agent asked for. */
export function isHandshake(row: Pick<TapeRow, 'method' | 'path' | 'request_body'>): boolean {
  const path = pathOf(row);
  if (/^\/\.well-known\//.test(path)) return true;
  if (!/^\/mcp(?:[?]|$)/.test(path)) return false;
  if (row.method !== 'POST') return true;
  const messages = [row.request_body].flat() as ({ method?: unknown } | null)[];
  return messages.every((message) => typeof message?.method !== 'string' || HANDSHAKES.test(message.method));
}

/** What a twin was asked for and doesn't model, as people name it: the MCP tool, else method and path. */
export function unsupportedName(row: TapeRow): string {
  const tool = calledTool(row);
  if (tool !== undefined) return `the tool ${tool}`;
  const call = `${row.method} ${pathOf(row).replace(/[?].*$/s, '')}`;
  return row.tool === null ? call : `${call} (${row.tool})`;
}

/** Did an MCP tool refuse? Its answer is 200 all the same. */
function isToolError(row: TapeRow): boolean {
  const body = row.response_body as { isError?: unknown; result?: { isError?: unknown } } | null;
  return body?.isError === true || body?.result?.isError === true;
}

/** A scan for the first row that something is to be said about; `outcome` gets what was said and how many rows there were. */
export function firstRow(
  speaks: (row: TapeRow) => string | undefined,
  outcome: (found: string | undefined, rows: number) => Outcome,
): TapeScan {
  let found: string | undefined;
  let rows = 0;
  return {
    row(row) {
      rows += 1;
      found ??= speaks(row);
    },
    outcome: () => outcome(found, rows),
  };
}

/** How a vendor's calls are told in evidence, and over which door besides MCP they come. */
export interface ToolCheckOptions {
  /** The twin's id. */
  twin: string;
  /** Where actions come from besides MCP, e.g. `REST` or `GraphQL`. */
  door: string;
  /** The parameter of the sentences. */
  tool: CheckParam;
  named?: (row: TapeRow) => string;
}

/** The two checks of every twin on which actions were called: `<twin>.tool-was-called` and `<twin>.tool-was-not-called`. */
export function toolChecks({ twin, door, tool, named = namedRow }: ToolCheckOptions): Check[] {
  const calls = (row: TapeRow, name: string): boolean =>
    row.tool === name || calledTool(row) === name || actionsOf(row).some((action) => action.tool === name);
  const scan = (name: string, outcome: (found: string | undefined, rows: number) => Outcome): TapeScan =>
    firstRow((row) => (calls(row, name) ? named(row) : undefined), outcome);
  const compares = 'the actions of each call, and the MCP tool it named, with {tool}';
  return [
    defineTapeCheck({
      id: `${twin}.tool-was-called`,
      template: 'The tool {tool} was called.',
      description: `A call did this action, over ${door} or MCP, or named this MCP tool; whether it succeeded does not matter.`,
      compares,
      params: { tool },
      scan: (args) =>
        scan(args.tool, (found, rows) =>
          found ? passed(`${args.tool} was called: ${found}`) : failed(`none of the ${rows} calls was ${args.tool}`),
        ),
    }),
    defineTapeCheck({
      id: `${twin}.tool-was-not-called`,
      template: 'The tool {tool} was never called.',
      description: `No call did this action, over ${door} or MCP, nor named this MCP tool.`,
      compares,
      params: { tool },
      scan: (args) =>
        scan(args.tool, (found, rows) =>
          found ? failed(`${args.tool} was called: ${found}`) : passed(`none of the ${rows} calls was ${args.tool}`),
        ),
    }),
  ];
}

/** `<twin>.no-failed-writes`, for vendors whose refusals have a status of 400 or more. */
export function noFailedWrites(twin: string, tools: readonly { name: string; mutates: boolean }[]): Check {
  const writing = new Set(tools.filter((tool) => tool.mutates).map((tool) => tool.name));
  const isRefusedWrite = (row: TapeRow): boolean => {
    const name = calledTool(row);
    if (name !== undefined) return writing.has(name) && isToolError(row);
    return row.method !== 'GET' && row.method !== 'HEAD' && !pathOf(row).startsWith('/mcp') && row.status >= 400;
  };
  return defineTapeCheck({
    id: `${twin}.no-failed-writes`,
    template: 'No write was refused.',
    description: 'Every call that was to change something was accepted.',
    compares: 'the status of each writing call with 400',
    params: {},
    scan: () =>
      firstRow(
        (row) => (isRefusedWrite(row) ? namedRow(row) : undefined),
        (found, rows) => (found ? failed(`refused: ${found}`) : passed(`none of the ${rows} calls was a refused write`)),
      ),
  });
}
