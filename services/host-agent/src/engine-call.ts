/** Runs one call to the engine, within its time. @throws as the engine or the time says */
export async function within<T>(milliseconds: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = AbortSignal.timeout(milliseconds);
  try {
    return await call(limit);
  } catch (error) {
    if (limit.aborted) throw new Error(`The container engine did not answer within ${milliseconds} ms.`, { cause: error });
    throw error;
  }
}

export const isStatus = (error: unknown, status: number): boolean =>
  (error as { statusCode?: number } | undefined)?.statusCode === status;
