import { defineTapeCheck, failed, passed, type TapeRow, type TapeScan } from '@svc/twin-kit';
import { quoted } from './find.ts';
import { needle, tool } from './params.ts';

/** Path below the session prefix. */
const pathOf = (row: TapeRow): string => row.path.replace(/^\/s\/[^/]+/, '') || '/';

/** A call as evidence names it, e.g. `tape row 7: update_issue 200`. */
const named = (row: TapeRow): string => `tape row ${row.seq}: ${row.tool ?? `${row.method} ${pathOf(row)}`} ${row.status}`;

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

/** Linear answers 200 to a refused write: the errors are in the body. */
function isRefused(row: TapeRow): boolean {
  const body = row.response_body as { errors?: unknown; isError?: unknown; result?: { isError?: unknown } } | null;
  return row.status >= 400 || body?.errors !== undefined || body?.isError === true || body?.result?.isError === true;
}

const READS = /^(get|list|search)_|^introspect$/;

/** A call that was to change something. Requests that aren't GraphQL of the schema have no action. */
const isWrite = (row: TapeRow): boolean =>
  row.tool === null ? pathOf(row) === '/graphql' && /^\s*mutation\b/.test(queryOf(row)) : !READS.test(row.tool);

function queryOf(row: TapeRow): string {
  const body = row.request_body as { query?: unknown } | null;
  return typeof body?.query === 'string' ? body.query : '';
}

/** A scan for the first row that something is to be said about. */
function firstRow(
  speaks: (row: TapeRow) => string | undefined,
  outcome: (found: string | undefined, rows: number) => ReturnType<typeof passed>,
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

export const tapeChecks = [
  defineTapeCheck({
    id: 'linear.tool-was-called',
    template: 'The tool {tool} was called.',
    description: 'A call did this action, over GraphQL or MCP, or named this MCP tool; whether it succeeded does not matter.',
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
    id: 'linear.tool-was-not-called',
    template: 'The tool {tool} was never called.',
    description: 'No call did this action, over GraphQL or MCP, nor named this MCP tool.',
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
    id: 'linear.no-failed-writes',
    template: 'No write was refused.',
    description: 'Every call that was to change something was accepted. Linear says in the body what it refused.',
    compares: 'the errors in the answer to each writing call with none',
    params: {},
    scan: () =>
      firstRow(
        (row) => (isWrite(row) && isRefused(row) ? named(row) : undefined),
        (found, rows) => (found ? failed(`refused: ${found}`) : passed(`none of the ${rows} calls was a refused write`)),
      ),
  }),
  defineTapeCheck({
    id: 'linear.nothing-written-containing',
    template: 'Nothing that was written contains "{needle}".',
    description:
      'No call put the text into the world: not into a comment, an issue, a project or a document, not even for a while.',
    compares: 'every record that a call wrote with {needle}',
    params: { needle },
    scan: (args) =>
      firstRow(
        (row) => {
          const change = row.state_delta?.find(({ after }) => textWith(after, args.needle) !== undefined);
          return (
            change &&
            `${change.collection} ${change.id} says ${quoted(textWith(change.after, args.needle) ?? '', args.needle)}; ${named(row)}`
          );
        },
        (found, rows) => (found ? failed(found) : passed(`none of the ${rows} calls wrote it`)),
      ),
  }),
];

/** The first text in a record that holds this one. */
function textWith(value: unknown, text: string): string | undefined {
  if (typeof value === 'string') return value.includes(text) ? value : undefined;
  if (value === null || typeof value !== 'object') return undefined;
  for (const inner of Object.values(value)) {
    const found = textWith(inner, text);
    if (found !== undefined) return found;
  }
  return undefined;
}
