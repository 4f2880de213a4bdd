import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ToolFailure } from '../failure.ts';

const GZIP_MAGIC = [0x1f, 0x8b];
/** What is unpacked at once: each piece costs as much. */
const PIECE_BYTES = 1 << 18;

/** Blobs are stored plain or gzipped, and nothing says which. */
export async function* plainBytes(stored: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = stored[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let head = Buffer.alloc(0);
  while (head.length < GZIP_MAGIC.length) {
    const { value, done } = await chunks.next();
    if (done) break;
    first.push(value);
    head = Buffer.concat(first);
  }
  const all = (async function* () {
    try {
      yield* first;
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
    } finally {
      await chunks.return?.();
    }
  })();
  if (!GZIP_MAGIC.every((byte, index) => head[index] === byte)) {
    yield* all;
    return;
  }
  const gunzip = createGunzip({ chunkSize: PIECE_BYTES });
  // Its failure is the reader's, who may also stop early.
  pipeline(Readable.from(all), gunzip).catch((error: Error) => gunzip.destroy(error));
  yield* gunzip;
}

/** Longest line that is read, in characters. */
const MAX_LINE_LENGTH = 64 << 20;

/** Lines of UTF-8 text; blank ones are left out. */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest: string[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    const [head = '', ...lines] = decoder.decode(chunk, { stream: true }).split('\n');
    rest.push(head);
    length += head.length;
    if (length > MAX_LINE_LENGTH) throw new ToolFailure('The tape has a row that is too long to read.', 'Download it instead.');
    if (lines.length === 0) continue;
    const line = rest.join('');
    if (line.trim() !== '') yield line;
    const last = lines.pop() as string;
    for (const one of lines) if (one.trim() !== '') yield one;
    rest = [last];
    length = last.length;
  }
  const line = rest.join('') + decoder.decode();
  if (line.trim() !== '') yield line;
}

/** All bytes as text. @throws ToolFailure beyond the limit */
export async function textOf(bytes: AsyncIterable<Uint8Array>, limitBytes: number, tooLarge: () => ToolFailure): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > limitBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size).toString('utf8');
}
