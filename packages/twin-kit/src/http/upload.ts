import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { dirname } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadBody } from './body.ts';

/** A body in a file, for as long as its call runs. */
export interface Upload {
  path: string;
  /** Bytes. */
  size: number;
}

const NO_BYTES = Buffer.alloc(0);
/** Shorter bodies stand in memory: a file would cost more. */
const IN_MEMORY_BYTES = 1 << 20;

/** Is a body so long that it goes into a file, or of a length that isn't told? */
export const isLong = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] === undefined || Number(headers['content-length']) > IN_MEMORY_BYTES;

class TooLarge extends Error {}

/** Lets so many bytes through. */
function limited(limit: number, count: (bytes: number) => void): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      count(size);
      done(size > limit ? new TooLarge() : null, chunk);
    },
  });
}

/**
 * Takes a body of any length into a file. What is longer than `limit`, or finds no room on the disk, is read to its end and dropped, as a peer
 * that still writes would lose its answer.
 */
export async function receive(
  request: IncomingMessage,
  path: string,
  limit: number,
): Promise<{ body: ReadBody; upload: Upload | undefined }> {
  const drop = (reason: 'too-large' | 'aborted') => {
    rmSync(path, { force: true });
    request.unpipe();
    request.resume();
    return { body: { ok: false, reason } as const, upload: undefined };
  };
  if (Number(request.headers['content-length']) > limit) return drop('too-large');
  let size = 0;
  mkdirSync(dirname(path), { recursive: true });
  const counted = limited(limit, (bytes) => {
    size = bytes;
  });
  // Without this the pipeline would end the connection with the request, and the caller would get no answer.
  const chunks = request.iterator({ destroyOnReturn: false });
  try {
    await pipeline(chunks, counted, createWriteStream(path));
    return { body: { ok: true, bytes: NO_BYTES }, upload: { path, size } };
  } catch {
    return drop(request.destroyed && !request.complete ? 'aborted' : 'too-large');
  }
}
