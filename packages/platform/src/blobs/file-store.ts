import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type BlobStore, StorageUnavailable } from '../ports.ts';
import { describeBlob, limited, openBlob, present, removeBlob, storeBlob } from './blob-folder.ts';
import { assertBlobKey } from './keys.ts';
import { readGrant, SignedUrlRefused, signGrant } from './signing.ts';

export interface FileBlobStoreOptions {
  directory: string;
  /** Where clients reach the server that answers signed URLs, e.g. `http://127.0.0.1:4000`; asked at each minting. */
  baseUrl: () => string;
  /** Secret of at least 32 bytes; URLs outlive a restart when it does. */
  signingKey: Buffer;
}

export interface SignedDownload {
  kind: 'download';
  key: string;
  /** Ready to send; the content encoding is not among them, as with any store a client reads the bytes as they are kept. */
  headers: Record<string, string>;
  contentEncoding: 'gzip' | undefined;
  body: Readable;
}

export interface SignedUpload {
  kind: 'upload';
  key: string;
  maxBytes: number;
  /** Stores the body, all or nothing. @throws SignedUrlRefused `too_large`; the URL can then be used again. */
  receive(body: Readable, contentType: string | undefined): Promise<void>;
}

/** Blobs as files, and the server's side of the URLs it signs. */
export interface FileBlobStore extends BlobStore {
  /**
   * Opens a request to a signed URL; the caller only moves bytes.
   *
   * @param target path and query as requested.
   * @throws SignedUrlRefused
   */
  openSigned(method: string, target: string): Promise<SignedDownload | SignedUpload>;
}

const DEFAULT_CONTENT_TYPE = 'application/octet-stream';
const MAX_CONTENT_TYPE_LENGTH = 200;
/** Folder of a blob that has a file for each upload URL not yet used. */
const GRANTS = '.grants';

export function createFileBlobStore(options: FileBlobStoreOptions): FileBlobStore {
  mkdirSync(options.directory, { recursive: true });
  const folder = (key: string) => {
    assertBlobKey(key);
    return join(options.directory, key);
  };
  const reachable = <T>(work: () => Promise<T>) => guarded(options.directory, work);
  const expiry = (seconds: number) => Math.ceil(Date.now() / 1000) + seconds;
  const url = (grant: Parameters<typeof signGrant>[0]) => options.baseUrl() + signGrant(grant, options.signingKey);

  return {
    put: (key, body, { contentType, contentEncoding }) => {
      const path = folder(key);
      return reachable(() => storeBlob(path, asStream(body), { contentType, contentEncoding }));
    },
    get: async (key) => {
      const path = folder(key);
      return (await reachable(() => openBlob(path)))?.handle.createReadStream();
    },
    exists: async (key) => {
      const path = folder(key);
      return (await reachable(() => describeBlob(path))) !== undefined;
    },
    delete: (key) => {
      const path = folder(key);
      return reachable(() => removeBlob(path));
    },
    signedGet: async (key, expiresInSeconds) => {
      assertBlobKey(key);
      return url({ method: 'GET', key, expires: expiry(expiresInSeconds) });
    },
    signedPut: async (key, { expiresInSeconds, maxBytes }) => {
      const grants = join(folder(key), GRANTS);
      const once = randomBytes(16).toString('hex');
      const expires = expiry(expiresInSeconds);
      await reachable(() => recordGrant(grants, once, expires));
      return url({ method: 'PUT', key, expires, maxBytes, once });
    },
    openSigned: async (method, target) => {
      const grant = readGrant(method, target, options.signingKey, Date.now());
      const path = folder(grant.key);
      if (grant.method === 'GET') return reachable(() => download(grant.key, path));
      const used = join(path, GRANTS, grant.once);
      if (!(await reachable(() => present(used)))) throw alreadyUsed();
      const receive: SignedUpload['receive'] = (body, contentType) =>
        reachable(() => useGrant(used, () => storeBlob(path, limited(body, grant.maxBytes), { contentType: tidy(contentType) })));
      return { kind: 'upload', key: grant.key, maxBytes: grant.maxBytes, receive };
    },
    close: async () => {},
  };
}

/** Errors of the file system are the store's, not the caller's. A store whose folder is gone is unreachable, not empty. */
async function guarded<T>(directory: string, work: () => Promise<T>): Promise<T> {
  try {
    await access(directory);
    return await work();
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).syscall) throw error;
    throw new StorageUnavailable('The blob store could not be reached.', { cause: error });
  }
}

const alreadyUsed = () => new SignedUrlRefused('used', 'This URL takes one upload and has had it.');

async function download(key: string, path: string): Promise<SignedDownload> {
  const blob = await openBlob(path);
  if (!blob) throw new SignedUrlRefused('absent', 'There is no such blob.');
  const { description, handle } = blob;
  const headers = {
    'content-type': description.contentType,
    'content-length': `${(await handle.stat()).size}`,
    'cache-control': 'no-store',
    // Uploads come from outside: a browser must not run one as a page of the service.
    'x-content-type-options': 'nosniff',
    'content-security-policy': 'sandbox',
  };
  return { kind: 'download', key, headers, contentEncoding: description.contentEncoding, body: handle.createReadStream() };
}

async function recordGrant(grants: string, once: string, expires: number): Promise<void> {
  await mkdir(grants, { recursive: true });
  for (const name of await readdir(grants)) {
    const until = Number(await readFile(join(grants, name), 'utf8').catch(() => Number.NaN));
    if (until * 1000 < Date.now()) await rm(join(grants, name), { force: true });
  }
  await writeFile(join(grants, once), `${expires}`);
}

/** Takes the grant for the length of the upload, and gives it back when the upload fails. */
async function useGrant(grant: string, upload: () => Promise<void>): Promise<void> {
  const taken = `${grant}.taken`;
  await rename(grant, taken).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? alreadyUsed() : error;
  });
  try {
    await upload();
  } catch (error) {
    await rename(taken, grant);
    throw error;
  }
  await rm(taken, { force: true });
}

const asStream = (body: Readable | Buffer) => (Buffer.isBuffer(body) ? Readable.from([body]) : body);

const tidy = (contentType: string | undefined) =>
  contentType && contentType.length <= MAX_CONTENT_TYPE_LENGTH ? contentType : DEFAULT_CONTENT_TYPE;
