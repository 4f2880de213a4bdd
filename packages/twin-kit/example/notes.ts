import {
  type Context,
  collection,
  created,
  defineCheck,
  defineTwin,
  failed,
  json,
  operationsOf,
  passed,
  TwinError,
  toolsOf,
} from '@svc/twin-kit';
import { z } from 'zod';

interface Note {
  id: number;
  title: string;
}

const collections = {
  notes: collection<Note>()({ key: (note) => note.id, indexes: { title: { group: (note) => note.title } } }),
};
const operation = operationsOf<typeof collections>();
const tool = toolsOf<typeof collections>();

class TitleTaken extends TwinError {
  constructor(title: string) {
    super(409, { error: `There is a note called "${title}".` });
  }
}

function createNote({ world, ids }: Context<typeof collections>, title: string): Note {
  if (world.notes.by.title.first(title)) throw new TitleTaken(title);
  return world.notes.insert({ id: ids.next('note'), title });
}

const answer = (status: number, error: string) => () => new TwinError(status, { error });
const noteInput = z.object({ title: z.string().min(1) });

export const notes = defineTwin({
  id: 'notes',
  title: 'Notes',
  collections,
  seed: {
    schema: z.strictObject({ notes: z.array(noteInput).default([]) }),
    defaultSeed: { notes: [{ title: 'Welcome' }] },
    load: ({ world, ids }, seed) => {
      for (const { title } of seed.notes) world.notes.insert({ id: ids.next('note'), title });
    },
  },
  operations: [
    operation({
      id: 'notes/list',
      method: 'GET',
      path: '/notes',
      fidelity: 'semantic',
      mutates: false,
      action: 'list_notes',
      handle: ({ world }) => json([...world.notes.values()]),
    }),
    operation({
      id: 'notes/create',
      method: 'POST',
      path: '/notes',
      fidelity: 'semantic',
      mutates: true,
      action: 'create_note',
      body: noteInput,
      handle: (context, { body }) => created(createNote(context, body.title)),
    }),
  ],
  tools: [
    tool({
      name: 'create_note',
      description: 'Creates a note.',
      mutates: true,
      input: noteInput,
      handle: (context, { title }) => createNote(context, title),
    }),
  ],
  checks: [
    defineCheck<typeof collections>()({
      id: 'notes.note-exists',
      template: 'There is a note called "{title}".',
      description: 'A note with exactly this title exists at the end.',
      compares: 'the titles of all notes with {title}',
      substrate: 'final_state',
      params: { title: { pattern: /[^"]+/, example: 'Welcome', description: 'The whole title.' } },
      evaluate: ({ title }, state) => {
        const found = state.notes.find((note) => note.title === title);
        return found ? passed(`note ${found.id} is called "${title}"`) : failed(`none of ${state.notes.length} notes is`);
      },
    }),
  ],
  documented: ['DELETE /notes/{id}'],
  bodies: 'json',
  bodyLimit: 1024,
  credential: (ids) => ({ token: `note_${ids.text(16)}`, header: 'Authorization', scheme: 'Bearer' }),
  errors: {
    notFound: answer(404, 'No such path.'),
    unsupported: (_request, what) => new TwinError(501, { error: `${what} is not simulated.` }),
    unauthenticated: answer(401, 'Send a token.'),
    badCredentials: answer(401, 'Wrong token.'),
    malformedBody: answer(400, 'The body is not JSON.'),
    bodyTooLarge: (_request, limit) => new TwinError(413, { error: `At most ${limit} bytes.` }),
    invalidInput: (_request, issues) =>
      new TwinError(422, { error: 'Invalid input.', issues: issues.map(({ path, code }) => ({ path, code })) }),
    outOfRoom: (_request, reason) => new TwinError(403, { error: reason }),
    internal: answer(500, 'The twin failed.'),
  },
});
