import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { serviceError } from './service-answers.ts';
import type { Journal } from './tape/journal.ts';
import { NEWLINE } from './tape/journal-format.ts';
import { withFiles } from './world-files.ts';

/** The line before the journal is a small envelope. In bytes. */
const LONGEST_LINE_BYTES = 64 << 10;

export const tooFew = (rows: number): string => `The tape has ${rows} rows.`;

/** `GET …/journal?rows=N`: what a fork inherits of a session, the world's start and its first N rows. */
export async function servePrefix(journal: Journal, query: URLSearchParams, response: ServerResponse): Promise<void> {
  const asked = query.get('rows') ?? '';
  const rows = /^\d{1,15}$/.test(asked) ? Number(asked) : Number.POSITIVE_INFINITY;
  if (rows > journal.rows) return serviceError(response, 'validation_failed', tooFew(journal.rows));
  response.writeHead(200, { 'content-type': 'application/octet-stream' });
  // A reader that goes away in the middle is its own affair.
  await pipeline(Readable.from(withFiles(journal.path, journal.prefix(rows)), { objectMode: false }), response).catch(() =>
    response.destroy(),
  );
}

/** A body that is one line and then bytes. @throws where the line is too long or doesn't end */
export async function lineAndRest(request: IncomingMessage): Promise<{ line: Buffer; rest: AsyncIterable<Buffer> }> {
  const chunks = request[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let read = Buffer.alloc(0);
  for (;;) {
    const end = read.indexOf(NEWLINE);
    if (end >= 0) return { line: read.subarray(0, end), rest: following(read.subarray(end + 1), chunks) };
    if (read.length > LONGEST_LINE_BYTES) throw new Error('the first line is too long');
    const { done, value } = await chunks.next();
    if (done) throw new Error('the first line does not end');
    read = Buffer.concat([read, value]);
  }
}

async function* following(first: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
}
