import { z } from 'zod';
import { linesOf, plainBytes } from '../evidence/bytes.ts';
import { cut, lengthOf } from '../evidence/cut.ts';
import { findPlace, type Place, placeFields, readLive, readStored } from '../evidence/place.ts';
import { ToolFailure } from '../failure.ts';
import { limitField } from '../limit.ts';
import { defineTool, READS, type Toolbox } from '../tool.ts';

/** A page ends before the row that would make it longer, in characters; its first row always fits. Assistants take about so much at once. */
const MAX_PAGE_LENGTH = 60_000;

const rowSchema = z.looseObject({
  seq: z.int(),
  method: z.string().optional(),
  path: z.string().optional(),
  status: z.int().optional(),
  state_mutation: z.boolean().optional().describe('True when the call changed the world; a refused write reads false.'),
  tool: z.string().nullish().describe('The action, whichever door the call came through.'),
});
type Row = z.infer<typeof rowSchema>;

export const getTape = defineTool({
  name: 'get_tape',
  title: 'Read the recorded calls',
  description:
    'The calls that the agent made on one twin, in order: of the live twin while the sandbox is open, of the stored run once it is graded. A page at a time: pass `next` as `after` for the one that follows; to follow a live twin pass the last seq. Headers are left out and long bodies cut, marked {"$cut": …}, unless "whole" is true.',
  input: z.strictObject({
    ...placeFields,
    after: z.int().min(0).default(0).describe('Only rows whose seq is greater.'),
    limit: limitField('rows'),
    whole: z.boolean().default(false).describe('Rows as recorded, with headers and whole bodies.'),
  }),
  output: z.object({
    source: z.enum(['live', 'stored']),
    session_id: z.string(),
    run_id: z.string().nullable(),
    twin: z.string(),
    twins: z.array(z.string()).describe('Every twin of the sandbox; each has a tape of its own.'),
    rows: z.array(rowSchema),
    next: z.int().nullable().describe('Pass it as `after` for the next page; null at the end.'),
    notes: z.array(z.string()),
  }),
  annotations: READS,
  async run(toolbox, input, signal) {
    const place = await findPlace(toolbox, input);
    const { rows, next, notes } = await readPage(rowsOf(toolbox, place, input.after, signal), input);
    return {
      source: place.kind,
      session_id: place.sessionId,
      run_id: place.kind === 'stored' ? place.runId : null,
      twin: place.twin,
      twins: [...place.twins],
      rows,
      next,
      notes,
    };
  },
});

async function* rowsOf(toolbox: Toolbox, place: Place, after: number, signal: AbortSignal): AsyncGenerator<Row> {
  const bytes =
    place.kind === 'live'
      ? await readLive(toolbox, place, `/_svc/events?format=jsonl&after=${after}`, signal)
      : plainBytes(await readStored(toolbox, await toolbox.client.runs.trace(place.runId), signal));
  let seen = 0;
  for await (const line of linesOf(bytes)) {
    const row = parsedRow(line);
    // A stored tape holds all twins; rows of evidence that was uploaded may name neither twin nor place.
    if ((row.twin ?? place.twins[0]) !== place.twin) continue;
    seen += 1;
    const seq = typeof row.seq === 'number' ? row.seq : seen;
    if (seq > after) yield { ...row, seq } as Row;
  }
}

function parsedRow(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch (cause) {
    throw new ToolFailure('The tape has a row that is not JSON.', 'Download it through the REST API to look at it.', { cause });
  }
}

async function readPage(rows: AsyncIterable<Row>, { limit, whole }: { limit: number; whole: boolean }) {
  const page: Row[] = [];
  let length = 0;
  let cuts = 0;
  let more = false;
  for await (const row of rows) {
    let cutHere = 0;
    const shown = whole
      ? row
      : shorten(row, () => {
          cutHere += 1;
        });
    length += lengthOf(shown);
    more = page.length === limit || (page.length > 0 && length > MAX_PAGE_LENGTH);
    if (more) break;
    page.push(shown);
    cuts += cutHere;
  }
  const notes: string[] = [];
  if (cuts > 0)
    notes.push('Long bodies were cut; call with "whole": true, "limit": 1 and "after" one below a seq to read that row.');
  return { rows: page, next: more ? (page.at(-1)?.seq ?? null) : null, notes };
}

const LONG_FIELDS = ['request_body', 'response_body', 'state_delta', 'actions'];

function shorten({ request_headers, response_headers, ...row }: Row, onCut: () => void): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, LONG_FIELDS.includes(name) ? cut(value, onCut) : value]),
  ) as Row;
}
