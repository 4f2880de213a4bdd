import type { Ambient } from './calls.ts';
import type { TwinDefinition } from './definition.ts';
import { StandingFaults } from './faults/standing.ts';
import { DEFAULT_ROOM, Room } from './room.ts';
import { idSeed } from './seeds.ts';
import type { SharedRoom } from './shared-room.ts';
import type { Journal } from './tape/journal.ts';
import type { JournalHead } from './tape/journal-format.ts';
import { Universe } from './universe.ts';
import type { WorldSpec } from './world/collection.ts';

/** A journal's world, as its last row left it. */
export interface Opened {
  head: JournalHead;
  universe: Universe<WorldSpec>;
  room: Room;
  faults: StandingFaults;
}

/** Begins a journal with the given head, or takes it up as it is. @throws SeedError | JournalError | NoRoomError */
export function openJournal(
  definition: TwinDefinition<WorldSpec, unknown>,
  journal: Journal,
  head: JournalHead | undefined,
  { wall, monotonic }: Pick<Ambient, 'wall' | 'monotonic'>,
  shared?: SharedRoom,
): Opened {
  const open = (found: JournalHead): Opened => ({
    head: found,
    universe: new Universe(definition, found, wall),
    room: new Room(found.room ?? DEFAULT_ROOM, journal, monotonic, shared),
    faults: new StandingFaults(definition.faults, () => idSeed(found.twin, found.seed), found.faults),
  });
  let opened: Opened | undefined;
  try {
    if (head) {
      opened = open(head);
      opened.room.begin(head);
    } else {
      journal.recover(
        (found, length) => {
          opened = open(found);
          opened.room.resume(length);
        },
        (write) => {
          opened?.universe.replay(write);
          opened?.room.replay(write);
          if (write.faults) opened?.faults.resume(write.faults);
        },
      );
    }
  } catch (error) {
    opened?.room.close();
    throw error;
  }
  if (!opened) throw new Error('the journal is empty');
  return opened;
}
