import type { CallSummary } from '@svc/contract/dashboard';
import type { TwinAddress } from '@svc/platform';
import { splitLines, type TapeRow } from '@svc/twin-kit';
import type { SandboxRecord } from '../sandboxes/view.ts';
import { readTwin } from '../worlds/twins.ts';
import { summaryOf } from './calls.ts';

/** How far the tape of each twin was told: the `seq` of its last row. */
export type Cursor = Map<string, number>;

/** As it stands in an address: `github=12,slack=3`. */
export const cursorText = (cursor: Cursor): string => [...cursor].map(([twin, seq]) => `${twin}=${seq}`).join(',');

/** What isn't a twin of the sandbox with a number is passed over: its tape is told from the start. */
export function readCursor(text: unknown, twins: readonly string[]): Cursor {
  const told = typeof text === 'string' ? text.split(',').map((part) => part.split('=') as [string, string?]) : [];
  const seqs = new Map(told.flatMap(([twin, seq = '']) => (/^\d{1,9}$/.test(seq) ? [[twin, Number(seq)] as const] : [])));
  return new Map(twins.map((twin) => [twin, seqs.get(twin) ?? 0]));
}

/** One tape of all twins of an open sandbox, as far as it is known, in the order of the calls. */
export class LiveTape {
  readonly #sandbox: SandboxRecord;
  readonly #twins: readonly TwinAddress[];
  readonly #read: Cursor;
  /** Calls that are known and not told, by twin. */
  readonly #waiting: Map<string, CallSummary[]>;

  constructor(sandbox: SandboxRecord, twins: readonly TwinAddress[], from: Cursor) {
    this.#sandbox = sandbox;
    this.#twins = twins;
    this.#read = new Map(from);
    this.#waiting = new Map(twins.map(({ twin }) => [twin, []]));
  }

  /**
   * What came since the last look. Where there are several twins a call waits for the next look, as another twin may tell of an
   * earlier one by then.
   */
  async next(): Promise<CallSummary[]> {
    const alone = this.#twins.length === 1;
    const until = alone ? Number.POSITIVE_INFINITY : this.#latest();
    await Promise.all(this.#twins.map((address) => this.#look(address)));
    const ready: CallSummary[] = [];
    for (;;) {
      const first = this.#earliest();
      if (!first?.[0] || (!alone && !(timeOf(first[0]) <= until))) return ready;
      ready.push(first.shift() as CallSummary);
    }
  }

  /** A twin that doesn't answer just now has its rows still when it does. */
  async #look(address: TwinAddress): Promise<void> {
    const { twin } = address;
    const known = this.#waiting.get(twin) as CallSummary[];
    try {
      const rows = await readTwin(this.#sandbox, address, `/_svc/events?format=jsonl&after=${this.#read.get(twin) ?? 0}`);
      for await (const line of splitLines(rows)) {
        if (line.length === 0) continue;
        const call = summaryOf(JSON.parse(line.toString()) as TapeRow, twin);
        known.push(call);
        this.#read.set(twin, call.seq);
      }
    } catch {
      return;
    }
  }

  #latest(): number {
    return Math.max(...[...this.#waiting.values()].flatMap((calls) => (calls.length > 0 ? [timeOf(calls.at(-1))] : [])));
  }

  /** The twin whose next call is the earliest of all; each tape keeps its own order. */
  #earliest(): CallSummary[] | undefined {
    let first: CallSummary[] | undefined;
    for (const calls of this.#waiting.values()) {
      if (calls.length > 0 && (first === undefined || timeOf(calls[0]) < timeOf(first[0]))) first = calls;
    }
    return first;
  }
}

const timeOf = (call: CallSummary | undefined): number => Date.parse(call?.at ?? '') || 0;
