import {
  type Check,
  type CheckArgs,
  type CheckParam,
  defineTapeCheck,
  failed,
  type Outcome,
  passed,
  type TapeScan,
} from '../checks.ts';
import { requireNamed, type TapeRow } from '../tape/row.ts';
import { firstRow, namedRow } from '../tape-checks.ts';
import { type Asked, askedBy, type Batch, type ToolNames, timesCalled } from './calls.ts';
import { count, least, toolParam } from './params.ts';

/** How the calls of a twin are read. */
export interface CallReading {
  /** The twin's id. */
  twin: string;
  /** Where actions come from besides MCP, e.g. `REST` or `GraphQL`. */
  door: string;
  tools: ToolNames;
  /** Actions that do another one to several things at once, by name. */
  batches?: Readonly<Record<string, Batch>>;
  /** Two of `tools`, a reading and a writing one, for the examples. */
  examples: readonly [string, string];
  /** A call as evidence names it. By default its method, path and status. */
  named?(row: TapeRow): string;
  /** Did the vendor refuse the call? By default one with a status of 400 or more, or an MCP error. */
  isRefused?(row: TapeRow): boolean;
  /** Was a call without an action to change something? By default by its method. */
  wasToWrite?(row: TapeRow): boolean;
}

const ALSO_REFUSED =
  'A call that was refused was a call all the same, and each action of a call with several counts; a batch does its action to each of its things.';

/** The two that every twin has: `<twin>.tool-was-called` and `<twin>.tool-was-not-called`. */
export function calledChecks(reading: CallReading): Check[] {
  const { twin, door, tools, examples } = reading;
  const tool = toolParam(tools, examples[1]);
  return [
    defineTapeCheck({
      id: `${twin}.tool-was-called`,
      template: 'The tool {tool} was called.',
      description: `A call did this action, over ${door} or MCP, or named this MCP tool. ${ALSO_REFUSED}`,
      compares: 'the actions of each call, and the MCP tool it named, with {tool}',
      params: { tool },
      scan: (args) =>
        firstCall(reading, args.tool, (found, rows) =>
          found ? passed(`${args.tool} was called: ${found}`) : failed(`none of the ${rows} calls was ${args.tool}`),
        ),
    }),
    defineTapeCheck({
      id: `${twin}.tool-was-not-called`,
      template: 'The tool {tool} was never called.',
      description: `No call did or tried this action, over ${door} or MCP, nor named this MCP tool. ${ALSO_REFUSED}`,
      compares: 'the actions of each call, and the MCP tool it named, with {tool}',
      params: { tool },
      scan: (args) =>
        firstCall(reading, args.tool, (found, rows) =>
          found ? failed(`${args.tool} was called: ${found}`) : passed(`none of the ${rows} calls was ${args.tool}`),
        ),
    }),
  ];
}

/** Which actions were called, in which order, how often and to what end. */
export function toolChecks(reading: CallReading): Check[] {
  const { twin, tools, examples } = reading;
  const tool = toolParam(tools, examples[1]);
  const other = { ...toolParam(tools, examples[0]), description: 'Another action or MCP tool' };
  return [
    ...calledChecks(reading),
    defineTapeCheck({
      id: `${twin}.tool-was-refused`,
      template: 'A call of {tool} was refused.',
      description: 'At least one call of this action or MCP tool was answered with an error.',
      compares: 'the actions of each refused call, and the MCP tool it named, with {tool}',
      params: { tool },
      scan: (args) => refusedCall(reading, args.tool),
    }),
    defineTapeCheck({
      id: `${twin}.tool-was-called-before`,
      template: 'The tool {tool} was called before {other}.',
      description: `Both were called, and the first call of {tool} came before the first one of {other}. ${ALSO_REFUSED}`,
      compares: 'the place of the first call of {tool} on the tape with that of {other}',
      params: { tool: { ...tool, example: examples[0] }, other: { ...other, example: examples[1] } },
      scan: (args) => inOrder(reading, args.tool, args.other),
    }),
    ...countChecks(reading, tool),
  ];
}

const BOUNDS = [
  { id: 'tool-call-count', words: 'exactly', param: count, holds: (calls: number, wanted: number) => calls === wanted },
  { id: 'tool-called-at-least', words: 'at least', param: least, holds: (calls: number, wanted: number) => calls >= wanted },
  { id: 'tool-called-at-most', words: 'at most', param: count, holds: (calls: number, wanted: number) => calls <= wanted },
] as const;

const countChecks = (reading: CallReading, tool: CheckParam): Check[] =>
  BOUNDS.map(({ id, words, param, holds }) =>
    defineTapeCheck({
      id: `${reading.twin}.${id}`,
      template: `The tool {tool} was called ${words} {count} times.`,
      description: `So many calls did or tried this action, or named this MCP tool. ${ALSO_REFUSED}`,
      compares: 'the number of calls of {tool} with {count}',
      params: { tool, count: param },
      scan: (args) => counted(reading, args, holds),
    }),
  );

/** What a call asked for of what a sentence names. @throws where nothing is found on a row that names nothing */
function asked({ isRefused, batches }: CallReading, row: TapeRow, ...names: readonly string[]): Asked[] {
  const found = askedBy(row, isRefused).filter((one) => names.some((name) => timesCalled(one, name, batches) > 0));
  if (found.length === 0) requireNamed(row);
  return found;
}

function firstCall(reading: CallReading, name: string, outcome: (found: string | undefined, rows: number) => Outcome): TapeScan {
  const { named = namedRow } = reading;
  return firstRow((row) => (asked(reading, row, name).length > 0 ? named(row) : undefined), outcome);
}

function refusedCall(reading: CallReading, name: string): TapeScan {
  const { named = namedRow } = reading;
  return firstRow(
    (row) => (asked(reading, row, name).some(({ refused }) => refused) ? named(row) : undefined),
    (found, rows) => (found ? passed(`refused: ${found}`) : failed(`none of the ${rows} calls was a refused ${name}`)),
  );
}

function inOrder(reading: CallReading, first: string, second: string): TapeScan {
  const { named = namedRow } = reading;
  const seen: string[] = [];
  const found = new Map<string, string>();
  return {
    row(row) {
      if (found.size === 2) return;
      for (const one of asked(reading, row, first, second)) {
        for (const name of [first, second]) {
          if (found.has(name) || timesCalled(one, name, reading.batches) === 0) continue;
          found.set(name, named(row));
          seen.push(name);
        }
      }
    },
    outcome() {
      const missing = [first, second].find((name) => !found.has(name));
      if (missing !== undefined) return failed(`${missing} was never called`);
      const evidence = seen.map((name) => `${name} was called: ${found.get(name)}`).join('; ');
      return seen[0] === first && first !== second ? passed(evidence) : failed(evidence);
    },
  };
}

function counted(
  reading: CallReading,
  args: CheckArgs<'tool' | 'count'>,
  holds: (calls: number, wanted: number) => boolean,
): TapeScan {
  const { named = namedRow } = reading;
  let calls = 0;
  let last = '';
  return {
    row(row) {
      const found = asked(reading, row, args.tool);
      const here = found.reduce((sum, one) => sum + timesCalled(one, args.tool, reading.batches), 0);
      if (here === 0) return;
      calls += here;
      last = `; the last: ${named(row)}`;
    },
    outcome() {
      const evidence = `calls of ${args.tool}: ${calls}${last}`;
      return holds(calls, Number(args.count)) ? passed(evidence) : failed(evidence);
    },
  };
}
