import { type Check, type CheckParam, defineTapeCheck, failed, passed } from '../checks.ts';
import { quoted, reads } from '../reading.ts';
import type { TapeRow } from '../tape/row.ts';
import { firstRow, namedRow, pathOf } from '../tape-checks.ts';
import { askedBy, isRefusal } from './calls.ts';
import { status } from './params.ts';
import type { CallReading } from './tool-checks.ts';

/** How a vendor says why it refused. */
export interface ErrorReading {
  /** Codes and messages of the errors in an answer; none where it isn't a refusal. */
  errorsOf(row: TapeRow): readonly string[];
  /** The statuses of an answer that has several, as that to a batch has. By default the one of the call. */
  statusesOf?(row: TapeRow): readonly number[];
  /** A code or message, for the example. */
  example: string;
}

/** What became of the calls: refused, or unknown to the twin. */
export function callChecks(reading: CallReading, errors: ErrorReading): Check[] {
  const { twin, named = namedRow } = reading;
  const { statusesOf = ({ status: only }) => [only] } = errors;
  const error: CheckParam = {
    pattern: /[^"\n]+/,
    example: errors.example,
    description: 'A code or a part of a message of the vendor’s error',
  };
  return [
    noFailedWrites(reading),
    defineTapeCheck({
      id: `${twin}.no-unsupported-endpoint`,
      template: 'No unsupported endpoint was called.',
      description:
        'The twin had an answer of its own to every call: none was refused because the twin does not model what it asked for.',
      compares: 'the fidelity of each call with unsupported',
      params: {},
      scan: () =>
        firstRow(
          (row) => (row.fidelity === 'unsupported' ? named(row) : undefined),
          (found, rows) => (found ? failed(`not modelled: ${found}`) : passed(`all of the ${rows} calls are modelled`)),
        ),
    }),
    defineTapeCheck({
      id: `${twin}.refused-with-status`,
      template: 'A request was refused with status {status}.',
      description: 'At least one call, or part of a batch, was answered with this HTTP status.',
      compares: 'the status of each call with {status}',
      limits: 'refusals over MCP, whose status is 200; "A request was refused with the error …" reads them.',
      params: { status },
      scan: (args) =>
        firstRow(
          (row) => (statusesOf(row).includes(Number(args.status)) ? named(row) : undefined),
          (found, rows) =>
            found ? passed(`refused: ${found}`) : failed(`none of the ${rows} calls was answered with ${args.status}`),
        ),
    }),
    defineTapeCheck({
      id: `${twin}.refused-with-error`,
      template: 'A request was refused with the error "{error}".',
      description: 'At least one call was refused with an error that has this code, or this text in its message.',
      compares: 'codes and messages of the errors in each answer with {error}',
      params: { error },
      scan: (args) =>
        firstRow(
          (row) => {
            const said = errors.errorsOf(row).find((one) => reads(one, args.error));
            return said === undefined ? undefined : `${quoted(said, args.error)}; ${named(row)}`;
          },
          (found, rows) => (found ? passed(`refused: ${found}`) : failed(`none of the ${rows} calls was refused with it`)),
        ),
    }),
  ];
}

/** A call that is no action, but was to change something by its method. Those that MCP asks are actions. */
const isUnnamedWrite = (row: TapeRow): boolean =>
  row.method !== 'GET' && row.method !== 'HEAD' && !pathOf(row).startsWith('/mcp');

/** `<twin>.no-failed-writes`. */
export function noFailedWrites(reading: CallReading): Check {
  const { twin, tools, named = namedRow, isRefused = isRefusal, wasToWrite = isUnnamedWrite } = reading;
  const writes = (name: string | null | undefined): boolean => name != null && tools.get(name) === true;
  const hasFailed = (row: TapeRow): boolean =>
    askedBy(row, isRefused).some(
      (one) => one.refused && (writes(one.tool) || writes(one.named) || (one.tool === null && wasToWrite(row))),
    );
  return defineTapeCheck({
    id: `${twin}.no-failed-writes`,
    template: 'No write was refused.',
    description: 'Every call that was to change something was accepted, as far as the vendor says in status or body.',
    compares: 'the answer to each writing action with a refusal',
    params: {},
    scan: () =>
      firstRow(
        (row) => (hasFailed(row) ? named(row) : undefined),
        (found, rows) => (found ? failed(`refused: ${found}`) : passed(`none of the ${rows} calls was a refused write`)),
      ),
  });
}
