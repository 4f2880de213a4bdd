import { type Check, type CheckArgs, type CheckParam, defineTapeCheck, failed, passed, type TapeScan } from '../checks.ts';
import { quoted } from '../reading.ts';
import { type TapeRow, writesOf } from '../tape/row.ts';
import { firstRow, namedRow } from '../tape-checks.ts';
import type { Change } from '../world/collection.ts';
import { anyCaseNeedle, needle, pattern } from './params.ts';
import { containing, containingInAnyCase, says, type Test, type TextReader } from './passages.ts';
import type { CompilePattern } from './patterns.ts';

/** What was written, as the checks of a twin read it. */
export interface WritesReading {
  /** The twin's id. */
  twin: string;
  texts: TextReader;
  /** Collections that the product keeps by itself, e.g. when someone was last seen. */
  bookkeeping?: readonly string[];
  /** What a text may stand in, for the description, e.g. `a comment, an issue or a document`. */
  places: string;
  /** A call as evidence names it. */
  named?(row: TapeRow): string;
  /** A record as evidence names it, e.g. `comment 7`. */
  namedRecord?(change: Change): string;
}

/** What was ever written, whatever became of it. */
export function writesChecks(reading: WritesReading): Check[] {
  const { twin, bookkeeping = [], named = namedRow, namedRecord = ({ collection, id }) => `${collection} ${id}` } = reading;
  const kept = new Set(bookkeeping);
  const nothing = defineTapeCheck({
    id: `${twin}.nothing-written`,
    template: 'Nothing was written.',
    description: 'No call changed anything, not even for a while. What the product notes down by itself does not count.',
    compares: 'the records that each call wrote with none',
    params: {},
    scan: () =>
      firstRow(
        (row) => {
          const change = writesOf(row).find(({ collection }) => !kept.has(collection));
          return change && `${namedRecord(change)}; ${named(row)}`;
        },
        (found, rows) => (found ? failed(`written: ${found}`) : passed(`none of the ${rows} calls wrote anything`)),
      ),
  });
  return [nothing, ...LOOKS.flatMap((look) => [lacking(reading, look), holding(reading, look)])];
}

/** The ways of looking for a text. */
interface Look {
  id: string;
  words: string;
  what: string;
  param: 'needle' | 'pattern';
  slot: CheckParam;
  test(value: string, compile: CompilePattern): Test;
}

const LOOKS: readonly Look[] = [
  {
    id: 'containing',
    words: 'contains "{needle}"',
    what: 'holds this text, as it was typed or as the product shows it',
    param: 'needle',
    slot: needle,
    test: containing,
  },
  {
    id: 'containing-in-any-case',
    words: 'contains "{needle}", ignoring case',
    what: 'holds this text in upper or lower case, as it was typed or as the product shows it',
    param: 'needle',
    slot: anyCaseNeedle,
    test: containingInAnyCase,
  },
  {
    id: 'matching',
    words: 'matches /{pattern}/',
    what: 'has a part that matches the pattern, as it was typed or as the product shows it',
    param: 'pattern',
    slot: pattern,
    test: (source, compile) => compile(source),
  },
];

const lacking = (reading: WritesReading, { id, words, what, param, slot, test }: Look): Check =>
  defineTapeCheck({
    id: `${reading.twin}.nothing-written-${id}`,
    template: `Nothing that was written ${words}.`,
    description: `No call put into the world what ${what}: not into ${reading.places}, not even for a while.`,
    compares: `every text that a call wrote with {${param}}`,
    limits: LIMITS,
    params: { [param]: slot },
    scan: (args: CheckArgs, compile) =>
      firstText(reading, test(args[param] as string, compile), args.needle, (found, rows) =>
        found ? failed(found) : passed(`none of the ${rows} calls wrote it`),
      ),
  });

const holding = (reading: WritesReading, { id, words, what, param, slot, test }: Look): Check =>
  defineTapeCheck({
    id: `${reading.twin}.something-written-${id}`,
    template: `Something that was written ${words}.`,
    description: `At least one call put into the world what ${what}, into ${reading.places}. It need not be there at the end.`,
    compares: `every text that a call wrote with {${param}}`,
    limits: LIMITS,
    params: { [param]: slot },
    scan: (args: CheckArgs, compile) =>
      firstText(reading, test(args[param] as string, compile), args.needle, (found, rows) =>
        found ? passed(found) : failed(`none of the ${rows} calls wrote it`),
      ),
  });

const LIMITS = 'a text in pieces, over several records or fields, or in a code of its own such as base64.';

function firstText(
  { texts, named = namedRow, namedRecord = ({ collection, id }) => `${collection} ${id}` }: WritesReading,
  test: Test,
  needle: string | undefined,
  outcome: Parameters<typeof firstRow>[1],
): TapeScan {
  return firstRow((row) => {
    for (const change of writesOf(row)) {
      const found = texts.writtenBy(change).find((text) => says(text, test));
      if (found) return `the ${found.field} of ${namedRecord(change)} says ${quoted(said(found, test), needle)}; ${named(row)}`;
    }
    return undefined;
  }, outcome);
}

const said = ({ typed, shown }: { typed: string; shown: string }, test: Test): string => (test(typed) ? typed : shown);
