import { Disk, isNoSpace } from './disk.ts';
import type { Journal } from './tape/journal.ts';
import type { JournalHead } from './tape/journal-format.ts';
import type { Action } from './world/action-log.ts';
import type { Change } from './world/collection.ts';

/** How much a sandbox's twin may keep, in bytes. */
export interface RoomLimits {
  /** Of its journal; what a write adds is counted before it is committed. */
  journalBytes: number;
  /** Of its world as JSON text: its seed as its journal has it, and what writes made of its records since. One for each UTF-16 unit. */
  worldBytes: number;
  /** What must stay free of the disk on which the journal lies. */
  diskReserveBytes: number;
}

const KIB = 1 << 10;
const MIB = 1 << 20;

/** Room for tapes of 50,000 rows, which are 1 to 4 kB each, and for seeds of 4 MiB that grow to sixteen times that. */
export const DEFAULT_ROOM: Readonly<RoomLimits> = Object.freeze({
  journalBytes: 256 * MIB,
  worldBytes: 64 * MIB,
  diskReserveBytes: 256 * MIB,
});

/** A journal over its limit takes so much more of reads and refused calls, in bytes. */
export const ROW_RESERVE_BYTES = 8 * MIB;
/** Rows that wait in memory for room on the disk, in bytes. */
const HELD_BYTES = 256 * KIB;
/**
 * What a row may tell of the actions of a call, in bytes, beside as much as its delta and some times its body: a short document
 * can write a long text again and again.
 */
export const ACTIONS_BYTES = 8 * MIB;
const BODY_TIMES = 4;
/** What rows show of a request's body where room is short, in bytes. */
export const SHORT_BODY_BYTES = 4 * KIB;

const NO_ROOM_FOR_ANOTHER = 'The disk that twins keep their journals on has no room for another one.';

const NO_SHARE = 'The sandboxes of this service have no memory left for a world as large as this. Nothing was changed.';

/** There is no room for a world on this disk. */
export class NoRoomError extends Error {}

/**
 * Where the row of a call goes that changes nothing. `journal`: into it, and the call is answered as it came out; else it is
 * refused, and its row is the journal's last (`last`), waits for room on the disk (`memory`), or isn't kept (`nowhere`).
 */
export type Place = 'journal' | 'last' | 'memory' | 'nowhere';

/** A committed write's texts. */
export interface WrittenText {
  changes: string;
  hidden: string | undefined;
  /** The size of the world after it, and what it added. */
  world: number;
  growth: number;
}

/** What a call leaves behind, and the actions that it named. */
export interface Wrote {
  changes: readonly Change[];
  hidden: readonly Change[];
  actions: readonly Action[] | undefined;
}

const TOO_MUCH_TO_TELL = 'The actions of this call write more than its row of the tape can tell. Nothing was changed.';

/** What a row tells of a call's actions, as far as it may. */
const told = (actions: readonly Action[], bodyBytes: number, deltaLength = 0): string | undefined =>
  actionsText(actions, ACTIONS_BYTES + BODY_TIMES * bodyBytes + deltaLength);

/** What a sandbox's twin may still keep. Every write and every row asks here, and nowhere else. */
export class Room {
  readonly disk: Disk;
  readonly #limits: RoomLimits;
  readonly #journal: Journal;
  readonly #shared: SharedRoom | undefined;
  #world = 0;
  #ended = false;
  #cutInMemory = false;

  /** @param shared with the other worlds of the process, where there are any */
  constructor(limits: RoomLimits, journal: Journal, monotonic: () => number, shared: SharedRoom | undefined) {
    this.#limits = limits;
    this.#journal = journal;
    this.#shared = shared;
    shared?.enter();
    this.disk = new Disk(journal.path, limits.diskReserveBytes, monotonic);
  }

  /** Begins the journal of a new world. @throws NoRoomError where there is no room for it */
  begin(head: JournalHead): void {
    requireRoom(this.disk);
    try {
      this.#resize(this.#journal.begin(head));
    } catch (error) {
      throw noRoomFor(error);
    }
  }

  /** The world is gone. */
  close(): void {
    this.#shared?.leave(this.#world);
  }

  /** How large the world is. */
  get worldBytes(): number {
    return this.#world;
  }

  /** Takes up the size of a world. */
  resume(world: number): void {
    this.#resize(world);
  }

  /** Takes up a write of the journal: its size stands there, but for journals of earlier versions. */
  replay({ changes, hidden = [], world }: { changes: readonly Change[]; hidden?: readonly Change[]; world?: number }): void {
    this.#resize(world ?? this.#world + changesText(changes).growth + changesText(hidden).growth);
  }

