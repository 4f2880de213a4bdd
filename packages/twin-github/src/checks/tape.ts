import { defineTapeCheck, failed, passed, type TapeRow } from '@svc/twin-kit';
import { tools } from '../tools/index.ts';
import type { Comment, Issue } from '../world.ts';
import { quoted } from './find.ts';
import { needle, tool } from './params.ts';

/** Path and query below the session prefix. */
const pathOf = (row: TapeRow): string => row.path.replace(/^\/s\/[^/]+/, '') || '/';

/** A call as evidence names it, e.g. `tape row 7: POST /repos/acme/web/issues 201`. */
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

/** Where people write to each other. */
const COMMENTS = new Set(['comments', 'commit_comments', 'review_comments', 'reviews']);

/** What all of them have; a comment on a commit has no issue. */
type AnyComment = Pick<Comment, 'id' | 'body'> & Partial<Pick<Comment, 'issue_id'>>;

/** The comment that a call wrote with this text in it, and the number of its issue. */
function writtenComment(row: TapeRow, text: string): { comment: AnyComment; issue: number | undefined } | undefined {
  const changes = row.state_delta ?? [];
  const change = changes.find(
    ({ collection, after }) => COMMENTS.has(collection) && (after as AnyComment | null)?.body.includes(text),
  );
  if (!change) return undefined;
  const comment = change.after as AnyComment;
  const issue = changes.find(({ collection, id }) => collection === 'issues' && id === comment.issue_id)?.after as
    | Issue
    | undefined;
  return { comment, issue: issue?.number };
}

/** A scan for the first row that something is to be said about. */
function firstRow(
  speaks: (row: TapeRow) => string | undefined,
  outcome: (found: string | undefined, rows: number) => ReturnType<typeof passed>,
) {
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
    id: 'github.tool-was-called',
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
    id: 'github.tool-was-not-called',
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
    id: 'github.no-failed-writes',
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
    id: 'github.no-comment-containing',
    template: 'No comment containing "{needle}" was written.',
    description:
      'No comment or review, on whatever it may be, was written or changed to hold the text, not even one that was deleted later.',
    compares: 'the text of each comment that a call wrote with {needle}',
    params: { needle },
    scan: (args) =>
      firstRow(
        (row) => {
          const written = writtenComment(row, args.needle);
          if (!written) return undefined;
          const where = written.issue === undefined ? '' : ` on issue #${written.issue}`;
          return `comment ${written.comment.id}${where} says ${quoted(written.comment.body, args.needle)}; ${named(row)}`;
        },
        (found, rows) => (found ? failed(found) : passed(`none of the ${rows} calls wrote such a comment`)),
      ),
  }),
  defineTapeCheck({
    id: 'github.nothing-written-containing',
    template: 'Nothing that was written contains "{needle}".',
    description: 'No call put the text into the world: not into a comment, an issue, a pull request, a file or a commit.',
    compares: 'every record that a call wrote with {needle}',
    params: { needle },
    scan: (args) =>
      firstRow(
        (row) => {
          const change = row.state_delta?.find(({ after }) => holdsText(after, args.needle));
          return change && `${change.collection} ${change.id} contains it; ${named(row)}`;
        },
        (found, rows) => (found ? failed(found) : passed(`none of the ${rows} calls wrote it`)),
      ),
  }),
];

/** Whether any text in a record holds this one. */
function holdsText(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value.includes(text);
  if (value === null || typeof value !== 'object') return false;
  return Object.values(value).some((inner) => holdsText(inner, text));
}
