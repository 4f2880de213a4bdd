import type { Request, Response } from 'express';
import type { Service } from '../service.ts';

const NANOSECONDS_PER_MS = 1_000_000n;

/** What the parts of the service learn of a request while they work on it. Never a header, a body or a query: they hold secrets. */
export interface RequestFacts {
  requestId: string;
  team?: string;
  session?: string;
  /** What failed underneath. */
  error?: unknown;
}

/** Asked every second by whatever watches the service. */
const OWN_PATHS: ReadonlySet<string> = new Set(['/healthz', '/metrics']);

/** One line for every request, when its answer is out or its client gone. */
export function logWhenDone(
  { log, metrics }: Pick<Service, 'log' | 'metrics'>,
  request: Request,
  response: Response,
  facts: RequestFacts,
): void {
  const start = process.hrtime.bigint();
  response.once('close', () => {
    const line = {
      request_id: facts.requestId,
      ...(facts.team && { team: facts.team }),
      ...(facts.session && { session: facts.session }),
      method: request.method,
      path: request.path,
      status: response.statusCode,
      latency_ms: Number((process.hrtime.bigint() - start) / NANOSECONDS_PER_MS),
      ...(facts.error !== undefined && { err: facts.error }),
    };
    metrics.request(response.statusCode, line.latency_ms);
    if (response.statusCode >= 500) log.error(line, 'request failed');
    else if (OWN_PATHS.has(request.path)) log.debug(line, 'request');
    else log.info(line, 'request');
  });
}
