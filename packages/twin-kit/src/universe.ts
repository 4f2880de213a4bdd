import type { ClockSetting, TwinDefinition } from './definition.ts';
import { SeedError } from './errors.ts';
import type { FaultNote } from './faults/standing.ts';
import { defaultIdSeed, idSeed, parseSeed } from './seeds.ts';
import type { Change, WorldSpec } from './world/collection.ts';
import { type IdsState, SeededIds } from './world/ids.ts';
import { type Keep, WorldStore } from './world/store.ts';

/** What a world starts from; the head of its journal. */
export interface Genesis {
  /** The seed document as it was handed in; absent for the default world. */
  seed?: unknown;
  clock: ClockSetting;
  /** When it was booted, milliseconds since 1970: the date of everything a seed leaves undated on the wall clock. */
  bootedAt: number;
}

/** One committed write as the journal keeps it. */
export interface Write {
  /** What the tape shows; empty where only internal collections changed. */
  changes: readonly Change[];
  hidden?: readonly Change[];
  ids?: IdsState;
  /** The size of the world after it, see `RoomLimits.worldBytes`. Journals of earlier versions don't tell. */
  world?: number;
  /** What its line tells of faults, also where it tells of no write. */
  faults?: FaultNote;
}

/** A write that isn't in the journal yet. */
export interface Landed extends Write {
  /** Takes it back, the last one first. */
  undo(): void;
}

/** A world with its time and its ids: what one seed document becomes, and what journalled writes move on. */
export class Universe<W extends WorldSpec> {
  readonly store: WorldStore<W>;
  readonly ids: SeededIds;
  readonly clock: WorldClock;

  private constructor(store: WorldStore<W>, ids: SeededIds, clock: WorldClock) {
    this.store = store;
    this.ids = ids;
    this.clock = clock;
  }

  /** What a seed becomes. @throws SeedError when the twin's parser refuses it. */
  static begin<W extends WorldSpec>(definition: TwinDefinition<W, unknown>, genesis: Genesis, wall: () => number): Universe<W> {
    const parsed = parseSeed(definition, genesis.seed);
    if (!parsed.ok) throw new SeedError(parsed.issues);
    const store = new WorldStore(definition.collections);
    const ids = new SeededIds(genesis.seed === undefined ? defaultIdSeed(definition) : idSeed(definition.id, genesis.seed));
    const clock = clockOf(definition, genesis.clock, wall);
    const start = clock.isLogical ? clock.start() : genesis.bootedAt;
    store.transact(() => definition.seed.load({ world: store.world, now: start, ids }, parsed.seed));
    ids.begin();
    return new Universe(store, ids, clock);
  }

  /** Another one that is as this one is now, with a clock of its own. */
  copy(definition: TwinDefinition<W, unknown>, setting: ClockSetting, wall: () => number): Universe<W> {
    const clock = clockOf(definition, setting, wall);
    clock.writes = this.clock.writes;
    return new Universe(this.store.copy(), this.ids.copy(), clock);
  }

  /** Runs one call's work. What it changed is committed, unless it throws or `keep` refuses its result. */
  run<R>(work: () => R, keep: Keep<R>): { result: R; write: Landed | undefined } {
    this.ids.begin();
    try {
      const { result, changes, hidden, undo } = this.store.transact(work, keep);
      if (changes.length + hidden.length === 0) {
        this.ids.rollback();
        return { result, write: undefined };
      }
      const moved = changes.length > 0 ? 1 : 0;
      this.clock.writes += moved;
      const ids = this.ids.changes();
      const undoIds = this.ids.undo();
      const takeBack = (): void => {
        undo();
        undoIds();
        this.clock.writes -= moved;
      };
      const write: Landed = { changes, undo: takeBack };
      if (hidden.length > 0) write.hidden = hidden;
      if (ids) write.ids = ids;
      return { result, write };
    } catch (error) {
      this.ids.rollback();
      throw error;
    }
  }

  /** Takes up a journalled write. */
  replay({ changes, hidden = [], ids }: Write): void {
    this.store.apply([...changes, ...hidden]);
    if (ids) this.ids.apply(ids);
    if (changes.length > 0) this.clock.writes += 1;
  }
}

function clockOf<W extends WorldSpec>(
  definition: TwinDefinition<W, unknown>,
  setting: ClockSetting,
  wall: () => number,
): WorldClock {
  return new WorldClock(definition.clock === 'logical' ? { ...setting, mode: 'logical' } : setting, wall);
}

/** Where a logical clock starts when nobody says. */
export const LOGICAL_START = '2026-01-01T00:00:00.000Z';
const SECOND_MS = 1000;

/** The world's time. On the logical clock a committed write takes one second, and nothing else takes time. */
export class WorldClock {
  readonly #logicalStart: number | undefined;
  readonly #wall: () => number;
  #writes = 0;

  constructor(setting: ClockSetting, wall: () => number) {
    this.#logicalStart = setting.mode === 'logical' ? Date.parse(setting.start ?? LOGICAL_START) : undefined;
    this.#wall = wall;
  }

  /** True where time moves with writes only. */
  get isLogical(): boolean {
    return this.#logicalStart !== undefined;
  }

  /** Milliseconds since 1970: when a call that is now running happens. */
  now(): number {
    if (this.#logicalStart === undefined) return this.#wall();
    return this.#logicalStart + (this.#writes + 1) * SECOND_MS;
  }

  /** When the world begins: what a seed without dates is dated. */
  start(): number {
    return this.#logicalStart ?? this.#wall();
  }

  get writes(): number {
    return this.#writes;
  }

  set writes(count: number) {
    this.#writes = count;
  }
}
