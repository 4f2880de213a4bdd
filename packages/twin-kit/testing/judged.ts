import type { Check, CheckArgs, Outcome } from '../src/checks.ts';
import { compilePattern } from '../src/patterns.ts';
import type { TapeRow } from '../src/tape/row.ts';
import type { State, WorldSpec } from '../src/world/collection.ts';

/** What there is to judge of a run. Worlds are plain JSON, as a twin serves them. */
export interface Judged {
  seed: unknown;
  final: unknown;
  tape?: readonly unknown[];
  answer?: string;
  others?: ReadonlyMap<string, { seed: unknown; final: unknown }>;
}

/** The verdict of one check on a whole run, whatever it reads. */
export function judged(check: Check, args: CheckArgs, { seed, final, tape, answer = '', others = new Map() }: Judged): Outcome {
  const [before, after] = [seed as State<WorldSpec>, final as State<WorldSpec>];
  switch (check.substrate) {
    case 'final_answer':
      return check.judge(args, answer, compilePattern);
    case 'tape': {
      if (!tape) throw new Error(`${check.id} reads a tape, and there is none`);
      const scan = check.scan(args, before, compilePattern);
      for (const row of tape) scan.row(row as TapeRow);
      return scan.outcome(after);
    }
    default:
      return check.evaluate(args, after, before, others as Parameters<typeof check.evaluate>[3], compilePattern);
  }
}
