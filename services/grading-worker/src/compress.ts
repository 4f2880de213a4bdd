import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** Fast rather than small: evidence is compressed while an agent's owner waits. */
export const GZIP = { level: 1, chunkSize: 1 << 16 } as const;

const gzipped = promisify(gzip);

export const compressed = (text: string): Promise<Buffer> => gzipped(text, GZIP);
