import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { parseQuery } from './request.ts';

export type ReadBody = { ok: true; bytes: Buffer } | { ok: false; reason: 'too-large' | 'aborted' };

const NOTHING = Buffer.alloc(0);

/** True where a call has a body to wait for (RFC 9112, section 6). */
export function hasBody(request: IncomingMessage): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/** Reads a body up to `limit` bytes and no further. */
export function readBody(request: IncomingMessage, limit: number): Promise<ReadBody> {
  if (!hasBody(request)) return Promise.resolve({ ok: true, bytes: NOTHING });
  if (Number(request.headers['content-length']) > limit) return Promise.resolve({ ok: false, reason: 'too-large' });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        request.pause();
        resolve({ ok: false, reason: 'too-large' });
      } else chunks.push(chunk);
    });
    request.on('end', () => resolve({ ok: true, bytes: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks) }));
    request.on('close', () => resolve({ ok: false, reason: 'aborted' }));
  });
}

export type BodyReading = 'json' | 'by-content-type' | ((bytes: Buffer, contentType: string | undefined) => unknown);

export type ParsedBody = { ok: true; value: unknown } | { ok: false };

/** A body's value: undefined where there is none, text and bytes as they are where no parser fits. */
export function parseBody(bytes: Buffer, contentType: string | undefined, how: BodyReading): ParsedBody {
  if (bytes.length === 0) return { ok: true, value: undefined };
  if (typeof how === 'function') {
    try {
      return { ok: true, value: how(bytes, contentType) };
    } catch {
      return { ok: false };
    }
  }
  if (how === 'by-content-type') {
    const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    if (type === 'application/x-www-form-urlencoded') return { ok: true, value: parseQuery(bytes.toString('utf8')) };
    if (type !== 'application/json' && !type.endsWith('+json')) return { ok: true, value: bytes };
  }
  // Broken UTF-8 is refused: decoded leniently it would change what was sent.
  if (!isUtf8(bytes)) return { ok: false };
  try {
    return { ok: true, value: JSON.parse(bytes.toString('utf8')) };
  } catch {
    return { ok: false };
  }
}
