import {
  actionsOf,
  collection,
  created,
  defineCheck,
  defineTapeCheck,
  defineTwin,
  failed,
  json,
  operationsOf,
  passed,
  TwinError,
  toolChecks,
  writesOf,
} from '@svc/twin-kit';
import { z } from 'zod';

interface Note {
  id: number;
  title: string;
}

const collections = { notes: collection<Note>()({ key: (note) => note.id }) };
const operation = operationsOf<typeof collections>();
const answer = (status: number) => () => new TwinError(status, { error: status });
const input = z.object({ title: z.string() });

/** A twin of notes under any id, so that a sandbox can hold two. */
export const tinyTwin = (id: string) =>
  defineTwin({
    id,
    title: id,
    collections,
    seed: {
      schema: z.strictObject({ notes: z.array(input).default([]) }),
      defaultSeed: { notes: [{ title: 'Welcome' }] },
      load: ({ world, ids }, seed) => {
        for (const { title } of seed.notes) world.notes.insert({ id: ids.next('note'), title });
      },
    },
    operations: [
      operation({
        id: `${id}/list`,
        method: 'GET',
        path: '/notes',
        fidelity: 'semantic',
        mutates: false,
        handle: ({ world }) => json([...world.notes.values()]),
      }),
      operation({
        id: `${id}/create`,
        method: 'POST',
        path: '/notes',
        fidelity: 'semantic',
        mutates: true,
        action: 'create_note',
        body: input,
        handle: ({ world, ids }, { body }) => created(world.notes.insert({ id: ids.next('note'), title: body.title })),
      }),
    ],
    tools: [],
    checks: [
      defineCheck<typeof collections>()({
        id: `${id}.note-exists`,
        template: 'There is a note called "{title}".',
        description: '',
        compares: '',
        substrate: 'final_state',
        params: { title: { pattern: /[^"]+/, example: 'Welcome', description: '' } },
        evaluate: ({ title }, { notes }) => {
          const note = notes.find((candidate) => candidate.title === title);
          return note
            ? passed(`note ${note.id} of ${id} is called "${title}"`)
            : failed(`none of ${notes.length} notes of ${id} is`);
        },
      }),
      defineTapeCheck({
        id: `${id}.tool-was-called`,
        template: 'The tool {tool} was called.',
        description: '',
        compares: '',
        params: { tool: { pattern: /[a-z_]+/, example: 'create_note', description: '' } },
        scan: ({ tool }) => {
          let seq = 0;
          return {
            row: (row) => {
              if (actionsOf(row).some((action) => action.tool === tool)) seq ||= row.seq;
            },
            outcome: () => (seq > 0 ? passed(`tape row ${seq}`) : failed(`${tool} is in no tape row`)),
          };
        },
      }),
      ...toolChecks({
        twin: id,
        door: 'REST',
        tools: new Map([
          ['list_notes', false],
          ['create_note', true],
        ]),
        examples: ['list_notes', 'create_note'],
      }).filter((check) => check.id !== `${id}.tool-was-called`),
      defineTapeCheck({
        id: `${id}.nothing-was-written`,
        template: 'No note was ever written.',
        description: '',
        compares: '',
        params: {},
        scan: () => {
          let writes = 0;
          return {
            row: (row) => {
              writes += writesOf(row).length;
            },
            outcome: () => (writes === 0 ? passed('no write') : failed(`${writes} writes`)),
          };
        },
      }),
    ],
    documented: [],
    bodies: 'json',
    bodyLimit: 1 << 20,
    credential: (ids) => ({ token: `note_${ids.text(16)}`, header: 'Authorization', scheme: 'Bearer' }),
    errors: {
      notFound: answer(404),
      unsupported: answer(501),
      unauthenticated: answer(401),
      badCredentials: answer(401),
      malformedBody: answer(400),
      bodyTooLarge: answer(413),
      invalidInput: answer(422),
      outOfRoom: answer(403),
      internal: answer(500),
    },
  });
