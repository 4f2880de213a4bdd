import { defineTapeCheck, failed, firstRow, passed, pathOf, type TapeRow, toolChecks, writesOf } from '@svc/twin-kit';
import { quoted } from './find.ts';
import { needle, tool } from './params.ts';

/** A call as evidence names it, e.g. `tape row 7: update_issue 200`. */
const named = (row: TapeRow): string => `tape row ${row.seq}: ${row.tool ?? `${row.method} ${pathOf(row)}`} ${row.status}`;

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

export const tapeChecks = [
  ...toolChecks({ twin: 'linear', door: 'GraphQL', tool, named }),
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
          const change = writesOf(row).find(({ after }) => textWith(after, args.needle) !== undefined);
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
