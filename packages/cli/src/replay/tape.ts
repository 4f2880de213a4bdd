import { plainBytes } from '@svc/mcp/evidence';
import { splitLines, type TapeRow } from '@svc/twin-kit';
import { CliError, EXIT } from '../errors.ts';

/** The rows of a stored tape, as they are downloaded. */
export async function* storedTape(url: string): AsyncGenerator<TapeRow> {
  const response = await fetch(url);
  if (!response.ok || !response.body)
    throw new CliError(EXIT.failed, `The tape could not be downloaded: status ${response.status}.`);
  for await (const line of splitLines(buffers(plainBytes(response.body)))) {
    if (line.length > 0) yield JSON.parse(line.toString()) as TapeRow;
  }
}

async function* buffers(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}
