import { type Check, collection, defineCheck, defineTapeCheck, failed, passed, type TapeRow } from '@svc/twin-kit';

interface Note {
  id: number;
  title: string;
  done: boolean;
}

const collections = { notes: collection<Note>()({ key: (note) => note.id }) };
const check = defineCheck<typeof collections>();

const number = { pattern: /[1-9]\d*/, example: '1', description: 'Number of a note' };
const text = { pattern: /[^\n"]+/, example: 'ship it', description: 'Any text' };

/** A vocabulary with overlapping wording, adjacent free text, and a check of each substrate. */
export const noteChecks: readonly Check[] = [
  check({
    id: 'notes.note-exists',
    template: 'Note #{note} exists.',
    description: 'A note is there.',
    compares: 'The notes of the final state with the number.',
    substrate: 'final_state',
    params: { note: number },
    evaluate: ({ note }, { notes }) =>
      notes.some(({ id }) => id === Number(note)) ? passed(`note #${note} is there`) : failed(`no note #${note}`),
  }),
  check({
    id: 'notes.note-titled',
    template: 'Note #{note} is titled "{title}".',
    description: 'A title.',
    compares: 'The title, letter by letter.',
    substrate: 'final_state',
    params: { note: number, title: text },
    evaluate: ({ note, title }, { notes }) => {
      const found = notes.find(({ id }) => id === Number(note));
      if (!found) return failed(`no note #${note}`);
      return found.title === title
        ? passed(`note #${note} is titled "${title}"`)
        : failed(`note #${note} is titled "${found.title}"`);
    },
  }),
  check({
    id: 'notes.moved',
    template: 'Text {what} was moved to {where} by {who}.',
    description: 'Free text between common words.',
    compares: 'Nothing.',
    substrate: 'final_state',
    params: { what: text, where: text, who: { ...text, pattern: /[a-z]+/, example: 'ada' } },
    evaluate: ({ what }) => failed(`nobody moved ${what}`),
  }),
  check({
    id: 'notes.no-new-notes',
    template: 'No new notes were made.',
    description: 'Nothing was added.',
    compares: 'Note numbers of seed and final state.',
    substrate: 'seed_and_final_state',
    params: {},
    evaluate: (_, { notes }, seed) =>
      notes.length === seed.notes.length ? passed('as many notes as before') : failed(`${notes.length - seed.notes.length} new`),
  }),
  check({
    id: 'notes.explodes',
    template: 'Explode for {who}.',
    description: 'A check with a fault.',
    compares: 'Nothing.',
    substrate: 'final_state',
    params: { who: { ...text, pattern: /[a-z]+/, example: 'ada' } },
    evaluate: () => {
      throw new Error('boom');
    },
  }),
  defineTapeCheck({
    id: 'notes.tool-was-called',
    template: 'The tool {tool} was called at least {times} times.',
    description: 'Calls of an action.',
    compares: 'Rows stamped with the tool.',
    params: { tool: { pattern: /[a-z_]+/, example: 'create_note', description: 'Action' }, times: number },
    scan: ({ tool, times }) => {
      const rows: number[] = [];
      return {
        row: (row) => {
          if (row.tool === tool) rows.push(row.seq);
        },
        outcome: () =>
          rows.length >= Number(times)
            ? passed(`tape row ${rows[0]} and ${rows.length - 1} more`)
            : failed(`${tool} was called ${rows.length} times`),
      };
    },
  }),
  defineTapeCheck({
    id: 'notes.never-deleted',
    template: 'Nothing was deleted.',
    description: 'No DELETE.',
    compares: 'Methods.',
    params: {},
    scan: () => {
      let seq = 0;
      return {
        row: (row) => {
          if (row.method === 'DELETE') seq ||= row.seq;
        },
        outcome: () => (seq === 0 ? passed('no DELETE on the tape') : failed(`DELETE in tape row ${seq}`)),
      };
    },
  }),
  defineTapeCheck({
    id: 'notes.scan-explodes',
    template: 'The scan explodes.',
    description: 'A check with a fault.',
    compares: 'Nothing.',
    params: {},
    scan: () => ({
      row: () => {
        throw new Error('bad row');
      },
      outcome: () => failed('never'),
    }),
  }),
];

export const state = (...notes: Note[]) => ({ notes });

export function row(seq: number, fields: Partial<TapeRow> = {}): TapeRow {
  return {
    seq,
    ts: new Date(Date.UTC(2026, 0, 1) + seq * 10).toISOString(),
    request_id: `req_${seq}`,
    twin: 'notes',
    method: 'GET',
    path: '/s/ses_1/notes',
    request_headers: {},
    request_body: null,
    status: 200,
    response_headers: {},
    response_body: null,
    latency_ms: 1,
    state_mutation: false,
    state_delta: null,
    tool: null,
    fidelity: 'semantic',
    ...fields,
  };
}
