import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type BlobStore, StorageUnavailable } from '../ports.ts';
import { assertBlobKey } from './keys.ts';
import { MAX_BYTES_PARAMETER, ONCE_PARAMETER } from './upload-grant.ts';

export interface S3BlobStoreOptions {
  bucket: string;
  region: string;
  /** Where this process reaches the store; left out: AWS. */
  endpoint?: string | undefined;
  /** Where clients reach it, for signed URLs; default `endpoint`. */
  publicEndpoint?: string | undefined;
  /** Bucket in the path and not in the host name, as stores other than AWS mostly want it. Default: with an endpoint. */
  forcePathStyle?: boolean | undefined;
  /** Left out: the SDK's own chain (roles, files). */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** The store takes a body of any length in one request and none in parts, as the fleet's own does. Default: false. */
  wholeUploads?: boolean | undefined;
}

export interface S3BlobStore extends BlobStore {
  /** Makes the bucket where there is none. */
  prepare(): Promise<void>;
}

/** A store that doesn't take a connection within this time is away, as is one that is silent for the other, in milliseconds. */
const CONNECT_MS = 1_500;
const SILENT_MS = 10_000;
const ATTEMPTS = 2;
/** A body of any length that is stored in one request may take so long, in milliseconds; its source has limits of its own. */
const WHOLE_UPLOAD_MS = 900_000;
/** The least that S3 takes for a part of an upload in parts, in bytes (S3 user guide: multipart upload limits). */
const PART_BYTES = 5 << 20;

/**
 * Blobs in one private bucket.
 *
 * A URL for an upload says in its query, which is signed, how large the body may be, and that it is for one upload. The fleet's own store
 * holds uploads to both. Other stores ignore it: S3's signature covers headers only that a plain PUT doesn't have. What holds there: the
 * URL is for one key of one sandbox, it expires, uploading again overwrites (as minting again does), and whoever reads an upload bounds what it reads.
 */
export function createS3BlobStore(options: S3BlobStoreOptions): S3BlobStore {
  const client = clientOf(options, options.endpoint);
  const signer = clientOf(options, options.publicEndpoint ?? options.endpoint);
  const object = (key: string) => {
    assertBlobKey(key);
    return { Bucket: options.bucket, Key: key };
  };
  return {
    put: (key, body, { contentType }) => {
      const target = object(key);
      // A client reads the bytes as they are kept: with an encoding declared, some would unpack them and some not.
      return reachable(() => upload(client, { ...target, ContentType: contentType, Body: body }, options.wholeUploads ?? false));
    },
    get: async (key) => {
      const target = object(key);
      const answer = await unlessAbsent(() => client.send(new GetObjectCommand(target)));
      return answer?.Body as Readable | undefined;
    },
    exists: async (key) => {
      const target = object(key);
      return (await unlessAbsent(() => client.send(new HeadObjectCommand(target)))) !== undefined;
    },
    delete: async (key) => {
      const target = object(key);
      await reachable(() => client.send(new DeleteObjectCommand(target)));
    },
    signedGet: async (key, expiresInSeconds) => {
      const command = new GetObjectCommand({
        ...object(key),
        ResponseCacheControl: 'no-store',
        // Uploads come from outside: a browser must not show one as a page.
        ResponseContentDisposition: 'attachment',
      });
      return getSignedUrl(signer, command, window(expiresInSeconds));
    },
    signedPut: async (key, { expiresInSeconds, maxBytes }) => {
      const command = new PutObjectCommand(object(key));
      addToQuery(command, { [MAX_BYTES_PARAMETER]: `${maxBytes}`, [ONCE_PARAMETER]: randomBytes(16).toString('hex') });
      return getSignedUrl(signer, command, window(expiresInSeconds));
    },
    prepare: () => reachable(() => prepareBucket(client, options.bucket)),
    close: async () => {
      client.destroy();
      signer.destroy();
    },
  };
}

