import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { SIGNED_UPLOAD_SECONDS } from '@svc/contract';
import { type Call, readCall } from './call.ts';
import { S3Error } from './errors.ts';
import { createObjects, type Objects } from './objects.ts';
import { takeOver } from './s3rver.ts';
import { type Credentials, createVerifier } from './signature.ts';
import { openUsedGrants } from './used-grants.ts';

export interface EvidenceServerOptions extends Credentials {
  directory: string;
  bucket: string;
  /** Hears of what was answered with a 500 or 503. */
  onFault(error: unknown): void;
}

const SECOND_MS = 1000;
const TIDY_MS = 600 * SECOND_MS;
/** How long a refused body may still come, so that its sender reads the refusal and not a broken connection. */
const LINGER_MS = 5 * SECOND_MS;

/** Speaks as much of S3 as the services and the holders of their signed URLs need: one object of one bucket at a time. */
export async function createEvidenceServer(options: EvidenceServerOptions): Promise<{ server: Server; close(): void }> {
  const { directory, bucket, onFault } = options;
  await takeOver(join(directory, bucket));
  const used = await openUsedGrants(join(directory, '.used'));
  await used.tidy(Date.now());
  const tidying = setInterval(() => void used.tidy(Date.now()).catch(onFault), TIDY_MS).unref();
  const objects = createObjects(join(directory, bucket), used);
  const verifier = createVerifier(options);

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url === '/healthz') return void response.end('ok');
    try {
      const call = await readCall(request, bucket, verifier, Date.now());
      await carryOut(objects, call, request, response);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.status >= 500) onFault(error);
      refuse(request, response, refusal);
    }
  };
  const server = createServer({ requestTimeout: SIGNED_UPLOAD_SECONDS * SECOND_MS }, answer);
  // A body that the sender holds back is asked for once the rest of the request is found right.
  server.on('checkContinue', answer);
  server.on('checkExpectation', answer);
  return { server, close: () => clearInterval(tidying) };
}

async function carryOut(objects: Objects, call: Call, request: IncomingMessage, response: ServerResponse): Promise<void> {
  switch (call.method) {
    case 'PUT':
      await objects.put(call, request, () => {
        if (request.headers.expect !== undefined) response.writeContinue();
      });
      response.writeHead(200).end();
      return;
    case 'DELETE':
      await objects.delete(call);
      response.writeHead(204).end();
      return;
    default: {
      const { headers, body } = await objects.get(call);
      response.writeHead(200, headers);
      if (call.method === 'GET') return pipeline(body, response);
      body.destroy();
      response.end();
    }
  }
}

function refusalOf(error: unknown): S3Error {
  if (error instanceof S3Error) return error;
  const ofTheDisk = [error, (error as Error).cause].some((thrown) => (thrown as NodeJS.ErrnoException)?.syscall !== undefined);
  return new S3Error(ofTheDisk ? 'ServiceUnavailable' : 'InternalError', undefined, { cause: error });
}

function refuse(request: IncomingMessage, response: ServerResponse, refusal: S3Error): void {
  if (response.headersSent) return void response.destroy();
  const awaited = hasBody(request) && !request.complete;
  // Who waits for leave to send a body doesn't get it, and may send another request or that body: nobody could tell which.
  const held = awaited && request.headers.expect !== undefined;
  response.writeHead(refusal.status, {
    'content-type': 'application/xml',
    'content-length': Buffer.byteLength(refusal.body),
    ...(held && { connection: 'close' }),
  });
  response.end(refusal.body);
  if (!awaited) return;
  request.unpipe();
  request.resume();
  const timer = setTimeout(() => request.socket.destroy(), LINGER_MS).unref();
  request.once('close', () => clearTimeout(timer));
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
