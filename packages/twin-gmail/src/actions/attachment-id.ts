import { hash } from 'node:crypto';

/** The id of an attachment: the same for the same part of the same message. */
export const attachmentId = (messageId: string, partId: string): string =>
  `ANGjdJ${hash('sha256', `${messageId}/${partId}`, 'buffer').toString('base64url')}`;