  /** @returns the reason against what a call wrote, a sentence for the caller, or what it is written as. */
  admit({ changes, hidden, actions }: Wrote, bodyBytes: number): string | WrittenText {
    // What is taken back in the same call is told, and kept nowhere else.
    if (changes.length + hidden.length === 0) {
      if (actions && told(actions, bodyBytes) === undefined) return TOO_MUCH_TO_TELL;
      return { changes: '[]', hidden: undefined, world: this.#world, growth: 0 };
    }
    this.disk.refresh();
    if (this.disk.isLow) return 'The disk under this sandbox has no room left. Nothing was changed.';
    const { journalBytes, worldBytes } = this.#limits;
    const full = (what: string, limit: number): string =>
      `The ${what} of this sandbox is full: it may have ${amount(limit)}. Nothing was changed.`;
    const left = journalBytes - this.#journal.size - bodyBytes;
    if (left <= 0) return full('tape', journalBytes);
    const shown = changesText(changes);
    const internal: ChangesText | undefined = hidden.length > 0 ? changesText(hidden) : undefined;
    const actionsBytes = actions ? told(actions, bodyBytes, shown.text.length)?.length : 0;
    if (actionsBytes === undefined) return TOO_MUCH_TO_TELL;
    if (shown.text.length + (internal?.text.length ?? 0) + actionsBytes > left) return full('tape', journalBytes);
    const growth = shown.growth + (internal?.growth ?? 0);
    if (growth > 0 && this.#world + growth > worldBytes) return full('world', worldBytes);
    if (growth > 0 && this.#shared?.has(this.#world, growth) === false) return NO_SHARE;
    this.#resize(this.#world + growth);
    return { changes: shown.text, hidden: internal?.text, world: this.#world, growth };
  }

  /** The disk had no room for a row that had a place in the journal, nor for its write. */
  takeBack(write: { text: WrittenText } | undefined): void {
    this.#resize(this.#world - (write?.text.growth ?? 0));
    this.#ended = false;
    this.disk.ranOut();
  }

  /** Where the row of a call goes that changed nothing. @param bytes its length */
  placeOf(bytes: number): Place {
    const { disk } = this;
    disk.refresh();
    if (disk.isOut) return 'memory';
    this.#cutInMemory = false;
    if (this.#journal.size + bytes <= this.#limits.journalBytes + ROW_RESERVE_BYTES) return 'journal';
    if (this.#ended) return 'nowhere';
    this.#ended = true;
    return 'last';
  }

  /** Does a row wait in memory, as one of them, as the last one, or not at all? @param bytes its length */
  keep(bytes: number): 'memory' | 'last' | 'nowhere' {
    if (this.#cutInMemory || this.#ended) return 'nowhere';
    if (this.#journal.heldBytes + bytes <= HELD_BYTES) return 'memory';
    this.#cutInMemory = true;
    return 'last';
  }

  /** Why a call is refused that has no row in the journal. */
  get reason(): string {
    return this.#ended
      ? `The tape of this sandbox has ended: it may have ${amount(this.#limits.journalBytes)}. Nothing was read or changed.`
      : 'The disk under this sandbox has no room left. Nothing was read or changed.';
  }

  #resize(world: number): void {
    this.#shared?.grew(world - this.#world);
    this.#world = world;
  }

  /** What rows show of a request's body. */
  shownBody(body: unknown, bytes: number): unknown {
    const isShort = this.disk.isLow || this.#journal.size > this.#limits.journalBytes;
    return isShort && bytes > SHORT_BODY_BYTES ? { $omitted: bytes } : body;
  }
}

/** @throws NoRoomError where a disk takes no further world */
export function requireRoom(disk: Disk): void {
  if (disk.isLow) throw new NoRoomError(NO_ROOM_FOR_ANOTHER);
}

/** What to say of a world that could not begin for this reason. */
export const noRoomFor = (error: unknown): unknown =>
  isNoSpace(error) ? new NoRoomError(NO_ROOM_FOR_ANOTHER, { cause: error }) : error;

const amount = (bytes: number): string => (bytes >= MIB ? `${Math.floor(bytes / MIB)} MiB` : `${Math.floor(bytes / KIB)} KiB`);

/** Changes as they are written, and what they do to the size of the world. */
export interface ChangesText {
  /** What `JSON.stringify` makes of them. */
  text: string;
  /** How much longer the records became as JSON text; below 0 where they became shorter. */
  growth: number;
}

/** Where a record was not there before, or isn't after. */
const NONE = 'null';
const NOTHING: ChangesText = { text: '[]', growth: 0 };

/** Writes changes record by record, so that the length of each is known without another pass. */
export function changesText(changes: readonly Change[]): ChangesText {
  if (changes.length === 0) return NOTHING;
  let text = '';
  let growth = 0;
  for (const { collection, id, before, after } of changes) {
    const key = typeof id === 'number' ? id : JSON.stringify(id);
    const was = before === null ? NONE : JSON.stringify(before);
    const is = after === null ? NONE : JSON.stringify(after);
    growth += (after === null ? 0 : is.length) - (before === null ? 0 : was.length);
    text += `${text === '' ? '[' : ','}{"collection":"${collection}","id":${key},"before":${was},"after":${is}}`;
  }
  return { text: `${text}]`, growth };
}

const texts = new WeakMap<readonly Action[], string>();

/** JSON of the actions that a call named, made once; undefined where it is longer than `longest` characters. */
export function actionsText(actions: readonly Action[], longest = Number.POSITIVE_INFINITY): string | undefined {
  const known = texts.get(actions);
  if (known !== undefined) return known;
  let text = '';
  for (const action of actions) {
    text += (text === '' ? '[' : ',') + JSON.stringify(action);
    if (text.length > longest) return undefined;
  }
  text = text === '' ? '[]' : `${text}]`;
  texts.set(actions, text);
  return text;
}

/**
 * What the worlds of one process may have together, as JSON text in bytes. Once they have it all, those grow on that have less
 * than an equal share: what one of them writes can take no room that another one needs.
 */
export class SharedRoom {
  readonly #bytes: number;
  #taken = 0;
  #worlds = 0;

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** A world comes. */
  enter(): void {
    this.#worlds += 1;
  }

  /** A world goes. @param world its size */
  leave(world: number): void {
    this.#worlds -= 1;
    this.#taken -= world;
  }

  /** A world grew by so much, or got smaller. */
  grew(by: number): void {
    this.#taken += by;
  }

  /** May a world of this size grow by so much? */
  has(world: number, growth: number): boolean {
    return this.#taken + growth <= this.#bytes || world + growth <= this.#bytes / this.#worlds;
  }
}
