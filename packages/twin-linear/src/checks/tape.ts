import {
  type CallReading,
  calledChecks,
  defineTapeCheck,
  failed,
  firstRow,
  noFailedWrites,
  passed,
  pathOf,
  type TapeRow,
  toolNames,
  writesOf,
} from '@svc/twin-kit';
import { mutationActions, queryActions } from '../generated/actions.ts';
import { tools } from '../tools/index.ts';
import { quoted } from './find.ts';
import { needle } from './params.ts';

/** A call as evidence names it, e.g. `tape row 7: update_issue 200`. */
const named = (row: TapeRow): string => `tape row ${row.seq}: ${row.tool ?? `${row.method} ${pathOf(row)}`} ${row.status}`;

/** Linear answers 200 to a refused write: the errors are in the body. */
function isRefused(row: TapeRow): boolean {
  const body = row.response_body as { errors?: unknown; isError?: unknown; result?: { isError?: unknown } } | null;
  return row.status >= 400 || body?.errors !== undefined || body?.isError === true || body?.result?.isError === true;
}

const isMutation = (row: TapeRow): boolean => pathOf(row) === '/graphql' && /^\s*mutation\b/.test(queryOf(row));

function queryOf(row: TapeRow): string {
  const body = row.request_body as { query?: unknown } | null;
  return typeof body?.query === 'string' ? body.query : '';
}

const doing = (actions: readonly string[], mutates: boolean) => actions.map((action) => ({ action, mutates }));

const calls: CallReading = {
  twin: 'linear',
  door: 'GraphQL',
  tools: toolNames([...doing(queryActions, false), ...doing(mutationActions, true)], tools),
  examples: ['get_issue', 'update_issue'],
  named,
  isRefused,
  wasToWrite: isMutation,
};

export const tapeChecks = [
  ...calledChecks(calls),
  noFailedWrites(calls),
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
