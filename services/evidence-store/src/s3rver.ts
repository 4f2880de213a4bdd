import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { storeBlob } from '@svc/platform';
import { z } from 'zod';

/** Says that nothing of the former store is left. */
const MARK = '.blobs';
/** The former store (s3rver 5) kept an object as files beside each other, with these at the end of their names. */
const OBJECT = '._S3rver_object';
const METADATA = '._S3rver_metadata.json';
const CHECKSUM = '._S3rver_object.md5';

const metadataSchema = z.object({ 'content-type': z.string().default('application/octet-stream') });

/** Takes over what the store before this one kept in the same folder. Broken off, it goes on at the next start. */
export async function takeOver(bucket: string): Promise<void> {
  await mkdir(bucket, { recursive: true });
  if ((await readdir(bucket)).includes(MARK)) return;
  for (const entry of await readdir(bucket, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !entry.name.endsWith(OBJECT)) continue;
    const former = join(entry.parentPath, entry.name.slice(0, -OBJECT.length));
    const text = await readFile(former + METADATA, 'utf8').catch(() => '{}');
    const { 'content-type': contentType } = metadataSchema.parse(JSON.parse(text));
    await storeBlob(former, createReadStream(former + OBJECT), { contentType });
    for (const ending of [OBJECT, METADATA, CHECKSUM]) await rm(former + ending, { force: true });
  }
  await writeFile(join(bucket, MARK), '');
}
