const MINUTE_MS = 60_000;
const SECOND_MS = 1000;

const SECONDS = Array.from({ length: 60 }, (_, second) => String(second).padStart(2, '0'));
const MILLISECONDS = Array.from({ length: SECOND_MS }, (_, millisecond) => String(millisecond).padStart(3, '0'));

/**
 * Writes times whose text is the minute's and then the second's: the minute is written once for all that fall into it, which is what a
 * `Date` takes its time for.
 *
 * @param minuteText what stands before the second, for the first millisecond of a minute since 1970
 * @param join the whole, from that, the second in two digits and the millisecond in three
 */
export function timeWriter(
  minuteText: (at: number) => string,
  join: (minute: string, second: string, millisecond: string) => string,
): (at: number) => string {
  let last = { at: Number.NaN, text: '' };
  let number = Number.NaN;
  let minute = '';
  return (at) => {
    if (last.at === at) return last.text;
    const current = Math.floor(at / MINUTE_MS);
    if (current !== number) {
      minute = minuteText(current * MINUTE_MS);
      number = current;
    }
    const rest = Math.floor(at - current * MINUTE_MS);
    const second = SECONDS[Math.floor(rest / SECOND_MS)] as string;
    last = { at, text: join(minute, second, MILLISECONDS[rest % SECOND_MS] as string) };
    return last.text;
  };
}

/** The beginning of a time as `Date.prototype.toISOString` writes it, up to its second. */
export const isoMinute = (at: number): string => new Date(at).toISOString().slice(0, -'ss.mmmZ'.length);

const isoWriter = () => timeWriter(isoMinute, (minute, second, millisecond) => `${minute}${second}.${millisecond}Z`);

/** As `Date.prototype.toISOString` writes it. @param at milliseconds since 1970. whole. @throws RangeError for a minute beyond what a `Date` can hold */
export const isoTime = isoWriter();

/** The same for times of another clock: each writer remembers one minute, which two clocks in turn would never find. */
export const wallIsoTime = isoWriter();

/** Steps of work on a world between two looks at how long it has taken. */
const STEPS = 256;

/** A call has worked for longer than it may where others wait. What it did is undone: it is carried out anew where nobody waits for it. */
export class TooLong extends Error {}

/** Processor time of a thread in microseconds. */
type Processor = () => { user: number; system: number };

const worked = ({ user, system }: ReturnType<Processor>): number => (user + system) / 1_000;

/** How long the call that is running may work, in milliseconds of processor time. */
interface Limit {
  ms: number;
  processor: Processor;
  /** From the first look on: most calls end before it. */
  until?: number;
}

// A thread carries out one call at a time.
let limit: Limit | undefined;
let steps = 0;
let over = false;

/** Says that work on a world goes on. @param count records that are touched @throws TooLong */
export function step(count = 1): void {
  steps += count;
  if (steps >= STEPS) look();
}

/** Did the call that is running go on for too long, whatever became of the error that told it so? */
export const isOver = (): boolean => over;

function look(): void {
  steps = 0;
  if (!limit) return;
  const now = worked(limit.processor());
  limit.until ??= now + limit.ms;
  over ||= now > limit.until;
  if (!over) return;
  // Who passes over the error gets it again with the next step.
  steps = STEPS;
  throw new TooLong();
}

/** Does a call's work. @throws TooLong where that takes longer than `ms` */
export function bounded<R>(ms: number, processor: Processor, work: () => R): R {
  limit = { ms, processor };
  steps = 0;
  try {
    const result = work();
    if (over) throw new TooLong();
    return result;
  } finally {
    limit = undefined;
    over = false;
    steps = 0;
  }
}
