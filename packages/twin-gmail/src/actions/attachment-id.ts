import { hash } from 'node:crypto';

const PREFIX = 'ANGjdJ';
/** In characters. */
const MARK_LENGTH = 8;

const seal = (mark: string, messageId: string, partId: string): string =>
  hash('sha256', `${mark}/${messageId}/${partId}`, 'buffer').toString('base64url');

/**
 * The id of an attachment in one answer. Gmail gives out another with each read, and takes them all (workspace_mcp issue 237).
 *
 * @param reading what is different in each call
 */
export function attachmentId(messageId: string, partId: string, reading: string): string {
  const mark = hash('sha256', reading, 'buffer').toString('base64url').slice(0, MARK_LENGTH);
  return `${PREFIX}${mark}${seal(mark, messageId, partId)}`;
}

/** Does this id, whichever read gave it out, name the part? */
export function namesPart(id: string, messageId: string, partId: string): boolean {
  const mark = id.slice(PREFIX.length, PREFIX.length + MARK_LENGTH);
  return id === `${PREFIX}${mark}${seal(mark, messageId, partId)}`;
}
