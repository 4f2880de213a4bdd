import { ServiceError } from '@svc/contract';

/** Waits for a part of the service, but not for ever. @throws ServiceError 503 when it fails or takes too long. */
export async function withinTime<T>(work: Promise<T>, limitMs: number, message: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } catch (cause) {
    throw new ServiceError('downstream_unavailable', { message, cause });
  } finally {
    clearTimeout(timer);
  }
}