function clientOf(options: S3BlobStoreOptions, endpoint: string | undefined): S3Client {
  return new S3Client({
    region: options.region,
    forcePathStyle: options.forcePathStyle ?? endpoint !== undefined,
    ...(endpoint !== undefined && { endpoint }),
    ...(options.credentials && { credentials: options.credentials }),
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: SILENT_MS, throwOnRequestTimeout: true },
    // Not every store knows the newer checksums, and a presigned PUT would carry one of an empty body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    logger: SILENT,
  });
}

/** Left out, the SDK warns on the console of streams whose length it doesn't know; what fails is thrown anyway. */
const silently = () => {};
const SILENT = { trace: silently, debug: silently, info: silently, warn: silently, error: silently };

function addToQuery(command: PutObjectCommand, parameters: Record<string, string>): void {
  command.middlewareStack.add(
    (next) => (args) => {
      Object.assign((args.request as { query: Record<string, string> }).query, parameters);
      return next(args);
    },
    { step: 'build', name: 'uploadGrant' },
  );
}

/** From when and for how long a URL is signed. One that has expired already is signed for a second of the past. */
function window(expiresInSeconds: number): { expiresIn: number; signingDate?: Date } {
  if (expiresInSeconds > 0) return { expiresIn: expiresInSeconds };
  return { expiresIn: 1, signingDate: new Date(Date.now() + (expiresInSeconds - 1) * 1000) };
}

interface UploadTarget {
  Bucket: string;
  Key: string;
  ContentType: string;
  Body: Readable | Buffer;
}

/** In parts where it is long and S3 wants parts: nobody sees anything before all of it is there, and memory holds a part or two. */
async function upload(client: S3Client, params: UploadTarget, whole: boolean): Promise<void> {
  if (Buffer.isBuffer(params.Body)) {
    await client.send(new PutObjectCommand({ ...params, Body: params.Body }));
    return;
  }
  let broken: unknown;
  const breaking = new AbortController();
  params.Body.once('error', (error) => {
    broken = error;
    // A request in one piece would wait for the rest of its body.
    breaking.abort(error);
  });
  try {
    if (whole) await client.send(new PutObjectCommand(params), { requestTimeout: WHOLE_UPLOAD_MS, abortSignal: breaking.signal });
    else await new Upload({ client, params, partSize: PART_BYTES, queueSize: 1 }).done();
  } catch (error) {
    if (broken === undefined) throw error;
    throw new UploadInterrupted('The upload was interrupted.', { cause: broken });
  }
}

/** A key that no blob has: looking for it tells whether there is a bucket, and needs no right that reading blobs doesn't. */
const PROBE = 'bucket-probe';

async function prepareBucket(client: S3Client, bucket: string): Promise<void> {
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: PROBE }));
    (Body as Readable | undefined)?.destroy();
  } catch (error) {
    if (!(error instanceof S3ServiceException)) throw error;
    if (error.name !== 'NoSuchBucket') return;
    await client.send(new CreateBucketCommand({ Bucket: bucket })).catch((cause: unknown) => {
      // Two services may start at once.
      if (!(cause instanceof Error) || !OWNED.has(cause.name)) throw cause;
    });
  }
}

const OWNED: ReadonlySet<string> = new Set(['BucketAlreadyOwnedByYou', 'BucketAlreadyExists']);

const isAbsent = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404 && error.name !== 'NoSuchBucket';

async function unlessAbsent<T>(work: () => Promise<T>): Promise<T | undefined> {
  return reachable(async () => {
    try {
      return await work();
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  });
}

/** Whatever the store answers instead is the store's fault or its operator's, never the caller's. */
async function reachable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UploadInterrupted) throw error;
    throw new StorageUnavailable('The blob store could not be reached.', { cause: error });
  }
}

/** What was to be stored broke off. */
class UploadInterrupted extends Error {}
