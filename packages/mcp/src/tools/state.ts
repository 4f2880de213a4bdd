import { z } from 'zod';
import { plainBytes, textOf } from '../evidence/bytes.ts';
import { cut, lengthOf } from '../evidence/cut.ts';
import { findPlace, type Place, placeFields, readLive, readStored } from '../evidence/place.ts';
import { ToolFailure } from '../failure.ts';
import { defineTool, READS, type Toolbox } from '../tool.ts';

/** Larger states are not read here, in bytes. */
const MAX_STATE_BYTES = 32 << 20;
/** How much of a state is shown unless it is asked for whole, in characters. */
const MAX_SHOWN_LENGTH = 60_000;
const MAX_RECORDS = 1_000;
const DEFAULT_RECORDS = 100;

export const getState = defineTool({
  name: 'get_state',
  title: 'Read the world of a twin',
  description:
    'The world of one twin by collections of records: as it is now while the sandbox is open, as it was graded afterwards. Large worlds are cut, and `notes` says where: name a `collection` and page through it with `offset` and `limit`, or ask for "whole": true.',
  input: z.strictObject({
    ...placeFields,
    collection: z.string().optional().describe('Only this collection, e.g. "issues".'),
    offset: z.int().min(0).default(0).describe('Leaves out so many records of each collection.'),
    limit: z.int().min(1).max(MAX_RECORDS).default(DEFAULT_RECORDS).describe('At most so many records of each collection.'),
    step: z
      .int()
      .min(0)
      .optional()
      .describe('As it was after so many calls of the sandbox, those of all its twins counted in their order; 0 is the seed.'),
    whole: z.boolean().default(false).describe('Everything, however long.'),
  }),
  output: z.object({
    source: z.enum(['live', 'stored']),
    session_id: z.string(),
    run_id: z.string().nullable(),
    twin: z.string(),
    twins: z.array(z.string()),
    counts: z.record(z.string(), z.int()).describe('Records in each collection of the world.'),
    state: z.record(z.string(), z.unknown()),
    notes: z.array(z.string()),
  }),
  annotations: READS,
  async run(toolbox, input, signal) {
    const place = await findPlace(toolbox, input);
    const world = await readWorld(toolbox, place, input.step, signal);
    const counts = Object.fromEntries(Object.entries(world).map(([name, records]) => [name, sizeOf(records)]));
    const chosen = input.collection === undefined ? world : only(world, input.collection);
    return {
      source: place.kind,
      session_id: place.sessionId,
      run_id: place.kind === 'stored' ? place.runId : null,
      twin: place.twin,
      twins: [...place.twins],
      counts,
      ...(input.whole ? { state: chosen, notes: [] } : shorten(chosen, input)),
    };
  },
});

type World = Record<string, unknown>;

const sizeOf = (records: unknown): number => (Array.isArray(records) ? records.length : 1);

async function readWorld(toolbox: Toolbox, place: Place, step: number | undefined, signal: AbortSignal): Promise<World> {
  if (step !== undefined) return (await worldAt(toolbox, place, { step, twin: place.twin })).state;
  const text = await textOf(await bytesOf(toolbox, place, signal), MAX_STATE_BYTES, () => tooLarge(place));
  const world: unknown = JSON.parse(text);
  if (typeof world === 'object' && world !== null && !Array.isArray(world)) return world as World;
  throw new ToolFailure('The state is not an object of collections.', 'Download it through the REST API to look at it.');
}

const worldAt = ({ client }: Toolbox, place: Place, query: { step: number; twin: string }) =>
  place.kind === 'live' ? client.sandboxes.world(place.sessionId, query) : client.runs.world(place.runId, query);

async function bytesOf(toolbox: Toolbox, place: Place, signal: AbortSignal) {
  if (place.kind === 'live') return readLive(toolbox, place, '/_svc/state', signal);
  const { per_twin, ...primary } = await toolbox.client.runs.state(place.runId);
  const blob = per_twin ? per_twin[place.twin] : primary;
  if (!blob) throw new ToolFailure(`No state of the ${place.twin} twin was stored.`, 'get_run still has the verdicts.');
  return plainBytes(await readStored(toolbox, blob, signal));
}

const tooLarge = (place: Place): ToolFailure =>
  new ToolFailure(
    `The state is larger than ${MAX_STATE_BYTES >> 20} MiB.`,
    place.kind === 'live'
      ? `Read it with the agent_token: GET ${place.endpoints.api_url}/_svc/state.`
      : `Download it: GET /v1/runs/${place.runId}/state of the REST API answers a signed URL.`,
  );

function only(world: World, collection: string): World {
  if (Object.hasOwn(world, collection)) return { [collection]: world[collection] };
  throw new ToolFailure(`There is no collection "${collection}".`, `There are: ${Object.keys(world).join(', ')}.`);
}

/** Every collection gets an equal share of what is shown; what one leaves over goes to those after it. */
function shorten(world: World, { offset, limit }: { offset: number; limit: number }): { state: World; notes: string[] } {
  const names = Object.keys(world);
  const notes: string[] = [];
  const state: World = {};
  let left = MAX_SHOWN_LENGTH;
  let cuts = 0;
  const onCut = () => {
    cuts += 1;
  };
  for (const [index, name] of names.entries()) {
    const records = world[name];
    const share = left / (names.length - index);
    const shown = Array.isArray(records) ? fitting(records.slice(offset, offset + limit), share, onCut) : short(records, onCut);
    state[name] = shown;
    left = Math.max(0, left - lengthOf(shown));
    if (!Array.isArray(records)) continue;
    const end = offset + (shown as unknown[]).length;
    if (end < records.length) {
      notes.push(`${name}: ${end} of ${records.length} records; go on with "collection": "${name}", "offset": ${end}.`);
    }
  }
  if (cuts > 0) notes.push('Long fields were cut; call with "whole": true to read them.');
  return { state, notes };
}

/** The first records that fit, at least one. */
function fitting(records: readonly unknown[], length: number, onCut: () => void): unknown[] {
  const shown: unknown[] = [];
  let sum = 0;
  for (const record of records) {
    const brief = short(record, onCut);
    sum += lengthOf(brief);
    if (shown.length > 0 && sum > length) break;
    shown.push(brief);
  }
  return shown;
}

/** A record whose long fields are cut. */
function short(record: unknown, onCut: () => void): unknown {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return cut(record, onCut);
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, cut(value, onCut)]));
}
