import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { GradeOutcome } from './worker.ts';

const BUCKETS_S = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60];

/** What is counted of the worker's jobs. */
export class WorkerMetrics {
  readonly registry = new Registry();
  readonly #seconds = new Histogram({
    name: 'svc_grade_duration_seconds',
    help: 'One try at a grade, from the job until the run is written.',
    labelNames: ['outcome'],
    buckets: BUCKETS_S,
    registers: [this.registry],
  });
  readonly #tries = new Counter({
    name: 'svc_grade_tries_total',
    help: 'Tries at a grade by how they ended.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  readonly onOutcome = (outcome: GradeOutcome, milliseconds: number): void => {
    this.#seconds.observe({ outcome }, milliseconds / 1000);
    this.#tries.inc({ outcome });
  };
}

/** The worker's only two paths: health and metrics. */
export function createOperatorServer(registry: Registry, ready: () => boolean): Server {
  return createServer(async (request, response) => {
    if (request.url === '/metrics') {
      const text = await registry.metrics();
      response.writeHead(200, { 'content-type': registry.contentType }).end(text);
    } else if (request.url === '/healthz') {
      const status = ready() ? 'ok' : 'not ready';
      response.writeHead(ready() ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify({ status }));
    } else response.writeHead(404).end();
  });
}
