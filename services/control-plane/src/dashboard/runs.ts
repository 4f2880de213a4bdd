import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { ServiceError } from '@svc/contract';
import type { WorldChanges } from '@svc/contract/dashboard';
import type { Request, Response } from 'express';
import { blobAbsent } from '../evidence/downloads.ts';
import { isClientGone } from '../http/failure.ts';
import { send } from '../http/send.ts';
import { invalidField } from '../http/validate.ts';
import { findRun, type StoredRun } from '../runs/find.ts';
import { beyondTheEnd } from '../worlds/cut.ts';
import { pastState, readBlob, startOf } from '../worlds/stored.ts';
import { idOf } from './asked.ts';
import { summaryText } from './calls.ts';
import { changesOf } from './changes.ts';
import type { PageHandler } from './mount.ts';
import { wholeNumber } from './numbers.ts';
import { rowAt, rowsBetween, rowsOf } from './tapes.ts';

/** Every call of a run in short; those between two places, both included, where the request names them. */
export const showTape: PageHandler = async (service, { team }, request, response) => {
  const run = await findRun(service, team.id, idOf(request));
  const { from, to } = request.query;
  const rows =
    from === undefined && to === undefined
      ? await rowsOf(service, run)
      : await rowsBetween(service, run, wholeNumber('from', from), wholeNumber('to', to));
  response.setHeader('content-type', 'application/x-ndjson');
  await stream(request, response, summaryText(rows, twinsOf(run)[0] ?? ''));
};

/** One call as it is on the tape, by its place in the run; 1 is the first. */
export const showCall: PageHandler = async (service, { team }, request, response) => {
  const run = await findRun(service, team.id, idOf(request));
  const number = wholeNumber('number', (request.params as Record<string, unknown>).number);
  const row = await rowAt(service, run, number);
  if (typeof row === 'number') throw beyondTheEnd('number', row);
  send(response, { status: 200, body: row.toString() });
};

/** A twin's world after so many calls, and what of it differs from the seed. */
export const showWorld: PageHandler = async (service, { team }, request, response) => {
  const run = await findRun(service, team.id, idOf(request));
  const twins = twinsOf(run);
  const { step: asked, twin: id = twins[0] } = request.query;
  if (typeof id !== 'string' || !twins.includes(id)) throw invalidField('twin', 'is not a twin of the run', 'unknown_twin');
  const twin = await service.twins.load(id);
  if (!twin) throw new ServiceError('conflict', { message: `This installation has no ${id} twin to read the world with.` });
  const step = wholeNumber('step', asked);
  const [seed, { state, row }] = [await startOf(service, run, id), await pastState(service, run, twin, step)];
  const body: WorldChanges = { twin: id, step, row, ...changesOf(twin, seed, state) };
  response.setHeader('content-type', 'application/json; charset=utf-8');
  await stream(request, response, [JSON.stringify(body)]);
};

/** The raw tape, as `GET /v1/runs/:id/trace` has an address for. */
export const downloadTape: PageHandler = async (service, { team }, request, response) => {
  const run = await findRun(service, team.id, idOf(request));
  const bytes = await readBlob(service, run.trace_s3_key);
  await download(response, `${run.id}.events.jsonl`, 'application/x-ndjson', bytes);
};

export const downloadState: PageHandler = async (service, { team }, request, response) => {
  const run = await findRun(service, team.id, idOf(request));
  const { twin } = request.query;
  const keys = run.state_keys as Record<string, string>;
  const key = typeof twin === 'string' ? (Object.hasOwn(keys, twin) ? keys[twin] : undefined) : run.state_s3_key;
  if (!key) throw blobAbsent();
  const name = typeof twin === 'string' ? `${run.id}.${twin}.state_final.json` : `${run.id}.state_final.json`;
  await download(response, name, 'application/json', await readBlob(service, key));
};

const twinsOf = ({ record }: StoredRun): string[] => (record as { twins?: string[] }).twins ?? [];

const COMPRESSED = /\bgzip\b/;

/** Text in pieces, compressed where the reader takes that. */
async function stream(request: Request, response: Response, pieces: Iterable<string> | AsyncIterable<string>): Promise<void> {
  response.setHeader('vary', 'accept-encoding');
  const compressed = COMPRESSED.test(String(request.headers['accept-encoding']));
  const source = Readable.from(pieces, { objectMode: false, encoding: 'utf8' });
  if (!compressed) return pass(pipeline(source, response), response);
  response.setHeader('content-encoding', 'gzip');
  await pass(pipeline(source, createGzip({ level: 1 }), response), response);
}

async function download(response: Response, name: string, type: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  response.setHeader('content-type', type);
  response.setHeader('content-disposition', `attachment; filename="${name}"`);
  response.setHeader('x-content-type-options', 'nosniff');
  await pass(pipeline(Readable.from(bytes), response), response);
}

/** A reader that went away is no fault; one that is there learns from a broken answer that it isn't whole. */
async function pass(passing: Promise<void>, response: Response): Promise<void> {
  await passing.catch((error: NodeJS.ErrnoException) => {
    response.destroy();
    if (!isClientGone(error) && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
