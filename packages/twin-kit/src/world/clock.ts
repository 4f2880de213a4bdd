import type { ClockSetting } from '../definition.ts';

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
