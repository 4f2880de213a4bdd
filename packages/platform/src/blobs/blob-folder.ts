import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, type FileHandle, mkdir, open, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SignedUrlRefused } from './signing.ts';

// A blob is a folder named after its key. Its description names the file with its bytes: renaming the description into place
// swaps both at once. All names here start with a dot, which no segment of a key does, so `a` and `a/b` can both be blobs.
const DESCRIPTION = '.blob.json';

export interface BlobDescription {
  contentType: string;
  contentEncoding?: 'gzip' | undefined;
}

type Stored = BlobDescription & { body: string };

/** An overwrite may take away the file between reading its name and opening it. */
const OPEN_ATTEMPTS = 5;

export async function describeBlob(folder: string): Promise<Stored | undefined> {
  const text = await readFile(join(folder, DESCRIPTION), 'utf8').catch(absent);
  return text === undefined ? undefined : (JSON.parse(text) as Stored);
}

export async function openBlob(folder: string): Promise<{ description: BlobDescription; handle: FileHandle } | undefined> {
  for (let attempt = 0; attempt < OPEN_ATTEMPTS; attempt++) {
    const description = await describeBlob(folder);
    if (!description) return undefined;
    const handle = await open(join(folder, description.body)).catch(absent);
    if (handle) return { description, handle };
  }
  return undefined;
}

/** Writes the bytes, flushes them, and only then lets readers see them; once it returns, they outlive a loss of power. */
export async function storeBlob(folder: string, source: Readable, description: BlobDescription): Promise<void> {
  let interrupted: unknown;
  // Before anything is waited for: it may break at any time.
  source.once('error', (error) => {
    interrupted = error;
  });
  await makeFolder(folder);
  const body = `.body-${randomBytes(8).toString('hex')}`;
  const draft = join(folder, `${body}.json`);
  try {
    await pipeline(source, createWriteStream(join(folder, body), { flush: true }));
    await writeFile(draft, JSON.stringify({ ...description, body } satisfies Stored), { flush: true });
    const previous = await describeBlob(folder);
    await rename(draft, join(folder, DESCRIPTION));
    await flushFolder(folder);
    if (previous) await rm(join(folder, previous.body), { force: true });
  } catch (error) {
    await Promise.all([rm(join(folder, body), { force: true }), rm(draft, { force: true })]);
    if (interrupted === undefined || error instanceof SignedUrlRefused) throw error;
    throw new Error('The upload was interrupted.', { cause: error });
  }
}

/** A file's name is kept by its folder, and a new folder's by the one above it. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = folder; ; made = dirname(made)) {
    await flushFolder(dirname(made));
    if (made === first) return;
  }
}

async function flushFolder(path: string): Promise<void> {
  const handle = await open(path);
  await handle.sync().finally(() => handle.close());
}

/** Removes a blob, its unused upload URLs, and folders that are empty then. */
export async function removeBlob(folder: string): Promise<void> {
  const names = (await readdir(folder).catch(absent)) ?? [];
  // The description first: what is half removed is absent.
  await rm(join(folder, DESCRIPTION), { force: true });
  for (const name of names) {
    if (name.startsWith('.')) await rm(join(folder, name), { recursive: true, force: true });
  }
  await rmdir(folder).catch(() => {});
}

/** Passes at most so many bytes. */
export function limited(source: Readable, maxBytes: number): Readable {
  let left = maxBytes;
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      if (left < 0) done(new SignedUrlRefused('too_large', `The upload is over its limit of ${maxBytes} bytes.`));
      else done(null, chunk);
    },
  });
  pipeline(source, limit).catch((error) => limit.destroy(error));
  return limit;
}

export const present = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    (error) => absent(error) ?? false,
  );

function absent(error: NodeJS.ErrnoException): undefined {
  // ENOTDIR: a segment of the key is a file of something else.
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}
