import { collection } from '@svc/twin-kit';

/** A resumable upload that has begun and not ended. */
export interface Upload {
  id: string;
  /** The method and path it will be a call of. */
  target: string;
  /** The JSON part of the request, sent when it began. */
  metadata: unknown;
  /** Declared size in bytes, null where it was left open. */
  size: number | null;
  /** Received so far, base64. */
  received: string;
}

export const uploadCollections = {
  uploads: collection<Upload>()({ key: (upload) => upload.id, internal: true }),
};
