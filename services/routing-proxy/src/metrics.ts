import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Plain numbers while requests run; they become metrics when somebody asks. */
export class Metrics {
  forwarded = 0;
  refused = 0;
  failed = 0;
  retried = 0;
  upgraded = 0;
  inFlight = 0;
  readonly #registry = new Registry();
  readonly #duration = new Histogram({
    name: 'svc_proxy_request_duration_seconds',
    help: 'From a request until its answer is out or its client gone.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.#registry],
  });

  constructor() {
    const counters = {
      forwarded: 'Requests passed on to a twin.',
      refused: 'Requests refused: no such sandbox, wrong bearer, or closed.',
      failed: 'Requests whose twin could not answer.',
      retried: 'Further tries to connect to a twin.',
      upgraded: 'Connections upgraded, e.g. to WebSocket.',
    } as const;
    const value = (name: keyof typeof counters): number => this[name];
    for (const [name, help] of Object.entries(counters)) {
      new Counter({
        name: `svc_proxy_requests_${name}_total`,
        help,
        registers: [this.#registry],
        collect() {
          this.reset();
          this.inc(value(name as keyof typeof counters));
        },
      });
    }
    const inFlight = () => this.inFlight;
    new Gauge({
      name: 'svc_proxy_requests_in_flight',
      help: 'Requests being answered.',
      registers: [this.#registry],
      collect() {
        this.set(inFlight());
      },
    });
  }

  took(milliseconds: number): void {
    this.#duration.observe(milliseconds / 1000);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }
}
