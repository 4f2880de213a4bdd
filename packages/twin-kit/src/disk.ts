import { statfs, statfsSync } from 'node:fs';

/** So much may be written, and so much time pass, before the disk is looked at again: bytes, milliseconds. */
const LOOK_EVERY_BYTES = 1 << 20;
const LOOK_EVERY_MS = 1_000;
/** How soon a disk with too little room is looked at again, in milliseconds. */
const LOOK_AGAIN_MS = 100;
/** A disk that had no room for a row is full until there is so much again, in bytes. */
const ROOM_AGAIN_BYTES = 1 << 16;
/** Below this share of the reserve nothing is written any more: who watches the disk has until there to make room. */
const LAST_SHARE = 0.5;

/** How much of the disk a twin's journal may use. The rest is for what else lies on it. */
export class Disk {
  readonly #path: string;
  readonly #reserve: number;
  readonly #monotonic: () => number;
  #free = Number.POSITIVE_INFINITY;
  #ranOut = false;
  #lookedAt: number;
  #written = 0;
  #looking = false;

  /**
   * @param path of a file on it
   * @param reserve bytes that must stay free
   */
  constructor(path: string, reserve: number, monotonic: () => number) {
    this.#path = path;
    this.#reserve = reserve;
    this.#monotonic = monotonic;
    this.#lookedAt = monotonic();
    this.#look();
  }

  /** No writes of agents. */
  get isLow(): boolean {
    return this.#ranOut || this.#free < this.#reserve;
  }

  /** No rows at all. */
  get isOut(): boolean {
    return this.#ranOut || this.#free < this.#reserve * LAST_SHARE;
  }

  /** Counts what was written. */
  wrote(bytes: number): void {
    this.#written += bytes;
  }

  /** A write found no room, whatever was seen before. */
  ranOut(): void {
    this.#ranOut = true;
    this.#lookedAt = this.#monotonic();
  }

  /** Looks again where that is due: beside the calls while there is room, before them while there is not. */
  refresh(): void {
    const age = this.#monotonic() - this.#lookedAt;
    if (this.isLow) {
      if (age >= LOOK_AGAIN_MS) this.#look();
    } else if (age >= LOOK_EVERY_MS || this.#written >= LOOK_EVERY_BYTES) this.#lookBeside();
  }

  #look(): void {
    this.#lookedAt = this.#monotonic();
    try {
      this.#saw(statfsSync(this.#path));
    } catch {
      // A disk that doesn't tell is written to until it refuses.
    }
  }

  #lookBeside(): void {
    if (this.#looking) return;
    this.#looking = true;
    this.#written = 0;
    this.#lookedAt = this.#monotonic();
    statfs(this.#path, (error, seen) => {
      this.#looking = false;
      if (!error) this.#saw(seen);
    });
  }

  #saw({ bavail, bsize }: { bavail: number; bsize: number }): void {
    this.#free = bavail * bsize;
    if (this.#free >= ROOM_AGAIN_BYTES) this.#ranOut = false;
  }
}

/** Is it the disk, and not the file, that took no more? */
export const isNoSpace = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException | undefined)?.code ?? '');
