import type { IncomingMessage } from 'node:http';
import { ServiceError, VALIDATION_STATUSES } from '@svc/contract';

/** A body over its cap. The connection can't be used again: the rest of the body is still on its way. */
export class BodyTooLarge extends ServiceError {
  constructor(limitBytes: number) {
    super('validation_failed', {
      status: VALIDATION_STATUSES.tooLarge,
      message: `The body is larger than ${limitBytes} bytes.`,
      details: { limit_bytes: limitBytes },
    });
  }
}

/** Reads a body, but no further than the limit. */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw new BodyTooLarge(limitBytes);
  const encoding = request.headers['content-encoding'];
  if (encoding && encoding !== 'identity') {
    throw new ServiceError('validation_failed', {
      status: VALIDATION_STATUSES.malformed,
      message: 'The body must not be compressed.',
    });
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = (error: Error) => {
      request.off('data', onData);
      request.pause();
      reject(error);
    };
    const leave = () => stop(new ClientGone());
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limitBytes) stop(new BodyTooLarge(limitBytes));
      else chunks.push(chunk);
    };
    request.on('data', onData);
    request.once('end', () => {
      request.off('close', leave);
      resolve(Buffer.concat(chunks, size));
    });
    request.once('close', leave);
    request.once('error', leave);
  });
}

/** The client went away before its request was complete; nobody reads an answer. */
export class ClientGone extends Error {}
