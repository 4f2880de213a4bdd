import type { GivenMessage } from '../actions/incoming.ts';
import { InvalidArgument, MessageTooLarge } from '../errors.ts';

/** The fields of a `Message` that callers set. */
export interface MessageBody {
  raw?: string;
  threadId?: string;
  labelIds?: string[];
}

export interface DraftBody {
  id?: string;
  message?: MessageBody;
}

/** Bytes: `maxSize` of the media uploads in the discovery document. */
const LARGEST_MESSAGE = 36_700_160;

/** @throws InvalidArgument when there are no bytes, MessageTooLarge */
export function givenMessage(body: MessageBody | undefined): GivenMessage {
  const { raw, threadId, labelIds } = body ?? {};
  if (raw === undefined || raw === '') {
    throw new InvalidArgument("'raw' RFC822 payload message string or uploading message via /upload/* URL required");
  }
  const bytes = Buffer.from(raw, 'base64');
  if (bytes.length > LARGEST_MESSAGE) throw new MessageTooLarge(LARGEST_MESSAGE);
  // Empty means that none was given, as in every protobuf message.
  return { raw: bytes, threadId: threadId || undefined, labelIds };
}
