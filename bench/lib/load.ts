import autocannon, { type Result } from 'autocannon';

export interface Target {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** Body of request number n, for writes that must differ. */
  body?: string;
}

const CONNECTIONS = 16;

/** Sends a target so many requests. @throws when any answer isn't 2xx. */
export async function send(target: Target, amount: number): Promise<void> {
  await run(target, { amount });
}

/** Loads a target for `seconds`. @returns answers a second. @throws when any answer isn't 2xx. */
export async function load(target: Target, seconds: number): Promise<number> {
  const result = await run(target, { duration: seconds });
  return result.requests.total / result.duration;
}

async function run(target: Target, extent: { duration: number } | { amount: number }): Promise<Result> {
  const result = await autocannon({
    url: target.url,
    method: target.method ?? 'GET',
    headers: target.headers ?? {},
    ...(target.body !== undefined && { body: target.body }),
    connections: 'amount' in extent ? Math.min(CONNECTIONS, extent.amount) : CONNECTIONS,
    ...extent,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${target.url}: ${result.non2xx} refusals, ${result.errors} errors`);
  return result;
}
