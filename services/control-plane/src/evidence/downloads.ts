import { type Download, reasonedError, type ServiceError, SIGNED_DOWNLOAD_SECONDS } from '@svc/contract';
import type { Service } from '../service.ts';
import { withinTime } from '../timeout.ts';

const SECOND_MS = 1000;
const UNREACHABLE = 'Evidence storage is not reachable. Retry.';

export const blobAbsent = (): ServiceError => reasonedError('blob_absent');

/** @throws ServiceError `blob_absent` when the blob was never stored or is gone, 503 when nobody can tell. */
export async function mintDownload(service: Service, blob: string, key: string | null): Promise<Download> {
  const url = key === null ? undefined : await signIfPresent(service, key);
  if (key === null || url === undefined) throw blobAbsent();
  const expiresAt = new Date(service.clock.now().getTime() + SIGNED_DOWNLOAD_SECONDS * SECOND_MS);
  return { blob, key, url, expires_in: SIGNED_DOWNLOAD_SECONDS, expires_at: expiresAt.toISOString() };
}

/** @returns undefined when there is no such blob. @throws ServiceError 503. */
export function signIfPresent({ blobs, config }: Service, key: string): Promise<string | undefined> {
  const signing = async () => ((await blobs.exists(key)) ? blobs.signedGet(key, SIGNED_DOWNLOAD_SECONDS) : undefined);
  return withinTime(signing(), config.downstreamTimeoutMs, UNREACHABLE);
}
