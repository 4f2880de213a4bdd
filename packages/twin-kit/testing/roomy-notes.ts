import { parentPort } from 'node:worker_threads';
import { type Collection, json, operationsOf, type Twin } from '@svc/twin-kit';
import { notes } from '../example/notes.ts';
import { isSessionThread, serveInThread } from '../src/serve.ts';

const MIB = 1 << 20;

/** More than a call may do where others wait. */
const STEPS = 10_000_000;

/** Writes a note and looks at it far too often. */
const study = operationsOf<typeof notes.definition.collections>()({
  id: 'notes/study',
  method: 'POST',
  path: '/notes/study',
  fidelity: 'semantic',
  mutates: true,
  action: 'study_note',
  handle: ({ world, ids }) => {
    const all = world.notes as unknown as Collection<{ id: number; title: string }>;
    const { id } = all.insert({ id: ids.next('note'), title: `study ${ids.hex(8)}` });
    let seen = 0;
    while (seen < STEPS && all.get(id)) seen += 1;
    return json({ id, seen });
  },
});

/** The example twin with room for long notes, and an operation that takes long. */
export const roomyNotes = {
  ...notes,
  definition: { ...notes.definition, bodyLimit: 16 * MIB, operations: [...notes.definition.operations, study] },
} as Twin;

/** A title that ends the thread that is to write it down. */
export const LAST_WORDS = 'the last words of a thread';

/** This module, which is also that of its threads. */
export const roomyNotesThread = import.meta.url;

if (isSessionThread) {
  await serveInThread(roomyNotes);
  // Whoever listens first takes what has come: that is to be the server.
  parentPort?.on('message', (message: { url?: string }) => {
    if (message.url?.includes(encodeURIComponent(LAST_WORDS))) process.exit(1);
  });
}
