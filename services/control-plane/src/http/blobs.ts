import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ServiceError } from '@svc/contract';
import { type FileBlobStore, SignedUrlRefused } from '@svc/platform';
import type { Express, Request, Response } from 'express';
import { BodyTooLarge } from './read-body.ts';

/** The signed URLs of a store that has no server of its own. */
export interface BlobRoutes {
  mount(app: Express): void;
}

export function createBlobRoutes(store: Pick<FileBlobStore, 'openSigned'>): BlobRoutes {
  return {
    mount(app) {
      app.all('/v1/blobs/*key', (request, response) => answer(store, request, response));
    },
  };
}

async function answer(store: Pick<FileBlobStore, 'openSigned'>, request: Request, response: Response): Promise<void> {
  const opened = await store.openSigned(request.method, request.originalUrl).catch(refuse);
  if (opened.kind === 'download') {
    response.writeHead(200, opened.headers);
    if (request.method === 'HEAD') discard(opened.body, response);
    else await pipeline(opened.body, response);
    return;
  }
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > opened.maxBytes) throw new BodyTooLarge(opened.maxBytes);
  await opened.receive(request, request.headers['content-type']).catch((error) => refuse(error, opened.maxBytes));
  response.status(200).end();
}

function discard(body: Readable, response: Response): void {
  body.destroy();
  response.end();
}

const REFUSALS = {
  invalid: () => new ServiceError('not_found', { message: 'This signed URL is not valid.' }),
  expired: () => new ServiceError('not_found', { message: 'This signed URL has expired.' }),
  used: () => new ServiceError('conflict', { message: 'This signed URL was used before. Mint a new one.' }),
  absent: () => new ServiceError('not_found', { message: 'There is no such blob.' }),
  too_large: (limit = 0) => new BodyTooLarge(limit),
} satisfies Record<SignedUrlRefused['reason'], (limit?: number) => ServiceError>;

function refuse(thrown: unknown, limit?: number): never {
  if (!(thrown instanceof SignedUrlRefused)) throw thrown;
  throw REFUSALS[thrown.reason](limit);
}
