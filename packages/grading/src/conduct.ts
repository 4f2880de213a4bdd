import { constants } from 'node:os';
import type { InjectedFault, UnsupportedCall } from '@svc/contract';
import { cutText } from '@svc/contract';
import { isHandshake, type TapeRow, unsupportedName } from '@svc/twin-kit';

/** Kinds of calls named at most; a tape has few, unless somebody makes them up. */
const MAX_KINDS = 50;
/** In characters. */
const LONGEST_KIND = 100;

/** What a tape tells of how the trial went, besides the verdicts. */
export class Conduct {
  /** Calls that the agent made, handshakes of its client apart. */
  calls = 0;
  /** The row after which the twin that has it refused calls without a row, the first of them. */
  cut: Pick<TapeRow, 'twin' | 'seq'> | undefined;
  readonly #unsupported = new Map<string, UnsupportedCall>();
  readonly #injected = new Map<string, InjectedFault>();

  row(row: TapeRow): void {
    if (row.cut) this.cut ??= { twin: row.twin, seq: row.seq };
    if (isHandshake(row)) return;
    this.calls += 1;
    this.#fault(row);
    const call = row.fidelity === 'unsupported' ? unsupportedName(row) : undefined;
    if (call === undefined) return;
    const key = JSON.stringify([row.twin, call]);
    const known = this.#unsupported.get(key);
    if (known) known.count += 1;
    else if (this.#unsupported.size < MAX_KINDS)
      this.#unsupported.set(key, { twin: row.twin as UnsupportedCall['twin'], call, count: 1, first_row: row.seq });
  }

  /** Tapes come from outside too: what they tell of a fault may be anything. */
  #fault({ twin, seq, fault }: TapeRow): void {
    const kind: unknown = fault?.kind;
    if (typeof kind !== 'string' || kind === '') return;
    const shown = cutText(kind.toWellFormed(), LONGEST_KIND);
    const key = JSON.stringify([twin, shown]);
    const known = this.#injected.get(key);
    if (known) known.count += 1;
    else if (this.#injected.size < MAX_KINDS) this.#injected.set(key, { twin, kind: shown, count: 1, first_row: seq });
  }

  /** The faults that calls met on request, by kind, in the order of the tape. */
  injected(): InjectedFault[] {
    return [...this.#injected.values()];
  }

  /** What the twins couldn't answer, by kind of call, in the order of the tape. */
  unsupported(): UnsupportedCall[] {
    return [...this.#unsupported.values()];
  }
}

/** How the agent ended, as the harness told it. */
export interface Ending {
  exit_code: number;
  stop_reason: string;
}

const BY_A_SIGNAL = 'the agent was ended by a signal.';

/** Words by which harnesses say that the agent didn't come to its end; how they are joined and in which letters says nothing. */
const ENDINGS: readonly (readonly [why: string, words: readonly string[]])[] = [
  [
    'the agent was stopped when its time was up.',
    ['timeout', 'time_out', 'timed_out', 'time_limit', 'time_limit_exceeded', 'deadline_exceeded'],
  ],
  ['the agent was stopped.', ['interrupted', 'aborted', 'canceled', 'cancelled']],
  [BY_A_SIGNAL, ['killed', 'terminated', 'oom_killed', 'out_of_memory']],
  ['the agent ended with an error.', ['error', 'crash', 'crashed', 'exception']],
  ['the agent failed its preflight.', ['preflight_failed']],
];

/** `Timed out`, `timed-out`, `TIMED_OUT` and `timedOut` say one thing. */
const plainWord = (reason: string): string => reason.toLowerCase().replaceAll(/[\s_.:-]+/g, '');

const STOPPED: ReadonlyMap<string, string> = new Map(
  ENDINGS.flatMap(([why, words]) => words.map((word) => [plainWord(word), why])),
);
/** `SIGKILL`, `signal 9`, `killed by SIGTERM`. */
const SIGNALLED = new RegExp(
  `^(?:(?:killed|terminated)by)?(?:signal(?:\\d{1,2})?|(?:signal)?(?:${Object.keys(constants.signals).join('|')}))$`,
  'i',
);

function stoppedBecause(reason: string): string | undefined {
  const word = plainWord(reason);
  return STOPPED.get(word) ?? (SIGNALLED.test(word) ? BY_A_SIGNAL : undefined);
}

/** What shells add to the number of the signal that ended a command: https://www.gnu.org/software/bash/manual/html_node/Exit-Status.html */
const BY_SIGNAL = 128;
const SIGNALS = 64;

const signalOf = (exitCode: number): string =>
  exitCode > BY_SIGNAL && exitCode <= BY_SIGNAL + SIGNALS ? `, as after signal ${exitCode - BY_SIGNAL}` : '';

/** Why a trial errored; undefined where it didn't. */
export function erroredBecause({ exit_code, stop_reason }: Ending, conduct: Pick<Conduct, 'calls' | 'cut'>): string | undefined {
  const stopped = stoppedBecause(stop_reason);
  if (stopped) return stopped;
  if (exit_code !== 0) return `the agent ended with exit code ${exit_code}${signalOf(exit_code)}.`;
  const { cut } = conduct;
  if (cut) return `the ${cut.twin} twin had no room for all of its tape, which was cut after row ${cut.seq}.`;
  return conduct.calls === 0 ? 'the agent made no call.' : undefined;
}
