import { hash } from 'node:crypto';
import type { Fault, StandingFault } from '@svc/contract/faults';
import type { Universe } from '../universe.ts';
import type { WorldSpec } from '../world/collection.ts';
import type { AskedNames, FaultCatalogue } from './catalogue.ts';
import { PathPattern } from './path-pattern.ts';

/** A call as faults select it. */
export interface SelectableCall extends AskedNames {
  method: string;
  /** Below the twin's URL, as it came and without a prefix under which the surface stands again. */
  paths: readonly string[];
}

/** A fault that a call met. */
export interface MetFault extends Fault {
  /** Which of the calls that it selects this one is, counted from 1. */
  call: number;
  /** The action that the call asked for, where it has a name. */
  action: string | null;
}

/** What faults have to say of a call. */
export interface Strike {
  /** Absent where the call was only counted. */
  fault?: MetFault;
  /** For the journal: the counts that it moved. */
  note: FaultNote;
  /** The world of another time that the call is carried out on. */
  past?: Universe<WorldSpec>;
}

/** Matched and injected calls. */
type Count = readonly [matched: number, injected: number];

/** What the journal keeps of faults: a list that was set, or counts of one by place. */
export interface FaultNote {
  /** How many lists were set before this one. */
  list: number;
  faults?: readonly Fault[];
  counts?: Readonly<Record<number, Count>>;
}

const NONE: Count = [0, 0];
/** Of a digest; its share of what they can say is the draw. */
const DRAW_DIGITS = 8;

/** The faults that a world's calls may meet now. */
export class StandingFaults {
  readonly #catalogue: FaultCatalogue | undefined;
  readonly #seed: () => string;
  /** Stands none? */
  isEmpty = true;
  #list = 0;
  #faults: readonly Fault[] = [];
  #paths: readonly (PathPattern | undefined)[] = [];
  #counts: Count[] = [];

  /** @param seed what shares are drawn from */
  constructor(catalogue: FaultCatalogue | undefined, seed: () => string, faults: readonly Fault[] = []) {
    this.#catalogue = catalogue;
    this.#seed = seed;
    this.#take(faults);
  }

  /** @returns what the journal keeps of it */
  set(faults: readonly Fault[]): FaultNote {
    this.#list += 1;
    this.#take(faults);
    return { list: this.#list, faults };
  }

  /** What a further list will be called, for the journal to have it before it stands. */
  next(faults: readonly Fault[]): FaultNote {
    return { list: this.#list + 1, faults };
  }

  /** Takes up what the journal kept. */
  resume({ list, faults, counts }: FaultNote): void {
    if (faults) {
      this.#list = list;
      this.#take(faults);
    }
    if (!counts || list !== this.#list) return;
    for (const [place, [matched, injected]] of Object.entries(counts)) {
      const at = Number(place);
      // Calls may be taken down in another order than they came in.
      const known = this.#counts[at] ?? NONE;
      this.#counts[at] = [Math.max(known[0], matched), Math.max(known[1], injected)];
    }
  }

  /** Counts a call. The first fault that is due is the one that it meets. @returns undefined where no fault selects it */
  strike(call: SelectableCall, twin: string): Strike | undefined {
    let counts: Record<number, Count> | undefined;
    let met: MetFault | undefined;
    this.#faults.forEach((fault, at) => {
      if (!this.#selects(fault, this.#paths[at], call)) return;
      const [matched, injected] = this.#counts[at] ?? NONE;
      const number = matched + 1;
      const isMet = !met && this.#isDue(fault, at, number);
      if (isMet) met = { ...fault, twin, call: number, action: call.tools[0] ?? null };
      const count: Count = [number, isMet ? injected + 1 : injected];
      this.#counts[at] = count;
      counts = { ...counts, [at]: count };
    });
    return counts && { ...(met && { fault: met }), note: { list: this.#list, counts } };
  }

  /** As they stand, with their counts. */
  standing(twin: string): StandingFault[] {
    return this.#faults.map((fault, at) => {
      const [matched, injected] = this.#counts[at] ?? NONE;
      return { ...fault, twin, matched, injected };
    });
  }

  #take(faults: readonly Fault[]): void {
    this.#faults = faults;
    this.isEmpty = faults.length === 0;
    this.#paths = faults.map(({ path }) => (path === undefined ? undefined : new PathPattern(path)));
    this.#counts = [];
  }

  #selects({ kind, operation, tool, method }: Fault, path: PathPattern | undefined, call: SelectableCall): boolean {
    if (method !== undefined && method !== call.method) return false;
    if (operation !== undefined && !call.operations.includes(operation)) return false;
    if (tool !== undefined && !call.tools.includes(tool)) return false;
    if (path && !call.paths.some((one) => path.matches(one))) return false;
    return kind !== 'stale_list' || (call.reads && this.#lists(call));
  }

  #lists({ operations, tools }: SelectableCall): boolean {
    return [...operations, ...tools].some((name) => this.#catalogue?.isList(name));
  }

  #isDue({ nth, share }: Fault, at: number, number: number): boolean {
    if (nth !== undefined) return [nth].flat().includes(number);
    if (share === undefined) return true;
    const drawn = hash('sha256', `${this.#seed()}\n${at}\n${number}`).slice(0, DRAW_DIGITS);
    return Number.parseInt(drawn, 16) / 16 ** DRAW_DIGITS < share;
  }
}
