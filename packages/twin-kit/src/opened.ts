import type { Ambient } from './calls.ts';
import type { TwinDefinition } from './definition.ts';
import { Disk } from './disk.ts';
import { StandingFaults } from './faults/standing.ts';
import { DEFAULT_ROOM, noRoomFor, Room, requireRoom } from './room.ts';
import { idSeed } from './seeds.ts';
import type { SharedRoom } from './shared-room.ts';
import type { Journal } from './tape/journal.ts';
import type { JournalHead, SessionHead } from './tape/journal-format.ts';
import { Universe, type Write } from './universe.ts';
import type { WorldSpec } from './world/collection.ts';

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

/** The session of a fork, and what it inherits: what another journal's `prefix` gives. */
export interface Inheritance {
  session: SessionHead;
  source: AsyncIterable<Buffer>;
}

/** Begins a journal with another's first rows. @throws SeedError | JournalError | NoRoomError, or what the source throws */
export async function inheritJournal(
  definition: Definition,
  journal: Journal,
  { session, source }: Inheritance,
  times: Times,
  shared?: SharedRoom,
): Promise<Opened> {
  const { diskReserveBytes } = session.room ?? DEFAULT_ROOM;
  requireRoom(new Disk(journal.path, diskReserveBytes, times.monotonic));
  const opening = new Opening(definition, journal, times, shared);
  try {
    await journal.adopt(session, source, opening.onHead, opening.onWrite);
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
    const { wall, monotonic } = this.#times;
    const universe = new Universe(this.#definition, head, wall);
    const room = new Room(head.room ?? DEFAULT_ROOM, this.#journal, monotonic, this.#shared);
    const faults = new StandingFaults(this.#definition.faults, () => idSeed(head.twin, head.seed), head.faults);
    this.#opened = { head, universe, room, faults };
    return this.#opened;
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
