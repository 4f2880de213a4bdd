import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { BlobStore } from '@svc/platform';
import type { State, Twin, WorldSpec } from '@svc/twin-kit';
import { compressed } from '../compress.ts';
import { CaptureIncomplete } from '../failures.ts';
import type { SandboxRow } from '../job.ts';
import { type Evidence, type Snapshot, type Snapshots, stateIn } from './evidence.ts';
import { linesOf, objectIn, type ReadRow, tapeOf } from './tape.ts';
import { uploadedRows } from './uploaded-row.ts';

/** Bounds on what a compressed upload may unfold to, in bytes. */
const MAX_TAPE_BYTES = 4 * 2 ** 30;
const MAX_STATE_BYTES = 256 * 2 ** 20;

export interface UploadedDependencies {
  blobs: BlobStore;
  twins: ReadonlyMap<string, Twin>;
  /** Where the keys lie; by default with the uploads of the sandbox. */
  prefix?: string;
  /** Makes a row of a line; by default one that trusts nothing. */
  toRow?: ReadRow;
}

/** Of one twin. Only what we stored ourselves tells of a seed beside the initial state. */
interface StateKeys {
  state_initial_key?: string | undefined;
  state_final_key?: string | undefined;
  state_seed_key?: string | undefined;
}

/** The keys of the evidence. */
export interface EvidenceKeys {
  trace_storage_key?: string | undefined;
  state_initial_storage_key?: string | undefined;
  state_final_storage_key?: string | undefined;
  per_twin_state_keys?: Readonly<Record<string, StateKeys>> | undefined;
}

/**
 * Reads what the caller uploaded, plain or compressed.
 *
 * @throws CaptureIncomplete when there is no tape, or what is there can't be read
 */
export async function readUploads(
  { blobs, twins, prefix, toRow }: UploadedDependencies,
  sandbox: SandboxRow,
  request: EvidenceKeys,
): Promise<Evidence> {
  const place = prefix ?? `teams/${sandbox.team_id}/sandboxes/${sandbox.id}/`;
  const bytesOf = async (key: string | undefined): Promise<AsyncIterable<Uint8Array> | undefined> => {
    if (key === undefined) return undefined;
    const within = key.startsWith(place);
    if (!within || key.split('/').includes('..')) throw new CaptureIncomplete('A storage key is not of this sandbox.');
    return (await blobs.exists(key)) ? decompressed(() => blobs.get(key)) : undefined;
  };
  const trace = await bytesOf(request.trace_storage_key);
  if (!trace) throw new CaptureIncomplete('There is no uploaded tape.');
  const states = new Map<string, Snapshots>();
  for (const [index, twin] of sandbox.twins.entries()) {
    const own = request.per_twin_state_keys?.[twin];
    const initial = own?.state_initial_key ?? (index === 0 ? request.state_initial_storage_key : undefined);
    const seed = own && 'state_seed_key' in own ? own.state_seed_key : undefined;
    const final = own?.state_final_key ?? (index === 0 ? request.state_final_storage_key : undefined);
    const read = async (key: string | undefined, what: string) => {
      const bytes = await bytesOf(key);
      return bytes && snapshotOf(await textOf(bytes, what), what);
    };
    const began = await read(seed, `The stored seed of ${twin}`);
    states.set(twin, {
      ...(began && { seed: began.state }),
      final: Promise.resolve(await read(final, `The uploaded final state of ${twin}`)),
      initial: (await read(initial, `The uploaded initial state of ${twin}`))?.state ?? knownStart(sandbox, twins.get(twin)),
    });
  }
  const known = new Map(sandbox.twins.map((id) => [id, collectionsOf(twins.get(id))]));
  const primary = sandbox.twins[0] ?? 'unknown';
  const toUploaded = uploadedRows({ primary, known });
  const read: ReadRow = toRow ?? ((line, number) => toUploaded(objectIn(line, number, JSON.parse), number));
  return { states, tape: tapeOf(linesOf(bounded(trace, MAX_TAPE_BYTES, 'The uploaded tape')), read) };
}

const collectionsOf = (twin: Twin | undefined): ReadonlySet<string> | undefined =>
  twin && new Set(Object.keys(twin.definition.collections as object));

/** The world that a hosted sandbox was started with, unless it is a fork; dates in it count from its creation. */
function knownStart(sandbox: SandboxRow, twin: Twin | undefined): State<WorldSpec> | undefined {
  if (sandbox.self_reported || sandbox.parent || !twin) return undefined;
  const clock =
    sandbox.clock.mode === 'logical' ? sandbox.clock : { mode: 'logical' as const, start: sandbox.created_at.toISOString() };
  try {
    return twin.initialState(sandbox.seeds[twin.id], clock);
  } catch {
    return undefined;
  }
}

/**
 * Uploads come plain or gzipped, and nothing says which but their first bytes (RFC 1952: 1f 8b). The blob is opened on the
 * first read, so that what nobody reads needs no closing.
 */
async function* decompressed(open: () => Promise<Readable | undefined>): AsyncGenerator<Uint8Array> {
  const blob = await open();
  if (!blob) throw new CaptureIncomplete('An uploaded blob is gone.');
  try {
    yield* unpacked(blob.iterator({ destroyOnReturn: false }));
  } finally {
    blob.destroy();
  }
}

async function* unpacked(chunks: AsyncIterator<Buffer>): AsyncGenerator<Uint8Array> {
  let head = Buffer.alloc(0);
  for (let done = false; !done && head.length < 2; ) {
    const next = await chunks.next();
    done = next.done === true;
    if (!next.done) head = Buffer.concat([head, next.value]);
  }
  const whole = async function* () {
    yield head;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  };
  if (head[0] !== 0x1f || head[1] !== 0x8b) {
    yield* whole();
    return;
  }
  const gunzip = createGunzip();
  // Its failure is the gunzip's too, and is seen there.
  pipeline(whole, gunzip).catch(() => {});
  try {
    yield* gunzip;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_'))
      throw new CaptureIncomplete('An uploaded blob is not whole gzip.');
    throw error;
  }
}

async function* bounded(bytes: AsyncIterable<Uint8Array>, limit: number, what: string): AsyncGenerator<Uint8Array> {
  let left = limit;
  for await (const chunk of bytes) {
    left -= chunk.length;
    if (left < 0) throw new CaptureIncomplete(`${what} is too large.`);
    yield chunk;
  }
}

const snapshotOf = (text: string, what: string): Snapshot => ({
  state: stateIn(text, what),
  compressed: () => compressed(text),
});

async function textOf(bytes: AsyncIterable<Uint8Array>, what: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bounded(bytes, MAX_STATE_BYTES, what)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
