import { assertBlobKey, InvalidBlobKey } from '@svc/platform';
import { S3Error } from './errors.ts';

export interface Target {
  path: string;
  bucket: string;
  key: string;
  query: ReadonlyMap<string, string>;
}

/** More than a signed URL of ours has. */
const MAX_PARAMETERS = 20;

/**
 * Reads path and query of a request as they were sent. Only one object can be named, and each only in one way: keys need no
 * escapes, so a path with one names nothing.
 *
 * @throws S3Error
 */
export function readTarget(url: string): Target {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const [root, bucket = '', ...segments] = path.split('/');
  const key = segments.join('/');
  // A bucket, the list of buckets, another host's address.
  if (root !== '' || !isKey(key)) throw new S3Error('AccessDenied');
  return { path, bucket, key, query: readQuery(mark < 0 ? '' : url.slice(mark + 1)) };
}

function isKey(key: string): boolean {
  try {
    assertBlobKey(key);
    return true;
  } catch (error) {
    if (error instanceof InvalidBlobKey) return false;
    throw error;
  }
}

/** Each parameter once: what is signed and what is obeyed can't be two things. */
function readQuery(text: string): Map<string, string> {
  const query = new Map<string, string>();
  const pairs = text === '' ? [] : text.split('&');
  if (pairs.length > MAX_PARAMETERS) throw new S3Error('InvalidRequest');
  for (const pair of pairs) {
    const sign = pair.indexOf('=');
    const [name, value] = sign < 0 ? [pair, ''] : [pair.slice(0, sign), pair.slice(sign + 1)];
    const decoded = decode(name);
    if (query.has(decoded)) throw new S3Error('InvalidRequest');
    query.set(decoded, decode(value));
  }
  return query;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error('InvalidRequest');
  }
}
