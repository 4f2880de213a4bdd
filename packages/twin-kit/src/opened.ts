import type { Ambient } from './calls.ts';
import type { TwinDefinition } from './definition.ts';
import { Disk } from './disk.ts';
import { StandingFaults } from './faults/standing.ts';
import { DEFAULT_ROOM, noRoomFor, Room, requireRoom, type SharedRoom } from './room.ts';
import { idSeed } from './seeds.ts';
import type { Journal } from './tape/journal.ts';
import { type JournalHead, type Part, type SessionHead, startOf } from './tape/journal-format.ts';
import { linkParts } from './tape/parts.ts';
import { Universe, type Write } from './universe.ts';
import type { WorldSpec } from './world/collection.ts';
import { linkFiles, takeFiles } from './world-files.ts';

/** A journal's world, as its last row left it. */
export interface Opened {
  head: JournalHead;
  universe: Universe<WorldSpec>;
  room: Room;
  faults: StandingFaults;
}

type Definition = TwinDefinition<WorldSpec, unknown>;
type Times = Pick<Ambient, 'wall' | 'monotonic'>;

/** Begins a journal with the given head, or takes it up as it is. @throws SeedError | JournalError | NoRoomError */
export function openJournal(
  definition: Definition,
  journal: Journal,
  head: JournalHead | undefined,
  times: Times,
  shared?: SharedRoom,
): Opened {
  const opening = new Opening(definition, journal, times, shared);
  try {
    if (head) opening.open(head).room.begin(head);
    else journal.recover(opening.onHead, opening.onWrite);
    return opening.opened;
  } catch (error) {
    opening.giveUp();
    throw error;
  }
}

/** A world as it is now. */
export interface Present {
  head: JournalHead;
  universe: Universe<WorldSpec>;
  worldBytes: number;
}

/** A world that others of its process can go on from. */
export interface Parent {
  readonly journal: Journal;
  readonly engine: { readonly present: Present };
}

/** The session of a fork, and what it inherits its first rows from: what another journal's `prefix` gives, or a world of the same process. */
export interface Inheritance {
  session: SessionHead & { inherited: number };
  from: AsyncIterable<Buffer> | Parent;
}

/** Begins a journal with another's first rows. @throws SeedError | JournalError | NoRoomError, or what the source throws */
export async function inheritJournal(
  definition: Definition,
  journal: Journal,
  { session, from }: Inheritance,
  times: Times,
  shared?: SharedRoom,
): Promise<Opened> {
  const { diskReserveBytes } = session.room ?? DEFAULT_ROOM;
  requireRoom(new Disk(journal.path, diskReserveBytes, times.monotonic));
  const opening = new Opening(definition, journal, times, shared);
  try {
    if ('journal' in from) {
      await opening.goOn(session, from);
      linkFiles(from.journal.path, journal.path);
    } else await journal.adopt(session, takeFiles(from, journal.path), opening.onHead, opening.onWrite);
    return opening.opened;
  } catch (error) {
    opening.giveUp();
    throw noRoomFor(error);
  }
}

/** A world that is made of what its journal tells, line by line. */
class Opening {
  readonly #definition: Definition;
  readonly #journal: Journal;
  readonly #times: Times;
  readonly #shared: SharedRoom | undefined;
  #opened: Opened | undefined;

  constructor(definition: Definition, journal: Journal, times: Times, shared: SharedRoom | undefined) {
    this.#definition = definition;
    this.#journal = journal;
    this.#times = times;
    this.#shared = shared;
  }

  open(head: JournalHead): Opened {
    return this.#open(head, Universe.begin(this.#definition, head, this.#times.wall));
  }

  #open(head: JournalHead, universe: Universe<WorldSpec>): Opened {
    const { monotonic } = this.#times;
    const room = new Room(head.room ?? DEFAULT_ROOM, this.#journal, monotonic, this.#shared);
    const faults = new StandingFaults(this.#definition.faults, () => idSeed(head.twin, head.seed), head.faults);
    this.#opened = { head, universe, room, faults };
    return this.#opened;
  }

  /** Goes on from a world of the same process, whose journal is linked where its file system allows that. */
  async goOn(session: Inheritance['session'], { journal, engine }: Parent): Promise<void> {
    const stretches = journal.stretches(session.inherited);
    const parts = stretches && linkParts(this.#journal.path, stretches);
    if (!parts) return this.#journal.adopt(session, journal.prefix(session.inherited), this.onHead, this.onWrite);
    // Nothing is waited for since the journal was asked where its rows stand: the world is as they left it.
    if (session.inherited === journal.rows) this.#goOnNow({ ...session, parts }, engine.present);
    else await this.#journal.readFrom({ ...session, parts }, this.onHead, this.onWrite);
  }

  #goOnNow(session: Inheritance['session'] & { parts: readonly Part[] }, present: Present): void {
    const head = { ...session, ...startOf(present.head) };
    const universe = present.universe.copy(this.#definition, session.clock, this.#times.wall);
    this.#open(head, universe).room.resume(present.worldBytes);
    this.#journal.continueFrom(head);
  }

  get opened(): Opened {
    if (!this.#opened) throw new Error('the journal is empty');
    return this.#opened;
  }

  readonly onHead = (head: JournalHead, length: number): void => this.open(head).room.resume(length);

  readonly onWrite = (write: Write): void => {
    this.opened.universe.replay(write);
    this.opened.room.replay(write);
    if (write.faults) this.opened.faults.resume(write.faults);
  };

  /** Gives the room back of a world that doesn't come to be. */
  giveUp(): void {
    this.#opened?.room.close();
  }
}
