import {
  type Check,
  type CheckArgs,
  type CheckParam,
  defineSeededTapeCheck,
  defineTapeCheck,
  failed,
  passed,
  type TapeCheck,
  type TapeScan,
} from '../checks.ts';
import { quoted } from '../reading.ts';
import { type TapeRow, writesOf } from '../tape/row.ts';
import { firstRow, namedRow } from '../tape-checks.ts';
import type { Change, State, WorldSpec } from '../world/collection.ts';
import { anyCaseNeedle, needle, pattern } from './params.ts';
import { containing, containingInAnyCase, isWritten, type Passage, says, type Test, type TextReader } from './passages.ts';
import type { CompilePattern } from './patterns.ts';

/** Is a text only repeated by a call that made or changed its record? */
type IsRepeated = (collection: string, passage: Passage) => boolean;

/** What was written, as the checks of a twin read it. */
export interface WritesReading<W extends WorldSpec = WorldSpec> {
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
  /** For texts that stand in new records though nobody wrote them anew, e.g. the names of a folder's older files. */
  repeated?(seed: State<W>): IsRepeated;
  /** For texts that a call puts at a new place without a record that holds them, e.g. a file with the content of another. Wants `repeated`. */
  placed?(seed: State<W>): Placing<W>;
}

/** Follows a tape for what was put at new places. */
export interface Placing<W extends WorldSpec> {
  row(row: TapeRow): void;
  /** What was put there, looked up at the end. */
  texts(final: State<W>): Iterable<Placed>;
}

export interface Placed {
  passage: Passage;
  /** As evidence names it, with the call, e.g. `a.md in commit 1a2b3c4; tape row 7: …` */
  where: string;
}

/** What was ever written, whatever became of it. */
export function writesChecks<W extends WorldSpec>(reading: WritesReading<W>): Check[] {
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

type Declared = Omit<TapeCheck, 'scan' | 'substrate' | 'readsSeed'>;
type Finish = Parameters<typeof firstRow>[1];

/** What is done with a text that is found: a sentence is about what readers see, or about what was written at all. */
interface Verdict {
  finds: typeof says;
  finish: Finish;
}

/** What is looked for. */
interface Sought {
  finds(passage: Passage): boolean;
  test: Test;
  needle: string | undefined;
}

/** Declares a check that looks for the first written text of a kind; it reads the seed where that tells what is only repeated. */
function lookingFor<W extends WorldSpec>(
  reading: WritesReading<W>,
  { param, test }: Look,
  words: Declared,
  { finds, finish }: Verdict,
): Check {
  const { repeated, placed } = reading;
  const soughtOf = (args: CheckArgs, compile: CompilePattern): Sought => {
    const isIt = test(args[param] as string, compile);
    return { finds: (passage) => finds(passage, isIt), test: isIt, needle: args.needle };
  };
  if (!repeated) {
    const scan = (args: CheckArgs, compile: CompilePattern): TapeScan => firstText(reading, soughtOf(args, compile), finish);
    return defineTapeCheck({ ...words, scan });
  }
  return defineSeededTapeCheck<W>()({
    ...words,
    scan(args, seed, compile) {
      const sought = soughtOf(args, compile);
      const scan = (end: Finish): TapeScan => firstText(reading, sought, end, repeated(seed));
      return placed ? alsoPlaced(scan, finish, placed(seed), sought) : scan(finish);
    },
  });
}

/** The same scan, which at the end looks at what was put at new places too. */
function alsoPlaced<W extends WorldSpec>(
  scanWith: (end: Finish) => TapeScan,
  finish: Finish,
  placing: Placing<W>,
  sought: Sought,
): TapeScan {
  let last: string | undefined;
  const scan = scanWith((found, rows) => finish(found ?? last, rows));
  return {
    row(row) {
      scan.row(row);
      placing.row(row);
    },
    outcome(final) {
      for (const { passage, where } of final ? placing.texts(final as State<W>) : []) {
        if (!sought.finds(passage)) continue;
        last = `the ${passage.field} of ${where} says ${said(passage, sought)}`;
        break;
      }
      return scan.outcome(final);
    },
  };
}

const lacking = <W extends WorldSpec>(reading: WritesReading<W>, look: Look): Check =>
  lookingFor(
    reading,
    look,
    {
      id: `${reading.twin}.nothing-written-${look.id}`,
      template: `Nothing that was written ${look.words}.`,
      description: `No call put into the world what ${look.what}: not into ${reading.places}, not even for a while.`,
      compares: `every text that a call wrote with {${look.param}}`,
      limits: LIMITS,
      params: { [look.param]: look.slot },
    },
    {
      finds: isWritten,
      finish: (found, rows) => (found ? failed(found) : passed(`none of the ${rows} calls wrote it`)),
    },
  );

const holding = <W extends WorldSpec>(reading: WritesReading<W>, look: Look): Check =>
  lookingFor(
    reading,
    look,
    {
      id: `${reading.twin}.something-written-${look.id}`,
      template: `Something that was written ${look.words}.`,
      description: `At least one call put into the world what ${look.what}, into ${reading.places}. It need not be there at the end.`,
      compares: `every text that a call wrote with {${look.param}}`,
      limits: LIMITS,
      params: { [look.param]: look.slot },
    },
    {
      finds: says,
      finish: (found, rows) => (found ? passed(found) : failed(`none of the ${rows} calls wrote it`)),
    },
  );

const LIMITS = 'a text in pieces, over several records or fields, or in a code of its own such as base64.';

function firstText<W extends WorldSpec>(
  { texts, named = namedRow, namedRecord = ({ collection, id }) => `${collection} ${id}` }: WritesReading<W>,
  sought: Sought,
  finish: Finish,
  isRepeated: IsRepeated = () => false,
): TapeScan {
  return firstRow((row) => {
    for (const change of writesOf(row)) {
      const found = texts.writtenBy(change).find((text) => sought.finds(text) && !isRepeated(change.collection, text));
      if (found) return `the ${found.field} of ${namedRecord(change)} says ${said(found, sought)}; ${named(row)}`;
    }
    return undefined;
  }, finish);
}

const said = ({ typed, shown }: Passage, { test, needle }: Sought): string => quoted(test(typed) ? typed : shown, needle);
