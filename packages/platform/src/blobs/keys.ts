/** S3's limit for a key (S3 user guide: naming objects). */
const MAX_KEY_LENGTH = 1_024;
/** The common limit of a file name. */
const MAX_SEGMENT_LENGTH = 200;

/** A key that the store can't hold: the caller's mistake. */
export class InvalidBlobKey extends Error {}

/**
 * Keys are paths of `[A-Za-z0-9._-]` segments. No segment starts with a dot: nothing climbs out of the store, and the file store
 * keeps its own files under such names.
 *
 * @throws InvalidBlobKey
 */
export function assertBlobKey(key: string): void {
  const valid = key.length <= MAX_KEY_LENGTH && key.split('/').every(isSegment);
  if (!valid) throw new InvalidBlobKey(`Invalid blob key: ${JSON.stringify(key.slice(0, 100))}`);
}

const isSegment = (segment: string) => segment.length <= MAX_SEGMENT_LENGTH && /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(segment);
