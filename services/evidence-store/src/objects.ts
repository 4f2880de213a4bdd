import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { openBlob, removeBlob, storeBlob } from '@svc/platform';
import type { Call } from './call.ts';
import { S3Error } from './errors.ts';
import type { UsedGrants } from './used-grants.ts';

/** The largest object that one PUT may bring, in bytes (S3 user guide: uploading objects). */
const MAX_OBJECT_BYTES = 5 * 2 ** 30;
const MAX_CONTENT_TYPE_LENGTH = 200;
const DEFAULT_CONTENT_TYPE = 'application/octet-stream';

export interface Download {
  headers: Record<string, string>;
  body: Readable;
}

/** The blobs of the one bucket. */
export interface Objects {
  /** @throws S3Error `NoSuchKey` */
  get(call: Call): Promise<Download>;
  /** All or nothing, and on the disk before it returns. @param accepted is called before the body is read. @throws S3Error */
  put(call: Call, request: IncomingMessage, accepted: () => void): Promise<void>;
  delete(call: Call): Promise<void>;
}

export function createObjects(directory: string, used: UsedGrants): Objects {
  const folder = ({ key }: Call) => join(directory, key);
  return {
    async get(call) {
      const blob = await openBlob(folder(call));
      if (!blob) throw new S3Error('NoSuchKey');
      const headers = {
        'content-type': blob.description.contentType,
        'content-length': `${(await blob.handle.stat()).size}`,
        // Uploads come from outside: a browser must not run one as a page of the service.
        'x-content-type-options': 'nosniff',
        'content-security-policy': 'sandbox',
        ...call.responseHeaders,
      };
      return { headers, body: blob.handle.createReadStream() };
    },
    async put(call, request, accepted) {
      const maxBytes = call.grant?.maxBytes ?? MAX_OBJECT_BYTES;
      // Its chunks would have to be unpacked, and what they declare believed.
      if (/aws-chunked/i.test(request.headers['content-encoding'] ?? '')) throw new S3Error('AccessDenied');
      if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new S3Error('EntityTooLarge');
      const store = async () => {
        accepted();
        await receive(request, folder(call), maxBytes, call.payloadHash);
      };
      await (call.grant ? used.use(call.grant, store) : store());
    },
    delete: (call) => removeBlob(folder(call)),
  };
}

async function receive(request: IncomingMessage, folder: string, maxBytes: number, payloadHash?: string): Promise<void> {
  const body = request.pipe(checked(maxBytes, payloadHash));
  request.once('error', (error) => body.destroy(new S3Error('IncompleteBody', undefined, { cause: error })));
  const type = request.headers['content-type'];
  const contentType = type && type.length <= MAX_CONTENT_TYPE_LENGTH ? type : DEFAULT_CONTENT_TYPE;
  try {
    await storeBlob(folder, body, { contentType });
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    throw cause instanceof S3Error ? cause : error;
  }
}

/** Passes at most so many bytes, and no end unless they are the ones that were signed. */
function checked(maxBytes: number, payloadHash: string | undefined): Transform {
  let left = maxBytes;
  const hash = payloadHash === undefined ? undefined : createHash('sha256');
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      hash?.update(chunk);
      if (left < 0) done(new S3Error('EntityTooLarge'));
      else done(null, chunk);
    },
    flush(done) {
      const same = hash === undefined || hash.digest('hex') === payloadHash;
      done(same ? null : new S3Error('XAmzContentSHA256Mismatch'));
    },
  });
}
