import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Engine } from './engine.ts';
import { PassedBytes } from './passed-bytes.ts';
import { JSON_TYPE, sendText, serviceError } from './service-answers.ts';
import { stateText } from './state-text.ts';
import type { RowText } from './tape/journal-format.ts';

/** Tells how many rows the tape has now. */
const ROWS = 'x-svc-rows';

function countIn(query: URLSearchParams, name: string): number | undefined | 'bad' {
  const value = query.get(name);
  if (value === null) return undefined;
  return /^\d{1,15}$/.test(value) ? Number(value) : 'bad';
}

/** `GET /_svc/state`: the whole world; `?step=N` as it was after the first N rows of the tape, 0 being the seed. */
export async function serveState(engine: Engine, query: URLSearchParams, response: ServerResponse): Promise<void> {
  const step = countIn(query, 'step');
  if (step === 'bad') return serviceError(response, 'validation_failed', 'step must be a whole number, 0 or more.');
  const { rows } = engine.journal;
  if (step !== undefined && step > rows)
    return serviceError(response, 'validation_failed', `step must be at most ${rows}: the tape has no more rows.`);
  const pieces = stateText(step === undefined ? engine.state() : await engine.stateAt(step));
  response.setHeader(ROWS, rows);
  const first = pieces.next().value ?? '';
  const second = pieces.next();
  if (second.done) return sendText(response, 200, first);
  response.writeHead(200, { 'content-type': JSON_TYPE });
  // A reader that goes away in the middle is its own affair.
  await pipeline(following(first + second.value, pieces), response).catch(() => response.destroy());
}

/** In bytes. */
const PIECE_BYTES = 1 << 16;

function* following(first: string, rest: Iterable<string>): Generator<string> {
  yield first;
  yield* rest;
}

/**
 * `GET /_svc/events`: the tape as a JSON array of rows, or one row a line with `?format=jsonl`; `?after=SEQ` leaves out
 * the rows up to SEQ. Streamed from the journal, so its size doesn't matter.
 */
export async function serveEvents(engine: Engine, query: URLSearchParams, response: ServerResponse): Promise<void> {
  const after = countIn(query, 'after');
  if (after === 'bad') return serviceError(response, 'validation_failed', 'after must be a whole number, 0 or more.');
  const lines = query.get('format') === 'jsonl';
  response.setHeader(ROWS, engine.journal.rows);
  response.writeHead(200, { 'content-type': lines ? 'application/x-ndjson' : JSON_TYPE });
  const rows = engine.journal.read(after ?? 0);
  // A reader that goes away in the middle is its own affair.
  await pipeline(inPieces(rows, lines ? EACH_ON_A_LINE : ONE_ARRAY), response).catch(() => response.destroy());
}

/** What stands around the rows of a tape. */
interface Frame {
  before: Buffer;
  between: Buffer;
  after: Buffer;
  /** In the place of all, where there is no row. */
  none: Buffer;
}

const frame = (before: string, between: string, after: string, none: string): Frame => ({
  before: Buffer.from(before),
  between: Buffer.from(between),
  after: Buffer.from(after),
  none: Buffer.from(none),
});

const EACH_ON_A_LINE = frame('', '\n', '\n', '');
const ONE_ARRAY = frame('[', ',', ']', '[]');

/** A tape in pieces of many rows: each that is sent costs both sides more than the bytes in it. */
async function* inPieces(
  lists: AsyncIterable<Iterable<RowText>>,
  { before, between, after, none }: Frame,
): AsyncGenerator<Buffer> {
  const passed = new PassedBytes();
  let lead = before;
  for await (const rows of lists) {
    let gathered: Buffer[] = [];
    let size = 0;
    for (const row of rows) {
      gathered.push(lead, ...row);
      size += lead.length;
      for (const { length } of row) size += length;
      lead = between;
      if (size < PIECE_BYTES) continue;
      yield Buffer.concat(gathered, size);
      passed.add(size);
      gathered = [];
      size = 0;
    }
    if (size > 0) yield Buffer.concat(gathered, size);
  }
  const last = lead === before ? none : after;
  if (last.length > 0) yield last;
}
