import type { Database, GradeQueue } from '@svc/platform';
import type { Kysely } from 'kysely';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The parts of a sandbox's creation that are timed one by one. */
export type CreatePhase = 'plan' | 'admit' | 'twins' | 'route' | 'total';

export interface MetricsSources {
  database: Kysely<Database>;
  queue: GradeQueue;
}

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What is counted of the control plane; numbers that stand in the stores are read when somebody asks. */
export class ControlPlaneMetrics {
  readonly #registry = new Registry();
  readonly #phases = new Histogram({
    name: 'svc_sandbox_create_duration_seconds',
    help: 'Creation of a sandbox by phase.',
    labelNames: ['phase'],
    buckets: BUCKETS_S,
    registers: [this.#registry],
  });
  readonly #requests = new Histogram({
    name: 'svc_api_request_duration_seconds',
    help: 'Calls to the API by status.',
    labelNames: ['status'],
    buckets: BUCKETS_S,
    registers: [this.#registry],
  });

  constructor({ database, queue }: MetricsSources) {
    collectDefaultMetrics({ register: this.#registry });
    const registers = [this.#registry];
    new Gauge({
      name: 'svc_sandboxes',
      help: 'Sandboxes by state.',
      labelNames: ['state'],
      registers,
      async collect() {
        const rows = await countStates(database).catch(() => []);
        this.reset();
        for (const { state, count } of rows) this.set({ state }, count);
      },
    });
    new Gauge({
      name: 'svc_grade_queue_jobs',
      help: 'Jobs in the grade queue by state.',
      labelNames: ['state'],
      registers,
      async collect() {
        const jobs = await queue.counts().catch(() => ({}));
        this.reset();
        for (const [state, count] of Object.entries(jobs)) this.set({ state }, count);
      },
    });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** For what the composition of the service knows alone. @param read numbers by the label's value */
  addGauge(name: string, help: string, label: string, read: () => Record<string, number>): void {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const [value, count] of Object.entries(read())) this.set({ [label]: value }, count);
      },
    });
  }

  async timed<T>(phase: CreatePhase, work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    const result = await work();
    const seconds = (performance.now() - begun) / 1000;
    // What was timed goes on first.
    setImmediate(() => this.#phases.observe({ phase }, seconds));
    return result;
  }

  request(status: number, milliseconds: number): void {
    this.#requests.observe({ status }, milliseconds / 1000);
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }
}

const countStates = (database: Kysely<Database>) =>
  database
    .selectFrom('sandboxes')
    .select(['state', (row) => row.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
